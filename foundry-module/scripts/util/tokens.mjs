/**
 * The design tokens that CSS cannot give: colours on the canvas, as 0xrrggbb, and signs.
 * Made from bridge/coign/util/design.py by `python3 dev.py generate`; do not edit.
 */

export const CANVAS = {
  for: 0x56b4e9,
  forArea: 0x0072b2,
  against: 0xd55e00,
  partly: 0xe69f00,
  set: 0xcc79a7,
  unknown: 0x999999,
  ally: 0x009e73,
  light: 0xf0e442,
  ink: 0xffffff,
  edge: 0x000000,
};

export const SIGNS = {
  for: "▲",
  against: "▼",
  neither: "◆",
  forOff: "△",
  againstOff: "▽",
  neitherOff: "◇",
  set: "✎",
  undo: "↺",
  included: "⚅",
  add: "+",
  drawing: "◫",
};

/** @type {Record<string, string>} */
export const CAUSES = {
  cover: "▦",
  obscurement: "◐",
  elevation: "⇡",
  flanking: "⇄",
  facing: "➤",
  range: "↔",
  terrain: "≈",
  other: "◆",
};
