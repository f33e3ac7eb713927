/** The columns of the saves in the table of `docs/fidelity.md`: how each game system makes one, with its modifiers. */

import { provedIn } from "../../foundry-module/scripts/attack/included.mjs";
import { readAnyRoll } from "../../foundry-module/scripts/systems/generic.mjs";
import { rollDetails } from "../../foundry-module/scripts/systems/pf2e/saves.mjs";
import { readRoll } from "../../foundry-module/scripts/systems/rolls.mjs";
import { TARGET } from "../browser/dnd5e-kit.mjs";
import { TOKENS } from "../browser/table.mjs";
import { fighterWith } from "./systems/D35E/rolls-kit.mjs";
import { archerWith } from "./systems/dnd5e/rolls-kit.mjs";
import { saversWith } from "./systems/pf1/saves-kit.mjs";
import { strikerWith } from "./systems/pf2e/rolls-kit.mjs";

const DC = 18;

/** The modifiers that the bridge takes as included in a save. */
function believed(claimed, { shown, mode }) {
  const { included = [] } = provedIn(claimed, { occasion: "save", mode, shown });
  return included.map((one) => one.modifier);
}

/** Ilse's Dexterity save from the card of a spell. */
export async function dnd5e({ generation, ask, active, faces, situation: { other = 0 } }) {
  const { client, actor, inRoll } = await archerWith(ask, { generation });
  inRoll.active = active;
  if (other)
    client.Hooks.on(
      "dnd5e.postBuildSavingThrowRollConfig",
      (_process, { parts }) => void parts.push(`${other}[Bless]`),
    );
  const spell = { item: { uuid: "Actor.actorB0000000000.Item.spell" } };
  const [card] = await client.classes.ChatMessage.createDocuments([
    {
      speaker: { scene: "scene", token: TARGET },
      ...(generation === 14
        ? { type: "usage", system: spell }
        : { flags: { dnd5e: { messageType: "usage", ...spell } } }),
    },
  ]);
  const event = { target: { closest: () => ({ dataset: { messageId: card.id } }) } };
  client.CONFIG.Dice.nextFaces.push(...faces);
  const [roll] = await actor.rollSavingThrow({ ability: "dex", event }, { configure: false });
  const message = client.messages.contents.at(-1).toObject();
  const seen = readRoll(JSON.parse(message.rolls[0]));
  return { roll, seen, base: other, included: believed(message.flags.coign?.included, seen) };
}

/** Ilse's Reflex save against Snag's bow, as if it were a spell. */
export const pathfinder2 = (id) =>
  async function run({ generation, ask, active, faces, situation: { other = 0, reroll } }) {
    const { client, inRoll, adapter } = await strikerWith(ask, { id, generation });
    inRoll.active = active;
    const { Check, Modifier } = client.game[id];
    const inner = Check.roll;
    Check.roll = (check, ...rest) => {
      if (other) check.push(new Modifier({ slug: "other", label: "Another", modifier: other }));
      return inner(check, ...rest);
    };
    const [ilse, caster] = [TOKENS.ilse, TOKENS.snag].map((token) => client.canvas.scene.tokens.get(token).actor);
    const item = caster.items.find(({ name }) => name === "Shortbow");
    client.CONFIG.Dice.nextFaces.push(...faces);
    let message = null;
    const callback = (_roll, _outcome, made) => (message = made);
    await ilse.saves.reflex.roll({ skipDialog: true, origin: caster, item, dc: DC, callback });
    client.CONFIG.Dice.nextFaces.splice(0, 9, ...faces);
    if (reroll) message = await Check.rerollFromMessage(message, { heroPoint: true });
    const seen = readRoll(message.rolls[0]);
    const details = { ...seen, ...rollDetails(message, seen) };
    const included = believed(message.flags.coign?.included ?? adapter.includedIn(message), details);
    return { roll: message.rolls[0], seen, base: 13 + other, included };
  };

/** Ilse's Reflex save from the button of the flask's card. */
export async function pathfinder1({ ask, active, faces, situation: { other = 0 } }) {
  const { client, inRoll, thrown, press } = await saversWith(ask);
  inRoll.active = active;
  const card = await thrown();
  client.CONFIG.Dice.nextFaces.splice(0, 9, ...faces);
  const [message] = await Promise.all(press(card, undefined, other ? { bonus: `${other}[Bless]` } : {}));
  const seen = readRoll(message.rolls[0]);
  return { roll: message.rolls[0], seen, base: 5 + other, included: believed(message.flags.coign?.included, seen) };
}

/** Bram's Reflex save from his sheet, of which the GM says what it is against. */
export async function version35({ ask, active, faces, situation: { other = 0 } }) {
  const { client, inRoll, opened, context } = await fighterWith(ask);
  inRoll.active = active;
  const { actor } = client.canvas.scene.tokens.get(TOKENS.bram);
  client.CONFIG.Dice.nextFaces.push(...faces);
  const saving = actor.rollSavingThrow("ref", null, DC);
  const [dialog] = opened;
  if (other) dialog.root.fields["st-bonus"] = { value: String(other) };
  dialog.press();
  const roll = await saving;
  const message = client.messages.contents.at(-1).toObject();
  const { roll: seen } = readAnyRoll(message, context);
  return { roll, seen, base: 5 + other, included: believed(message.flags.coign?.included, seen) };
}
