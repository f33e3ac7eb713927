/** What a step costs on Foundry's ruler: to the side and backwards by rules with a facing, and in difficult ground. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isAhead, registerMovementCosts } from "../../../foundry-module/scripts/map/movement-cost.mjs";
import { snapFacing } from "../../../foundry-module/scripts/util/facing.mjs";

const CASES = JSON.parse(readFileSync(new URL("../../data/cases/combat-facing.json", import.meta.url), "utf8"));

/** Tell whether a case expects that its step costs twice; undefined if it does not say. */
function isAside({ modifiers = {}, outcome = {} }) {
  if (modifiers.on?.includes("F12") || outcome.cost === 2) return true;
  return modifiers.absent?.includes("F12") || outcome.cost === 1 ? false : undefined;
}

test("a step is ahead where the bridge's own cases say that it costs nothing more", () => {
  const told = CASES.filter(
    ({ name, request: { path } }) => /^f12-(?!.*half-a-square)/.test(name) && path?.length === 1,
  );
  const known = told.filter(({ scene, expect }) => {
    const creature = scene.tokens.find(({ _id }) => _id === "A").coign ?? {};
    const faceless = creature.faceless || creature.creatureType || creature.size === "tiny" || creature.species;
    return !faceless && isAside(expect) !== undefined;
  });
  assert.ok(known.length >= 5, `${known.length} cases`);
  for (const { name, scene, request, options, expect } of known) {
    const { x, y, rotation } = scene.tokens.find(({ _id }) => _id === "A");
    const step = { x: request.path[0].x - x, y: request.path[0].y - y };
    const { type } = scene.grid;
    const ahead = isAhead(step, snapFacing(rotation, type), type, options?.["hex-arcs"] ?? "3-2-1");
    assert.equal(ahead, !isAside(expect), name);
  }
});

/** A world with one movement action, a token that faces east, and a region of difficult ground in the third column. */
function world({ rulesets = ["combat-facing"], isGM = true, turns = false, visibility = 2, ...token } = {}) {
  const walk = { getCostFunction: () => (cost) => cost };
  globalThis.CONFIG = { Token: { movement: { actions: { walk, fly: {}, blink: { teleport: true } } } } };
  globalThis.CONST = { REGION_VISIBILITY: { LAYER: 0, GAMEMASTER: 1, ALWAYS: 2 } };
  globalThis.game = {
    system: { id: "pf1" },
    user: { isGM },
    settings: { settings: new Map([["core.tokenAutoRotate", {}]]), get: () => turns },
  };
  const set = { rulesets, options: {}, facingOffset: 0 };
  registerMovementCosts({ setting: (name) => set[name] });
  const rubble = {
    visibility,
    behaviors: [{ type: "coign.terrain", disabled: false, system: { difficult: true } }],
    testPoint: ({ x }) => x >= 200 && x < 300,
  };
  const grid = { type: 1, getCenterPoint: ({ i, j }) => ({ x: j * 100 + 50, y: i * 100 + 50 }) };
  const document = {
    rotation: 270,
    flags: {},
    _source: { elevation: 0 },
    parent: { grid, regions: [rubble] },
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

test("without a facing to keep, nothing costs more", () => {
  for (const given of [{ rulesets: ["pathfinder-1e"] }, { turns: true }, { flags: { coign: { faceless: true } } }])
    assert.equal(world(given).cost("walk", [5, 5], [5, 4]), 5, JSON.stringify(given));
  assert.equal(world({ turns: true, lockRotation: true }).cost("walk", [5, 5], [5, 4]), 10);
  assert.equal(world().actions.blink.getCostFunction, undefined, "a teleport");
});

test("difficult ground costs two squares, once, and not who flies over it", () => {
  const { cost } = world({ rulesets: ["partial-advantage"] });
  assert.equal(cost("walk", [1, 1], [1, 2]), 10);
  assert.equal(cost("walk", [1, 2], [1, 3]), 5, "out of it");
  assert.equal(cost("fly", [1, 1], [1, 2]), 5);
});

test("a player's ruler tells nothing of a region that players do not see", () => {
  const hidden = { isGM: false, visibility: 0, rulesets: ["partial-advantage"] };
  assert.equal(world(hidden).cost("walk", [1, 1], [1, 2]), 5);
  assert.equal(world({ ...hidden, isGM: true }).cost("walk", [1, 1], [1, 2]), 10);
  assert.equal(world({ ...hidden, visibility: 2 }).cost("walk", [1, 1], [1, 2]), 10);
});
