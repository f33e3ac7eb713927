/**
 * Put modifiers into the attack rolls of D&D 3.5, with the system's dialog or without it.
 *
 * Between the button and the dice the system awaits nothing and calls no hook, but two of its functions can be wrapped:
 *
 * | function | action |
 * | --- | --- |
 * | `Item35E#use` | ask; without the dialog wait for the answer, at most as long as a roll's patience |
 * | `Item35E#_addCombatChangesToRollData` | put in the additions: one bonus for each modifier, beside those of feats |
 * | `renderDialog` | the lines with their switches, above the buttons |
 * | `preCreateChatMessage` | write the additions into the message's flags |
 *
 * The data of the roll contain a key, and each attack in the message has a copy of these data. So a message identifies the
 * use that made it. The system compares no roll with an armour class, and always rolls one d20, so cover and advantage stay
 * on the card. If the user ticks a modifier's check box in the dialog, the system counts it, and it is not put in again.
 */

import { ID, randomId } from "../../util/foundry.mjs";
import { AskedRoll, holdBack, partiesBefore, showLines, speakerFor } from "../asked-roll.mjs";
import { list } from "../reading.mjs";
import { table as foundryTable, world } from "../world.mjs";
import { countedIn } from "./card.mjs";

const ITEM = "CONFIG.Item.documentClass.prototype";
const KEY = "coignRoll"; // in a roll's data

/**
 * @typedef {import("../world.mjs").Where & {
 *   attackOf: (item: Coign.Foreign, actor: Coign.Foreign, units: Coign.Foreign) => Coign.Attack | null,
 * }} Options `attackOf`: null if it is no attack
 *
 * @typedef {{key: string, item: Coign.Foreign, roll: AskedRoll, title: string, root: Coign.Foreign}} Use
 */

/**
 * Wrap the use of items, and register for the hooks.
 *
 * @param {Coign.InRoll} inRoll
 * @param {Options} options
 */
export function wrapItems(inRoll, options) {
  const { table = foundryTable } = options;
  /** Uses whose dice have not fallen. @type {Use[]} */
  let open = [];
  /** The additions of rolls whose messages have not come. @type {Map<string, Coign.Additions>} */
  const given = new Map();

  inRoll.wrap(`${ITEM}.use`, async function (wrapped, how = {}, tempActor = null, ...rest) {
    const actor = tempActor ?? this.actor;
    const query = inRoll.active ? queryOf(this, actor, options) : null;
    if (!query) return wrapped(how, tempActor, ...rest);
    const roll = new AskedRoll(query, inRoll.ask);
    const use = { key: randomId(), item: this, roll, title: `${this.name} - ${actor.name}`, root: null };
    open.push(use);
    const close = () => {
      open = open.filter((pending) => pending !== use);
    };
    const answered = roll.ask();
    if (how.skipDialog) await answered;
    try {
      const used = await wrapped(how, tempActor, ...rest);
      Promise.resolve(used?.roll).then(close, close); // the dice may fall after the dialog is closed
      return used;
    } catch (problem) {
      close();
      throw problem;
    } finally {
      roll.end();
    }
  });

  inRoll.wrap(`${ITEM}._addCombatChangesToRollData`, function (wrapped, changes, rollData, ...rest) {
    const result = wrapped(changes, rollData, ...rest);
    const use = open.findLast(({ item }) => item === this);
    if (use?.roll.additions && rollData && !(KEY in rollData)) {
      putIn(use.roll.additions, rollData, use.key);
      given.set(use.key, use.roll.additions);
    }
    return result;
  });

  table.on("renderDialog", (app, html) => {
    const root = html?.[0] ?? html;
    if (!root?.querySelector?.(".attack-form, [name='attack-bonus']")) return;
    const use = open.find((pending) => !pending.root && String(app.data?.title ?? "").endsWith(pending.title));
    if (!use) return;
    use.root = root;
    use.roll.changed = () => show(root, use.roll, inRoll);
    use.roll.changed();
  });

  table.on("preCreateChatMessage", (message) => {
    const attacks = list(message.flags?.D35E?.chatTemplateData?.attacks);
    const key = attacks.find((attack) => attack?.rollData?.[KEY])?.rollData[KEY];
    const flags = given.get(key)?.flags(table.user());
    given.delete(key);
    if (flags?.included.length || flags?.overrides) message.updateSource({ flags: { [ID]: flags } });
  });
}

/**
 * @param {Coign.Foreign} item
 * @param {Coign.Foreign} actor
 * @param {Options} options
 * @returns {Coign.InRollQuery | null} null: it is no attack, or the attacker or the targets are not on the map
 */
function queryOf(item, actor, { attackOf, table = foundryTable, context = world }) {
  const parties = partiesBefore(speakerFor(actor, actor?.token, table), table.targets(), context);
  const attack = parties && attackOf(item, actor, parties.grid.units);
  return attack && { ...parties.parties, attack };
}

/**
 * Put additions into the data of a roll, beside the bonuses of feats: the name of each is shown with its number.
 *
 * @param {Coign.Additions} additions
 * @param {Coign.Foreign} rollData
 * @param {string} key of this use
 */
function putIn(additions, rollData, key) {
  const counted = countedIn([{ rollData }]);
  for (const line of additions.lines) if (counted.includes(line.modifier)) line.held ??= "card";
  holdBack(additions, true);
  const bonuses = additions.parts.map(({ formula, flavor }) => ({
    value: `${formula}[${flavor}]`,
    sourceName: flavor,
  }));
  rollData[KEY] = key;
  rollData.featAttackBonusList = [...list(rollData.featAttackBonusList), ...bonuses];
}

/**
 * Show all lines above the buttons.
 *
 * @param {Coign.Foreign} root the dialog's content
 * @param {AskedRoll} roll
 * @param {Coign.InRoll} inRoll
 */
function show(root, roll, inRoll) {
  if (!roll.additions) return;
  holdBack(roll.additions, true);
  if (inRoll.meet("D35E-dialog", root)) showLines(root, root.querySelector(".dialog-buttons"), roll, inRoll);
}
