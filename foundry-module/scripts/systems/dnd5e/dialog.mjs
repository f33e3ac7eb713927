/**
 * The additions in the dialog before a roll of dnd5e: a line for each, with its reason and a switch, above the buttons.
 * The formula follows by the dialog's own rebuild.
 */

import { focusOn, keyOf } from "../../util/keep-place.mjs";

const PLACE = "coign-in-roll-place";
/** The dialog's buttons by the advantage that they give. @type {Record<number, string>} */
const BUTTONS = { 1: "advantage", 0: "normal", [-1]: "disadvantage" };

/** The additions that each place shows. @type {WeakMap<Element, Coign.Additions | null>} */
const shown = new WeakMap();

/**
 * Show a pending roll's additions, and have the dialog build the roll again if it was built without them.
 *
 * @param {Coign.Foreign} app the dialog, rendered
 * @param {import("./pending.mjs").PendingRoll} roll
 * @param {Coign.InRoll} inRoll
 */
export function drawAdditions(app, roll, inRoll) {
  /** @type {HTMLElement | null} */
  const buttons = app.element?.querySelector('[data-application-part="buttons"]') ?? null;
  if (!inRoll.meet("dnd5e-dialog", app) || !buttons) return;
  const place = app.element.querySelector(`.${PLACE}`) ?? addPlace(buttons);
  const { additions } = roll;
  if (shown.get(place) !== additions) {
    const focused = keyOf(place.ownerDocument.activeElement, place);
    const changed = () => {
      roll.switched();
      setDefaultButton(buttons, roll);
      app.rebuild();
    };
    const { ownerDocument: document } = place;
    const list =
      additions && !(additions.empty && !additions.odds)
        ? [inRoll.list(additions, { scene: roll.query.actorToken.scene, document, changed })]
        : [];
    place.replaceChildren(...list);
    shown.set(place, additions);
    if (focused) focusOn(place, focused);
    setDefaultButton(buttons, roll);
  }
  if (!roll.built) app.rebuild();
}

/**
 * Add the place for the lines. Screen readers report what comes into it.
 * @param {HTMLElement} buttons
 */
function addPlace(buttons) {
  const place = buttons.ownerDocument.createElement("div");
  place.className = PLACE;
  place.setAttribute("aria-live", "polite");
  buttons.before(place);
  return place;
}

/**
 * Make the button of the roll's advantage the default one. The focus follows if it was still on the default.
 * @param {HTMLElement} buttons
 * @param {import("./pending.mjs").PendingRoll} roll
 */
function setDefaultButton(buttons, { mode }) {
  /** @type {HTMLElement | null} */
  const before = buttons.querySelector("button[autofocus]");
  /** @type {HTMLElement | null} */
  const now = buttons.querySelector(`button[data-action="${BUTTONS[mode]}"]`);
  if (!now || now === before) return;
  before?.removeAttribute("autofocus");
  now.setAttribute("autofocus", "");
  if (before && buttons.ownerDocument.activeElement === before) now.focus();
}
