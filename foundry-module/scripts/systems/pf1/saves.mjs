/**
 * Saving throws of Pathfinder 1, versions 9 to 11, that are rolled from a button on a card: find their effect, and put
 * modifiers into them.
 *
 * The message of a save names only the save. The card is known only while its button is pressed, so Coign keeps it in the
 * message's flags.
 *
 * | place | action |
 * | --- | --- |
 * | `Actor#rollSavingThrow` | ask, wait 150 ms at most, and pass the additions on as the roll's own `bonus` and `dice` |
 * | `renderDialog` | the lines with their switches; these and a late answer change the dialog's fields for both |
 * | `preCreateChatMessage` | the additions and the card with the button, into the message's flags |
 *
 * The system rolls the saves of several tokens without awaiting any of them. So their questions go out together.
 */

import { ID } from "../../util/foundry.mjs";
import { AskedRoll, holdBack, showLines, speakerFor } from "../asked-roll.mjs";
import { isAdvantage } from "../effects.mjs";
import { readRoll } from "../rolls.mjs";
import { againstKeptCard, effectOf, pressedIn, saveQueryOf } from "../saves.mjs";
import { attackingActor, findAttacker } from "../tokens.mjs";
import { table as foundryTable, world } from "../world.mjs";

const ROLL = "CONFIG.Actor.documentClass.prototype.rollSavingThrow";
const PLAIN = "1d20";

/** The ability that each save is made with. */
const ABILITIES = /** @type {Record<string, string>} */ ({ fort: "con", ref: "dex", will: "wis" });

/** Return the save that a message rolls: "fort", "ref" or "will"; null if it rolls no save. @param {Coign.Foreign} message */
function saveIn(message) {
  const save = message?.system?.subject?.save ?? message?.flags?.pf1?.subject?.save;
  return typeof save === "string" && save in ABILITIES ? save : null;
}

/** @type {Coign.SystemRecord["saveAgainst"]} */
export const saveAgainst = (message, context) => againstKeptCard(message, saveIn(message), context, againstCard);

/**
 * Return a card's effect as the effect that a save is against.
 * @param {Coign.Foreign} card the message
 * @param {string} save
 * @param {Coign.SystemContext} context
 * @returns {Coign.SaveAgainst | null} null: it is no card of an action
 */
function againstCard(card, save, context) {
  // As for attacks: the data are in `system` from 11 on, and before in the flags.
  const model = card.system?.actor ? card.system : card.flags?.pf1?.metadata;
  if (!model?.actor) return null;
  const from = findAttacker(card, context, model.actor);
  const owner = attackingActor(card, context, from)?.uuid ?? model.actor;
  const id = model.item?.id ?? model.item;
  const item = typeof id === "string" ? [`${owner}.Item.${id}`] : [];
  const { template } = model;
  const area = typeof template === "string" && template.includes(".") ? [template] : [];
  return {
    scene: from.scene,
    token: from.actor,
    made: [...area, ...item],
    ability: ABILITIES[save],
    ...effectOf(item, context),
  };
}

/** @typedef {{roll: AskedRoll, save: string, card: string, options: Coign.Foreign, root: Coign.Foreign}} Saving */

/**
 * Wrap the saves of actors, and register for the hooks.
 *
 * @param {Coign.InRoll} inRoll
 * @param {import("../world.mjs").Where} [where]
 */
