/** What the card's drawings share: shapes of marks, their bounds, and the initials of a mark's creature. Pure. */

import { h } from "../util/dom.mjs";

/** @typedef {import("./figure.mjs").Labels} Labels */

/**
 * Return the initials of a mark's creature; empty without a creature or a known name.
 * @param {Coign.Mark} mark
 * @param {Labels} options
 */
export function initialsOf({ role, label }, { nameOf, actor, target }) {
  const [kind, id] = label.split(":");
  const token = role === "attacker" ? actor : role === "target" ? target : kind === "token" ? id : null;
  const name = token && nameOf?.(token);
  return name ? initials(name) : "";
}

/**
 * Return the first letters of the first two words of a name.
 * @param {string} name
 */
const initials = (name) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("");

/**
 * @param {string} tag
 * @param {Coign.Mark} mark
 * @param {Record<string, string | number>} attributes
 */
export function shape(tag, { role, fact, label }, attributes) {
  return h(
    `${tag}.coign-mark`,
    { "data-role": role, "data-fact": fact, ...attributes },
    label && !label.includes(":") && role !== "corner" && !role.startsWith("arc-") && h("title", {}, label),
  );
}

/**
 * @param {[number, number][]} points
 * @returns {{left: number, top: number, width: number, height: number} | null}
 */
export function boundsOf(points) {
  const known = points.filter((point) => point.every(Number.isFinite));
  if (!known.length) return null;
  const left = Math.min(...known.map(([x]) => x));
  const top = Math.min(...known.map(([, y]) => y));
  const right = Math.max(...known.map(([x]) => x));
  const bottom = Math.max(...known.map(([, y]) => y));
  // A single point has no size to scale by, so it gets a size of 1.
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

export const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
