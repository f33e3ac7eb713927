/** A world of the stand-in's Starfinder 1 whose rolls get modifiers by the module's own wrappers; its dialog is a test's. */

import { sfrpg } from "../../../../foundry-module/scripts/systems/sfrpg/record.mjs";
import { wrapRolls } from "../../../../foundry-module/scripts/systems/sfrpg/rolls.mjs";
import { tableOf } from "../../../browser/systems-kit.mjs";
import { TOKENS } from "../../../browser/table.mjs";
import { contentWith, contextOf, dialogOf, foundryOf, inRollWith } from "../rolls-kit.mjs";

/** The content of the dialog: its boxes, and its bonus. */
const dialogContent = () => contentWith({ bonus: { value: "" } }, { form: "form", box: { checked: false } });

/** A world of the stand-in in which attacks and saves get modifiers. */
export async function playersWith(ask, { isGM = true } = {}) {
  const table = await tableOf("sfrpg");
  const { client } = table;
  const { CONFIG, game } = client;
  const { Dialog, opened } = dialogOf(client, dialogContent);
  client.window = { Dialog };
  const { inRoll, queries } = inRollWith(ask, { CONFIG, game });
  const context = contextOf(client);
  wrapRolls(inRoll, { table: foundryOf(client, { isGM }), context });
  table.aim(TOKENS.mog);
  const tokenOf = (id) => client.canvas.scene.tokens.get(id);
  /** Save against a card whose button was pressed. */
  const save = async (card, by = TOKENS.ilse, how = {}) => {
    const target = { closest: () => ({ dataset: { messageId: card.id } }) };
    let message = null;
    const onMessage = (created) => {
      message = created;
    };
    await tokenOf(by).actor.rollSave("reflex", { event: { target }, skipUI: true, onMessage, ...how });
    return message;
  };
  const strike = (how) => table.strike(TOKENS.bram, "Longsword", how);
  /** Post the card of a grenade. */
  const throwGrenade = () => {
    const goblin = tokenOf(TOKENS.snag);
    return goblin.actor.items.find(({ name }) => name === "Frag Grenade").use({ token: goblin });
  };
  const read = (message) => sfrpg.readAttack(message, context);
  return { ...table, strike, throwGrenade, save, queries, opened, inRoll, context, read };
}
