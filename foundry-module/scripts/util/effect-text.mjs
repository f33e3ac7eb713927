/** Numbers, effects and odds as short texts. Pure: `t` translates a key, with the data for its placeholders. */

import { nameOfModifier, said } from "./texts.mjs";
import { EFFECT } from "./wire.mjs";

const MINUS = "−";
const REASONS = 3; // that are named beside the odds

/** @param {number} value */
export const signed = (value) => (value < 0 ? `${MINUS}${Math.abs(value)}` : `+${value}`);

/** @param {string} dice "1d4" or "-1d4" or "+1d3" */
const signedDice = (dice) => (/^[-−]/.test(dice) ? `${MINUS}${dice.slice(1)}` : `+${dice.replace(/^\+/, "")}`);

/**
 * Return a share, from 0 to 1, in whole per cents: "72 %". Only an impossible or certain result reads 0 % or 100 %.
 * @param {number} share
 */
export const percent = (share) => `${share > 0 && share < 1 ? clamp(Math.round(100 * share), 1, 99) : 100 * share} %`;

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.min(most, Math.max(least, value));

/**
 * Return an effect as a text that fits on a chip: "+2 AC", "+1d4", "cannot be targeted". The words are the engine's
 * (`rules/effects.py`): those of its kind, with its fields as values.
 *
 * @param {Coign.Effect} effect
 * @param {Coign.Translate} t
 * @returns {string} empty for a note, which the outcome has, and for a kind of a newer engine
 */
export function effectText(effect, t) {
  const { kind, ...fields } = effect;
  if (kind === "note" || !Object.hasOwn(EFFECT, kind)) return "";
  const words = kind === "movement" && typeof effect.squares === "number" ? "squares" : kind;
  const values = Object.entries(fields).map(([name, value]) => [name, wordOf(name, value, kind, t)]);
  return t(`COIGN.Said.effect-${words}`, Object.fromEntries(values)).trim();
}

/**
 * @param {string} name of a field
 * @param {unknown} value
 * @param {Coign.Effect["kind"]} kind
 * @param {Coign.Translate} t
 */
function wordOf(name, value, kind, t) {
  if (name === "to") return kind === "die" && value === "attack" ? "" : t(`COIGN.Said.to-${value}`); // the roll itself
  if (name === "what") return t(`COIGN.Said.deed-${value}`);
  if (name === "value" || name === "dice") return signedDice(String(value));
  return String(value ?? 1);
}

/**
 * Return which side an effect helps: "for" the one who rolls, "against" it, or "neither".
 *
 * @param {Coign.Effect} effect
 */
export function helps(effect) {
  const side = (/** @type {boolean} */ good) => (good ? "for" : "against");
  switch (effect.kind) {
    case "flat":
      return side(effect.value > 0 === (effect.to !== "ac"));
    case "die":
    case "damage":
      return side(!/^[-−]/.test(effect.dice));
    case "pool":
      return side(effect.dice > 0);
    case "advantage":
    case "edge":
    case "permit":
      return "for";
    case "disadvantage":
    case "bane":
    case "miss-chance":
    case "blocked":
    case "forbid":
      return "against";
    case "movement":
      return typeof effect.factor === "number" && effect.factor > 1 ? "for" : "against";
    default:
      return "neither";
  }
}

/**
 * Describe the odds of an attack before its roll: for a GM the chance to hit with the modifiers that change it most,
 * for a player a word.
 * @param {Pick<Coign.Result, "outcome" | "modifiers" | "words">} result
 * @param {Coign.Translate} t
 * @returns {{text: string, reasons: {modifier: string, text: string}[]}} no text: they are not known
 */
export function oddsOf({ outcome: { chance }, modifiers, words }, t) {
  const reasons = (chance?.because ?? []).slice(0, REASONS).map(({ modifier, points }) => {
    const named = modifiers.find(({ id, state }) => id === modifier && state === "on");
    return { modifier, text: `${named ? nameOfModifier(named, t) : modifier} ${signed(Math.round(points * 100))}` };
  });
  return { text: said(words?.odds, t), reasons };
}
