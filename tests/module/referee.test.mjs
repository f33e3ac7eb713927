/**
 * A referee that plays the cheat: evenings of random acts of a player who may do all that Foundry lets a player do, between
 * those of a game master. For the same places, targets and dice no act of a player changes a total; each attack ends judged.
 *
 * The module runs on the game master's client. A bridge with rules of its own (`referee/judge.mjs`) judges what it is asked,
 * and a model of the honest table (`referee/model.mjs`) says what should come out. COIGN_EVENINGS plays more of them, from the
 * seed COIGN_SEED on.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./referee/clock.mjs"; // first: the others set timers
import { generic } from "../../foundry-module/scripts/systems/generic.mjs";
import { assertNoErrors, bridge, quiet, startTable, until, world } from "./attack/kit.mjs";
import { chanceOf } from "./fakes.mjs";
import { cheatsOf, hostsOf } from "./referee/acts.mjs";
import { later } from "./referee/clock.mjs";
import { bridgeByRules } from "./referee/judge.mjs";
import { bySystem, Model } from "./referee/model.mjs";

const EVENINGS = Number(process.env.COIGN_EVENINGS ?? 60);
const FIRST = Number(process.env.COIGN_SEED ?? 1);
const ACTS = 30;

// The steps of time in which players are answered pass at once, and each evening begins when earlier answers are forgotten.
const pass = globalThis.setTimeout;
globalThis.setTimeout = (task, ms = 0, ...given) => pass(task, ms > 100 && ms <= 500 ? 0 : ms, ...given);
const clock = Date.now;
world.now = clock;

Object.assign(bridge.instead, bridgeByRules());
generic.includedIn = bySystem; // as systems do that keep in a roll what was put into it
const table = await startTable();
const { gm, player, api } = table;
const model = new Model();
/** The last verdict of each roll on the game master's client, and the number of verdicts. */
const annotated = new Map();
Hooks.on("coign.annotated", ({ id }, annotation) => {
  if (annotation.viewer !== "gm") return; // what players read is looked up in the flags
  annotated.set(id, { annotation, times: (annotated.get(id)?.times ?? 0) + 1 });
});
Hooks.on("createChatMessage", (message, _options, userId) => model.created(message, userId));
Hooks.on("updateChatMessage", (...updated) => model.updated(...updated));
Hooks.on("deleteChatMessage", (message) => model.deleted(message));
Hooks.on("updateUser", ({ id, isGM }) => model.gms[isGM ? "add" : "delete"](id));

await gm.classOf("Actor").create({ _id: "hero", name: "Hero", ownership: { ann: 3 } }, { keepId: true });
const START = { hero: [100, 100], goblin: [200, 100], orc: [300, 400], spy: [600, 300] };

/** Put everything back as it was before the first evening. */
async function clear() {
  for (const message of [...game.messages]) await message.delete();
  await game.users.get("ann").update({ role: 1 });
  for (const [id, [x, y]] of Object.entries(START)) {
    const token = game.scenes.get("scene").tokens.get(id);
    const actorId = id === "hero" ? "hero" : null;
    await token.update({ x, y, elevation: 0, actorId, flags: { "-=coign": null } });
  }
  await quiet();
  Object.assign(model, { traits: {}, answered: new Set(), rolls: new Map() });
  annotated.clear();
  bridge.sent.length = 0;
}

/** Return what a result says, in the words of the model. */
const saidIn = (results) => Object.fromEntries(results.map(({ target, outcome }) => [target, outcome.said]));

/** Check every card against the honest table: the game master's, and what players read in the flags. */
function check(done) {
  for (const message of game.messages) {
    const honest = model.cardOf(message, "gm");
    if (!honest) continue;
    const about = () => `${JSON.stringify(message.toObject(), null, 1)}\n${done()}`;
    const { annotation } = annotated.get(message.id) ?? {};
    assert.ok(annotation, `an attack was never judged: ${about()}`);
    assert.deepEqual(saidIn(annotation.results), honest, about());
    const { whisper, flags } = message;
    if (whisper.length) continue; // whom it is for depends on the role that its author had
    const told = model.cardOf(message, "player");
    const [players] = flags.coign.annotations ?? [];
    const counts = Object.values(told).some(({ on }) => on.length > 0);
    assert.deepEqual(players ? saidIn(players.results) : {}, counts ? told : {}, `what players read: ${about()}`);
  }
}

for (let seed = FIRST; seed < FIRST + EVENINGS; seed++)
  test(`a player who cheats changes no total (evening ${seed})`, { timeout: 120_000 }, async () => {
    const [chance, random] = [chanceOf(seed), chanceOf(seed + 1e6)];
    Math.random = () => random(1 << 30) / (1 << 30);
    later(600_000);
    await clear();
    world.dropsEqual = seed % 2 === 0; // Foundry may do either
    const parts = { gm, player, api, model, chance, bridge, clock };
    const acts = Object.entries({ ...hostsOf(parts), ...cheatsOf(parts) });
    const done = [];
    for (let n = 0; n < ACTS; n++) {
      const [name, act] = acts[chance(acts.length)];
      done.push(`${name} ${JSON.stringify(await act()) ?? ""}`);
      if (chance(3) === 0) await quiet();
    }
    bridge.isAway = false;
    await until(() => api.state === "connected");
    await until(() => [...game.messages].every((message) => !model.cardOf(message, "gm") || annotated.has(message.id)));
    await quiet();
    await quiet();
    check(() => done.map((one, n) => `${n + 1}. ${one}`).join("\n"));
    Date.now = clock;
  });

test("nothing failed in a hook", () => assertNoErrors(table.errors));
