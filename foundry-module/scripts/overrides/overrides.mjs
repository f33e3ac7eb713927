/**
 * A GM's word on one modifier or fact: where it is kept, which of two speak of the same thing, how a chip is toggled.
 * Pure. Foundry keeps the overrides (`store.mjs`), they travel with each request, and the bridge obeys.
 */

/** @typedef {"roll" | "actor" | "target" | "pair" | "scene" | "world"} Reach How far a word reaches, as a GM picks it. */
/** @typedef {{actor: string, target: string | null, scene: string}} Parties Who acts on whom, and where. */

/** @type {Reach[]} */
export const REACHES = ["roll", "actor", "target", "pair", "scene", "world"];

/**
 * An override on the wire, from what a GM picked.
 *
 * @param {Partial<Coign.Override>} word modifier or fact, state, value, effect, why, by
 * @param {Reach} reach
 * @param {Parties} parties
 * @returns {Coign.Override}
 */
export function spoken(word, reach, { actor, target, scene }) {
  switch (reach) {
    case "roll":
      return { ...word, scope: "roll", target };
    case "actor":
      return { ...word, scope: "token", actor };
    case "target":
      return { ...word, scope: "token", target };
    case "pair":
      return { ...word, scope: "pair", actor, target };
    case "scene":
      return { ...word, scope: "scene", scene };
    case "world":
      return { ...word, scope: "world" };
  }
}

/**
 * The document that keeps an override: the message of the roll, the token it is about (a pair's with the one that acts),
 * the scene, or the world's settings.
 *
 * @param {Coign.Override} override
 * @returns {{kind: "message" | "scene" | "world" | "token", token?: string}} the token's id where it is one
 */
export function keptIn(override) {
  switch (override.scope) {
    case "token":
    case "pair":
      return { kind: "token", token: override.actor ?? override.token ?? override.target ?? "" };
    case "scene":
      return { kind: "scene" };
    case "world":
      return { kind: "world" };
    default:
      return { kind: "message" };
  }
}

const SUBJECT = /** @type {const} */ (["scope", "modifier", "fact", "actor", "target", "token", "scene"]);

/**
 * Whether two overrides speak of the same thing, so that the later takes the earlier's place. Modifiers added by hand
 * are each a thing of their own.
 *
 * @param {Coign.Override} one
 * @param {Coign.Override} other
 */
export function sameSubject(one, other) {
  const byHand = JSON.stringify([one.effect, one.why]) === JSON.stringify([other.effect, other.why]);
  return alike(one, other) && (byHand || !(one.effect || other.effect));
}

/**
 * @param {Coign.Override} one
 * @param {Coign.Override} other
 */
const alike = (one, other) => SUBJECT.every((part) => (one[part] ?? null) === (other[part] ?? null));

/**
 * @param {Coign.Override[]} list
 * @param {Coign.Override} override
 * @returns {Coign.Override[]} with it, in place of an earlier word on the same thing
 */
export const withOverride = (list, override) => [...without(list, override), override];

/**
 * @param {Coign.Override[]} list
 * @param {Coign.Override} override
 */
export const without = (list, override) => list.filter((one) => !sameSubject(one, override));

/**
 * What one click on a chip does, for this roll alone: take back what was said of this roll; answer a word that reaches
 * further with "as measured"; else turn the chip over.
 *
 * @param {Coign.Modifier} modifier
 * @param {Coign.Override[]} overrides those that counted, which `modifier.override` numbers
 * @param {Parties} parties
 * @returns {{drop: Coign.Override} | {add: Coign.Override}}
 */
export function toggled(modifier, overrides, parties) {
  const decided = typeof modifier.override === "number" ? overrides[modifier.override] : undefined;
  if (decided && (decided.scope ?? "roll") === "roll") return { drop: decided };
  const state = decided ? "measured" : modifier.state === "on" ? "off" : "on";
  return { add: spoken({ modifier: modifier.id, state }, "roll", parties) };
}

/**
 * Of the overrides kept with tokens and a scene, those that concern this question, the wider first. The bridge itself
 * knows those of the world.
 *
 * @param {{scene: Coign.Override[], tokens: Coign.Override[], roll: Coign.Override[]}} kept
 * @param {{actor: string, targets: string[]}} question
 */
export function concerning({ scene, tokens, roll }, { actor, targets }) {
  const concerned = tokens.filter((one) => {
    const plays = one.actor ? one.actor === actor : true;
    const suffers = one.target ? targets.includes(one.target) : true;
    return plays && suffers;
  });
  return [...scene, ...concerned, ...roll];
}

const GMS_WORD = new Set(["overrides", "annotations", "judged", "save", "occasion"]);

/**
 * Whether a change of a message's flags, made by somebody who is no GM, oversteps: players may keep the targets of their
 * own roll and roll the dice it asks for; what is on and what it comes to is for the GM and the bridge to say.
 *
 * @param {Record<string, unknown> | undefined} flags the changed part of `flags.coign`
 */
export function oversteps(flags) {
  return Object.keys(flags ?? {}).some((name) => GMS_WORD.has(name));
}
