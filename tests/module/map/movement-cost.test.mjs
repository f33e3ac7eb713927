/** The cost of a step on Foundry's ruler: to the side and backwards by rules with a facing, and in difficult ground. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { factorOf, registerMovementCosts } from "../../../foundry-module/scripts/map/movement-cost.mjs";

test("the first entry that has the direction of a step counts, borders included, also past north", () => {
  const steps = [
    [225, 315, 1],
    [45, 135, 3],
    [315, 45, 2],
  ];
  const factor = (degrees) => {
    const [x, y] = [-Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    return factorOf(steps, { x: 100 * x, y: 100 * y });
  };
  assert.deepEqual([225, 270, 315, 316, 0, 44, 45, 90, 135, 180].map(factor), [1, 1, 1, 2, 2, 2, 3, 3, 3, 1]);
  assert.deepEqual([factorOf(steps, { x: 0, y: 0 }), factorOf([], { x: -100, y: 0 })], [1, 1], "none, and no rule");
});

/** The engine's cost of a step by Combat Facing: twice but to the east and beside it. */
const TOWARDS_EAST = [
  [225, 315, 1],
  [315, 225, 2],
];

/** A world with one movement action, a token that faces east, and a region of difficult ground in the third column. */
function world({
  steps = TOWARDS_EAST,
  isGM = true,
  turns = false,
  visibility = 2,
  hidden,
  level,
  levels = [],
  ...token
} = {}) {
  const walk = { getCostFunction: () => (cost) => cost };
  globalThis.CONFIG = { Token: { movement: { actions: { walk, fly: {}, blink: { teleport: true } } } } };
  globalThis.CONST = { REGION_VISIBILITY: { LAYER: 0, GAMEMASTER: 1, ALWAYS: 2 } };
  globalThis.game = {
    system: { id: "pf1" },
    user: { isGM },
    settings: { settings: new Map([["core.tokenAutoRotate", {}]]), get: () => turns },
  };
  registerMovementCosts({ bearings: new Map([["s", steps && { hero: { facing: 270, steps, level } }]]) });
  const rubble = {
    visibility,
    behaviors: [{ type: "coign.terrain", disabled: false, system: { difficult: true } }],
    testPoint: ({ x }) => x >= 200 && x < 300,
    _source: { levels, hidden },
  };
  const grid = { type: 1, getCenterPoint: ({ i, j }) => ({ x: j * 100 + 50, y: i * 100 + 50 }) };
  const document = {
    id: "hero",
    flags: {},
    _source: { elevation: 0 },
    parent: { id: "s", grid, regions: [rubble] },
    ...token,
  };
  const cost = (action, [i, j], [down, across]) =>
    CONFIG.Token.movement.actions[action].getCostFunction(document, {})(5, { i, j }, { i: down, j: across }, 5, {});
  return { cost, actions: CONFIG.Token.movement.actions };
}

test("ahead costs as usual; to the side and backwards costs twice", () => {
  const { cost } = world();
  assert.equal(cost("walk", [5, 5], [5, 6]), 5, "east");
  assert.equal(cost("walk", [5, 5], [4, 6]), 5, "north-east");
  assert.equal(cost("walk", [5, 5], [4, 5]), 10, "north");
  assert.equal(cost("walk", [5, 5], [5, 4]), 10, "west");
  assert.equal(cost("fly", [5, 5], [5, 4]), 10, "an action without a cost of its own");
});

test("without a facing to keep, or before the engine has said anything, nothing costs more", () => {
  const arrow = { "about-face": { direction: 0 } };
  for (const given of [{ steps: [] }, { steps: null }, { turns: true }, { flags: arrow }])
    assert.equal(world(given).cost("walk", [5, 5], [5, 4]), 5, JSON.stringify(given));
  assert.equal(world({ turns: true, lockRotation: true }).cost("walk", [5, 5], [5, 4]), 10);
  assert.equal(world().actions.blink.getCostFunction, undefined, "a teleport");
});

test("difficult ground costs two squares, once, and not who flies over it", () => {
  const { cost } = world({ steps: [] });
  assert.equal(cost("walk", [1, 1], [1, 2]), 10);
  assert.equal(cost("walk", [1, 2], [1, 3]), 5, "out of it");
  assert.equal(cost("fly", [1, 1], [1, 2]), 5);
});

test("difficult ground of another level costs nothing", () => {
  const cost = (given) => world({ steps: [], ...given }).cost("walk", [1, 1], [1, 2]);
  assert.equal(cost({ level: "hall", levels: ["cellar"] }), 5);
  assert.equal(cost({ level: "cellar", levels: new Set(["cellar"]) }), 10);
  assert.equal(cost({ level: "hall", levels: [] }), 10, "it is on every level");
  assert.equal(cost({ levels: ["cellar"] }), 10, "a scene without levels");
});

test("difficult ground that is hidden costs nobody anything", () => {
  assert.equal(world({ steps: [], hidden: true }).cost("walk", [1, 1], [1, 2]), 5);
});

test("a player's ruler tells nothing of a region that players do not see", () => {
  const hidden = { isGM: false, visibility: 0, steps: [] };
  assert.equal(world(hidden).cost("walk", [1, 1], [1, 2]), 5);
  assert.equal(world({ ...hidden, isGM: true }).cost("walk", [1, 1], [1, 2]), 10);
  assert.equal(world({ ...hidden, visibility: 2 }).cost("walk", [1, 1], [1, 2]), 10);
});
