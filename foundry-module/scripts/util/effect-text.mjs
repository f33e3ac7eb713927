/** Numbers, effects and odds as short texts. Pure: `t` translates a key, with the data for its placeholders. */

import { nameOfModifier } from "./texts.mjs";

const MINUS = "−";
const REASONS = 3; // that are named beside the odds

/** @param {number} value */
export const signed = (value) => (value < 0 ? `${MINUS}${Math.abs(value)}` : `+${value}`);

/** @param {number} value */
const numeral = (value) => (value < 0 ? `${MINUS}${Math.abs(value)}` : String(value));

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
 * Return an effect as a text that fits on a chip: "+2 AC", "+1d4", "blocked".
 *
 * @param {Coign.Effect} effect
 * @param {Coign.Translate} t
 */
export function effectText(effect, t) {
  switch (effect.kind) {
    case "flat":
      return `${signed(effect.value)} ${t(`COIGN.To.${effect.to}`)}`;
    case "die":
      return effect.to === "attack"
        ? signedDice(effect.dice)
        : `${signedDice(effect.dice)} ${t(`COIGN.To.${effect.to}`)}`;
    case "advantage":
    case "disadvantage":
    case "edge":
    case "bane":
    case "blocked":
      return t(`COIGN.Effect.${effect.kind}`);
    case "pool":
      return `${signed(effect.dice)}d20`;
    case "damage":
      return t("COIGN.Effect.damage", { dice: signedDice(effect.dice) });
    case "miss-chance":
      return t("COIGN.Effect.missChance", { percent: `${effect.percent} %` });
    case "flat-check":
      return t("COIGN.Effect.flatCheck", { dc: String(effect.dc) });
    case "permit":
    case "forbid":
      return t(`COIGN.Effect.${effect.kind}`, { what: t(`COIGN.Deed.${effect.what}`) });
    case "movement":
      return movementText(effect, t);
    case "note":
      return ""; // the outcome has the note
    default:
      return ""; // a kind of a newer bridge: the modifier's reason still explains it
  }
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
 * @param {{factor?: number | null, squares?: number | null}} effect
 * @param {Coign.Translate} t
 */
function movementText({ factor, squares }, t) {
  if (typeof squares === "number") return t("COIGN.Effect.squares", { squares: String(squares) });
  return t("COIGN.Effect.movement", { factor: String(factor ?? 1) });
}

/**
 * Return the text of a changed total: "19 → 21", "19 + 1d4", "19", or an empty text if no total is known.
 *
 * @param {Coign.Outcome} outcome
 */
export function totalText({ total, dice }) {
  const before = total?.before ?? null;
  const after = total?.after ?? null;
  if (before === null) return "";
  if (after !== null) return before === after ? numeral(after) : `${numeral(before)} → ${numeral(after)}`;
  if (!dice) return numeral(before);
  return `${numeral(before)} ${/^[-−]/.test(dice) ? MINUS : "+"} ${dice.replace(/^[-−+]/, "")}`;
}

/**
 * Describe the odds of an attack before its roll: for a GM the chance to hit with the modifiers that change it most,
 * for a player a word.
 * @param {Pick<Coign.Result, "outcome" | "modifiers">} result
 * @param {Coign.Translate} t
 * @returns {{text: string, reasons: {modifier: string, text: string}[]}} no text: they are not known
 */
export function oddsOf({ outcome: { chance, odds }, modifiers }, t) {
  if (typeof odds === "number") return { text: t("COIGN.Odds.Hit", { odds: t(`COIGN.Odds.${odds}`) }), reasons: [] };
  if (!chance) return { text: "", reasons: [] };
  const reasons = (chance.because ?? []).slice(0, REASONS).map(({ modifier, points }) => {
    const named = modifiers.find(({ id, state }) => id === modifier && state === "on");
    return { modifier, text: `${named ? nameOfModifier(named, t) : modifier} ${signed(Math.round(points * 100))}` };
  });
  const { critical } = chance;
  const best = chance.better === "raise" ? "COIGN.Odds.Raise" : "COIGN.Odds.Critical";
  const degrees = critical ? ` (${t(best, { percent: percent(critical) })})` : "";
  return { text: tiersText(chance, t) ?? percent(chance.after) + degrees, reasons };
}

/**
 * Describe the chances of the three tiers of a power roll; null for another roll.
 * @param {Coign.Wire.Chance} chance
 * @param {Coign.Translate} t
 */
export function tiersText({ tiers }, t) {
  const each = (tiers ?? []).map((one) => percent(one).replace(/ %$/, ""));
  return each.length ? t("COIGN.Odds.Tiers", { tiers: each.join(" / ") }) : null;
}