export function wrapSaves(inRoll, { table = foundryTable, context = world } = {}) {
  /** Saves whose messages have not come. @type {Saving[]} */
  let open = [];

  inRoll.wrap(ROLL, async function (wrapped, save, options = {}, ...rest) {
    const pressed = inRoll.active ? pressedIn(options.event) : null;
    const card = pressed ? context.document(`ChatMessage.${pressed}`) : null;
    const speaker = card && speakerFor(this, options.token ?? this.token, table);
    const query = card && saveQueryOf(againstCard(card, save, context), speaker, "pf1", context);
    if (!query) return wrapped(save, options, ...rest);
    const roll = new AskedRoll(query, inRoll.ask);
    const saving = { roll, save, card: card.id, options, root: null };
    open.push(saving);
    try {
      await roll.ask();
      if (roll.additions) holdBack(roll.additions, isDieChosen(options));
      return await wrapped(save, { ...options, ...withAdditions(saving) }, ...rest);
    } finally {
      roll.end();
      open = open.filter((other) => other !== saving);
    }
  });

  table.on("renderDialog", (app, html) => {
    const { subject, speaker } = app.options ?? {};
    const saving = open.find(
      (candidate) => !candidate.root && candidate.save === subject?.save && isRollers(candidate, speaker),
    );
    const root = html?.[0] ?? html;
    if (!saving || !root?.querySelector?.('[name="bonus"]')) return;
    saving.root = root;
    saving.roll.changed = () => show(saving, inRoll);
    if (saving.roll.additions) showLines(root, root.querySelector(".dialog-buttons"), saving.roll, inRoll);
  });

  table.on("preCreateChatMessage", (message) => {
    const save = saveIn(message);
    const saving = save && open.find((candidate) => candidate.save === save && isRollers(candidate, message.speaker));
    if (saving) message.updateSource({ flags: { [ID]: { card: saving.card, ...included(saving, message, table) } } });
  });
}

/**
 * Return whether somebody is who saves. A dialog before version 10 does not say whose it is.
 * @param {Saving} saving
 * @param {Coign.Foreign} speaker
 */
const isRollers = ({ roll }, speaker) => !speaker?.token || speaker.token === roll.query.targets[0];

/** Return whether the options of a save say how its die falls. @param {Coign.Foreign} options */
const isDieChosen = ({ dice = PLAIN, staticRoll = null }) => dice !== PLAIN || staticRoll !== null;

/**
 * Return the options of a save with its additions: the bonus by their names, and the dice.
 * @param {Saving} saving
 */
function withAdditions({ roll: { additions }, options }) {
  if (!additions) return {};
  const { advantage, disadvantage, parts } = additions;
  const bonus = [options.bonus, ...parts.map(({ formula, flavor }) => `${formula}[${flavor}]`)].filter(Boolean);
  return {
    ...(bonus.length && { bonus: bonus.join(" + ") }),
    ...((advantage || disadvantage) && { dice: advantage ? "2d20kh" : "2d20kl" }),
  };
}

/**
 * Follow a switch or a late answer: draw the lines, and fill in the dialog's fields. An empty field would leave the roll
 * as it was made, so that "0" and "1d20" stand for nothing.
 *
 * @param {Saving} saving
 * @param {Coign.InRoll} inRoll
 */
function show(saving, inRoll) {
  const { roll, root, options } = saving;
  if (!roll.additions) return;
  holdBack(roll.additions, isDieChosen(options));
  const { bonus = "0", dice = PLAIN } = withAdditions(saving);
  const fields = { bonus: root.querySelector('[name="bonus"]'), dice: root.querySelector('[name="d20"]') };
  fields.bonus.value = bonus;
  if (roll.additions.lines.some((line) => isAdvantage(line) && !line.held)) fields.dice.value = dice;
  showLines(root, root.querySelector(".dialog-buttons"), roll, inRoll);
}

/**
 * Return the flags for the additions in a message's roll. Additions that the user deleted in the dialog stay on the card.
 *
 * @param {Saving} saving
 * @param {Coign.Foreign} message
 * @param {import("../world.mjs").Table} table
 */
function included({ roll: { additions } }, { rolls }, table) {
  if (!additions || !rolls?.[0]) return {};
  const { mode, shown } = readRoll(rolls[0]);
  for (const { flavor, line } of additions.parts)
    if (!shown?.terms.some((term) => term.flavor === flavor)) line.held = "card";
  for (const line of additions.putIn) if (isAdvantage(line) && line.effect.kind !== mode) line.held = "card";
  const flags = additions.flags(table.user());
  return flags.included.length || flags.overrides ? flags : {};
}
