/**
 * Areas of effect on the map, and the point that each starts from: measured templates, which Foundry 13 has, and
 * regions, which they became in 14. Pure: reads source data, by looking at what is there.
 *
 * A burst starts at its centre, a cone and a line at their tip, a cube's template at the corner it was placed by; what
 * goes out from a creature starts in the middle of it.
 */

/** @typedef {{name: string, point: Coign.Point, hidden: boolean, made: string[]}} Area `made`: uuids of what placed it. */

/** Shapes of a region that start from the point they are placed by. A polygon starts nowhere. */
const PLACED = new Set(["circle", "ellipse", "cone", "line", "ring", "rectangle"]);

/**
 * The areas of a scene, the newest first.
 *
 * @param {Coign.Foreign} scene
 * @param {string} system the game system's id, whose flags say what made an area
 * @returns {Area[]}
 */
export function areasOf(scene, system) {
  const size = scene?.grid?.size ?? 100;
  // A scene with levels is one of 14, where templates are regions, and to ask for them is answered with a warning.
  const templates = scene?.levels ? [] : (scene?.templates ?? []);
  const documents = [...templates, ...(scene?.regions ?? [])];
  return documents.reverse().flatMap((document) => {
    const source = document._source ?? document;
    const point = source.shapes ? startOf(source, size) : templatePoint(source);
    if (!point) return [];
    const { item, origin } = source.flags?.[system] ?? {};
    const made = [origin, item].map((one) => one?.uuid ?? one).filter((one) => typeof one === "string");
    // A region that does something, and that nobody cast, is part of the map.
    const cast = made.length > 0 || source.flags?.core?.MeasuredTemplate;
    if (source.behaviors?.length && !cast) return [];
    return [{ name: nameOf(source, scene?.grid?.units), point, hidden: source.hidden === true, made }];
  });
}

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
 * Where that lies from which something goes out: a token's space has its corner there, any other shape its middle.
 * @param {Coign.Foreign} base
 * @param {number} size
 */
const middleOf = ({ type, x, y, width = 1, height = 1 }, size) =>
  type === "token" ? { x: x + (width * size) / 2, y: y + (height * size) / 2 } : { x, y };

/**
 * A region's own name; a template has none, and goes by its shape and length.
 * @param {Coign.Foreign} source
 * @param {Coign.Foreign} units
 */
const nameOf = ({ name, t, distance }, units) => name || [t, distance, units].filter(Boolean).join(" ");
