/** The order of tools in the scene controls. Pure. */

/**
 * Return the order of one more tool, after all others: two with the same order would change places.
 * @param {Record<string, {order?: number}>} tools
 */
export const nextOrder = (tools) => Math.max(0, ...Object.values(tools).map(({ order = 0 }) => order)) + 1;
