/**
 * The contract in this Foundry: the results of the checks at the start and of "check everything", the sentences about them,
 * and the report that *Test My Set-Up* shows. The results of a GM's check are kept for the present versions of Foundry, the
 * game system and Coign, and apply to every client.
 */

import { CHECKS } from "../../contract/index.mjs";
import { checkAtStart, checkEverything, versionsOf } from "../../contract/run.mjs";
import { MODULE_FOLDER } from "../connection/places.mjs";
import { actionButton, h } from "../util/dom.mjs";
import { engineFolder, ID, t } from "../util/foundry.mjs";

/** The parts that are neither Foundry's nor a game system's. */
const ELSEWHERE = new Set(["browser", "server"]);

/**
 * Run the checks that leave no trace, and take over the results of a GM's check. (`ready`, `coign.checked`)
 * @param {Coign.Context} coign
 */
export function checkFoundry(coign) {
  const { contract } = coign;
  contract.changed = () => {}; // one report at the end
  contract.clear();
  checkAtStart(foundryHere(), contract);
  const { versions, failed = {} } = coign.setting("checked");
  if (versions === versionsHere()) for (const [id, why] of Object.entries(failed)) contract.fail(id, why);
  contract.changed = () => report(coign);
  report(coign);
}

/** The sentences that this client's user has already seen. @type {WeakMap<Coign.Context, Set<string>>} */
const toldOf = new WeakMap();

/**
 * Notify the GM of features that are off, and of other parts that have changed.
 * @param {Coign.Context} coign
 */
function report(coign) {
  const before = toldOf.get(coign) ?? new Set();
  const sentences = sentencesOf(coign);
  toldOf.set(coign, new Set(sentences));
  if (sentences.join() === [...before].join()) return;
  if (game.user.isGM)
    for (const sentence of sentences.filter((text) => !before.has(text)))
      ui.notifications.warn(`${t("COIGN.Title")}: ${sentence}`);
  coign.scenes.reset(); // they may be read in another way now
  Hooks.callAll("coign.featuresChanged");
}

/**
 * Return a sentence for each thing that has changed: "dnd5e 6.1: the dialog has changed, modifiers stay on the card".
 * @param {Coign.Context} coign
 */
export const sentencesOf = ({ contract }) => contract.broken.map(sentenceOf);

/** @param {import("../../contract/index.mjs").Check} check */
function sentenceOf({ systems, part, feature }) {
  const foundry = systems ? `${game.system.id} ${game.system.version}` : `Foundry ${game.version}`;
  const who = ELSEWHERE.has(part) ? t(`COIGN.Contract.Who.${part}`) : foundry;
  return t("COIGN.Contract.Sentence", {
    who,
    part: t(`COIGN.Contract.Part.${part}`),
    without: t(`COIGN.Contract.Off.${feature}`),
  });
}

/**
 * Check everything, on a scratch scene, and keep what failed and is off: for all clients, unless it is this browser's.
 * @param {Coign.Context} coign
 */
export async function checkAll(coign) {
  const outcome = await checkEverything(foundryHere(), coign.contract);
  const off = Object.entries(outcome.failed).filter(([id]) => !outcome.kept.includes(id));
  const isOfThisBrowser = (/** @type {string} */ id) => checkOf(id)?.part === "browser";
  const failed = Object.fromEntries(off.filter(([id]) => !isOfThisBrowser(id)));
  await game.settings.set(ID, "checked", { versions: versionsHere(), failed });
  for (const [id, why] of off.filter(([id]) => isOfThisBrowser(id))) coign.contract.fail(id, why);
  return outcome;
}

/** Switch everything on again, until a check is made or fails in use. */
export const useAnyway = () => game.settings.set(ID, "checked", {});

const versionsHere = () => {
  const { foundry, system, coign } = versionsOf(foundryHere());
  return [foundry, system, coign].join(", ");
};

/** Return Foundry's globals, as the checks get them. */
export function foundryHere() {
  const { PIXI, document, [game.system.id]: system } = /** @type {Coign.Foreign} */ (globalThis);
  const foundrys = { game, canvas, ui, foundry, CONFIG, Hooks, Roll, ChatMessage, Scene, Actor };
  return {
    ...foundrys,
    PIXI,
    document,
    [game.system.id]: system, // its own global, by its id
    engine: new URL(engineFolder() || "engine/", MODULE_FOLDER).href,
  };
}

/**
 * Describe a report, and what can be done with it.
 * @param {import("../../contract/run.mjs").Report} report
 * @param {string[]} sentences about the features that are off
 */
export function describeReport({ passed, failed, kept, notices, untried, left }, sentences) {
  const failures = Object.entries(failed);
  const waiting = Object.keys(untried).length;
  const numbers = { passed: String(passed.length), failed: String(failures.length), untried: String(waiting) };
  return h(
    "section.coign-report",
    { role: "status", "data-failed": failures.length },
    h("p", {}, t("COIGN.Contract.Found", numbers)),
    waiting > 0 && h("p.hint", {}, t("COIGN.Contract.Untried")),
    ...left.map((problem) => h("p.coign-problem", {}, t("COIGN.Contract.Left", { problem }))),
    ...sentences.map((sentence) => h("p.notification.warning", {}, sentence)),
    ...notices.map((id) => h("p.notification.info", {}, t(`COIGN.Contract.Notice.${id}`))),
    kept.length > 0 && h("p.hint", {}, t("COIGN.Contract.Kept")),
    failures.length > 0 && [
      h(
        "ul",
        {},
        failures.map(([id, why]) => h("li", {}, h("strong", {}, id), ` ${saysOf(id)} (${why})`)),
      ),
      actionButton("anyway", t("COIGN.Contract.anyway")),
    ],
    h(
      "footer.form-footer",
      {},
      actionButton("copy", t("COIGN.Contract.copy")),
      actionButton("save", t("COIGN.Contract.save")),
    ),
  );
}

/** @param {string} id */
const checkOf = (id) => CHECKS.find((check) => check.id === id);

/** @param {string} id */
const saysOf = (id) => checkOf(id)?.says ?? "";
