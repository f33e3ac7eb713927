/**
 * The fight's report, for GMs: the last fight in the chat, by what the ledger keeps of its attacks. It is opened in the
 * settings, by the button in the scene controls, and by macros. A notice at the end of a combat tells where.
 */

import { readHeader, readMessage } from "../attack/message.mjs";
import {
  chartOf,
  csvOf,
  isDecided,
  isHit,
  reportOf,
  sentencesForPlayers,
  sentencesOf,
  tableOf,
} from "../ledger/fight-report.mjs";
import { actionButton, h, htmlOf } from "../util/dom.mjs";
import { addTool, findToken, t } from "../util/foundry.mjs";
import { openPanel, Panel } from "../util/panel.mjs";
import { nameOfModifier } from "../util/texts.mjs";
import { ATTACKS } from "../util/wire.mjs";

const FRIENDLY = 1; // a token's disposition
const HTML = 1; // the format of a journal page
const ATTACKING = new Set(/** @type {string[]} */ (ATTACKS));

/** @typedef {import("../ledger/fight-report.mjs").Report} Report */
/** @typedef {import("../ledger/fight-report.mjs").Blow} Blow */

export class FightWindow extends Panel {
  static DEFAULT_OPTIONS = {
    id: "coign-fight",
    classes: ["coign-window"],
    window: { title: "COIGN.Fight.Title", icon: "fa-solid fa-chart-line" },
    position: { width: 480 },
    // Foundry's controls open it again, which reads the chat again.
    actions: /** @satisfies {import("../util/panel.mjs").Actions<FightWindow>} */ ({
      csv() {
        foundry.utils.saveDataToFile(csvOf(this.#report), "text/csv", "coign-fight.csv");
      },
      json() {
        const text = `${JSON.stringify(this.#report, null, 2)}\n`;
        foundry.utils.saveDataToFile(text, "application/json", "coign-fight.json");
      },
      tell() {
        return tellPlayers(this.coign);
      },
      journal() {
        return writeJournal(this.#report);
      },
    }),
  };

  #report = reportOf([], 0);

  /** Read the last fight again for each drawing. @override */
  async _renderHTML() {
    this.#report = await fightReport(this.coign);
    return super._renderHTML();
  }

  /** @override */
  describe() {
    const tell = actionButton("tell", t("COIGN.Fight.Tell"));
    const { rows, unknown } = this.#report;
    if (!rows.length && unknown)
      return [
        h("p", { role: "status" }, sentencesOf(this.#report, t).unknown),
        h("footer.form-footer", {}, tell), // which needs no odds
      ];
    if (!rows.length) return [h("p", { role: "status" }, t("COIGN.Fight.None"))];
    return [
      ...describeReport(this.#report),
      h("h3", {}, t("COIGN.Fight.Luck")),
      chart(this.#report),
      h("p.hint", {}, t("COIGN.Fight.Meaning")),
      h(
        "footer.form-footer",
        {},
        actionButton("csv", "CSV"),
        actionButton("json", "JSON"),
        actionButton("journal", t("COIGN.Fight.Journal")),
        tell,
      ),
    ];
  }
}

/**
 * Make the report of the last fight in the chat, on a GM's client.
 * @param {Coign.Context} coign
 * @returns {Promise<Report>}
 */
export async function fightReport(coign) {
  /** @type {Blow[]} */
  const blows = [];
  let unknown = 0;
  for (const { judged, ...attack } of await lastFight(coign)) {
    const results = judged.flatMap((annotation) => annotation.results);
    const blowsOfRoll = results.flatMap((result) => blowOf(result, attack) ?? []);
    blows.push(...blowsOfRoll);
    unknown += results.filter(({ outcome }) => outcome.label !== "blocked").length - blowsOfRoll.length;
  }
  return reportOf(blows, unknown);
}

/**
 * Write into the chat what players may know of their own side in the last fight, by the cards that all of them have.
 * @param {Coign.Context} coign
 */
async function tellPlayers(coign) {
  /** @type {Parameters<typeof sentencesForPlayers>[0]} */
  const shown = [];
  for (const { header, judged, name, side, hidden } of await lastFight(coign)) {
    if (header.blind || header.whisper.length || hidden || side !== "friends" || !judged.length) continue;
    const [first, ...further] = header.flags.annotations ?? [];
    // Of an attack without a card players know that it was made. A further roll shares its modifiers with the first.
    if (!first) shown.push({ name, hit: null, modifiers: [] });
    for (const { results } of first ? [first, ...further] : [])
      for (const [n, { outcome }] of results.entries())
        shown.push({ name, hit: outcome.hit, modifiers: first.results[n]?.modifiers ?? [] });
  }
  const list = sentencesForPlayers(shown, t).map((text) => h("li", {}, text));
  if (!list.length) {
    ui.notifications.warn(t("COIGN.Fight.NothingToTell"));
    return;
  }
  const content = htmlOf(h("div", {}, h("strong", {}, t("COIGN.Fight.Told")), h("ul.coign-fight", {}, list)));
  await ChatMessage.create(/** @type {Coign.Foreign} */ ({ content, speaker: { alias: "Coign" } }));
}

/**
 * Return the rolls of the last fight in the chat that was judged.
 * @param {Coign.Context} coign
 */
async function lastFight(coign) {
  await coign.ledger.opened;
  const rolls = game.messages.contents.map((document) => ({ document, header: readHeader(document) }));
  const isJudged = (/** @type {typeof rolls[0]} */ { document, header }) =>
    header.flags.moment && coign.records.of(document.id);
  const last = rolls.findLast(isJudged)?.header.flags.moment?.combat;
  const ofLast = rolls.filter(({ header }) => header.flags.moment && header.flags.moment.combat === last);
  return Promise.all(ofLast.map(({ document, header }) => rollOf(coign, document, header)));
}

/**
 * @param {Coign.Context} coign
 * @param {ChatMessage.Implementation} document
 * @param {ReturnType<typeof readHeader>} header
 */
async function rollOf(coign, document, header) {
  const { annotations = [] } = (await coign.records.fetch(document.id ?? "")) ?? {};
  const { scene = "", token: by = "" } = readMessage(coign, document).attack?.actorToken ?? {};
  const token = findToken(scene, by);
  const name = token?.name ?? document.speaker?.alias ?? t("COIGN.Card.SomeTarget");
  const side = /** @type {Blow["side"]} */ (token?.disposition === FRIENDLY ? "friends" : "foes");
  const judged = annotations.filter(({ occasion }) => ATTACKING.has(occasion));
  const round = header.flags.moment?.round ?? 0;
  return { header, judged, scene, hidden: token?.hidden === true, round, by, name, side };
}

/**
 * Return an attack on one target for the report.
 * @param {Coign.Result} result
 * @param {Omit<Awaited<ReturnType<typeof rollOf>>, "judged">} roll
 * @returns {Blow | null} null: its exact odds, or hit and miss, are not known
 */
function blowOf({ target, outcome, modifiers }, { scene, round, by, name, side }) {
  const { chance, total } = outcome;
  const hit = isHit(outcome);
  if (!chance || hit === null) return null;
  const shares = (chance.shares ?? []).map(({ modifier, points }) => {
    const named = modifiers.find(({ id }) => id === modifier);
    return { name: named ? nameOfModifier(named, t) : modifier || t("COIGN.Fight.Rest"), points };
  });
  return {
    ...{ round, by, name, side },
    target: findToken(scene, target)?.name ?? t("COIGN.Card.SomeTarget"),
    hit,
    byTier: Boolean(outcome.tiers),
    before: chance.before,
    after: chance.after,
    shares,
    total: total?.after ?? null,
    decided: isDecided(outcome),
  };
}

/**
 * Describe a report's table, and what it says in words.
 * @param {Report} report
 */
function describeReport(report) {
  const { moments, unknown, tiers } = sentencesOf(report, t);
  const list = (/** @type {string[]} */ texts) => texts.map((text) => h("li", {}, text));
  return [
    h("div", { role: "status" }, table(report)),
    ...[tiers, unknown].filter(Boolean).map((text) => h("p", {}, text)),
    ...(moments.length ? [h("h3", {}, t("COIGN.Fight.Moments")), h("ol.coign-fight", {}, list(moments))] : []),
  ];
}

/**
 * Describe the table of a report: for each side its sums, then a row for each of its creatures.
 * @param {Report} report
 */
function table(report) {
  const row =
    (/** @type {string} */ scope) =>
    (/** @type {string[]} */ [name, ...cells]) =>
      h(
        "tr",
        {},
        h("th", { scope }, name),
        cells.map((cell) => h("td", {}, cell)),
      );
  const heads = ["Hit", "Expected", "ByLuck", "ByPlace"].map((head) => t(`COIGN.Fight.${head}`));
  return h(
    "table.coign-fight",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td"),
        heads.map((head) => h("th", { scope: "col" }, head)),
      ),
    ),
    tableOf(report, t, game.i18n?.lang ?? "en").map(({ sums, rows }) =>
      h("tbody", {}, row("rowgroup")(sums), rows.map(row("row"))),
    ),
  );
}

/**
 * Describe the chart of luck, with the figures at its end in words.
 * @param {Report} report
 */
function chart({ luck }) {
  const { viewBox, ...lines } = chartOf(luck);
  const how = /** @type {const} */ ({ maximumFractionDigits: 1, signDisplay: "exceptZero" });
  const numbers = new Intl.NumberFormat(game.i18n?.lang ?? "en", how);
  const signed = (/** @type {number} */ value) => numbers.format(value).replace("-", "−");
  const { friends, foes } = luck[luck.length - 1];
  const label = t("COIGN.Fight.Chart", { friends: signed(friends), foes: signed(foes) });
  const drawn = Object.entries(lines).map(([name, points]) => h(`polyline.coign-${name}`, { points }));
  const picture = h("svg", { viewBox, preserveAspectRatio: "none", role: "img", "aria-label": label }, drawn);
  return h("figure.coign-luck", {}, picture, h("figcaption", {}, `${label} ${t("COIGN.Fight.Lines")}`));
}

/**
 * Write a report into a new journal entry, which only GMs may read.
 * @param {Report} report
 */
async function writeJournal(report) {
  const name = t("COIGN.Fight.Entry", { date: new Date().toLocaleDateString(game.i18n?.lang) });
  const content = describeReport(report).map(htmlOf).join("");
  const pages = [{ name, type: "text", text: { content, format: HTML } }];
  await JournalEntry.create(/** @type {Coign.Foreign} */ ({ name, pages, ownership: { default: 0 } }));
  ui.notifications.info(t("COIGN.Fight.Written"));
}

/**
 * Say at the end of a combat where its report is, if there is one. (`deleteCombat`)
 * @param {Coign.Context} coign
 * @param {Combat.Implementation} combat
 */
export function offerReport(coign, { id }) {
  const isOf = (/** @type {ChatMessage.Implementation} */ document) =>
    readHeader(document).flags.moment?.combat === id && coign.records.of(document.id) !== undefined;
  if (game.user.isGM && game.messages.contents.some(isOf)) ui.notifications.info(t("COIGN.Fight.Ended"));
}

/**
 * Add the button to the controls of tokens, for GMs. (`getSceneControlButtons`)
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} controls
 */
export function addFightControl(coign, controls) {
  const { title, icon } = FightWindow.DEFAULT_OPTIONS.window;
  const onChange = () => openPanel(coign, FightWindow);
  if (game.user?.isGM) addTool(controls.tokens, "coignFight", { title, icon, onChange });
}
