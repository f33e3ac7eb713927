/**
 * The practice fight in this world: its announcement, the question to a player, its report, and the part of a player's
 * client. `contract/fight.mjs` plays it.
 */

import { attackAsPlayer } from "../../contract/practice/attack.mjs";
import { differencesOf } from "../../contract/practice/difference.mjs";
import { inCombat, playFight } from "../../contract/practice/fight.mjs";
import { PACK } from "../../contract/practice/stage.mjs";
import { checkEverything } from "../../contract/run.mjs";
import { MODULE_FOLDER } from "../connection/places.mjs";
import { pickedRulesets } from "../connection/rulesets.mjs";
import { ask, confirm, formRow } from "../util/dialogs.mjs";
import { actionButton, h } from "../util/dom.mjs";
import { FIELDS, fieldsOf, ownFields } from "../util/fields.mjs";
import { ID, t } from "../util/foundry.mjs";
import { foundryHere } from "./foundry-checks.mjs";

const ASKED = 120_000; // ms for a player to agree, and to attack
const ASKING = { type: "checkbox", name: "player", checked: true };
const LONGEST = 200_000; // characters of a report
const MOST = 500; // differences
const HOSTS = { "forge-vtt.com": "the Forge", "moltenhosting.com": "Molten", "foundryserver.com": "Foundry Server" };

/**
 * @typedef {object} Report
 * @property {"coign practice fight"} kind
 * @property {1} format
 * @property {import("../../contract/run.mjs").Report["versions"]} versions
 * @property {string[] | null} differences from the same fight in the stand-in, a sentence each; null: there is no such
 * @property {Record<string, any>} seen the record that is compared
 * @property {object} place
 * @property {string[]} modules
 * @property {string[]} rules
 * @property {Record<string, number>} times ms
 * @property {object[]} lines of the console, and errors
 * @property {Record<string, string>} notPlayed
 * @property {object} checks
 * @property {string[]} left
 */

/**
 * Announce what the fight will create, and play it if the GM agrees.
 * @param {Coign.Context} coign
 * @param {(step: string) => void} progress
 * @returns {Promise<Report | null>} null: it was not played, and the GM has read the reason
 */
export async function practise(coign, progress) {
  const why = hindrance(coign);
  if (why) {
    ui.notifications.warn(t(`COIGN.Practice.${why}`));
    return null;
  }
  const player = game.users.find((user) => user.active && !user.isGM) ?? null;
  const agreed = await ask(t("COIGN.Practice.Title"), [
    h("p", {}, t("COIGN.Practice.Makes")),
    h("p.hint", {}, t("COIGN.Practice.File")),
    ...(player ? [formRow(t("COIGN.Practice.AskPlayer", { name: player.name }), h("input", ASKING))] : []),
  ]);
  if (!agreed) return null;
  const partner = agreed.player ? player : null;
  const at = { ...foundryHere(), window, console };
  const began = performance.now();
  const checks = await checkEverything(at, coign.contract);
  const fight = await playFight(at, {
    evaluate: (request) => coign.evaluate(request),
    targetsOf: (message) => (coign.records.annotated(message)?.annotations ?? []).flatMap(targetsIn),
    play: (inRoll) => playWith(coign, inRoll),
    player: partner && { id: partner.id, attack: (ids) => askPlayer(partner, ids) },
    progress,
  });
  const { checks: outcome, ...others } = checksOf(checks);
  const seen = { checks: outcome, ...fight.seen };
  const standIn = await referenceFor(game.release?.generation ?? 13, game.system.id);
  return fitted({
    kind: "coign practice fight",
    format: 1,
    versions: checks.versions,
    differences: standIn && differencesOf({ seen, notPlayed: fight.notPlayed }, standIn),
    seen,
    place: placeOf(),
    modules: [...game.modules.values()].filter(({ active }) => active).map(({ id, version }) => `${id} ${version}`),
    rules: pickedRulesets(coign),
    times: { ...fight.times, all: Math.round(performance.now() - began) },
    lines: fight.lines,
    notPlayed: fight.notPlayed,
    checks: others,
    left: fight.left,
  });
}

/** @param {Coign.Annotation} annotation */
const targetsIn = ({ results }) => results.map(({ target }) => target);

/**
 * Return why the fight cannot be played now; null if it can.
 * @param {Coign.Context} coign
 */
function hindrance(coign) {
  if (!game.user.isGM) return "OnlyGM";
  if (inCombat(foundryHere())) return "Combat";
  if (!coign.engine.connected) return "NotReady";
  return game.packs?.get(PACK) ? null : "NoMap";
}

/**
 * Let this client's rolls have their modifiers as the fight wants it, whatever the world's setting says.
 * @param {Coign.Context} coign
 * @param {"off" | "gm" | null} inRoll null: as it is set
 */
function playWith(coign, inRoll) {
  if (inRoll) coign.instead.set("inRoll", inRoll === "gm" ? "gm" : "after");
  else coign.instead.delete("inRoll");
  Hooks.callAll("coign.inRollChanged");
}

/**
 * Ask a player's client to attack. Only the expected words of its answer are used.
 * @param {User.Implementation} user
 * @param {{scene: string, hero: string, foe: string}} ids
 */
