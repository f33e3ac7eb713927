/**
 * Additions to a roll before its dice fall: one line for each modifier of an annotation, and the dice, bonuses and changes
 * of armour class that a game system puts in for the lines that are on. Pure.
 *
 * A line is about the roll itself (`target` null), or about one target. One attack roll is compared with the armour class
 * of every target, so only a modifier that holds for all of them goes into the roll. A change of armour class goes to its
 * target, and so do edges and banes. Every other line is held back for the card, and `held` says why:
 *
 * - `targets`: it does not hold for every target;
 * - `secret`: players may not know it, and everybody can read the roll's formula;
 * - `card`: no game system has a place for it in a roll (a miss chance, total cover);
 * - `counted`: another module puts it in, which `by` names.
 */

import { isArmour, isEdge } from "../systems/effects.mjs";
import { OUR_FLAVOR } from "../systems/rolls.mjs";
import { nameOfModifier, reasonOf } from "../util/texts.mjs";
import { AIMED, ROLLED } from "../util/wire.mjs";

export class Additions {
  #occasion;

  /**
   * @param {Coign.Addition[]} lines
   * @param {{occasion: Coign.Occasion, targets: readonly string[]}} roll
   */
  constructor(lines, { occasion, targets }) {
    /** The lines, in the annotation's order. A dialog sets their `on`. @type {Coign.Addition[]} */
    this.lines = lines;
    /** The tokens that the roll is against. */
    this.targets = targets;
    this.#occasion = occasion;
    /** Asks for the odds of the roll with these lines: a text for each target. @type {(() => Promise<Coign.TargetOdds[]>) | null} */
    this.odds = null;
  }

  /** True if there is nothing to show and nothing to put in. */
  get empty() {
    return this.lines.length === 0;
  }

  /** The lines that are put in now. */
  get putIn() {
    return this.lines.filter(({ on, held }) => on && !held);
  }

  /** The lines that can go into the roll and were switched off: `InRollQuery.off` takes them. */
  get off() {
    return this.lines.filter(({ on, held }) => !on && !held);
  }

  /**
   * The terms to append to the formula: `{formula: "1d4", flavor: "Coign: High Ground"}`. A flat bonus is a term too, for its
   * flavour is the proof that the roll has it. Write each as `formula[flavor]`, and none of them elsewhere.
   * @returns {{formula: string, flavor: string, line: Coign.Addition}[]}
   */
  get parts() {
    return this.#onRoll.flatMap((line) => {
      const { effect, flavor } = line;
      if (effect.kind === "die") return [{ formula: effect.dice.replace(/^\+/, ""), flavor, line }];
      return effect.kind === "flat" ? [{ formula: String(effect.value), flavor, line }] : [];
    });
  }

  /** The sum of the flat modifiers of the roll. */
  get bonus() {
    return this.#onRoll.reduce((sum, { effect }) => sum + (effect.kind === "flat" ? effect.value : 0), 0);
  }

  get advantage() {
    return this.#onRoll.some(({ effect }) => effect.kind === "advantage");
  }

  get disadvantage() {
    return this.#onRoll.some(({ effect }) => effect.kind === "disadvantage");
  }

  /**
   * The change of a target's armour class.
   * @param {string} target a token's id
   */
  armourClass(target) {
    return this.putIn.filter(isArmour).reduce((sum, line) => sum + (line.target === target ? line.effect.value : 0), 0);
  }

  /**
   * The content of the message's `flags.coign`: what was put in; and of a GM's roll, what the GM switched off.
   *
   * @param {{id?: string | null, name?: string, isGM?: boolean}} [user] who rolls
   * @returns {{included: Coign.Included[], overrides?: Coign.Override[]}}
   */
  flags({ isGM = false, name = "" } = {}) {
    const included = this.putIn.map(({ modifier, target, effect, flavor }) => ({ modifier, target, effect, flavor }));
    const overrides = isGM ? this.off.map((line) => switchedOff(line, name)) : [];
    return { included, ...(overrides.length && { overrides }) };
  }

  get #onRoll() {
    const to = ROLLED[this.#occasion];
    return this.putIn.filter(({ target, effect }) => target === null && "to" in effect && effect.to === to);
  }
}

