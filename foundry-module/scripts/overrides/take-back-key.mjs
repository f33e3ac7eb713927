/** The key by which a GM takes back the last decision. */

import { ID } from "../util/foundry.mjs";

/**
 * Register the key. Call it while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function registerTakeBack(coign) {
  game.keybindings?.register(ID, "takeBack", {
    name: "COIGN.TakeBack.Key",
    hint: "COIGN.TakeBack.Hint",
    restricted: true,
    editable: [{ key: "KeyZ", modifiers: [foundry.helpers.interaction.KeyboardManager.MODIFIER_KEYS.ALT] }],
    onDown: () => {
      void takeBack(coign);
      return true;
    },
  });
}

/** @param {Coign.Context} coign */
async function takeBack({ decisions }) {
  if (!(await decisions.takeBack())) ui.notifications.info("COIGN.TakeBack.None", { localize: true });
}
