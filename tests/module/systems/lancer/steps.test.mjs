/** Cover in Lancer's own window: set for each target before it opens, and left to the one who rolls. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { guard } from "../../../../foundry-module/scripts/in-roll/wrap.mjs";
import { wrapSteps } from "../../../../foundry-module/scripts/systems/lancer/steps.mjs";
import { tableOf } from "../../../browser/systems-kit.mjs";
import { TOKENS } from "../../../browser/table.mjs";

const line = (modifier, target = null, held = "card") => ({ modifier, target, held });

/** A world of the stand-in whose attacks ask; `lines` is the answer, null: none comes in time. */
async function pilotsWith(lines) {
  const table = await tableOf("lancer");
  const { client } = table;
  const queries = [];
  const steps = client.game.lancer.flowSteps;
  const inRoll = {
    active: true,
    wrap: (path, wrapper) => {
      assert.equal(path, "game.lancer.flowSteps.get");
      const original = steps.get.bind(steps);
      steps.get = (...args) => guard(wrapper).call(steps, original, ...args);
      return true;
    },
    meet: (check, targets) => check === "lancer-targets" && targets.length > 0,
    ask: (query) => {
      queries.push(query);
      return { inTime: Promise.resolve(lines && { lines }), late: new Promise(() => {}) };
    },
  };
  wrapSteps(inRoll, {
    table: {
      targets: () => [...client.user.targets].map(({ document }) => document),
      speakerOf: (actor) => client.classOf("ChatMessage").getSpeaker({ actor }),
    },
    context: { document: () => null, scene: (id) => client.scenes.get(id) },
  });
  table.aim(TOKENS.mog);
  return { ...table, inRoll, queries, shoot: (how) => table.strike(TOKENS.ilse, "Long Rifle", how) };
}
const formulas = ({ rolls }) => rolls.map(({ formula }) => formula);

test("soft cover is one difficulty and hard cover two, as the system rolls them", async () => {
  for (const [lines, formula] of [
    [[], "1d20 + 2"],
    [[line("soft-cover")], "1d20 + 2 - 1d6"],
    [[line("hard-cover")], "1d20 + 2 - 2d6kh1"],
  ])
    assert.deepEqual(formulas(await (await pilotsWith(lines)).shoot()), [formula]);
});

test("each target has its own cover, and its own roll", async () => {
  const pilots = await pilotsWith([line("hard-cover", TOKENS.grik), line("soft-cover", TOKENS.mog)]);
  pilots.aim(TOKENS.mog, TOKENS.grik);
  assert.deepEqual(formulas(await pilots.shoot()), ["1d20 + 2 - 1d6", "1d20 + 2 - 2d6kh1"]);
  const range = { normal: 75, long: 75 };
  assert.deepEqual(pilots.queries, [
    {
      actorToken: { scene: "sceneQuarry00000", token: TOKENS.ilse },
      targets: [TOKENS.mog, TOKENS.grik],
      attack: { kind: "ranged", reach: null, range, name: "Long Rifle", abilities: [], spell: false },
    },
  ]);
});

test("what only the game master may know is not in the window, and no answer leaves it as it was", async () => {
  assert.deepEqual(formulas(await (await pilotsWith([line("hard-cover", null, "secret")])).shoot()), ["1d20 + 2"]);
  assert.deepEqual(formulas(await (await pilotsWith(null)).shoot()), ["1d20 + 2"]);
  const pilots = await pilotsWith([line("hard-cover")]);
  pilots.inRoll.meet = () => false;
  assert.deepEqual(formulas(await pilots.shoot()), ["1d20 + 2"], "targets of another shape");
});

test("without a target, or with the setting switched off, nothing is asked", async () => {
  const pilots = await pilotsWith([line("hard-cover")]);
  pilots.aim();
  assert.deepEqual(formulas(await pilots.shoot()), ["1d20 + 2"]);
  pilots.aim(TOKENS.mog);
  pilots.inRoll.active = false;
  assert.deepEqual(formulas(await pilots.shoot()), ["1d20 + 2"]);
  assert.equal(pilots.queries.length, 0);
});

test("an error of ours is no error of the roll", async () => {
  const pilots = await pilotsWith([]);
  pilots.inRoll.ask = () => {
    throw new Error("no bridge");
  };
  assert.deepEqual(formulas(await pilots.shoot()), ["1d20 + 2"]);
});