/**
 * Return the override that switches a line off, for this roll alone.
 * @param {Pick<Coign.Addition, "modifier" | "target">} line
 * @param {string} by
 * @returns {Coign.Override}
 */
export const switchedOff = ({ modifier, target }, by) => ({
  scope: "roll",
  modifier,
  state: "off",
  ...(target !== null && { target }),
  by,
});

/**
 * Make the lines of an annotation.
 *
 * @param {{players: Coign.Annotation | null, gm?: Coign.Annotation | null}} views what players may know of it, and on the
 *   GM's client what the GM knows
 * @param {import("../util/effect-text.mjs").Translate} t
 * @param {{coverBy?: string | null}} [others] `coverBy`: the module that raises armour classes for cover
 * @returns {Additions}
 */
export function additionsOf({ players, gm = null }, t, { coverBy = null } = {}) {
  const occasion = /** @type {Coign.Occasion} */ ((players ?? gm)?.occasion ?? "attack");
  const reader = { occasion, coverBy, t };
  const known = players ? linesOf(players.results, reader) : [];
  const told = new Set(known.map(keyOf));
  const secret = (gm ? linesOf(gm.results, reader) : []).filter((line) => !told.has(keyOf(line)));
  const lines = [...known, ...secret.map((line) => ({ ...line, held: /** @type {const} */ ("secret") }))];
  const results = [...(players?.results ?? []), ...(gm?.results ?? [])];
  return new Additions(lines, { occasion, targets: [...new Set(results.flatMap(({ target }) => target ?? []))] });
}

/**
 * @param {Coign.Result[]} results
 * @param {{occasion: Coign.Occasion, coverBy: string | null, t: import("../util/effect-text.mjs").Translate}} reader
 * @returns {Coign.Addition[]}
 */
function linesOf(results, { occasion, coverBy, t }) {
  /** @type {Map<string, {modifier: Coign.Modifier, targets: (string | null)[]}>} */
  const found = new Map();
  for (const { target, modifiers } of results) {
    for (const modifier of modifiers.filter(({ state }) => state === "on")) {
      const key = JSON.stringify([modifier.id, modifier.effect]);
      const before = found.get(key)?.targets ?? [];
      found.set(key, { modifier, targets: [...before, target] });
    }
  }
  return [...found.values()].flatMap(({ modifier, targets }) => {
    const place = placeOf(modifier, ROLLED[occasion]);
    const by = place === "target" && modifier.figure === "cover" ? coverBy : null;
    const line = (/** @type {string | null} */ target, /** @type {Coign.Addition["held"]} */ held) => ({
      modifier: modifier.id,
      name: nameOfModifier(modifier, t),
      reason: reasonOf(modifier, t),
      effect: modifier.effect,
      flavor: flavorOf(nameOfModifier(modifier, t)),
      target,
      held,
      ...(by !== null && { by }),
      on: !held,
    });
    if (place === "target") return targets.map((target) => line(target, by === null ? null : "counted"));
    const held = place === "card" ? "card" : "targets";
    if (targets.length === results.length) return [line(null, place === "roll" ? null : held)];
    return targets.map((target) => line(target, held));
  });
}

/**
 * Return where a modifier acts: on the roll, on what the roll is against one target, or only on the card.
 * @param {Coign.Modifier} modifier
 * @param {Coign.To | undefined} rolled
 * @returns {"roll" | "target" | "card"}
 */
function placeOf(modifier, rolled) {
  if (isArmour(modifier) || isEdge(modifier)) return "target";
  const { effect } = modifier;
  return AIMED.includes(effect.kind) && "to" in effect && effect.to === rolled ? "roll" : "card";
}

/**
 * Return the flavour of a modifier's term. Foundry ends a flavour at the first bracket.
 * @param {string} name
 */
const flavorOf = (name) => `${OUR_FLAVOR}${name.replace(/[[\]]/g, "")}`;

/** @param {Coign.Addition} line */
const keyOf = ({ modifier, effect, target, held }) => JSON.stringify([modifier, effect, target, held]);
