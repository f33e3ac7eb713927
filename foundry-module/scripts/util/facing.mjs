/** Which way a token faces. Pure. */

import { FIELDS, fieldOf, ownFlags } from "./fields.mjs";

const FROM_EAST = 90; // degrees: About Face counts from the east, Foundry's rotation from the south

/**
 * Return the direction that a token is reported to face: the GM's override, else About Face's arrow, else its rotation.
 * The bridge looks in the same order.
 *
 * @param {{rotation?: number, flags?: Record<string, any>}} token
 * @returns {number} degrees, as Foundry's rotation: 0 = south, clockwise
 */
export function reportedFacing(token) {
  const { rotation = 0, flags } = token;
  const facing = fieldOf(FIELDS.token.facing, ownFlags(token).facing);
  const direction = aboutFace(flags);
  return facing ?? (direction === undefined ? rotation : direction - FROM_EAST);
}

/**
 * Return the direction of About Face's arrow; undefined without one.
 * @param {Record<string, any> | undefined} flags a token's
 * @returns {number | undefined} degrees, 0 = east, clockwise
 */
export const aboutFace = (flags) => fieldOf(FIELDS.other["about-face"], flags?.["about-face"])?.direction;

/**
 * Return the nearest direction in which a creature can face: one of eight on squares and without a grid, one of six on
 * hexes, towards a side. Ties go clockwise. The bridge rounds in the same way.
 *
 * @param {number} degrees
 * @param {number} gridType Foundry's `GRID_TYPES`
 */
export function snapFacing(degrees, gridType) {
  const hexes = gridType >= 2;
  const rows = gridType === 2 || gridType === 3; // hexes in rows have their sides east and west, in columns north and south
  const [step, first] = hexes ? [60, rows ? 30 : 0] : [45, 0];
  const snapped = Math.floor((degrees - first) / step + 0.5) * step + first;
  return ((snapped % 360) + 360) % 360;
}
