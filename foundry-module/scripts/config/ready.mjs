/**
 * Readied actions: what a creature does may be the trigger, if the rules let the one who waits notice it. A button of the
 * token asks about the targeted creature, by sight and by sound, and a small window has both answers.
 */

import { pickedRulesets } from "../connection/rulesets.mjs";
import { tell } from "../util/dialogs.mjs";
import { h } from "../util/dom.mjs";
import { shownName, t } from "../util/foundry.mjs";
import { nameOfModifier, reasonOf } from "../util/texts.mjs";
import { READYING } from "../util/wire.mjs";
import { registerTokenButton } from "./token-button.mjs";

const TRIGGERS = /** @type {const} */ (["sight", "sound"]);

/**
 * Add the button to tokens of this user, where rules in use say what may be a trigger. To be called while Foundry
 * initialises.
 * @param {Coign.Context} coign
 */
export function registerReadyButton(coign) {
  registerTokenButton(coign, "coign-ready", (token) =>
    token.isOwner && pickedRulesets(coign).some((id) => READYING.includes(id))
      ? { icon: "fa-hourglass-half", says: t("COIGN.Ready.Button"), press: () => open(coign, token) }
      : null,
  );
}

/**
 * Show what of the targeted creature may be the trigger.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token the document of the one who waits
 */
async function open(coign, token) {
  const targets = [...(game.user.targets ?? [])].map(({ document }) => document);
  const foe = targets.find(({ id }) => id !== token.id);
  if (!foe) return ui.notifications.info("COIGN.Errors.NoTarget", { localize: true });
  try {
    const answers = await Promise.all(TRIGGERS.map((trigger) => asked(coign, token, foe, trigger)));
    await tell(t("COIGN.Ready.Title", { name: shownName(token) }), describe(shownName(foe), answers));
  } catch (problem) {
    ui.notifications.warn(problem instanceof Error ? problem.message : String(problem));
  }
}

/**
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token
 * @param {Coign.Foreign} foe
 * @param {"sight" | "sound"} trigger
 */
async function asked(coign, token, foe, trigger) {
  const request = { scene: foe.parent.id, actor: token.id, targets: [foe.id], occasion: "ready", trigger };
  const { results } = await coign.evaluate(/** @type {Coign.EvaluateRequest} */ (request));
  return { trigger, result: results[0] };
}

/**
 * Describe the window: a line for what is seen and one for what is heard, each with the rule that forbids it.
 * @param {string} name of the creature whose deed would be the trigger
 * @param {{trigger: string, result: Coign.Result}[]} answers
 */
export function describe(name, answers) {
  const line = (/** @type {{trigger: string, result: Coign.Result}} */ { trigger, result }) => {
    const forbidden = result.outcome.forbids?.includes("ready") ?? false;
    const why = result.modifiers.filter(({ state, effect }) => state === "on" && effect.kind === "forbid");
    return h(
      "li",
      {},
      h("strong", {}, t(`COIGN.Ready.${trigger}`)),
      ` ${t(forbidden ? "COIGN.No" : "COIGN.Yes")}`,
      why.map((modifier) => h("p.hint", {}, `${nameOfModifier(modifier, t)}: ${reasonOf(modifier, t)}`)),
    );
  };
  return [h("p", {}, t("COIGN.Ready.Question", { name })), h("ul", {}, answers.map(line))];
}
