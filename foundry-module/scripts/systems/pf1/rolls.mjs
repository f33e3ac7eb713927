/**
 * Put modifiers into the attack rolls of Pathfinder 1, versions 9 to 11.
 *
 * The use of an action (`pf1.actionUse.ActionUse`) awaits its steps one after the other, so two of them are wrapped:
 *
 * | step | action |
 * | --- | --- |
 * | `createAttackDialog` | ask, and do not wait: `renderAttackDialog` shows the lines as soon as they are there |
 * | `generateChatAttacks` | put in the additions that arrived within 150 ms: the targets are known, no die has fallen |
 * | `pf1PreDisplayActionUse` | write the additions into the message's flags |
 *
 * Bonuses and dice are parts of the formula with their names, advantage is the system's own "2d20kh". The system compares
 * no roll with an armour class, so cover stays on the card.
 */

import { AskedRoll, holdBack, partiesBefore, showLines, speakerFor } from "../asked-roll.mjs";
import { kindOf } from "../d20-family.mjs";
import { table as foundryTable, world } from "../world.mjs";

const STEPS = "pf1.actionUse.ActionUse.prototype";

/**
 * @typedef {import("../world.mjs").Where & {
 *   attackOf: (item: Coign.Foreign, action: Coign.Foreign, actor: Coign.Foreign, units: Coign.Foreign) => Coign.Attack,
 *   actionOf: (item: Coign.Foreign, id: Coign.Foreign) => Coign.Foreign,
 * }} Options `actionOf`: an item's action as data
 */

/**
 * Wrap the system's steps, and register for the hooks.
 *
 * @param {Coign.InRoll} inRoll
 * @param {Options} options
 */
export function wrapUses(inRoll, options) {
  const { table = foundryTable } = options;
  /** @type {WeakMap<object, {roll: AskedRoll, asked: Promise<void>}>} */
  const asking = new WeakMap();
  /** @type {WeakMap<object, Coign.Additions>} */
  const given = new WeakMap();

  const begin = (/** @type {Coign.Foreign} */ use, /** @type {Coign.InRollQuery} */ query) => {
    const roll = new AskedRoll(query, inRoll.ask);
    const entry = { roll, asked: roll.ask() };
    asking.set(use, entry);
    return entry;
  };

  inRoll.wrap(`${STEPS}.createAttackDialog`, async function (wrapped, ...args) {
    const query = inRoll.active ? queryOf(this, table.targets(), options) : null;
    if (query) begin(this, query);
    return wrapped(...args);
  });

  inRoll.wrap(`${STEPS}.generateChatAttacks`, async function (wrapped, ...args) {
    const targets = (this.shared.targets ?? []).map((/** @type {Coign.Foreign} */ target) => target.document ?? target);
    const query = inRoll.active ? queryOf(this, targets, options) : null;
    const before = asking.get(this);
    asking.delete(this);
    if (!query) return wrapped(...args);
    const isSame =
      before && JSON.stringify({ ...before.roll.query, overrides: [] }) === JSON.stringify({ ...query, overrides: [] });
    const { roll, asked } = isSame ? before : begin(this, query);
    await asked;
    roll.end();
    if (roll.additions) given.set(this, putIn(roll.additions, this.shared));
    return wrapped(...args);
  });

  table.on("renderAttackDialog", (app, html) => {
    const roll = asking.get(app.actionUse)?.roll;
    if (!roll) return;
    const root = html?.[0] ?? html;
    roll.changed = () => draw(root, roll, inRoll, app.actionUse.shared);
    roll.changed();
  });
  table.on("pf1PreDisplayActionUse", (use) => {
    const additions = given.get(use);
    if (additions) writeFlags(use.shared, additions, table.user());
  });
}

/**
 * Ask about the attack of an action.
 *
 * @param {Coign.Foreign} use
 * @param {Coign.Foreign[]} targets documents of tokens
 * @param {Options} options
 * @returns {Coign.InRollQuery | null} null: it is no attack, or the attacker or the targets are not on the map
 */
function queryOf(
  { item, action, actor, token },
  targets,
  { attackOf, actionOf, table = foundryTable, context = world },
) {
  const data = actionOf(item, action?.id ?? action?._id);
  if (!kindOf(data?.actionType)) return null;
  const parties = partiesBefore(speakerFor(actor, token, table), targets, context);
  if (!parties) return null;
  const attack = attackOf(item, data, actor, parties.grid.units);
  return { ...parties.parties, attack, counted: ["attacker-prone"] };
}

/**
 * Put additions into the parts that every attack of a use shares.
 *
 * @param {Coign.Additions} additions
 * @param {Coign.Foreign} shared
 */
function putIn(additions, shared) {
  holdBack(additions, Boolean(shared.rollData?.d20));
  const { advantage, disadvantage, parts } = additions;
  if (advantage || disadvantage) shared.rollData.d20 = advantage ? "2d20kh" : "2d20kl";
  shared.attackBonus.push(...parts.map(({ formula, flavor }) => `${formula}[${flavor}]`));
  return additions;
}

/**
 * Write into the message what its rolls have.
 *
 * @param {Coign.Foreign} shared
 * @param {Coign.Additions} additions
 * @param {Coign.Foreign} user
 */
function writeFlags({ chatData, chatAttacks }, additions, user) {
  const formulas = (chatAttacks ?? []).flatMap((/** @type {Coign.Foreign} */ { attack }) => attack?.formula ?? []);
  for (const { flavor, line } of additions.parts)
    if (!formulas.every((/** @type {string} */ formula) => formula.includes(`[${flavor}]`))) line.held = "card";
  const flags = additions.flags(user);
  if (!chatData || !(flags.included.length || flags.overrides)) return;
  // Up to version 10 the flags are keys with dots, beside which an object would be overwritten.
  if (chatData.flags) chatData.flags.coign = { ...chatData.flags.coign, ...flags };
  else chatData["flags.coign"] = flags;
}

/**
 * Show the lines above the buttons of the system's dialog.
 *
 * @param {Coign.Foreign} root its content
 * @param {AskedRoll} roll
 * @param {Coign.InRoll} inRoll
 * @param {Coign.Foreign} shared
 */
function draw(root, roll, inRoll, shared) {
  if (roll.additions) holdBack(roll.additions, Boolean(shared.rollData?.d20));
  const button = root?.querySelector?.('button[name="attack_single"]');
  if (!inRoll.meet("pf1-dialog", root) || !button) return;
  showLines(root, button.closest("footer, .form-footer, .dialog-buttons") ?? button.parentElement, roll, inRoll);
}
