/**
 * Read the dice of a roll: its d20s, whether it had advantage, whether a die was rolled again, and what is added to them.
 *
 * A roll is a Roll, its JSON, or a string of its JSON (Foundry stores the last). A game system's own class of rolls has
 * the same terms. Dice are in `terms`, and inside parenthesised and pool terms.
 */

import { idOf, list, number } from "./reading.mjs";

const MOST_DICE = 12; // beside a d20, as the wire takes them
const MOST_SIDES = 20;

/** The beginning of the flavour of every term that was put into a roll by us. */
export const OUR_FLAVOR = "Coign: ";

/**
 * Return a roll's data, or null if it is not a roll.
 * @param {Coign.Foreign} roll
 */
export function parseRoll(roll) {
  if (typeof roll !== "string") return roll && typeof roll === "object" ? roll : null;
  try {
    const parsed = JSON.parse(roll);
    return parsed && typeof parsed === "object" ? parsed : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null; // a hand-written message may hold anything
    throw error;
  }
}

/**
 * The rolls of a message: `rolls`, or the one `roll` of Foundry before 10.
 * @param {Coign.Foreign} message
 */
export function rollsOf(message) {
  const rolls = list(message?.rolls);
  return (rolls.length ? rolls : [message?.roll]).map(parseRoll).filter((roll) => roll !== null);
}

/**
 * The rolls of a message's saves and checks. D&D 3.5 (`D35E`, from 2.4) posts those without rolls, and keeps the one roll
 * with what their card was drawn from (`module/chat.js`, `createCustomChatMessage`).
 * @param {Coign.Foreign} message
 */
export function checkRollsOf(message) {
  const rolls = rollsOf(message);
  const roll = rolls.length ? null : parseRoll(message?.flags?.D35E?.chatTemplateData?.roll);
  return roll && isD20Roll(roll) ? [roll] : rolls;
}

/**
 * The terms of a roll that are dice of a size.
 * @param {Coign.Foreign} roll
 * @param {number} [faces] without it, dice of any size
 * @returns {Coign.Foreign[]}
 */
function termsOf(roll, faces) {
  const inner = [
    ...list(roll?.terms),
    ...list(roll?.rolls),
    ...(roll?.roll ? [roll.roll] : []),
    ...(roll?.term ? [roll.term] : []),
  ];
  const isDie = faces === undefined ? roll?.faces !== undefined : number(roll?.faces) === faces;
  const own = isDie ? [roll] : [];
  const terms = [...own, ...inner.flatMap((term) => termsOf(parseRoll(term), faces))];
  // A roll given as a projection, without terms, may still list its dice.
  if (terms.length || inner.length) return terms;
  return list(roll?.dice).filter((die) => faces === undefined || number(die?.faces) === faces);
}

/** Return whether dice of a term were thrown. @param {Coign.Foreign} term */
const isThrown = (term) => list(term?.results).length > 0;

/** Return whether a roll has a d20. @param {Coign.Foreign} roll */
export const isD20Roll = (roll) => termsOf(roll, 20).some(isThrown);

/**
 * Return the sizes of a roll's dice, each once, in the roll's order: numbers, or the words of dice with signs on them.
 * @param {Coign.Foreign} roll
 * @returns {string[]} empty: it has no dice
 */
export const diceOf = (roll) => {
  const thrown = termsOf(roll).filter(isThrown);
  return [...new Set(thrown.map(({ faces }) => String(faces)))];
};

/**
 * Return a roll of dice that no rule judges: its map is measured, and its total is left to the game system.
 * @param {Coign.Foreign} roll
 * @returns {Coign.SeenRoll}
 */
export const measuredRoll = (roll) => ({
  d20: [],
  mode: "normal",
  total: number(roll?.total),
  rerolled: roll?.options?.isReroll === true,
  unjudged: true,
});

/** The sizes of the dice that a check may be rolled with. */
const CHECK_DICE = [20, 12, 10, 8, 6, 4];

/** Return the size of the first dice of a roll that may be a check; null if it has none. @param {Coign.Foreign} roll */
export const checkDie = (roll) => CHECK_DICE.find((faces) => termsOf(roll, faces).some(isThrown)) ?? null;

/** A roll of d20s as the bridge wants it. @param {Coign.Foreign} roll */
export const readRoll = (roll) => readRollOf(roll, 20);

/**
 * A roll as the bridge wants it.
 * @param {Coign.Foreign} roll
 * @param {number} faces of the dice that count
 * @returns {Coign.SeenRoll}
 */
export function readRollOf(roll, faces) {
  const terms = termsOf(roll, faces);
  const results = terms.flatMap((term) => list(term.results));
  const d20 = results
    .map((die) => ({ value: number(die.result) ?? 0, kept: die.active !== false && !die.discarded && !die.rerolled }))
    .filter((die) => Number.isInteger(die.value) && die.value >= 1 && die.value <= faces)
    .map((die) => (faces === 20 ? die : { ...die, sides: faces }));
  return {
    d20,
    mode: modeOf(roll, terms),
    total: number(roll?.total),
    rerolled: roll?.options?.isReroll === true || results.some((die) => die.rerolled === true),
    ...besideIn(roll, faces),
    ...shownIn(roll),
  };
}

/**
 * List the plain dice of a roll besides those that count, each with the part of the total that it gave; those of modifiers
 * that were put into it are left out. Dice inside brackets or pools are not listed, because their share of the total is
 * unknown.
 * @param {Coign.Foreign} roll
 * @param {number} faces of the dice that count
 * @returns {{beside?: NonNullable<Coign.Roll["beside"]>}}
 */
