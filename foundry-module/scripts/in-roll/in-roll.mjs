/**
 * Put modifiers into rolls before they are made, if the world's setting asks for it and the game system has a place for
 * them.
 *
 * A system's record (`systems/*.mjs`) has a function `inRoll`. It is called once, with the object made here. It wraps the
 * functions by which the system rolls, and which their callers await. The wrappers request the modifiers and put them into
 * the roll. For example:
 *
 *     inRoll(roll) {
 *       roll.wrap("dnd5e.documents.activity.AttackActivity.prototype.rollAttack", async function (wrapped, config, ...rest) {
 *         if (!roll.active) return wrapped(config, ...rest);
 *         const asked = roll.ask({ actorToken: { scene, token }, targets: ["token id"], attack });
 *         const additions = await asked.inTime; // null if none came in time: the card comes after the roll, as without all this
 *         if (additions) {
 *           config.rolls[0].parts.push(...additions.parts.map(({ formula, flavor }) => `${formula}[${flavor}]`));
 *           config.advantage ||= additions.advantage;
 *           foundry.utils.mergeObject(config, { flags: { coign: additions.flags(game.user) } }); // they must reach the message
 *         }
 *         return wrapped(config, ...rest);
 *       });
 *     }
 *
 * A dialog shows `roll.list(additions, { changed })`. It may be open for seconds, so it takes `asked.late` too.
 *
 * What is decided in the dialog may let another modifier count: `roll.ask({ ...query, overrides: additions.overrides })`.
 * `game.user` is the only global of Foundry that is used.
 */

import { offersFor } from "../overrides/choices.mjs";
import { elementOf } from "../util/dom.mjs";
import { findToken, shownName, t } from "../util/foundry.mjs";
import { focusOn, keyOf } from "../util/keep-place.mjs";
import { ask, isActive, isOn } from "./ask.mjs";
import { lineList } from "./line-list.mjs";
import { wrap } from "./wrap.mjs";

/** Contexts whose game system is wrapped already. @type {WeakSet<Coign.Context>} */
const wrapped = new WeakSet();

/**
 * Let the game system's record wrap its rolls, once, when the setting is on. (`ready`, `coign.inRollChanged`)
 * @param {Coign.Context} coign
 */
export function setUpInRoll(coign) {
  if (wrapped.has(coign) || !isOn(coign)) return;
  wrapped.add(coign);
  coign.adapter.inRoll?.(createInRoll(coign));
}

/**
 * @param {Coign.Context} coign
 * @returns {Coign.InRoll}
 */
function createInRoll(coign) {
  return {
    get active() {
      return isActive(coign);
    },
    wrap,
    ask: (query) => ask(coign, query),
    meet: (check, subject) => coign.contract.meet(check, subject),
    list: (additions, options) => list(coign, additions, options),
  };
}

/**
 * Make the lines of a roll's dialog, with their buttons.
 * @param {Coign.Context} coign
 * @param {Coign.Additions} additions
 * @param {NonNullable<Parameters<Coign.InRoll["list"]>[1]>} [options]
 */
function list(coign, additions, { lines, scene = "", document = globalThis.document, changed } = {}) {
  const nameOf = (/** @type {string} */ id) => shownName(findToken(scene, id));
  const offers = game.user?.isGM ? offersFor(coign, additions.occasion) : null;
  /** @type {Coign.TargetOdds[] | null} */
  let odds = additions.odds ? null : [];
  const drawn = () =>
    /** @type {HTMLElement} */ (elementOf(lineList(additions, { t, nameOf, offers, odds }, lines), document));
  const element = drawn();
  const draw = () => {
    const focused = keyOf(document.activeElement, element);
    element.replaceChildren(...drawn().childNodes);
    element.hidden = !(additions.lines.length || odds?.length);
    if (focused) focusOn(element, focused);
  };
  element.addEventListener("click", (event) => {
    /** @type {HTMLElement | null} */
    const button = /** @type {Element} */ (event.target).closest("[data-coign]");
    if (!button) return;
    const { coign: press = "", fold = "" } = button.dataset;
    const decided = additions.press(button.dataset);
    if (press === "fold" && !additions.folds.delete(fold)) additions.folds.add(fold);
    draw();
    if (decided) changed?.();
    void decided?.then((again) => again && changed?.());
  });
  element.hidden = !additions.lines.length; // until there are odds
  void additions.odds?.().then((answers) => {
    odds = answers;
    draw();
  });
  return element;
}
