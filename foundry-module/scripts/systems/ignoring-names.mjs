/**
 * Names of what ignores cover and the like.
 * Made from `ignoring.md` and `traits.md` in `bridge/coign/rules/` by `python3 dev.py generate`; do not edit.
 */

/** Feats and features that a creature has, of both tables. */
export const IGNORING_FEATS = new Set([
  "alert",
  "all-around-vision",
  "blind-fight",
  "close-quarters-shooter",
  "crossbow-expert",
  "devils-sight",
  "elusive",
  "far-shot",
  "feral-senses",
  "greater-blind-fight",
  "greater-darkvision",
  "gunner",
  "gunslinger",
  "improved-blind-fight",
  "improved-precise-shot",
  "improved-uncanny-dodge",
  "keen-eyes",
  "pack-tactics",
  "precise-shot",
  "see-in-darkness",
  "sharpshooter",
  "skulker",
  "spell-sniper",
]);

/** Actions, spells and weapons, and the effects that they leave. */
export const IGNORING_ABILITIES = new Set([
  "archers-aim",
  "homing-shot",
  "hunt-prey",
  "hunters-aim",
  "incredible-aim",
  "legendary-shot",
  "masterful-hunter",
  "penetrating-shot",
  "phase-arrow",
  "sacred-flame",
  "seeker-arrow",
  "seeking",
  "seeking-arrow",
  "snipers-aim",
  "sure-strike",
  "sworn-enemy",
  "targeting-shot",
  "trick-shot",
  "true-strike",
]);

/** Gear in use. */
export const IGNORING_GEAR = new Set(["enhanced-arcane-focus", "wand-of-the-war-mage"]);

/** Effects on a creature that count as statuses. */
export const EFFECTS = new Set(["aquatic-combat", "blur", "faerie-fire", "freedom-of-movement"]);