function besideIn(roll, faces) {
  const terms = signedTerms(roll).filter(({ term }) => number(term?.faces) !== faces && !isOurs(term));
  const inner = terms.flatMap(({ term }) => termsOf(term));
  const dice = terms.flatMap(({ term, sign }) =>
    list(term?.results).map((die) => ({
      sides: sign * (number(term.faces) ?? 0),
      value: sign * (number(die.result) ?? 0),
    })),
  );
  const plain =
    inner.every((term) => !list(term.modifiers).length) &&
    terms.filter(({ term }) => isThrown(term)).length === inner.length;
  const sides = dice.map((die) => die.sides);
  return sides.length && plain && withDice({ bonus: 0 }, sides) ? { beside: dice } : {};
}

/** @param {Coign.Foreign} term */
const isOurs = (term) => flavorOf(term).startsWith(OUR_FLAVOR);

/** @param {Coign.Foreign} term */
const flavorOf = (term) => String(term?.options?.flavor ?? term?.flavor ?? "");

/**
 * List the terms of a roll but for its operators, each with the sign before it.
 * @param {Coign.Foreign} roll
 */
function signedTerms(roll) {
  /** @type {{term: Coign.Foreign, sign: 1 | -1}[]} */
  const signed = [];
  let sign = /** @type {1 | -1} */ (1);
  for (const term of list(roll?.terms)) {
    if (term?.operator) sign = term.operator === "-" ? -1 : 1;
    else {
      signed.push({ term, sign });
      sign = 1;
    }
  }
  return signed;
}

/**
 * List the modifiers of ours that a roll shows: its terms with a flavour of ours, and whether it has both
 * advantage and disadvantage, which cancel each other.
 * @param {Coign.Foreign} roll
 * @returns {{shown?: Coign.Shown}} without the key if it shows nothing
 */
export function shownIn(roll) {
  const options = roll?.options ?? {};
  /** @type {Coign.Shown["terms"]} */
  const terms = [];
  for (const { term, sign } of signedTerms(roll)) {
    const flavor = flavorOf(term);
    const faces = number(term?.faces);
    const showing = list(term?.results).filter((die) => die.active !== false && !die.discarded && !die.rerolled);
    const sum = showing.reduce((total, die) => total + (number(die.result) ?? 0), 0);
    const value = faces === null ? number(term?.number) : sum;
    if (isOurs(term) && value !== null) terms.push({ flavor, faces, count: showing.length, value: sign * value });
  }
  const both = options.advantage === true && options.disadvantage === true;
  return terms.length || both ? { shown: { terms, both } } : {};
}

/**
 * Return the mode that the roll names itself (dnd5e's `advantageMode`), else the mode by its kept dice.
 * @param {Coign.Foreign} roll
 * @param {Coign.Foreign[]} terms
 * @returns {Coign.Roll["mode"]}
 */
function modeOf(roll, terms) {
  const mode = number(roll?.options?.advantageMode) ?? number(terms[0]?.options?.advantageMode);
  if (mode !== null) return mode > 0 ? "advantage" : mode < 0 ? "disadvantage" : "normal";
  const modifiers = terms.flatMap((term) => list(term.modifiers)).map((modifier) => String(modifier).toLowerCase());
  if (modifiers.some((modifier) => /^(kh?1?|adv)$/.test(modifier))) return "advantage";
  return modifiers.some((modifier) => /^(kl1?|dis)$/.test(modifier)) ? "disadvantage" : "normal";
}

/**
 * Return a key for the rolls of a message: it stays the same when the message is updated, and changes when one of its
 * d20s is rolled again.
 * @param {Coign.Foreign} message
 * @param {Coign.Roll[]} rolls
 */
export function keyOf(message, rolls) {
  const dice = rolls.map(
    ({ d20 = [], total }) => d20.map((die) => (die.kept ? die.value : `(${die.value})`)).join(",") || total,
  );
  return `${idOf(message) ?? "?"}:${dice.join(";")}`;
}

/**
 * Read the bonus to a d20: numbers, and dice by their count and sides.
 * @param {Coign.Foreign} said a number, or a text as "+ 5 - 1d4"
 * @returns {Coign.Bonus | null} null: it is neither, or has more than these
 */
export function bonusIn(said) {
  if (typeof said !== "string") return number(said) === null ? null : { bonus: Number(said) };
  const text = said.replace(/\s+/g, "").replace(/\+-|-\+/g, "-");
  const parts = text.match(/[+-]?[^+-]+/g) ?? [];
  let bonus = 0;
  /** @type {number[]} */
  const dice = [];
  for (const part of parts) {
    const [, sign, count = "1", sides] = /^([+-]?)(\d+)?d(\d+)$/.exec(part) ?? [];
    if (sides) dice.push(...Array(Math.min(Number(count), MOST_DICE + 1)).fill(Number(`${sign}${sides}`)));
    else bonus += number(part) ?? Number.NaN;
  }
  return parts.length && parts.join("") === text && Number.isFinite(bonus) ? withDice({ bonus }, dice) : null;
}

/**
 * Add dice to a bonus.
 * @param {Coign.Bonus} bonus
 * @param {number[]} dice the sides of each, negative if it is subtracted
 * @returns {Coign.Bonus | null} null: the wire takes no such dice, or not so many
 */
export function withDice(bonus, dice) {
  const fits = dice.every((sides) => Math.abs(sides) >= 2 && Math.abs(sides) <= MOST_SIDES);
  if (dice.length > MOST_DICE || !fits) return null;
  return dice.length ? { ...bonus, dice } : bonus;
}
