/**
 * The names by which a rule text knows an item, whatever language its world is in. Pure.
 *
 * The game system's own identifier comes first, then the English name that Babele keeps of what it has translated, then
 * the id of the item in the system's compendium, and the item's name last.
 */

import { slug, systemOf } from "./reading.mjs";

/** Items of the `pf1` compendiums by their ids: this system has no identifier for most of them. */
const PF1_IDS = new Map([
  ["pmAO1Sni8xx71pLF", "blind-fight"],
  ["Zeq6RWYv5otvg8q7", "cleave"],
  ["h9nHYLxXvIXBTmup", "combat-reflexes"],
  ["HMCAM3Zyo77kG8Yg", "far-shot"],
  ["6HSMdwX1VS6nZ6Zf", "great-cleave"],
  ["h1vqUG9Kh3f7oKWK", "improved-precise-shot"],
  ["ZfnHhhTFQVo0Lj4P", "improved-uncanny-dodge"],
  ["0spsP9ylE3goD3jc", "mounted-combat"],
  ["53urYIbYYpQuoSLd", "precise-shot"],
  ["6pjr8jMFSKqXkBKk", "sneak-attack"],
  ["xco22162bwgxn7pj", "true-strike"],
  ["7WaQxnVaaoL4AGr8", "uncanny-dodge"],
  ["UnmST9BvRhxT4vq3", "whirlwind-attack"],
]);

/**
 * Return the names of an item, an activity or an effect as slugs, the surest first. A magic bonus is no part of them, nor
 * is the word "effect" that Pathfinder 2 puts before what a spell leaves.
 * @param {Coign.Foreign} item
 */
export function slugsOf(item) {
  const { identifier, slug: own, tag } = systemOf(item);
  const names = [
    identifier,
    item?.slug ?? own,
    tag,
    item?.flags?.babele?.originalName,
    compendiumName(item),
    item?.name,
  ];
  const slugs = names.map((name) => slug(name).replace(/^(spell-)?effect-|^\d+-|-\d+$/g, ""));
  return [...new Set(slugs)].filter((name) => name !== "");
}

/** @param {Coign.Foreign} item */
function compendiumName(item) {
  const source = item?._stats?.compendiumSource ?? item?.flags?.core?.sourceId;
  return PF1_IDS.get(
    String(source ?? "")
      .split(".")
      .at(-1) ?? "",
  );
}
