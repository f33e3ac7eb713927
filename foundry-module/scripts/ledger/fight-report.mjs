/**
 * The report of a fight: what was luck, and what was position. It is made of the attacks whose exact odds are known. Luck is
 * the hits less the expected hits; a modifier's part is the sum of its shares in the chances (`Chance.shares`). Creatures of
 * one name on one side share a line. Pure.
 */

import { helps, percent } from "../util/effect-text.mjs";
import { nameOfModifier } from "../util/texts.mjs";

/**
 * @typedef {{name: string, points: number}} Share of one modifier, in a chance or in hits
 *
 * @typedef {object} Blow one attack against one target
 * @property {number} round
 * @property {string} by the attacker's token
 * @property {string} name of the attacker
 * @property {"friends" | "foes"} side of the attacker
 * @property {string} target its name
 * @property {boolean} hit
 * @property {boolean} byTier it is a power roll, in which a hit is tier 2 or better
 * @property {number} before the chance without modifiers
 * @property {number} after the chance with all
 * @property {Share[]} shares the largest first
 * @property {number | null} total with all modifiers
 * @property {boolean} decided whether it would have come out otherwise without modifiers, by the same dice
 *
 * @typedef {{tokens: number, name: string, side: Blow["side"], attacks: number, hits: number, expected: number, luck: number,
 *   shares: Share[]}} Row of the creatures of one name
 * @typedef {{round: number, friends: number, foes: number}} LuckAt the luck of both sides up to a round's end
 * @typedef {{rows: Row[], moments: Blow[], luck: LuckAt[], unknown: number, blows: Blow[]}} Report
 *   `unknown`: attacks without exact odds, or with a die still to be rolled
 */

const MOMENTS = 3;
const BIG_CHANGE = 0.15; // of a chance, without which an attack that position did not decide is no moment
const SHARE_SAID = 0.15; // hits: what reads 0.2

/**
 * Return whether an attack hit, or reached tier 2 in a power roll, which has no other hit; null: unknown.
 * @param {Pick<Coign.Outcome, "hit" | "tiers">} outcome
 */
export const isHit = ({ hit, tiers }) => (tiers?.after ? tiers.after > 1 : (hit ?? null));

/**
 * Return whether an attack would have come out otherwise without modifiers, by the same dice. Where the die alone decides, or a
 * total is unknown, it would not.
 * @param {Pick<Coign.Outcome, "hit" | "tiers" | "margin" | "total" | "flat" | "critical">} outcome
 */
export function isDecided({ hit, tiers, margin, total, flat, critical }) {
  if (tiers?.after && tiers.before) return tiers.after > 1 !== tiers.before > 1;
  if (hit === null || margin === null || !total || total.before === null || total.after === null) return false;
  const isByTotal = hit === margin >= 0 && !critical;
  const armour = total.after - margin - flat.ac;
  return isByTotal && total.before >= armour !== hit;
}

/**
 * @param {Blow[]} blows in their order
 * @param {number} unknown how many attacks are not among them
 * @returns {Report}
 */
export function reportOf(blows, unknown) {
  const rows = grouped(blows, ({ side, name }) => `${side} ${name}`).map(rowOf);
  const weight = (/** @type {Blow} */ { decided, before, after }) => Number(decided) + Math.abs(after - before);
  const changed = blows.filter((blow) => blow.shares.length && weight(blow) >= BIG_CHANGE);
  const moments = changed.sort((first, second) => weight(second) - weight(first)).slice(0, MOMENTS);
  return { rows, moments, luck: luckOf(blows), unknown, blows };
}

/** @param {Blow[]} blows of the creatures of one name @returns {Row} */
function rowOf(blows) {
  const [{ name, side }] = blows;
  const tokens = new Set(blows.map(({ by }) => by)).size;
  const parts = grouped(
    blows.flatMap((blow) => blow.shares),
    (share) => share.name,
  );
  const shares = parts.map((some) => ({ name: some[0].name, points: sum(some.map(({ points }) => points)) }));
  shares.sort((first, second) => Math.abs(second.points) - Math.abs(first.points));
  const hits = blows.filter(({ hit }) => hit).length;
  const expected = sum(blows.map(({ after }) => after));
  return { tokens, name, side, attacks: blows.length, hits, expected, luck: hits - expected, shares };
}

/** @param {Blow[]} blows @returns {LuckAt[]} */
function luckOf(blows) {
  const rounds = [...new Set(blows.map(({ round }) => round))].sort((first, second) => first - second);
  const of = (/** @type {Blow["side"]} */ side, /** @type {number} */ last) =>
    sum(blows.filter((blow) => blow.side === side && blow.round <= last).map(({ hit, after }) => Number(hit) - after));
  return rounds.map((round) => ({ round, friends: of("friends", round), foes: of("foes", round) }));
}

/**
 * Return lists of what has the same key, in the order of the first of each.
 * @template T
 * @param {T[]} all
 * @param {(one: T) => string} keyOf
 */
function grouped(all, keyOf) {
  const keys = [...new Set(all.map(keyOf))];
  return keys.map((key) => all.filter((item) => keyOf(item) === key));
}

/** @param {number[]} values */
const sum = (values) => values.reduce((first, second) => first + second, 0);

/**
 * Return the cells of a report's table for each side: its sums, and a row for each of its creatures. The cells are the name, the
 * hits, the expected hits, the luck, and what each modifier gave or cost.
 * @param {Report} report
 * @param {Coign.Translate} t
 * @param {string} lang the reader's language, for the numbers
 * @returns {{sums: string[], rows: string[][]}[]}
 */
