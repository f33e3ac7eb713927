/** The keys of the newest card: take back the last decision, the next degree of cover, fold. */

import { ID } from "../util/foundry.mjs";
import { coverNewest, foldNewest } from "./buttons.mjs";

/** @type {{name: string, text: [string, string], key: string, restricted: boolean, press: (coign: Coign.Context) => unknown}[]} */
const KEYS = [
  {
    name: "takeBack",
    text: ["COIGN.TakeBack.Key", "COIGN.TakeBack.Hint"],
    key: "KeyZ",
    restricted: true,
    press: takeBack,
  },
  {
    name: "cover",
    text: ["COIGN.Keys.Cover.Key", "COIGN.Keys.Cover.Hint"],
    key: "KeyC",
    restricted: true,
    press: coverNewest,
  },
  {
    name: "fold",
    text: ["COIGN.Keys.Fold.Key", "COIGN.Keys.Fold.Hint"],
    key: "KeyX",
    restricted: false,
    press: foldNewest,
  },
];

/**
 * Register the keys. Call it while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function registerCardKeys(coign) {
  const { ALT } = foundry.helpers.interaction.KeyboardManager.MODIFIER_KEYS;
  for (const { name, text, key, restricted, press } of KEYS)
    game.keybindings?.register(ID, name, {
      name: text[0],
      hint: text[1],
      restricted,
      editable: [{ key, modifiers: [ALT] }],
      onDown: () => {
        void press(coign);
        return true;
      },
    });
}

/** @param {Coign.Context} coign */
async function takeBack({ decisions }) {
  if (!(await decisions.takeBack())) ui.notifications.info("COIGN.TakeBack.None", { localize: true });
}
