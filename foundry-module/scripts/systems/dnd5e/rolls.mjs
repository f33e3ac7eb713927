/**
 * Put modifiers into the rolls of dnd5e, versions 4 to 6: attacks, saving throws, and checks of skills and abilities.
 *
 * Callers await the functions that roll, so these can wait for an answer. The system does not await its hooks.
 * Hooks that each roll calls, with or without a dialog, put the additions in:
 *
 * | hook | action |
 * | --- | --- |
 * | `dnd5e.preRollV2` | advantage and disadvantage, before the held keys decide |
 * | `dnd5e.postBuildRollConfig` | dice and bonuses as terms, and the armour class to reach |
 * | `renderRollConfigurationDialog` | the lines with their switches |
 * | `dnd5e.postRollConfiguration` | the targets' armour class in the message, and the additions |
 *
 * While a dialog is open, the bridge is asked again after each change of the scene (`coign.sceneChanged`).
 *
 * The system reads the targets when the roll begins, and that is up to 150 ms after the click: a macro that targets,
 * attacks and takes the target back would hit nobody. So an attack keeps the targets of the click.
 *
 * A roll that its caller evaluates later (`evaluate: false`) is left unchanged, because its result cannot be followed.
 */

import { focusOn, keyOf } from "../../util/keep-place.mjs";
import { Together } from "../asked-roll.mjs";
import { tokenOf } from "../tokens.mjs";
import { table as foundryTable, world } from "../world.mjs";
import { isOutOfReach, PendingRoll } from "./pending.mjs";
import { attackBy, attackQuery, checkQuery, saveQuery, savesOfOthers } from "./queries.mjs";

const ATTACK = "dnd5e.documents.activity.AttackActivity.prototype.rollAttack";
const ACTOR = "CONFIG.Actor.documentClass.prototype";
const PLACE = "coign-in-roll-place"; // the class of the element that has the lines
/** The dialog's buttons by the advantage that they give. @type {Record<number, string>} */
const BUTTONS = { 1: "advantage", 0: "normal", [-1]: "disadvantage" };
const KEY = "coignRoll"; // in a roll's configuration, which the system copies and hands to every hook

/**
 * Wrap the system's rolls, and register for its hooks.
 *
 * @param {Coign.InRoll} inRoll
 * @param {import("../world.mjs").Where & {draw?: typeof drawAdditions}} [where] `draw`: shows the lines in a dialog
 */
export function wrapRolls(inRoll, { table = foundryTable, context = world, draw = drawAdditions } = {}) {
  /** @type {Map<string, PendingRoll>} */
  const pending = new Map();
  const pendingOf = (/** @type {Coign.Foreign} */ process) => pending.get(process?.[KEY]);
  let count = 0;
  const together = new Together(inRoll.ask);

  /**
   * @param {import("./queries.mjs").Query} queryOf
   * @param {(subject: Coign.Foreign, call: import("./queries.mjs").Call) => Coign.InRollQuery[]} [othersOf] what others
   *   will ask soon
   * @returns {Coign.Wrapper}
   */
  const wrapper = (queryOf, othersOf = () => []) =>
    async function (wrapped, config = {}, dialog = {}, message = {}) {
      const untouched = !inRoll.active || isOutOfReach(config) || pendingOf(config);
      const query = untouched ? null : queryOf(this, { config, message, table, context });
      if (!query) return wrapped(config, dialog, message);
      const { scene } = query.actorToken;
      const roll = new PendingRoll({
        query,
        ask: (question) => together.ask(question),
        user: table.user(),
        tokenOf: (id) => tokenOf(context, scene, id),
        ...(query.attack && this.item && { attackBy: (mode) => attackBy(this, scene, mode, context) }),
      });
      const targets = targetsOf(this, table);
      const key = `${++count}`;
      pending.set(key, roll);
      try {
        const others = together.has(query) ? [] : othersOf(this, { config, message, table, context });
        const answered = roll.ask();
        together.askEarly(others);
        await answered;
        const changes = keepTargets(targets, targetsOf(this, table), message);
        return await wrapped({ ...config, ...changes.config, [KEY]: key }, dialog, changes.message);
      } finally {
        roll.end();
        pending.delete(key);
      }
    };

  table.on("dnd5e.preRollV2", (process, _dialog, message) => pendingOf(process)?.start(process, message));
  table.on("dnd5e.postBuildRollConfig", (process, config, _index, { app } = {}) =>
    pendingOf(process)?.build(config, app),
  );
  table.on("dnd5e.postRollConfiguration", (rolls, process, _dialog, message) =>
    pendingOf(process)?.finish(rolls, message),
  );
  table.on("renderRollConfigurationDialog", (app) => {
    const roll = pendingOf(app.config);
    if (!roll) return;
    roll.redraw = () => draw(app, roll, inRoll);
    roll.redraw();
  });

  table.on("coign.sceneChanged", (scene) => {
    together.forget();
    for (const roll of pending.values())
      if (scene === null || scene === roll.query.actorToken.scene) roll.sceneChanged();
  });

  inRoll.wrap(ATTACK, wrapper(attackQuery));
  inRoll.wrap(`${ACTOR}.rollSavingThrow`, wrapper(saveQuery, savesOfOthers));
  inRoll.wrap(`${ACTOR}.rollSkill`, wrapper(checkQuery));
  inRoll.wrap(`${ACTOR}.rollAbilityCheck`, wrapper(checkQuery));
}

