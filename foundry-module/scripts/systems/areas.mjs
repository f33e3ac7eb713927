/**
 * Areas of effect on the map and their points of origin: measured templates in Foundry 13, regions in 14.
 * Pure: reads source data, and detects which of the two there are.
 *
 * A burst starts at its centre, a cone and a line at their tip, a cube's template at the corner it was placed by; an
 * emanation starts in the middle of its creature.
 */

/** @typedef {{name: string, point: Coign.Point, hidden: boolean, made: string[]}} Area `made`: uuids of what placed it, and its own. */

/** Shapes of a region whose origin is the point by which they are placed. A polygon has no origin. */
const PLACED = new Set(["circle", "ellipse", "cone", "line", "ring", "rectangle"]);

/**
 * List the areas of a scene, the newest first.
 *
 * @param {Coign.Foreign} scene
 * @param {string} system the game system's id, whose flags name the source of an area
 * @returns {Area[]}
 */
export function areasOf(scene, system) {
  const size = scene?.grid?.size ?? 100;
  // A scene with levels is of Foundry 14, where templates are regions, and reading `templates` logs a warning.
  const templates = scene?.levels ? [] : (scene?.templates ?? []);
  const documents = [...templates, ...(scene?.regions ?? [])];
  return documents.reverse().flatMap((document) => {
    const source = document._source ?? document;
    const point = source.shapes ? startOf(source, size) : templatePoint(source);
    if (!point) return [];
    const { item, origin } = source.flags?.[system] ?? {};
    const makers = [origin, item].map((source) => source?.uuid ?? source).filter((uuid) => typeof uuid === "string");
    // A region with behaviours that does not come from a spell is part of the map.
    const cast = makers.length > 0 || source.flags?.core?.MeasuredTemplate;
    if (source.behaviors?.length && !cast) return [];
    const uuids = document.uuid ? [...makers, document.uuid] : makers;
    // A template has no name, so it is named by its shape and length.
    const name = source.name || [source.t, source.distance, scene?.grid?.units].filter(Boolean).join(" ");
    return [{ name, point, hidden: source.hidden === true, made: uuids }];
  });
}

/**
 * Return the newest area that an effect has placed in a scene.
 * @param {string[]} made uuids of the effect
 * @param {Coign.Foreign} scene
 * @param {string} system the game system's id
 * @returns {Area | undefined}
 */
export const areaMadeBy = (made, scene, system) =>
  areasOf(scene, system).find((area) => area.made.some((uuid) => made.includes(uuid)));

/**
 * @param {Coign.Foreign} template
 * @returns {Coign.Point | null}
 */
function templatePoint({ x, y, elevation }) {
  return Number.isFinite(x) && Number.isFinite(y) ? { x, y, elevation: elevation ?? 0 } : null;
}

/**
 * @param {Coign.Foreign} region
 * @param {number} size of a grid space, pixels
 * @returns {Coign.Point | null}
 */
function startOf({ shapes, elevation }, size) {
  const [shape] = shapes;
  const height = Number.isFinite(elevation?.bottom) ? elevation.bottom : 0;
  const { type, base } = shape ?? {};
  if (type === "emanation") return base ? { ...middleOf(base, size), elevation: height } : null;
  if (!PLACED.has(type) || !Number.isFinite(shape.x) || !Number.isFinite(shape.y)) return null;
  return { x: shape.x, y: shape.y, elevation: height };
}

/**
 * Return the middle of an emanation's base: a token's coordinates are those of its corner, any other shape's of its
 * middle.
 * @param {Coign.Foreign} base
 * @param {number} size
 */
const middleOf = ({ type, x, y, width = 1, height = 1 }, size) =>
  type === "token" ? { x: x + (width * size) / 2, y: y + (height * size) / 2 } : { x, y };
