/** A fighter of the stand-in's D&D 3.5 whose attacks get modifiers by the module's own wrappers; its dialog is a test's. */

import { D35E } from "../../../../foundry-module/scripts/systems/D35E/record.mjs";
import { wrapItems } from "../../../../foundry-module/scripts/systems/D35E/rolls.mjs";
import { tableOf } from "../../../browser/systems-kit.mjs";
import { TOKENS } from "../../../browser/table.mjs";
import { contentWith, contextOf, dialogOf, foundryOf, inRollWith } from "../rolls-kit.mjs";

/** The content of the attack's dialog: its check boxes, and its bonus. */
const dialogContent = () =>
  contentWith({ "attack-bonus": { value: "" } }, { form: ".attack-form", box: { checked: false } });

/** A world of the stand-in in which attacks get modifiers. */
export async function fighterWith(ask, { isGM = true } = {}) {
  const table = await tableOf("D35E");
  const { client } = table;
  const { Dialog, opened } = dialogOf(client, dialogContent);
  client.window = { Dialog };
  const { inRoll, queries } = inRollWith(ask, { CONFIG: client.CONFIG });
  const context = contextOf(client);
  wrapItems(inRoll, {
    attackOf: (item) => (item.type === "attack" ? { kind: "melee", name: item.name } : null),
    table: foundryOf(client, { isGM }),
    context,
  });
  table.aim(TOKENS.mog);
  const strike = (how) => table.strike(TOKENS.bram, "Longsword", how);
  return { ...table, strike, queries, opened, inRoll, context, read: (message) => D35E.readAttack(message, context) };
}

/** Return the first attack in a message's card. */
export const attackIn = ({ flags }) => flags.D35E.chatTemplateData.attacks[0];
