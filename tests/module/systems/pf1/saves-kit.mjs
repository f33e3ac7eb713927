/** A goblin of the stand-in's Pathfinder 1 whose flask others save against, with the module's own wrapper. */

import { pf1 } from "../../../../foundry-module/scripts/systems/pf1/record.mjs";
import { wrapSaves } from "../../../../foundry-module/scripts/systems/pf1/saves.mjs";
import { tableOf } from "../../../browser/systems-kit.mjs";
import { TOKENS } from "../../../browser/table.mjs";
import { contentWith, contextOf, dialogOf, foundryOf, inRollWith } from "../rolls-kit.mjs";

/** The content of the dialog before a save, with its fields as the system has filled them in. */
function dialogContent({ roll: { options, terms } }) {
  const [die] = terms;
  return contentWith({
    bonus: { value: options.bonus ?? "" },
    d20: { value: die.formula === "1d20" ? "" : die.formula },
  });
}

/**
 * A world of the stand-in in which saves get modifiers.
 * @param {(query: object) => {inTime: Promise<object | null>, late: Promise<object | null>}} ask
 */
export async function saversWith(ask, { isGM = true, generation = 13 } = {}) {
  const table = await tableOf("pf1", generation);
  const { client } = table;
  const { Dialog, opened } = dialogOf(client, dialogContent);
  client.window = { Dialog };
  const { inRoll, queries } = inRollWith(ask, { CONFIG: client.CONFIG });
  const context = contextOf(client);
  wrapSaves(inRoll, { table: foundryOf(client, { isGM }), context });
  const tokenOf = (id) => client.canvas.scene.tokens.get(id);
  const flask = tokenOf(TOKENS.snag).actor.items.find(({ name }) => name === "Acid Flask");
  /** Throw the flask; `template` is where its area was placed. */
  const thrown = async (template = null) => {
    const shared = { item: flask, action: flask.system.actions[0], token: tokenOf(TOKENS.snag), template };
    Object.assign(shared, { attackBonus: [], chatAttacks: [] });
    const used = await new client.game.pf1.actionUse.ActionUse(shared).process({ skipDialog: true });
    return used.shared.message;
  };
  /** Press the button of a card: the saves of these tokens, as the system begins them. */
  const press = (card, ids = [TOKENS.ilse], options = {}) => {
    const target = { closest: () => ({ dataset: { messageId: card.id } }) };
    return ids.map((id) =>
      tokenOf(id).actor.rollSavingThrow("ref", { event: { target }, skipDialog: true, ...options }),
    );
  };
  return {
    ...table,
    flask,
    thrown,
    press,
    queries,
    opened,
    inRoll,
    context,
    tokenOf,
    against: (message) => pf1.saveAgainst(message, context),
  };
}