export function tableOf({ rows }, t, lang) {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const numbers = new Intl.NumberFormat(lang, digits);
  const signs = new Intl.NumberFormat(lang, { ...digits, signDisplay: "exceptZero" });
  const signed = (/** @type {number} */ value) => signs.format(value).replace("-", "−");
  const cells = (/** @type {Omit<Row, "side" | "luck">} */ { tokens, name, attacks, hits, expected, shares }) => [
    tokens > 1 ? `${tokens} × ${name}` : name,
    t("COIGN.Fight.Of", { hits: String(hits), attacks: String(attacks) }),
    numbers.format(expected),
    signed(hits - expected),
    shares
      .filter(({ points }) => Math.abs(points) >= SHARE_SAID)
      .map((share) => `${share.name} ${signed(share.points)}`)
      .join(", "),
  ];
  return /** @type {const} */ (["friends", "foes"]).flatMap((side) => {
    // What is read adds up to the digit.
    const own = rows.filter((row) => row.side === side).map((row) => ({ ...row, expected: rounded(row.expected) }));
    const all = (/** @type {"attacks" | "hits" | "expected"} */ what) => sum(own.map((row) => row[what]));
    const sums = { attacks: all("attacks"), hits: all("hits"), expected: all("expected") };
    const total = { ...sums, tokens: 1, name: t(`COIGN.Fight.${side}`), shares: [] };
    return own.length ? [{ sums: cells(total), rows: own.map(cells) }] : [];
  });
}

/** Return a number of hits with one decimal. @param {number} hits */
const rounded = (hits) => Math.round(10 * hits) / 10;

/**
 * Say what a report has beside its table: a sentence for each moment.
 * @param {Report} report
 * @param {Coign.Translate} t
 * @returns {{moments: string[], unknown: string, tiers: string}} `unknown`, and what a hit is where rolls have tiers: empty if
 *   there is nothing to say
 */
export function sentencesOf({ moments, unknown, blows }, t) {
  const moment = (/** @type {Blow} */ { round, name, target, hit, total, before, after, shares, decided }) => {
    const agrees = (/** @type {Share} */ { points }) => points > 0 === after > before;
    const modifier = (shares.find(agrees) ?? shares[0]).name;
    const odds = { before: percent(before), after: percent(after) };
    const what = shares.length > 1 ? t("COIGN.Fight.Several", { modifier }) : modifier;
    const about = { round: String(round), name, target, total: String(total), modifier, what, ...odds };
    return t(`COIGN.Fight.${decided ? (hit ? "ByPosition" : "AgainstPosition") : "Odds"}`, about);
  };
  return {
    moments: moments.map(moment),
    unknown: unknown ? t("COIGN.Fight.Unknown", { count: String(unknown) }) : "",
    tiers: blows.some(({ byTier }) => byTier) ? t("COIGN.Fight.Tiers") : "",
  };
}

/**
 * Say what players may know of their own side, from the cards that they have: how often each creature attacked, and how often
 * each modifier helped or hindered it. Hits are said where all its cards show them; chances and luck never.
 * @param {{name: string, hit: boolean | null | undefined, modifiers: readonly Coign.Modifier[]}[]} shown attacks on one target,
 *   as players see them
 * @param {Coign.Translate} t
 */
export function sentencesForPlayers(shown, t) {
  return grouped(shown, ({ name }) => name).map((attacks) => {
    const isKnown = attacks.every(({ hit }) => typeof hit === "boolean");
    const hits = String(attacks.filter(({ hit }) => hit).length);
    const about = { name: attacks[0].name, attacks: String(attacks.length), hits };
    const counted = attacks.flatMap(({ modifiers }) => modifiers.filter(({ state }) => state === "on"));
    const parts = grouped(counted, (modifier) => `${helps(modifier.effect)} ${nameOfModifier(modifier, t)}`).flatMap(
      (some) => {
        const side = helps(some[0].effect);
        if (side === "neither") return [];
        return t(`COIGN.Fight.${side}`, { modifier: nameOfModifier(some[0], t), count: String(some.length) });
      },
    );
    return [
      t(`COIGN.Fight.${isKnown ? "Hits" : "Attacks"}`, about),
      ...(parts.length ? [`${parts.join(", ")}.`] : []),
    ].join(" ");
  });
}

/**
 * Return the lines of the chart of luck, from the fight's start on: points of rounds and hits, and the box round them.
 * @param {LuckAt[]} luck
 */
export function chartOf(luck) {
  const all = luck.flatMap(({ friends, foes }) => [friends, foes]);
  const [top, bottom] = [Math.max(1, ...all), Math.min(-1, ...all)];
  const line = (/** @type {number[]} */ values) => [0, ...values].map((value, nth) => `${nth},${-value}`).join(" ");
  return {
    viewBox: `0 ${-top} ${luck.length} ${top - bottom}`,
    zero: line(luck.map(() => 0)),
    friends: line(luck.map(({ friends }) => friends)),
    foes: line(luck.map(({ foes }) => foes)),
  };
}

/**
 * Return a report as a table for a spreadsheet: a line for each attack.
 * @param {Report} report
 */
export function csvOf({ blows }) {
  const names = [...new Set(blows.flatMap(({ shares }) => shares.map(({ name }) => name)))];
  const head = ["round", "attacker", "target", "total", "hit", "chance before", "chance after", ...names];
  const lines = blows.map(({ round, name, target, total, hit, before, after, shares }) => [
    ...[round, name, target, total ?? "", hit ? 1 : 0, before, after],
    ...names.map((modifier) => shares.find((share) => share.name === modifier)?.points ?? 0),
  ]);
  return [head, ...lines].map((cells) => `${cells.map(cellOf).join(",")}\r\n`).join("");
}

/**
 * Return a cell. A text that a spreadsheet would read as a formula begins with an apostrophe.
 * @param {string | number} value
 */
function cellOf(value) {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
