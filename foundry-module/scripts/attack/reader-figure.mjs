/** A figure as this client's user may see it. */

import { withSeenWalls } from "../util/seen-walls.mjs";

/**
 * Return a result's figure for this client: for a player, with the walls that block its lines where the player sees them.
 * @param {Coign.Figure} figure
 * @param {string} scene the figure's; only the viewed scene can be looked at
 * @returns {Coign.Figure}
 */
export function readerFigure(figure, scene) {
  const viewed = canvas?.scene;
  if (game.user?.isGM || !figure || !viewed || viewed.id !== scene) return figure;
  const walls = viewed.walls.map((wall) => /** @type {Coign.Foreign} */ (wall)._source);
  const sees = (/** @type {{x: number, y: number}} */ point) =>
    Boolean(canvas?.visibility?.testVisibility(point, { tolerance: 0 }));
  return withSeenWalls(figure, walls, viewed.grid.size, sees);
}
