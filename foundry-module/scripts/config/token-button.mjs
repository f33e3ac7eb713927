/** Buttons of ours among those that Foundry shows round a token after a right click. */

import { elementOf, h } from "../util/dom.mjs";
import { hooksFor } from "../util/foundry.mjs";

/**
 * @typedef {object} TokenButton
 * @property {string} icon a class of Font Awesome
 * @property {string} says what it does, or how things are, as a translated text
 * @property {boolean} [pressed] of a button that switches something
 * @property {() => unknown} press
 */

/**
 * Add a button to those round a token, whenever Foundry draws them. To be called while Foundry initialises.
 * @param {Coign.Context} coign
 * @param {string} name the button's class
 * @param {(token: Coign.Foreign) => TokenButton | null} describe null: this token, or this user, has none
 */
export function registerTokenButton(coign, name, describe) {
  hooksFor(coign, "hud").on("renderTokenHUD", (hud, /** @type {HTMLElement} */ element) => {
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
