/** The odds of an attack before its roll, as text. Pure. */

import { percent, signed } from "./effect-text.mjs";
import { nameOfModifier } from "./texts.mjs";

const REASONS = 3;

/**
 * Describe the odds of an attack before its roll: for a GM the chance to hit with the modifiers that change it most, for a
 * player a word.
 * @param {Pick<Coign.Result, "outcome" | "modifiers">} result
 * @param {import("./effect-text.mjs").Translate} t
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
  const degrees = critical ? ` (${t("COIGN.Odds.Critical", { percent: percent(critical, t) })})` : "";
  return { text: percent(chance.after, t) + degrees, reasons };
}
