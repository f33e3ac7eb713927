/**
 * A row on a wall's sheet: the cover that it gives (`flags.coign.cover`), whatever its restrictions of sight and movement.
 *
 * A degree is a word; a low wall is `{degree: "low", height}`, its height in scene units. Null: the cover is measured by
 * what the wall restricts.
 */

import { ownFields } from "../util/fields.mjs";
import { hooksFor } from "../util/foundry.mjs";
import { WALL_COVER } from "../util/wire.mjs";
import { choice, group, numberInput } from "./sheet-fields.mjs";

const USUAL_HEIGHT = 3; // feet: a parapet, a table on its side

/**
 * Return what the form shows for a wall's flag.
 * @param {Coign.WallCover | null} cover
 * @returns {{degree: string | null, height: number | null}}
 */
export function readCover(cover) {
  const { degree, height = null } = typeof cover === "string" ? { degree: cover } : (cover ?? { degree: "" });
  const known = WALL_COVER.includes(degree) ? degree : null;
  return { degree: known, height: known === "low" && typeof height === "number" ? height : null };
}

/**
 * Return the wall's flag for what the form shows.
 * @param {string | null} degree
 * @param {number | null} height
 * @returns {string | {degree: "low", height: number} | null}
 */
export const writeCover = (degree, height) =>
  degree === "low" ? { degree, height: Math.max(0, height ?? USUAL_HEIGHT) } : degree;

/**
 * Add the wall's row to its sheet. To be called while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function registerWallConfig(coign) {
  hooksFor(coign, "wallSheet").on("renderWallConfig", (sheet, element) => {
    if (coign.contract.meet("wall-sheet-met", element)) addCover(element, sheet.document);
  });
}

/**
 * @param {HTMLElement} element
 * @param {WallDocument.Implementation} wall
 */
function addCover(element, wall) {
  const before = element.querySelector("footer");
  if (!before) return;
  element.querySelector("[data-coign='wall']")?.remove(); // the sheet was rendered again: its values are old
  const page = element.ownerDocument;
  const saved = ownFields("wall", wall).cover ?? null;
  const { degree, height } = readCover(saved);
  const localize = (/** @type {string} */ key) => game.i18n.localize(`COIGN.Wall.Cover.${key}`);
  const degrees = choice(
    page,
    null,
    [
      [null, localize("measured")],
      ...WALL_COVER.map((name) => /** @type {[string, string]} */ ([name, localize(name)])),
    ],
    degree,
  );
  const heights = numberInput(page, null, height, { min: 0, placeholder: String(USUAL_HEIGHT) });
  const flag = page.createElement("input");
  Object.assign(flag, { type: "hidden", name: "flags.coign.cover", value: JSON.stringify(saved) });
  flag.dataset.dtype = "JSON";
  const rows = group(page, "COIGN.Wall.Title", [
    { label: "COIGN.Wall.Degree", control: degrees },
    { label: "COIGN.Wall.Height", control: heights, units: wall.parent?.grid?.units },
  ]);
  rows.dataset.coign = "wall";
  rows.append(flag);
  const readForm = () => {
    const chosen = JSON.parse(degrees.value);
    heights.disabled = chosen !== "low";
    return writeCover(chosen, heights.value === "" ? null : Number(heights.value));
  };
  readForm();
  rows.addEventListener("input", () => {
    flag.value = JSON.stringify(readForm());
  });
  before.before(rows);
}
