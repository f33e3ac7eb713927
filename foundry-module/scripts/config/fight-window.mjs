/**
 * The fight's report, for GMs: the last fight in the chat, by what the ledger keeps of its attacks. It is opened in the
 * settings, by the button in the scene controls, and by macros; the end of a combat says so.
 */

import { readHeader, readMessage } from "../attack/message.mjs";
import { chartOf, csvOf, isDecided, reportOf, sentencesForPlayers, sentencesOf } from "../ledger/fight-report.mjs";
import { actionButton, h, htmlOf } from "../util/dom.mjs";
import { findToken, nextOrder, t } from "../util/foundry.mjs";
import { openPanel, Panel } from "../util/panel.mjs";
import { nameOfModifier } from "../util/texts.mjs";
import { ATTACKS } from "../util/wire.mjs";

const FRIENDLY = 1; // a token's disposition
const HTML = 1; // the format of a journal page
const ATTACKING = new Set(/** @type {string[]} */ (ATTACKS));

/** @typedef {import("../ledger/fight-report.mjs").Report} Report */
/** @typedef {import("../ledger/fight-report.mjs").Blow} Blow */

class FightWindow extends Panel {
  static DEFAULT_OPTIONS = {
    id: "coign-fight",
    classes: ["coign-window"],
    window: { title: "COIGN.Fight.Title", icon: "fa-solid fa-chart-line" },
    position: { width: 480 },
    actions: /** @satisfies {import("../util/panel.mjs").Actions<FightWindow>} */ ({
      again() {
        return this.load();
      },
      csv() {
        if (this.#report) save(csvOf(this.#report), "text/csv", "coign-fight.csv");
      },
      json() {
        if (this.#report) save(`${JSON.stringify(this.#report, null, 2)}\n`, "application/json", "coign-fight.json");
      },
      tell() {
        return tellPlayers(this.coign);
      },
      async journal() {
        if (!this.#report) return;
        await writeJournal(this.#report);
        ui.notifications.info(t("COIGN.Fight.Written"));
      },
    }),
  };

  /** @type {Report | null} */
  #report = null;

  /** Read the last fight, and show it. */
  async load() {
    this.#report = await fightReport(this.coign);
    await this.render();
  }

  /** @override */
  async _onFirstRender(/** @type {any} */ context, /** @type {any} */ options) {
    await super._onFirstRender(context, options);
    setTimeout(() => void this.load()); // once this render is done: Foundry ignores another one until then
  }

  /** @override */
  describe() {
    const again = actionButton("again", t("COIGN.Fight.Again"));
    if (!this.#report?.rows.length)
      return [
        h("p", { role: "status" }, t("COIGN.Fight.None")),
        this.#report ? h("p", {}, sentences(this.#report).unknown) : null,
        h("footer.form-footer", {}, again),
      ];
    return [
      ...describeSentences(this.#report),
      h("h3", {}, t("COIGN.Fight.Luck")),
      chart(this.#report),
      h("p.hint", {}, t("COIGN.Fight.Meaning")),
      h(
        "footer.form-footer",
        {},
        again,
        actionButton("csv", "CSV"),
        actionButton("json", "JSON"),
        actionButton("journal", t("COIGN.Fight.Journal")),
        actionButton("tell", t("COIGN.Fight.Tell")),
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
  for (const { document, round } of await lastFight(coign)) {
    const { annotations = [] } = (await coign.records.fetch(document.id ?? "")) ?? {};
    const results = annotations.filter(isAttack).flatMap((annotation) => annotation.results);
    const attacker = attackerOf(coign, document);
    const found = results.flatMap((result) => blowOf(result, { ...attacker, round }) ?? []);
    blows.push(...found);
    unknown += results.filter(({ outcome }) => outcome.label !== "blocked").length - found.length;
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
  for (const { document } of await lastFight(coign)) {
    const { blind, whisper, flags } = readHeader(document);
    const { name, side, hidden } = attackerOf(coign, document);
    const { annotations = [] } = (await coign.records.fetch(document.id ?? "")) ?? {};
    if (blind || whisper.length || hidden || side !== "friends" || !annotations.some(isAttack)) continue;
    const [first, ...further] = flags.annotations ?? [];
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
 * Return the rolls of the last fight in the chat that was judged, each with its round.
 * @param {Coign.Context} coign
 */
async function lastFight(coign) {
  await coign.ledger.opened;
  const rolled = game.messages.contents.map((document) => ({ document, moment: readHeader(document).flags.moment }));
  const last = rolled.findLast(({ document, moment }) => moment && coign.records.of(document.id))?.moment?.combat;
  return rolled.flatMap(({ document, moment }) =>
    moment && moment.combat === last ? [{ document, round: moment.round }] : [],
  );
}

/** @param {Coign.Annotation} annotation */
const isAttack = ({ occasion }) => ATTACKING.has(occasion);

/**
 * @param {Coign.Context} coign
 * @param {ChatMessage.Implementation} document
 * @returns {Pick<Blow, "by" | "name" | "side"> & {scene: string, hidden: boolean}}
 */
function attackerOf(coign, document) {
  const { scene = "", token: by = "" } = readMessage(coign, document).attack?.actorToken ?? {};
  const token = findToken(scene, by);
  const side = token?.disposition === FRIENDLY ? "friends" : "foes";
  const name = token?.name ?? document.speaker?.alias ?? t("COIGN.Card.SomeTarget");
  return { scene, by, side, name, hidden: token?.hidden === true };
}

/**
 * Return an attack on one target for the report.
 * @param {Coign.Result} result
 * @param {ReturnType<typeof attackerOf> & Pick<Blow, "round">} made
 * @returns {Blow | null} null: its exact odds, or hit and miss, are not known
 */
function blowOf({ target, outcome, modifiers }, { scene, hidden: _, ...made }) {
  const { chance, hit, total } = outcome;
  if (!chance || hit === null || hit === undefined) return null;
  const shares = (chance.shares ?? []).map(({ modifier, points }) => {
    const named = modifiers.find(({ id }) => id === modifier);
    return { name: named ? nameOfModifier(named, t) : modifier || t("COIGN.Fight.Rest"), points };
  });
  return {
    ...made,
    target: findToken(scene, target)?.name ?? t("COIGN.Card.SomeTarget"),
    hit,
    before: chance.before,
    after: chance.after,
    shares,
    total: total?.after ?? null,
    decided: isDecided(outcome),
  };
}

/** @param {Report} report */
const sentences = (report) => sentencesOf(report, t, game.i18n?.lang ?? "en");

/**
 * Describe what a report says in words.
 * @param {Report} report
 */
function describeSentences(report) {
  const { rows, moments, unknown } = sentences(report);
  const list = (/** @type {string[]} */ texts) => texts.map((text) => h("li", {}, text));
  return [
    h("ul.coign-fight", { role: "status" }, list(rows)),
    ...(unknown ? [h("p", {}, unknown)] : []),
    ...(moments.length ? [h("h3", {}, t("COIGN.Fight.Moments")), h("ol.coign-fight", {}, list(moments))] : []),
  ];
}

/**
 * Describe the chart of luck, with the figures at its end in words.
 * @param {Report} report
 */
function chart({ luck }) {
  const { width, height, zero, friends, foes } = chartOf(luck);
  const end = luck.at(-1);
  const numbers = new Intl.NumberFormat(game.i18n?.lang ?? "en", {
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  const signed = (/** @type {number} */ value) => numbers.format(value).replace("-", "−");
  const label = t("COIGN.Fight.Chart", { friends: signed(end?.friends ?? 0), foes: signed(end?.foes ?? 0) });
  return h(
    "figure.coign-luck",
    {},
    h(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
      h("polyline.coign-zero", { points: zero }),
      h("polyline.coign-friends", { points: friends }),
      h("polyline.coign-foes", { points: foes }),
    ),
    h("figcaption", {}, `${label} ${t("COIGN.Fight.Lines")}`),
  );
}

/** @param {string} text @param {string} type @param {string} name */
const save = (text, type, name) => foundry.utils.saveDataToFile(text, type, name);

/**
 * Write a report into a new journal entry, which only GMs may read.
 * @param {Report} report
 */
async function writeJournal(report) {
  const name = t("COIGN.Fight.Entry", { date: new Date().toLocaleDateString(game.i18n?.lang) });
  const content = describeSentences(report).map(htmlOf).join("");
  const pages = [{ name, type: "text", text: { content, format: HTML } }];
  await JournalEntry.create(/** @type {Coign.Foreign} */ ({ name, pages, ownership: { default: 0 } }));
}

/**
 * Open the report as the chat is now.
 * @param {Coign.Context} coign
 */
export async function openFightReport(coign) {
  const window = await openPanel(coign, FightWindow);
  if (window instanceof FightWindow) await window.load();
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
  const tools = controls.tokens?.tools;
  if (!tools || !game.user?.isGM) return;
  tools.coignFight = {
    name: "coignFight",
    order: nextOrder(tools),
    title: "COIGN.Fight.Title",
    icon: "fa-solid fa-chart-line",
    button: true,
    visible: true,
    onChange: () => void openFightReport(coign),
  };
}
