/**
 * A row on a wall's sheet: the cover that it gives (`flags.coign.cover`), whatever its restrictions of sight and
 * movement.
 *
 * A degree is a word; a low wall is `{degree: "low", height}`, its height in scene units. Null: the cover is measured by
 * what the wall restricts.
 */

import { elementOf, h } from "../util/dom.mjs";
import { ownFields } from "../util/fields.mjs";
import { hooksFor, t } from "../util/foundry.mjs";
import { WALL_COVER } from "../util/wire.mjs";
import { choice, group, numberInput } from "./sheet-fields.mjs";

const USUAL_HEIGHT = 3; // feet: a parapet, a table on its side

/**
 * Return the values of the form for a wall's flag.
 * @param {Coign.WallCover | null} cover
 */
export function readCover(cover) {
  const { degree, height = null } = typeof cover === "string" ? { degree: cover } : (cover ?? { degree: "" });
  const known = WALL_COVER.includes(degree) ? degree : null;
  return { degree: known, height: known === "low" && typeof height === "number" ? height : null };
}

/**
 * Return the wall's flag for the values of the form.
 * @param {string | null} degree
 * @param {number | null} height
 */
export const writeCover = (degree, height) =>
  degree === "low" ? { degree, height: Math.max(0, height ?? USUAL_HEIGHT) } : degree;

/**
 * Add the wall's row to its sheet. Call it while Foundry initialises.
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
  const saved = ownFields("wall", wall).cover ?? null;
  const { degree, height } = readCover(saved);
  const options = [null, ...WALL_COVER].map(
    (name) => /** @type {[string | null, string]} */ ([name, t(`COIGN.Wall.Cover.${name ?? "measured"}`)]),
  );
  const heightInput = numberInput(null, height, { min: 0, placeholder: String(USUAL_HEIGHT) });
  const described = group(
    "COIGN.Wall.Title",
    [
      { label: "COIGN.Wall.Degree", control: choice(null, options, degree) },
      { label: "COIGN.Wall.Height", control: heightInput, units: wall.parent?.grid?.units },
    ],
    { "data-coign": "wall" },
    h("input", { type: "hidden", name: "flags.coign.cover", value: JSON.stringify(saved), "data-dtype": "JSON" }),
  );
  const rows = /** @type {HTMLElement} */ (elementOf(described, element.ownerDocument));
  const [degrees] = rows.getElementsByTagName("select");
  const [heights, flag] = rows.getElementsByTagName("input");
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
