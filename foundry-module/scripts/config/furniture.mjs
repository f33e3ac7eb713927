/**
 * Recognise furniture by the file names of tiles' pictures, and propose it as objects to the GM. Pure.
 *
 * The words of a file name, in English or German, tell what the picture shows: `Table_Round_01.webp` is a table. A name that
 * contains a word from `NOT` (`Barrel Shadow`, `Table Room`) shows something else. So does a very small or very large tile.
 */

import { length, slug } from "../systems/reading.mjs";
import { ownFields } from "../util/fields.mjs";

/**
 * Kinds of furniture: their words, usual height in feet, and cover for creatures lower than that height.
 * @type {[words: string, feet: number, degree: "half" | "three-quarters" | "total"][]}
 */
const FURNITURE = [
  ["table tables desk desks workbench counter tisch tische schreibtisch werkbank theke", 3, "half"],
  ["bench benches chair chairs stool stools couch sofa piano bank bänke stuhl stühle hocker klavier", 2, "half"],
  ["bed beds cot bett betten pritsche", 2, "half"],
  ["crate crates box boxes chest chests trunk kiste kisten truhe truhen", 3, "half"],
  ["barrel barrels cask keg fass fässer tonne tonnen", 3.5, "half"],
  ["sack sacks haystack hay heu heuhaufen sandbag sandbags barricade barrikade", 4, "half"],
  ["log logs stump stumps baumstumpf baumstamm", 2, "half"],
  ["altar altars anvil amboss well brunnen fountain cauldron kessel", 3.5, "half"],
  ["sarcophagus coffin coffins tomb sarkophag sarg särge", 3, "half"],
  ["tombstone gravestone gravestones grabstein grabsteine", 3, "half"],
  ["boat boats rowboat boot boote ruderboot", 3, "half"],
  ["cart carts wagon wagons karren wagen carriage kutsche", 5, "three-quarters"],
  ["throne thron oven stove ofen", 5, "three-quarters"],
  ["bookshelf bookshelves bookcase shelf shelves wardrobe armoire cabinet regal regale schrank schränke", 6, "total"],
  ["rock rocks boulder boulders stone stones fels felsen felsblock stein steine", 5, "three-quarters"],
  ["tree trees baum bäume", 20, "half"],
  ["statue statues standbild statuen idol", 8, "three-quarters"],
  ["pillar pillars column columns säule säulen obelisk stalagmite stalagmites", 10, "total"],
  ["tent tents zelt zelte", 7, "total"],
];
/** Umlauts are written in two ways: `fass`, and `faesser` or `fasser`. */
const spellings = (/** @type {string} */ word) => [
  slug(word),
  slug(word.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue")),
];
const KNOWN = new Map(
  FURNITURE.flatMap(([words, ...rest]) =>
    words.split(" ").flatMap((word) => spellings(word).map((spelling) => [spelling, rest])),
  ),
);
const STOPS =
  "shadow shadows overlay roof floor room map floating clutter bedding runner rug carpet tablecloth pebble pebbles";
const NOT = new Set(STOPS.split(" "));
/** Words that more often name a material: `Platform_Stone_Earthy` is no stone. They count as the last word of a name. */
const MATERIALS = new Set(["stone", "stein"]);
const [SMALLEST, LARGEST] = [0.25, 8]; // grid spaces, of a side

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Box pixels
 * @typedef {object} Proposal
 * @property {string} id the tile's
 * @property {string} picture its address
 * @property {string} word the kind of furniture in the picture
 * @property {Box} box
 * @property {{height: number, degree: string}} object what `flags.coign.object` would be; the height is in scene units
 */

/**
 * Return the tiles of a scene that look like furniture and are no objects yet, in the order of the scene. Tiles with walls
 * round or across them are left out, because they already stop lines.
 * @param {Coign.Foreign} scene source data
 * @returns {Proposal[]}
 */
export function furnitureOf({ tiles = [], walls = [], grid = {} }) {
  /** @type {{x: number, y: number}[]} */
  const middles = walls
    .filter((/** @type {Coign.Foreign} */ { sight }) => sight !== 0)
    .map((/** @type {Coign.Foreign} */ { c: [x0, y0, x1, y1] }) => ({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 }));
  return tiles.flatMap((/** @type {Coign.Foreign} */ tile) => {
    const picture = tile.texture?.src ?? "";
    const word = knownIn(picture);
    const box = boxOf(tile);
    const fits = [box.width, box.height].every((side) => side >= SMALLEST * grid.size && side <= LARGEST * grid.size);
    if (!word || !fits || tile.hidden || ownFields("tile", tile).object || middles.some((at) => isWithin(at, box)))
      return [];
    const height = length(word.feet, "ft", grid.units) ?? word.feet;
    return [{ id: tile._id, picture, word: word.word, box, object: { height, degree: word.degree } }];
  });
}

/**
 * Return the kind of furniture that a picture shows, by its file name; null if unknown.
 * @param {string} picture
 */
function knownIn(picture) {
  const words = slug(pictureName(picture).replace(/\d+/g, " "))
    .split("-")
    .filter((word) => word.length > 1); // without the letters that number the variants of a picture
  const word = words.find((word, n) => KNOWN.has(word) && (!MATERIALS.has(word) || n === words.length - 1));
  if (!word || words.some((word) => NOT.has(word))) return null;
  const [feet, degree] = /** @type {[number, string]} */ (KNOWN.get(word));
  return { word, feet, degree };
}

/**
 * Return the name of a picture's file, without its ending and the escapes of addresses; broken escapes stay.
 * @param {string} picture an address
 */
export function pictureName(picture) {
  const [path] = picture.split(/[?#]/);
  const name = path.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name).replace(/\.\w+$/, "");
  } catch {
    return name.replace(/\.\w+$/, "");
  }
}

/**
 * Return the rectangle of a tile, not turned. Since Foundry 14, where tiles have levels, its place is that of its anchor.
 * @param {Coign.Foreign} tile
 * @returns {Box}
 */
function boxOf({ x, y, width, height, texture, levels }) {
  const [across, down] = levels ? [texture?.anchorX ?? 0.5, texture?.anchorY ?? 0.5] : [0, 0];
  return { x: x - across * width, y: y - down * height, width, height };
}

/** @param {{x: number, y: number}} point @param {Box} box */
const isWithin = ({ x, y }, box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