/**
 * Return the targets as the system would list them in the message now.
 *
 * @param {Coign.Foreign} activity
 * @param {import("../world.mjs").Table} table
 * @returns {{path: "flags" | "system", entries: Coign.Foreign[]} | null} null: it is no attack
 */
function targetsOf(activity, table) {
  if (!activity.item) return null;
  if (!("messageSources" in activity)) return { path: "flags", entries: activity.messageFlags?.targets ?? [] };
  const entries = table.targets().flatMap((token) => {
    const { actor, name, uuid, texture } = token;
    if (!actor) return [];
    const ac = actor.statuses?.has?.("coverTotal") ? null : (actor.system?.attributes?.ac?.value ?? null);
    return [{ actor: actor.uuid, ac, img: texture?.src, name, token: uuid }];
  });
  return { path: "system", entries };
}

/**
 * Return what to give to the system so that its roll has the targets of before.
 *
 * @param {ReturnType<typeof targetsOf>} before
 * @param {ReturnType<typeof targetsOf>} now
 * @param {Coign.Foreign} message its configuration, as the caller gave it
 * @returns {{config: {target?: number}, message: Coign.Foreign}} nothing changed, if they are the same still
 */
function keepTargets(before, now, message) {
  if (!before || JSON.stringify(before) === JSON.stringify(now)) return { config: {}, message };
  const { [before.path]: given = {}, ...rest } = message.data ?? {};
  const targets = before.entries;
  const data = before.path === "system" ? { targets } : { dnd5e: { ...given.dnd5e, targets } };
  const target = targets.length === 1 ? (targets[0].ac ?? undefined) : undefined;
  // Keys with dots in `rest` ("flags.dnd5e.originatingMessage") must come after the object that they go into.
  return { config: { target }, message: { ...message, data: { [before.path]: { ...given, ...data }, ...rest } } };
}

/** The additions that each place shows. @type {WeakMap<Element, Coign.Additions | null>} */
const shown = new WeakMap();

/**
 * Show a pending roll's additions in its dialog: a line for each, with its reason and a switch, above the buttons. Have the
 * dialog build the roll again if it was built without them.
 *
 * @param {Coign.Foreign} app the dialog, rendered
 * @param {PendingRoll} roll
 * @param {Coign.InRoll} inRoll
 */
function drawAdditions(app, roll, inRoll) {
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
 * Add the place for the lines. Screen readers report new content in it.
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
 * @param {PendingRoll} roll
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
