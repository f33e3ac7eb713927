/** Paths from Foundry's globals, such as `CONFIG.Item.documentClass.prototype.use`. */

/** @param {any} at Foundry's globals, by their names @param {string} path */
const follow = (at, path) => path.split(".").reduce((one, name) => one?.[name], at);

/**
 * Return a check that there are functions at these paths.
 * @param {string[]} paths
 * @returns {import("./index.mjs").Check["holds"]}
 */
export const functions = (paths) => (at) => {
  const missing = paths.filter((path) => typeof follow(at, path) !== "function");
  return missing.length === 0 || `no ${missing.join(", ")}`;
};
