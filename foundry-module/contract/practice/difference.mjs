/** List the differences between two practice fights, each in one sentence. Pure. */

/** @typedef {import("./shapes.mjs").Shape} Shape */

/** The step that is played only where a player agrees. */
export const PLAYERS = "a player's attack";

/**
 * List the differences of a report from the same fight in the stand-in. The part of a player counts if it was played.
 * @param {{seen: Record<string, any>, notPlayed: Record<string, string>}} report
 * @param {Record<string, any>} standIn what the fight met there
 */
export function differencesOf({ seen, notPlayed }, { steps, orders, ...others }) {
  const isPlayed = (/** @type {[string, unknown]} */ [step]) => step !== PLAYERS || !(step in notPlayed);
  const played = (/** @type {object} */ all) => Object.fromEntries(Object.entries(all).filter(isPlayed));
  return differences(seen, { ...others, steps: played(steps), orders: played(orders) });
}

/**
 * List the differences of a fight in Foundry from the same fight in the stand-in.
 * @param {Shape} real
 * @param {Shape} standIn
 * @param {string[]} [path] where in the report
 * @returns {string[]}
 */
export function differences(real, standIn, path = []) {
  const place = path.length ? `${path.join(" › ")}: ` : "";
  if (real === "nothing" || standIn === "nothing") return []; // a value that may be missing tells nothing of its type
  if (typeof real === "string" && typeof standIn === "string" && `${real}${standIn}`.includes(THEN)) {
    const [first, second] = [inOrder(real, standIn), inOrder(standIn, real)];
    return first === second ? [] : [`${place}${first}, in the stand-in ${second}`];
  }
  if (typeof real === "string" || typeof standIn === "string")
    return alike(real, standIn) ? [] : [`${place}${word(real)}, in the stand-in ${word(standIn)}`];
  const names = (/** @type {Record<string, Shape>} */ one, /** @type {Record<string, Shape>} */ other) =>
    Object.keys(one)
      .filter((name) => !(name in other))
      .sort();
  const [more, missing] = [names(real, standIn), names(standIn, real)];
  return [
    ...(missing.length ? [`${place}no ${missing.join(", ")}, which the stand-in has`] : []),
    ...(more.length ? [`${place}${more.join(", ")}, which the stand-in has not`] : []),
    ...Object.keys(real)
      .filter((name) => name in standIn)
      .sort()
      .flatMap((name) => differences(real[name], standIn[name], [...path, name])),
  ];
}

/** Between what came one after the other. */
export const THEN = " > ";

/**
 * Return the entries of a sequence that also occur in another, in their order.
 * @param {string} order
 * @param {string} other
 */
function inOrder(order, other) {
  const known = other.split(THEN);
  return order
    .split(THEN)
    .filter((one) => known.includes(one))
    .join(THEN);
}

/**
 * Return whether two values have one type, or the types of one include that of the other.
 * @param {Shape} real
 * @param {Shape} standIn
 */
function alike(real, standIn) {
  if (typeof real !== "string" || typeof standIn !== "string") return isEmpty(real, standIn) || isEmpty(standIn, real);
  const [some, others] = [real.split(" or "), standIn.split(" or ")];
  return some.every((one) => others.includes(one)) || others.every((one) => some.includes(one));
}

/** Return whether one is a list or a record of which only this is known. @param {Shape} one @param {Shape} other */
const isEmpty = (one, other) => typeof other !== "string" && one === ("list" in other ? "list" : "record");

/** @param {Shape} shape */
const word = (shape) => (typeof shape === "string" ? shape : "list" in shape ? "list" : "record");
