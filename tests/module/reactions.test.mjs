/** Reactions that are rolled when the mover has left: judged as all stood before the move, and only those. */

import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { assertNoErrors, bridge, cardOf, press, quiet, roll, startTable, until } from "./attack/kit.mjs";
import { bridgeByRules } from "./referee/judge.mjs";

const byRules = bridgeByRules();
/** Answer as the engine does: a target beyond reach has a penalty. */
const evaluate = (request) =>
  byRules.evaluate(request).map((view) => ({
    ...view,
    results: view.results.map((result) => ({
      ...result,
      facts: view.viewer === "gm" ? { range: { in_reach: !result.outcome.said.on.includes("far") } } : null,
    })),
  }));
Object.assign(bridge.instead, byRules, { evaluate });
const table = await startTable();
after(() => assertNoErrors(table.errors));
const told = [];
ui.notifications.info = (text) => told.push(text);
const judged = new Map();
Hooks.on(
  "coign.annotated",
  ({ id }, { viewer, results }) => viewer === "gm" && judged.set(id, results[0].outcome.said.on),
);

const tokenOf = (id) => game.scenes.get("scene").tokens.get(id);
const move = async (id, x) => {
  await tokenOf(id).update({ x, y: 100 });
  await quiet();
};
const turnOf = (turn) => game.combats.get("fight").update({ turn });
const [HEROS, ORCS] = [0, 1];

beforeEach(async () => {
  told.length = 0;
  await turnOf(ORCS);
  await move("hero", 100);
  await move("orc", 200);
});

/** Attack the orc, and return the modifiers by which that is judged. */
async function attack(more) {
  const id = await roll(table.player, { targets: ["orc"], ...more });
  await until(() => judged.has(id));
  await quiet();
  return { id, on: judged.get(id) };
}

/** The two ways to take back that a roll is judged as before a move. */
const TAKE_BACK = {
  "Alt+Z": () => game.keybindings.press({ code: "KeyZ", altKey: true, ctrlKey: false, shiftKey: false }),
  "a press on the card": (id) => press(id, "unmove").then(assert.ok),
};

for (const by of Object.keys(TAKE_BACK))
  test(`an opportunity attack is judged as before the move that took the target out of reach, until ${by}`, async () => {
    await move("orc", 500);
    const { id, on } = await attack();
    assert.deepEqual([on, told], [[], []]);
    assert.match(cardOf(id), /COIGN.Card.BeforeMove/);
    await TAKE_BACK[by](id);
    await until(() => judged.get(id).includes("far"));
    await quiet();
    assert.deepEqual(judged.get(id), ["far"], "taken back");
    assert.doesNotMatch(cardOf(id), /COIGN.Card.BeforeMove/);
  });

for (const [name, moves, { turn = ORCS, ...more } = {}] of [
  ["in the attacker's own turn", [["orc", 500]], { turn: HEROS }],
  [
    "at a target that was never in reach",
    [
      ["orc", 400],
      ["orc", 500],
    ],
  ],
  [
    "at a target that left before its last move",
    [
      ["orc", 500],
      ["orc", 400],
    ],
  ],
  ["when it is the attacker who has left", [["hero", 700]]],
  ["at two targets at once", [["orc", 500]], { targets: ["orc", "spy"] }],
])
  test(`an attack ${name} is judged as all stand`, async () => {
    await turnOf(turn);
    for (const [id, x] of moves) await move(id, x);
    const { on } = await attack(more);
    assert.deepEqual([on.includes("far"), told], [true, []]);
  });

test("a target that stays within reach is judged where it stands", async () => {
  await move("orc", 0);
  const { on } = await attack();
  assert.deepEqual([on, told], [[], []]);
});
