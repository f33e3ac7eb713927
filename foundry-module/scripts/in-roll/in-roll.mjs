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
 * A line that is switched off may let another modifier count: `roll.ask({ ...query, off: additions.off })` asks for that.
 * `game.user` is the only global of Foundry that is used.
 */

import { elementOf } from "../util/dom.mjs";
import { findToken } from "../util/find-token.mjs";
import { shownName } from "../util/token-name.mjs";
import { t } from "../util/translate.mjs";
import { ask, isActive, isOn } from "./ask.mjs";
import { lineList, oddsLine } from "./line-list.mjs";
import { wrap } from "./wrap.mjs";

/** @typedef {Coign.Context} Context */

/** Contexts whose game system is wrapped already. @type {WeakSet<Context>} */
const wrapped = new WeakSet();

/**
 * Let the game system's record wrap its rolls, once, when the setting is on. (`ready`, `coign.inRollChanged`)
 * @param {Context} coign
 */
export function setUpInRoll(coign) {
  if (wrapped.has(coign) || !isOn(coign)) return;
  wrapped.add(coign);
  coign.adapter.inRoll?.(createInRoll(coign));
}

/**
 * @param {Context} coign
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
    list,
    t,
  };
}

/** @type {Coign.InRoll["list"]} */
function list(additions, { scene = "", document = globalThis.document, changed } = {}) {
  const nameOf = (/** @type {string} */ id) => shownName(findToken(scene, id));
  const element = /** @type {HTMLElement} */ (elementOf(lineList(additions, { t, nameOf }), document));
  element.addEventListener("change", ({ target }) => {
    const { dataset, checked } = /** @type {HTMLInputElement} */ (target);
    const line = additions.lines[Number(dataset.coignLine)];
    if (!line) return;
    line.on = checked;
    const shown = /** @type {HTMLElement} */ (target).closest(".coign-in-roll-line");
    shown?.setAttribute("data-state", checked ? "on" : "off");
    changed?.();
  });
  element.hidden = !additions.lines.length; // until there are odds
  void additions.odds?.().then((odds) => {
    if (!odds.length) return;
    element.querySelector("legend")?.after(elementOf(oddsLine(odds, nameOf), document));
    element.hidden = false;
  });
  return element;
}
