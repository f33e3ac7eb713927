/** Results as the engine answers them, made of their modifiers alone, for tests that do not ask it. */

import { ROLLED } from "../../foundry-module/scripts/util/wire.mjs";

/**
 * Return a result with a line for each modifier, and for each fact that was set and on which none rests.
 * @param {string[]} [settable] the facts that a GM may set: in the line that rests on each, by its figure
 */
export function withLines(result, settable = []) {
  const { modifiers, forced = [] } = result;
  const places = forced.map((_, place) => place);
  const lines = modifiers.map((modifier, place) => {
    const { id, state, aside = "", figure, override } = modifier;
    const own = places.filter((nth) => figure && forced[nth].fact === figure);
    const holds = state === "on" || (state === "set-aside" && aside !== "rule");
    return {
      ...{ id, modifier: place, holds, forced: own, number: null },
      state: state === "off" ? "off" : own.length || typeof override === "number" ? "set" : "measured",
      counts: holds && (state === "on" || aside === "counted"),
      settable:
        modifiers.findLastIndex((one) => one.figure === figure) === place
          ? settable.filter((one) => one === figure)
          : [],
    };
  });
  const alone = places.filter((nth) => !modifiers.some(({ figure }) => figure === forced[nth].fact));
  const set = alone.map((nth) => ({
    ...{ id: `fact-${forced[nth].fact}`, modifier: null, state: "set", counts: false, holds: false, number: null },
    ...{ forced: [nth], settable: settable.filter((one) => one === forced[nth].fact) },
  }));
  return { lines: [...lines, ...set], words: wordsOf(result.outcome), ...result };
}

/** Return what the engine says of an outcome, as far as these tests need it: `rules/words.py`. */
export function wordsOf({
  total,
  dice,
  hit,
  critical,
  margin,
  second,
  chance,
  odds,
  flat = {},
  to_roll: roll = [],
} = {}) {
  const said = (key, values = {}) => ({ key, values });
  const percent = (share) => Math.round(100 * share);
  const sums = Object.entries(flat).filter(([, value]) => value);
  const kind = critical && hit !== false ? "critical" : hit ? "hit" : "miss";
  const isKnown = critical || typeof hit === "boolean";
  const sum = () => {
    if (second) return said("second", { face: second.face, die: second.die.slice(1) });
    if (typeof total?.before !== "number") return null;
    if (typeof total.after === "number" && total.after !== total.before) return said("total-becomes", total);
    return dice && typeof total.after !== "number"
      ? said("total-plus", { total: total.before, dice })
      : said("total", { total: total.before });
  };
  const [before, after] = [percent(chance?.before), percent(chance?.after)];
  const changed = before === after ? said("chance", { after }) : said("chance-becomes", { before, after });
  const likely = typeof odds === "number" ? said("odds", { odds: [said(`odds-${odds}`)] }) : null;
  return {
    total: sum(),
    chance: chance ? changed : null,
    odds: likely ?? (chance ? said("chance", { after }) : null),
    verdict: isKnown
      ? {
          kind,
          ...(margin < 0 ? { phrase: said("verdict-miss-by", { by: -margin }) } : { phrase: said(`verdict-${kind}`) }),
        }
      : null,
    sums: sums.map(([to, value]) =>
      said("effect-flat", { value: value < 0 ? value : `+${value}`, to: [said(`to-${to}`)] }),
    ),
    follows: [],
    roll: roll.filter((die) => typeof hit !== "boolean" || dice !== die),
  };
}

/** Return an annotation with its results' lines, and with each modifier's place as `annotations/likely.py` has it. */
export function answered({ occasion = "attack", results, ...more }) {
  const key = ({ id, effect, state }) => JSON.stringify([id, effect, state]);
  const placeOf = ({ kind, to }) => {
    if (kind === "edge" || kind === "bane" || (kind === "flat" && to === "ac")) return "target";
    return to && to === ROLLED[occasion] ? "roll" : "card";
  };
  const isOnce = (one, { modifiers }) => modifiers.filter((other) => key(other) === key(one)).length === 1;
  const isShared = (one) => results.every((result) => isOnce(one, result));
  const withPlace = (one) => ({ ...one, place: placeOf(one.effect), shared: isShared(one) });
  return {
    ...more,
    occasion,
    results: results.map((result) => withLines({ ...result, modifiers: result.modifiers.map(withPlace) })),
  };
}
