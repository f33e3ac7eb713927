/**
 * Overrides: what a GM decides about a modifier or a fact, and for what scope. Pure.
 *
 * Foundry keeps them (`store.mjs`), they travel with each request, and the bridge applies them.
 */

/** @typedef {"roll" | "actor" | "target" | "pair" | "scene" | "world"} ScopeChoice A scope, as a GM picks it. */
/** @typedef {{actor: string, target: string | null, scene: string}} Parties Who acts on whom, and where. */

/** @type {ScopeChoice[]} */
export const SCOPE_CHOICES = ["roll", "actor", "target", "pair", "scene", "world"];

/**
 * Complete an override with the scope that the GM picked, as the wire has it.
 *
 * @param {Partial<Coign.Override>} decision modifier or fact, state, value, effect, why, by
 * @param {ScopeChoice} choice
 * @param {Parties} parties
 * @returns {Coign.Override}
 */
export function withScope(decision, choice, { actor, target, scene }) {
  switch (choice) {
    case "roll":
      return { ...decision, scope: "roll", target };
    case "actor":
      return { ...decision, scope: "token", actor };
    case "target":
      return { ...decision, scope: "token", target };
    case "pair":
      return { ...decision, scope: "pair", actor, target };
    case "scene":
      return { ...decision, scope: "scene", scene };
    case "world":
      return { ...decision, scope: "world" };
  }
}

/**
 * Tell which document keeps an override: the roll's message, the token that it is about (for a pair, the one that acts),
 * the scene, or the world's settings.
 *
 * @param {Coign.Override} override
 * @returns {{kind: "message" | "scene" | "world" | "token", token?: string}} `token`: its id, if a token keeps it
 */
export function storageOf(override) {
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
 * Return whether two overrides have the same subject, so that the later replaces the earlier. Modifiers that were added
 * by hand have the same subject only if they are equal.
 *
 * @param {Coign.Override} one
 * @param {Coign.Override} other
 */
export function sameSubject(one, other) {
  const alike = SUBJECT.every((part) => (one[part] ?? null) === (other[part] ?? null));
  const byHand = JSON.stringify([one.effect, one.why]) === JSON.stringify([other.effect, other.why]);
  return alike && (byHand || !(one.effect || other.effect));
}

/**
 * Add an override to a list, in place of an earlier one with the same subject.
 * @param {Coign.Override[]} list
 * @param {Coign.Override} override
 * @returns {Coign.Override[]}
 */
export const withOverride = (list, override) => [...withoutOverride(list, override), override];

/**
 * @param {Coign.Override[]} list
 * @param {Coign.Override} override
 */
export const withoutOverride = (list, override) => list.filter((kept) => !sameSubject(kept, override));

/**
 * Work out what one click on a chip does, for this roll only: remove the override of this roll; answer an override with
 * a wider scope with "as measured"; else switch the modifier on or off.
 *
 * @param {Coign.Modifier} modifier
 * @param {Coign.Override[]} overrides those that were applied, which `modifier.override` numbers
 * @param {Parties} parties
 * @returns {{remove: Coign.Override} | {add: Coign.Override}}
 */
export function toggled(modifier, overrides, parties) {
  const applied = typeof modifier.override === "number" ? overrides[modifier.override] : undefined;
  if (applied && (applied.scope ?? "roll") === "roll") return { remove: applied };
  const state = applied ? "measured" : modifier.state === "on" ? "off" : "on";
  return { add: withScope({ modifier: modifier.id, state }, "roll", parties) };
}

/**
 * Return the overrides of tokens, scene and roll that concern a request, those with a wider scope first. The bridge
 * itself knows those of the world.
 *
 * @param {{scene: Coign.Override[], tokens: Coign.Override[], roll: Coign.Override[]}} kept
 * @param {{actor: string, targets: string[]}} request
 */
export function applicable({ scene, tokens, roll }, { actor, targets }) {
  const concerned = tokens.filter((override) => {
    const acts = override.actor ? override.actor === actor : true;
    const targeted = override.target ? targets.includes(override.target) : true;
    return acts && targeted;
  });
  return [...scene, ...concerned, ...roll];
}

const GM_ONLY_FLAGS = new Set(["overrides", "annotations", "annotationKey", "save", "occasion"]);

/**
 * Return whether a change of a message's flags is one that only a GM may make. Players may set the targets of their own
 * roll and roll the dice that it asks for; overrides and annotations are for GMs and the bridge.
 *
 * @param {Record<string, unknown> | undefined} flags the changed part of `flags.coign`
 */
export function exceedsPermission(flags) {
  return Object.keys(flags ?? {}).some((name) => GM_ONLY_FLAGS.has(name));
}