async function askPlayer(user, ids) {
  const answer = await user.query(`${ID}.practice`, ids, { timeout: ASKED });
  const { agreed, ...words } = fieldsOf(FIELDS.practised, answer);
  return agreed ? words : null;
}

/**
 * `CONFIG.queries["coign.practice"]`, on a player's client: attack in a GM's practice fight, if the player agrees.
 * @param {Coign.Context} coign
 * @param {unknown} query
 */
export async function practiseAsPlayer(coign, query) {
  const { scene: id, hero, foe } = fieldsOf(FIELDS.practice, query);
  const scene = /** @type {Coign.Foreign} */ (game.scenes.get(id));
  if (game.user.isGM || !scene || ownFields("scene", scene).scratch !== true) return { agreed: false };
  const agreed = await confirm({
    title: t("COIGN.Practice.Title"),
    content: [h("p", {}, t("COIGN.Practice.Consent"))],
    yes: t("COIGN.Practice.Yes"),
    no: t("COIGN.Practice.No"),
  });
  if (!agreed || !game.scenes.has(id)) return { agreed: false };
  const whisper = [game.user.id, ...game.users.filter((user) => user.isGM).map((user) => user.id)];
  const how = { evaluate: (/** @type {any} */ request) => coign.evaluate(request), whisper };
  return { agreed: true, ...(await attackAsPlayer(foundryHere(), how, { scene: id, hero, foe })) };
}

/**
 * Split the results of the checks: the outcome of each, which is compared, and the rest.
 * @param {import("../../contract/run.mjs").Report} report
 */
function checksOf({ passed, failed, untried, versions: _, format: __, ...others }) {
  const outcomes = [
    ...passed.map((id) => [id, "holds"]),
    ...Object.keys(failed).map((id) => [id, "fails"]),
    ...Object.keys(untried).map((id) => [id, "nothing"]),
  ];
  return { ...others, failed, untried, checks: Object.fromEntries(outcomes.sort()) };
}

/** Return the record of the same fight in the practice table of this version; null without one. */
async function referenceFor(/** @type {number} */ generation, /** @type {string} */ system) {
  const file = new URL(`reference/${generation}-${system}.json`, MODULE_FOLDER);
  const answer = await fetch(file).catch(() => null);
  return answer?.ok ? await answer.json() : null;
}

/** Return where this Foundry is, without a name: who hosts it, and how our files came. */
function placeOf() {
  const files = performance.getEntriesByType("resource").filter(({ name }) => name.startsWith(MODULE_FOLDER));
  const [, host] = Object.entries(HOSTS).find(([domain]) => location.host.endsWith(domain)) ?? [];
  return {
    protocol: location.protocol,
    host: host ?? (/^(localhost|127\.)/.test(location.host) ? "this computer" : "other"),
    secure: globalThis.isSecureContext,
    prefix: Boolean(foundry.utils.getRoute?.("").replace(/^\/|\/$/g, "")),
    files: /** @type {PerformanceResourceTiming[]} */ (files).slice(0, 40).map(({ name, transferSize, duration }) => ({
      file: new URL(name).pathname.split("/").at(-1)?.slice(0, 40),
      bytes: transferSize,
      ms: Math.round(duration),
    })),
  };
}

/** The parts to leave out of a report that is too long, the least useful first. */
const SPARE = ["lines", "place", "checks", "seen.hooks", "seen.elements", "seen.documents"];

/**
 * Return a report that is no longer than it may be: some of it is left out, and the differences that are too many.
 * @param {Report} report
 * @returns {Report}
 */
export function fitted(report) {
  const { differences: found } = report;
  const short = structuredClone({ ...report, differences: found?.slice(0, MOST) ?? null });
  for (const path of SPARE) {
    if (JSON.stringify(short).length <= LONGEST) break;
    foundry.utils.setProperty(short, path, "left out: too long");
  }
  return short;
}

/**
 * Describe the progress of a fight, or its findings.
 * @param {Report | string} practice
 */
export function describePractice(practice) {
  if (typeof practice === "string")
    return h("p.notification.info", { role: "status" }, t("COIGN.Practice.Playing", { step: stepName(practice) }));
  const { differences: found, left, notPlayed } = practice;
  const number = String(found?.length ?? 0);
  const summary = found === null ? "Unknown" : found.length ? "Differs" : "Same";
  return h(
    "section.coign-report",
    { role: "status", "data-differences": number },
    h("p", {}, t(`COIGN.Practice.${summary}`, { number })),
    left.length > 0 && h("p.coign-problem", {}, t("COIGN.Contract.Left", { problem: left.join(", ") })),
    Object.keys(notPlayed).length > 0 &&
      h("p.hint", {}, t("COIGN.Practice.NotPlayed", { steps: Object.keys(notPlayed).map(stepName).join(", ") })),
    h("footer.form-footer", {}, actionButton("savePractice", t("COIGN.Contract.save"))),
  );
}

/** @param {string} step as the report names it */
const stepName = (step) => t(`COIGN.Practice.Step.${step.replaceAll(/[^a-z]+/g, "-")}`);
