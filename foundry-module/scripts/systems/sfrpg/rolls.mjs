/**
 * Put modifiers into the attacks and saves of Starfinder 1, with the system's dialog or without it.
 *
 * | place | action |
 * | --- | --- |
 * | `Actor#rollSave` | note the card whose button was pressed: `d20Roll` follows at once |
 * | `game.sfrpg.dice.d20Roll` | ask, and wait 150 ms at most: its callers await it |
 * | `renderDialog` | the lines with their switches, above the buttons |
 * | `onBeforeRoll` | put in the additions: the system lets modules change a roll's formula |
 * | `preCreateChatMessage` | write the additions into the message's flags |
 *
 * `d20Roll` passes its list of tags to its roll, which identifies the roll. The roll's options go into the message, and a key
 * in them identifies the roll that made it. The system compares an attack with the armour class of the first target. Cover is
 * added there, so that the system's result agrees with the card.
 *
 * The message of a save names the save only in translated words, and does not name the card with the button. So both are kept
 * in the message when the save is rolled.
 */

import { ID, randomId } from "../../util/foundry.mjs";
import { AskedRoll, appended, partiesBefore, showLines } from "../asked-roll.mjs";
import { isAdvantage, isArmour } from "../effects.mjs";
import { againstKeptCard, effectOf, pressedIn, saveQueryOf } from "../saves.mjs";
import { attackingActor, findAttacker } from "../tokens.mjs";
import { table as foundryTable, world } from "../world.mjs";
import { attackOf, idIn } from "./attack.mjs";

const SAVES = "CONFIG.Actor.documentClass.prototype.rollSave";
const ROLL = "game.sfrpg.dice.d20Roll";
const KEY = "coignRoll"; // in a roll's options
/** The id of the system's own box for flanking. */
const FLANKING = "5eb1f127-31e1-47d9-bd9e-cd2a68b8d8eb";

/** The ability that each save is made with. */
const ABILITIES = /** @type {Record<string, string>} */ ({ fort: "con", reflex: "dex", will: "wis" });

/** The field of a roll's options that names the save. The system copies the options into the message. */
const SAVE = "coignSave";

/** @type {Coign.SystemRecord["saveAgainst"]} */
export const saveAgainst = (message, context) =>
  againstKeptCard(message, message?.flags?.sfrpg?.rollOptions?.[SAVE], context, againstCard);

/**
 * Return a card's effect as the effect that a save is against.
 * @param {Coign.Foreign} card the message
 * @param {string} save "fort", "reflex" or "will"
 * @param {Coign.SystemContext} context
 * @returns {Coign.SaveAgainst | null} null: it is no card of an item, or no such save
 */
function againstCard(card, save, context) {
  const id = idIn(card);
  if (!id || !(save in ABILITIES)) return null;
  const from = findAttacker(card, context);
  const owner = attackingActor(card, context, from)?.uuid;
  const makers = owner ? [`${owner}.Item.${id}`] : [];
  return { scene: from.scene, token: from.actor, made: makers, ability: ABILITIES[save], ...effectOf(makers, context) };
}

/**
 * @typedef {{query: Coign.InRollQuery, save?: string, card?: string}} Question
 * @typedef {{key: string, roll: AskedRoll, card: string | undefined, tags: Coign.Foreign[], contexts: Coign.Foreign, root: Coign.Foreign}} Use
 */

/**
 * Wrap the system's rolls, and register for the hooks.
 *
 * @param {Coign.InRoll} inRoll
 * @param {import("../world.mjs").Where} [where]
 */
export function wrapRolls(inRoll, { table = foundryTable, context = world } = {}) {
  /** Rolls whose dice have not fallen. @type {Use[]} */
  let open = [];
  /** The card and the flags of rolls whose messages have not come yet. @type {Map<string, {card: string | undefined, flags: object}>} */
  const given = new Map();
  /** The save that is being begun. @type {Question | null} */
  let saving = null;

  inRoll.wrap(SAVES, function (wrapped, save, how = {}, ...rest) {
    saving = inRoll.active ? saveQuestion(this, save, how, table, context) : null;
    try {
      return wrapped(save, how, ...rest);
    } finally {
      saving = null;
    }
  });

  inRoll.wrap(ROLL, async (wrapped, data = {}, ...rest) => {
    const asking =
      saving ?? (inRoll.active && data.rollType === "attack" ? attackQuestion(data, table, context) : null);
    saving = null;
    if (!asking) return wrapped(data, ...rest);
    const { tags = [], rollContext: contexts, rollOptions } = data;
    const roll = new AskedRoll(asking.query, inRoll.ask);
    /** @type {Use} */
    const use = { key: randomId(), roll, card: asking.card, tags, contexts, root: null };
    open.push(use);
    try {
      await roll.ask();
      const noted = { ...rollOptions, [KEY]: use.key, ...(asking.save && { [SAVE]: asking.save }) };
      return await wrapped({ ...data, tags, rollOptions: noted }, ...rest);
    } finally {
      roll.end();
      open = open.filter((other) => other !== use);
    }
  });

  table.on("renderDialog", (app, html) => {
    const use = open.find(({ contexts }) => contexts && contexts === app.contexts);
    if (!use) return;
    use.root = html?.[0] ?? html;
    use.roll.changed = () => show(use, inRoll);
    use.roll.changed();
  });

  table.on("onBeforeRoll", (rolling) => {
    const use = open.find(({ tags, roll }) => !roll.over && tags === rolling?.data?.tags);
    if (!use) return;
    const { additions } = use.roll;
    use.roll.end();
    if (additions) putIn(use, additions, rolling);
    const { included = [], ...flags } = additions?.flags(table.user()) ?? {};
    // No message contains the armour class, so the card counts the modifiers to it.
    given.set(use.key, {
      card: use.card,
      flags: { ...flags, included: included.filter((modifier) => !isArmour(modifier)) },
    });
  });

  table.on("preCreateChatMessage", (message) => {
    const key = message.flags?.sfrpg?.rollOptions?.[KEY];
    const use = given.get(key);
    if (!use) return;
    given.delete(key);
    const { card, flags } = use;
    message.updateSource({ flags: { [ID]: { ...(card && { card }), ...flags } } });
  });
}

