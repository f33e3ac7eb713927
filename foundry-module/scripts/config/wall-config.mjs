/**
 * The GM's word on a wall: what cover it gives, whatever Foundry's own senses make of it (`flags.coign.cover`).
 *
 * A degree is one word; a low wall is `{degree: "low", height}`, its height in scene units. Nothing chosen is null: the
 * wall is judged by how it stops sight and movement.
 */

import { choice, group, numberInput } from "./sheet-fields.mjs";

export const DEGREES = ["none", "low", "half", "three-quarters", "total"];
const USUAL_HEIGHT = 3; // feet: a parapet, a table on its side

/**
 * What a wall's flag says, as the form shows it.
 * @param {Coign.WallCover | null} cover
 * @returns {{degree: string | null, height: number | null}}
 */
export function readCover(cover) {
  const { degree, height = null } = typeof cover === "string" ? { degree: cover } : (cover ?? { degree: "" });
  const known = DEGREES.includes(degree) ? degree : null;
  return { degree: known, height: known === "low" && typeof height === "number" ? height : null };
}

/**
 * What the form shows, as the wall's flag says it.
 * @param {string | null} degree
 * @param {number | null} height
 * @returns {string | {degree: "low", height: number} | null}
 */
export const writeCover = (degree, height) =>
  degree === "low" ? { degree, height: Math.max(0, height ?? USUAL_HEIGHT) } : degree;

/** Add the wall's row to its sheet. To be called while Foundry initialises. */
export function registerWallConfig() {
  Hooks.on("renderWallConfig", (sheet, element) => addCover(element, sheet.document));
}

/**
 * @param {HTMLElement} element
 * @param {WallDocument.Implementation} wall
 */
function addCover(element, wall) {
  const before = element.querySelector("footer");
  if (!before || element.querySelector("[data-coign='wall']")) return; // drawn again, the row is still there
  const page = element.ownerDocument;
  const saved = wall.flags.coign?.cover ?? null;
  const { degree, height } = readCover(saved);
  const word = (/** @type {string} */ key) => game.i18n.localize(`COIGN.Wall.Cover.${key}`);
  const degrees = choice(
    page,
    null,
    [[null, word("measured")], ...DEGREES.map((name) => /** @type {[string, string]} */ ([name, word(name)]))],
    degree,
  );
  const heights = numberInput(page, null, height, { min: 0, placeholder: String(USUAL_HEIGHT) });
  const said = page.createElement("input");
  Object.assign(said, { type: "hidden", name: "flags.coign.cover", value: JSON.stringify(saved) });
  said.dataset.dtype = "JSON";
  const rows = group(page, "COIGN.Wall.Title", [
    { label: "COIGN.Wall.Degree", control: degrees },
    { label: "COIGN.Wall.Height", control: heights, units: wall.parent?.grid?.units },
  ]);
  rows.dataset.coign = "wall";
  rows.append(said);
  const speak = () => {
    const chosen = JSON.parse(degrees.value);
    heights.disabled = chosen !== "low";
    return writeCover(chosen, heights.value === "" ? null : Number(heights.value));
  };
  speak();
  rows.addEventListener("input", () => {
    said.value = JSON.stringify(speak());
  });
  before.before(rows);
}
