/**
 * Buttons of ours among those that Foundry shows round a token after a right click. One makes the token a thing, or a
 * creature again. The other is for readied actions: a creature's action may be the trigger if the rules let the waiting
 * creature notice it. It asks about the targeted creature, by sight and by sound, and shows both answers in a small window.
 */

import { pickedRulesets } from "../connection/rulesets.mjs";
import { asThing } from "../systems/things.mjs";
import { tell } from "../util/dialogs.mjs";
import { elementOf, h } from "../util/dom.mjs";
import { whyOf } from "../util/errors.mjs";
import { hooksFor, ID, shownName, t } from "../util/foundry.mjs";
import { nameOfModifier, reasonOf } from "../util/texts.mjs";
import { READYING, TRIGGERS } from "../util/wire.mjs";

/**
 * Add the buttons: for things to GMs, for readied actions to who owns the token, where rules in use say what may be a
 * trigger. Call it while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function registerTokenButtons(coign) {
  register(coign, "coign-thing", (token) => {
    if (!game.user.isGM) return null;
    const thing = isThing(coign, token);
    const says = t(thing ? "COIGN.Things.IsThing" : "COIGN.Things.IsCreature");
    return { icon: "fa-box", says, pressed: thing, press: () => setThing(token, !thing) };
  });
  // A GM's value on a token counts once it is noted in the scene, which is after Foundry has drawn the buttons again.
  Hooks.on("updateScene", (_scene, change) => {
    if (ID in (change.flags ?? {}) && canvas.hud?.token?.rendered) canvas.hud.token.render();
  });
  register(coign, "coign-ready", (token) =>
    token.isOwner && pickedRulesets(coign).some((id) => READYING.includes(id))
      ? { icon: "fa-hourglass-half", says: t("COIGN.Ready.Button"), press: () => openReady(coign, token) }
      : null,
  );
}

/**
 * @typedef {object} TokenButton
 * @property {string} icon a class of Font Awesome
 * @property {string} says its action or the present state, as a translated text
 * @property {boolean} [pressed] of a button that switches something
 * @property {() => unknown} press
 */

/**
 * Add a button to those round a token, whenever Foundry draws them.
 * @param {Coign.Context} coign
 * @param {string} name the button's class
 * @param {(token: Coign.Foreign) => TokenButton | null} describe null: this token, or this user, has none
 */
function register(coign, name, describe) {
  hooksFor(coign, "hud").on("renderTokenHUD", (hud, element) => {
    const token = /** @type {Coign.Foreign} */ (hud).document;
    const described = token && describe(token);
    if (!described || !coign.contract.meet("token-buttons", element)) return;
    element.querySelector(`.${name}`)?.remove();
    const made = elementOf(buttonOf(name, described), element.ownerDocument);
    made.addEventListener("click", described.press);
    element.querySelector(".col.right")?.append(made);
  });
}

/**
 * @param {string} name
 * @param {TokenButton} button
 */
const buttonOf = (name, { icon, says, pressed }) =>
  h(
    pressed ? `button.control-icon.${name}.active` : `button.control-icon.${name}`,
    {
      type: "button",
      "aria-label": says,
      "data-tooltip": says,
      "aria-pressed": pressed === undefined ? null : String(pressed),
    },
    h(`i.fa-solid.${icon}`, { inert: true }),
  );

/**
 * Return whether a token is a thing.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token a document
 */
export const isThing = (coign, token) => coign.adapter.tokenTraits(token).creature === false;

/**
 * Make a token a thing, or a creature.
 * @param {Coign.Foreign} token a document
 * @param {boolean} thing
 */
export const setThing = (token, thing) => token.update({ flags: { coign: asThing(token, thing) } });

/**
 * Show what of the targeted creature may be the trigger.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token the document of the one who waits
 */
async function openReady(coign, token) {
  const targets = [...(game.user.targets ?? [])].map(({ document }) => document);
  const foe = targets.find(({ id }) => id !== token.id);
  if (!foe) return ui.notifications.info("COIGN.Errors.NoTarget", { localize: true });
  try {
    const answers = await Promise.all(TRIGGERS.map((trigger) => asked(coign, token, foe, trigger)));
    await tell(t("COIGN.Ready.Title", { name: shownName(token) }), describe(shownName(foe), answers));
  } catch (problem) {
    ui.notifications.warn(whyOf(problem));
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
 * Describe the window: a line for sight and one for hearing, each with the rule that forbids it.
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