/**
 * @param {Coign.Foreign} data of the roll
 * @param {import("../world.mjs").Table} table
 * @param {Coign.SystemContext} context
 * @returns {Question | null} null: the attacker or the targets are not on the map
 */
function attackQuestion({ rollContext, speaker }, table, context) {
  const item = rollContext?.allContexts?.item?.entity;
  const parties = partiesBefore(speaker, table.targets(), context);
  if (!item || !parties) return null;
  const attack = attackOf(item, item.actor, parties.grid.units);
  return { query: { ...parties.parties, attack, counted: ["attacker-prone"] } };
}

/**
 * @param {Coign.Foreign} actor who saves
 * @param {string} save
 * @param {Coign.Foreign} how the options of the save
 * @param {import("../world.mjs").Table} table
 * @param {Coign.SystemContext} context
 * @returns {Question | null} null: no button of a card was pressed, or one of both is not on the map
 */
function saveQuestion(actor, save, { event }, table, context) {
  const id = pressedIn(event);
  const card = id ? context.document(`ChatMessage.${id}`) : null;
  const query = card && saveQueryOf(againstCard(card, save, context), table.speakerOf(actor), "sfrpg", context);
  return query && { query, save, card: id };
}

/**
 * Put additions into a roll that is about to be made, and into the armour class that the system compares it with.
 *
 * @param {Use} use
 * @param {Coign.Additions} additions
 * @param {Coign.Foreign} rolling the system's `formula` and `data`
 */
function putIn(use, additions, rolling) {
  holdBack(use, additions);
  for (const term of additions.parts.map(appended)) {
    rolling.formula += term;
    rolling.data.breakdown = `${rolling.data.breakdown ?? ""}<br />${term}`;
  }
  const all = use.contexts?.allContexts ?? {};
  const more = all.target ? additions.armourClass(use.roll.query.targets[0]) : 0;
  if (more) all.target = { ...all.target, data: raised(all.target.data, more) };
}

/**
 * Return a creature's data with armour classes raised for one comparison.
 * @param {Coign.Foreign} data
 * @param {number} more
 */
function raised(data, more) {
  const attributes = { ...data.attributes };
  for (const name of ["kac", "eac", "cmd"])
    if (attributes[name]) attributes[name] = { ...attributes[name], value: attributes[name].value + more };
  return { ...data, attributes };
}

/**
 * Hold back the lines that have no place in the roll: advantage; the armour class of one of several targets, of which the
 * system knows the first; and flanking that the user has ticked in the system's own list.
 *
 * @param {Use} use
 * @param {Coign.Additions} additions
 */
function holdBack({ roll, contexts }, { lines }) {
  const own = contexts?.allContexts?.additional?.data?.modifiers?.rolledMods ?? [];
  const flanks = own.some((/** @type {Coign.Foreign} */ { bonus }) => bonus?._id === FLANKING && bonus.enabled);
  const several = roll.query.targets.length > 1;
  for (const line of lines) {
    if (isAdvantage(line) || (isArmour(line) && several)) line.held ??= "card";
    if (line.modifier === "flanking" && flanks) line.held ??= "card";
  }
}

/**
 * Show all lines above the buttons of the system's dialog.
 *
 * @param {Use} use
 * @param {Coign.InRoll} inRoll
 */
function show(use, inRoll) {
  if (!use.roll.additions) return;
  holdBack(use, use.roll.additions);
  if (inRoll.meet("sfrpg-dialog", use.root))
    showLines(use.root, use.root.querySelector(".dialog-buttons"), use.roll, inRoll);
}
