/**
 * The module's answers to questions that the engine answers too. Reads cases as JSON from its input, a list for each
 * question, and writes the answers.
 */

import { readFileSync } from "node:fs";
import { sceneGrid } from "../../bridge/tabletop/foundry/grid.mjs";
import { isInRegion, regionPolygons } from "../../bridge/tabletop/foundry/polygons.mjs";
import { additionsOf } from "../../foundry-module/scripts/in-roll/additions.mjs";
import { foesOf } from "../../foundry-module/scripts/map/drag-odds.mjs";
import { registerMovementCosts } from "../../foundry-module/scripts/map/movement-cost.mjs";
import { effectOf, numberOf } from "../../foundry-module/scripts/overrides/choices.mjs";
import { validOverrides } from "../../foundry-module/scripts/overrides/overrides.mjs";
import { coverInArmourClass } from "../../foundry-module/scripts/systems/cover-modules.mjs";
import { effectText, helps } from "../../foundry-module/scripts/util/effect-text.mjs";
import { heightsOf, isOnLevel } from "../../foundry-module/scripts/util/heights.mjs";

const { COIGN } = JSON.parse(readFileSync(new URL("../../foundry-module/lang/en.rules.json", import.meta.url), "utf8"));

/** Return a text of the rules in English. */
const english = (key, values = {}) =>
  COIGN.Said[key.replace("COIGN.Said.", "")].replace(/\{(\w+)\}/g, (_, name) => values[name]);

const QUESTIONS = {
  overrides: validOverrides,
  numbers: ({ form, typed }) => {
    const number = numberOf(form, typed);
    return number === null ? null : effectOf(form, number);
  },
  walls: ({ wall, level }) => [
    heightsOf(wall).map((height) => (Number.isFinite(height) ? height : null)),
    isOnLevel(wall, level),
  ],
  ground: isDifficult,
  switches: afterPresses,
  covers: ({ bonus }) => coverBy(bonus),
  foes: isFoe,
  effects: (effect) => effectText(effect, english),
  sides: (effect) => helps(effect),
};

/** Return whether a step into a token's place costs more, for a GM. */
function isDifficult({ scene, level }) {
  const [token] = scene.tokens;
  const plain = { getCostFunction: () => (cost) => cost };
  const actions = { walk: { ...plain }, fly: { ...plain } };
  globalThis.CONFIG = { Token: { movement: { actions } } };
  globalThis.CONST = { REGION_VISIBILITY: { ALWAYS: 2 } };
  globalThis.game = { user: { isGM: true }, settings: { settings: new Map() }, system: { id: "pf1" } };
  registerMovementCosts({ bearings: new Map([["s", { A: { facing: null, steps: [], level } }]]) });
  const regions = scene.regions.map((region) => {
    const polygons = regionPolygons(region.shapes);
    return { ...region, _source: region, testPoint: (point) => isInRegion(region, polygons, point) };
  });
  const grid = sceneGrid(scene.grid, 0);
  const document = { id: "A", flags: {}, _source: token, parent: { id: "s", grid, regions } };
  const at = grid.getOffset({ x: token.x + grid.size / 2, y: token.y + grid.size / 2 });
  return actions[token.movementAction].getCostFunction(document, {})(5, at, at, 5, {}) > 5;
}

/** Return the overrides of a roll after switches were pressed in its dialog, before the engine has said anything. */
function afterPresses({ annotation, presses }) {
  const additions = additionsOf({ players: annotation, gm: annotation }, (key) => key, {
    kept: { overrides: [], isGM: true },
  });
  for (const modifier of presses) {
    const line = additions.lines.find((one) => one.modifier === modifier && one.mayTurn);
    if (line) additions.turn(line);
  }
  return {
    overrides: additions.overrides,
    on: additions.lines.map(({ modifier, subject }) => [modifier, subject.modifier.state]),
  };
}

/** Return the degree of cover that a message's armour class shows to have been put in by another module. */
function coverBy(bonus) {
  const foe = { system: { attributes: { ac: { value: 12 } } } };
  const context = { module: () => ({ title: "Simple Cover 5e" }) };
  return coverInArmourClass({}, { target: "B", foe, ac: 12 + bonus, status: null }, context).applied;
}

/** Return whether the second token is a foe of the first, as a GM's preview has it. */
function isFoe({ tokens: [token, other] }) {
  globalThis.game = { user: { isGM: true } };
  const placeable = { visible: true, document: { id: other._id, ...other, inCombat: false }, center: { x: 0, y: 0 } };
  globalThis.canvas = { tokens: { placeables: [placeable] } };
  const coign = { traits: { of: ({ coign }) => coign } };
  return foesOf(coign, { id: token._id, ...token }, { x: 0, y: 0 }).length > 0;
}

const asked = JSON.parse(readFileSync(0, "utf8"));
const answers = Object.entries(asked).map(([question, cases]) => [question, cases.map(QUESTIONS[question])]);
console.log(JSON.stringify(Object.fromEntries(answers)));
