/**
 * Features of Coign that can be switched off one by one. The language files describe what each takes away
 * (`COIGN.Contract.Off`).
 */

export const FEATURES = /** @type {const} */ ([
  "judging", // attacks in the chat are read and judged
  "card", // the section on the chat card
  "menu", // the entries in a message's menu
  "inRoll", // modifiers in the roll, before the dice fall
  "odds", // the chance to hit, before the roll
  "damage", // rules that ask for the damage
  "facing", // turns on the spot in a combat
  "slowed", // tokens that a roll has slowed
  "overlay", // figures on the map
  "heatMap",
  "tokenSheet", // fields on a token's sheet
  "wallSheet", // the row on a wall's sheet
  "hud", // the buttons round a token: things, readied actions
  "controls", // the rook in the scene controls
  "previews", // players' questions to the GM's client
  "regions",
  "roofs",
  "levels",
  "page", // Coign in this browser
]);

/** @typedef {typeof FEATURES[number]} Feature */
