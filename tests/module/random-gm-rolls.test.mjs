/**
 * Random rolls of a GM whose client has the bridge, in both shapes of dnd5e: the bridge is fast, slow, dead or behind, and
 * knows what players must not. Every answer that comes in time is in the dice, and counts once. None that comes later
 * delays a roll. The message says what its dice contain, and nothing that only the GM knows.
 *
 * Time is simulated: nothing here waits. `random-dnd5e-rolls.test.mjs` has ten thousand rolls of players.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Contract } from "../../foundry-module/contract/contract.mjs";
import { provedIn } from "../../foundry-module/scripts/attack/included.mjs";
import { ask, PATIENCE } from "../../foundry-module/scripts/in-roll/ask.mjs";
import { readRoll } from "../../foundry-module/scripts/systems/rolls.mjs";
import { Unanswered } from "../../foundry-module/scripts/util/errors.mjs";
import { dialogOf, TARGET } from "../browser/dnd5e-kit.mjs";
import { gameOf, playAll } from "./random-rolls-kit.mjs";
import { answered } from "./result-kit.mjs";
import { ABOVE, archerWith, BANE, COVER, drawn, HIGH_GROUND, PRONE } from "./systems/dnd5e/rolls-kit.mjs";
import { modifier } from "./systems/rolls-kit.mjs";

const ROLLS = Number(process.env.COIGN_RANDOM_ROLLS ?? 400);
const PER_WORLD = 250; // rolls until another world begins, so that no chat log grows long
const BONUS = 5; // of the archer's bow
const ARMOUR = 13;
const MODIFIERS = [
  HIGH_GROUND,
  BANE,
  ABOVE,
  PRONE,
  COVER,
  modifier("rear", { kind: "flat", value: 2, to: "attack" }),
  modifier("far", { kind: "flat", value: -1, to: "attack" }),
  modifier("mist", { kind: "miss-chance", percent: 20 }),
];
const SECRET = modifier("ambush", { kind: "flat", value: 4, to: "attack" });
const BLESS = "Bless";

/** A clock that goes on to the next timer as soon as nothing else is to be done. */
class Clock {
  now = 0;
  #tasks = [];
  #count = 0;

  setTimeout = (task, ms = 0, ...given) => {
    this.#count += 1;
    this.#tasks.push({ id: this.#count, at: this.now + Math.max(0, ms), run: () => task(...given) });
    return this.#count;
  };

  clearTimeout = (id) => {
    this.#tasks = this.#tasks.filter((task) => task.id !== id);
  };

  /** Let time pass until a promise is settled. */
  async until(promise) {
    let done = false;
    const end = () => {
      done = true;
    };
    promise.then(end, end);
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (done) return promise;
      const next = this.#tasks.reduce((first, task) => (first && first.at <= task.at ? first : task), null);
      if (!next) throw new Error("nothing will ever happen");
      this.#tasks.splice(this.#tasks.indexOf(next), 1);
      this.now = Math.max(this.now, next.at);
      next.run();
    }
  }
}

/** Numbers from 0 to 1, the same in every run. */
function chanceOf(seed) {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

/** Make up one roll. */
function scenario(chance) {
  const speed = chance();
  return {
    modifiers: MODIFIERS.filter(() => chance() < 0.35),
    secret: chance() < 0.3,
    // Often about as long as a roll waits, sometimes for seconds.
    latency: speed < 0.3 ? chance() * 140 : speed < 0.6 ? 140 + chance() * 20 : chance() * 5000,
    dies: chance() < 0.1,
    behind: chance() < 0.1,
    own: ["", "", "", "advantage", "disadvantage"][Math.floor(chance() * 5)],
    dialog: chance() < 0.4 ? { open: chance() * 6000, flip: chance() < 0.4 ? chance() : null } : null,
    bless: chance() < 0.3,
    strips: chance() < 0.05,
  };
}

/** A GM's client whose bridge does as the scenario of the moment says. */
async function tableOf(clock, play) {
  const view = (viewer, modifiers, revision) =>
    answered({ viewer, revision, results: [{ target: TARGET, modifiers }] });
  const views = (revision) => [
    view("gm", [...play.now.modifiers, ...(play.now.secret ? [SECRET] : [])], revision),
    view("player", play.now.modifiers, revision),
  ];
  const coign = {
    contract: new Contract(),
    engine: {
      connected: true,
      status: {},
      async requestAll({ roll }) {
        if (roll.mode !== (play.now.own || "normal")) return play.last ?? views(2); // the same in all modes
        play.last = this.requestOne();
        return play.last;
      },
      async requestOne() {
        const { latency, dies, behind } = play.now;
        play.asked += 1;
        const revision = behind && play.asked === 1 ? 1 : 2; // an answer about the scene of before is no answer
        await new Promise((resolve) => setTimeout(resolve, latency));
        if (dies) throw new Unanswered("the connection to the bridge was lost");
        if (revision === 2) play.answered ??= clock.now;
        return views(revision);
      },
    },
    queue: { turn: async () => {} },
    scenes: { ready: async () => 2, forget() {} },
    setting: (name) => ({ inRoll: "gm", overrides: [], rulesets: ["none"], options: {} })[name],
    rulesProblem: "",
  };
  const made = await clock.until(archerWith((query) => ask(coign, query), { generation: play.generation }));
  const { client } = made;
  const target = client.scenes.get("scene").tokens.get(TARGET);
  await clock.until(target.actor.update({ system: { attributes: { ac: { value: ARMOUR } } } }));
  const tokens = { get: (id) => ({ id, hidden: false }) };
  globalThis.Hooks = client.Hooks;
  globalThis.game = gameOf(true, { scenes: { get: () => ({ flags: {}, tokens }) } });
  // Another module: it adds a die of its own, and once in a while takes ours away.
  client.Hooks.on("dnd5e.postBuildRollConfig", (_process, config) => {
    if (play.now.bless) config.parts.push(`1d6[${BLESS}]`);
    if (play.now.strips) config.parts = config.parts.filter((part) => !part.includes("Coign: "));
  });
  return made;
}

/** Roll as the scenario has it; returns what came of it, with times in ms from the click. */
async function rollOnce(clock, { client, activity }, play) {
  const { now } = play;
  const began = clock.now;
  const config = now.own ? { [now.own]: true } : {};
  const rolling = activity.rollAttack(config, { configure: Boolean(now.dialog) });
  let [opened, pressed] = [null, null];
  let lines = null;
  if (now.dialog) {
    let dialog;
    while (!dialog) dialog = await clock.until(dialogOf());
    drawn(client, dialog);
    opened = clock.now - began;
    await clock.until(new Promise((resolve) => setTimeout(resolve, now.dialog.open)));
    const { additions } = dialog.pending;
    if (additions && now.dialog.flip !== null) {
      const open = additions.lines.filter(({ held }) => !held);
      const line = open[Math.floor(now.dialog.flip * open.length)];
      if (line) {
        additions.turn(line);
        dialog.pending.switched();
        dialog.rebuild();
      }
    }
    pressed = clock.now - began;
    lines = dialog.pending.additions?.lines.map((line) => ({ ...line })) ?? [];
    const action = { 1: "advantage", 0: "normal", [-1]: "disadvantage" }[dialog.pending.mode];
    void dialog.press(action);
  }
  const rolls = await clock.until(rolling);
  const answered = play.answered === null ? null : play.answered - began;
  return { rolls, opened, pressed, lines, answered, took: clock.now - began };
}

/** Return what the dice should have: the lines that are on when the roll is built. */
function expected({ now }, { answered, pressed, lines }) {
  const known = answered !== null && answered <= (pressed ?? PATIENCE);
  if (!known) return [];
  const on = (id) => !lines || lines.some((line) => line.modifier === id && line.on);
  return now.modifiers.filter(({ id, effect }) => effect.kind !== "miss-chance" && on(id));
}

/** Check one roll, and return whether anything was in it. */
function check({ client }, play, outcome, context) {
  const { now } = play;
  const { rolls, answered, opened, pressed, took } = outcome;
  assert.equal(client.messages.size, context.messages + 1, "one roll is one message");
  assert.equal(rolls.length, 1);
  const [roll] = rolls;
  const message = client.messages.contents.at(-1).toObject();

  // Never in the way.
  const waited = opened ?? took;
  assert.ok(waited <= PATIENCE + 5, `it waited ${waited} ms`);
  if (answered !== null && answered < PATIENCE)
    assert.ok(waited <= answered + 5, `${waited} ms, answered at ${answered}`);
  if (pressed !== null) assert.ok(took <= pressed + 5, "the dice fall at the press of the button");

  // In the dice, once each.
  const should = expected(play, outcome);
  const terms = should.filter(({ effect }) => ["die", "flat"].includes(effect.kind) && effect.to === "attack");
  const ours = roll.terms.filter(({ flavor }) => String(flavor ?? "").startsWith("Coign: "));
  const inDice = now.strips ? [] : terms.map(({ id }) => `Coign: ${id}`);
  assert.deepEqual(ours.map(({ flavor }) => flavor).sort(), inDice.sort());
  assert.equal(roll.terms.filter(({ flavor }) => flavor === BLESS).length, now.bless ? 1 : 0);
  const has = (kind) => should.some(({ effect }) => effect.kind === kind) || now.own === kind;
  assert.equal(roll.options.advantageMode ?? 0, Number(has("advantage")) - Number(has("disadvantage")));
  const [entry] = play.generation === 14 ? message.system.targets : message.flags.dnd5e.targets;
  assert.equal(entry.ac, ARMOUR + (should.includes(COVER) ? COVER.effect.value : 0));
  assert.ok(!JSON.stringify(message).includes(SECRET.id), "what only the GM knows is in no message");

  // The message says what its dice contain. Without that, the roll is as it was before Coign added anything.
  const { mode, shown } = readRoll(JSON.parse(message.rolls[0]));
  const claimed = message.flags.coign?.included;
  const { included = [] } = provedIn(claimed, { occasion: "attack", mode, shown });
  const listed = should.filter((one) => !(now.strips && terms.includes(one))).map(({ id }) => id);
  assert.deepEqual(included.map((one) => one.modifier).sort(), listed.sort());
  const added = included.reduce((sum, one) => sum + (one.effect.to === "attack" ? (one.value ?? 0) : 0), 0);
  const others = roll.terms.filter(({ flavor }) => flavor === BLESS).reduce((sum, term) => sum + term.total, 0);
  assert.equal(roll.total - added, roll.dice[0].total + BONUS + others);
  return listed.length > 0;
}

for (const generation of [13, 14])
  test(`${ROLLS / 2} random rolls of dnd5e (v${generation}): in time or not at all, once, and the card knows`, {
    timeout: 300_000 + 100 * ROLLS, // ms
  }, async (context) => {
    const clock = new Clock();
    context.mock.method(globalThis, "setTimeout", clock.setTimeout);
    context.mock.method(globalThis, "clearTimeout", clock.clearTimeout);
    context.mock.method(performance, "now", () => clock.now);
    context.mock.method(console, "debug", () => {});
    const chance = chanceOf(generation);
    let made = null;
    let helped = 0;
    const one = async (now, n) => {
      const play = { ...(made?.play ?? { generation }), now, asked: 0, answered: null, last: null };
      if (n % PER_WORLD === 0) {
        made = { play };
        Object.assign(made, await tableOf(clock, made.play));
      }
      Object.assign(made.play, play);
      const messages = made.client.messages.size;
      const outcome = await rollOnce(clock, made, made.play);
      try {
        if (check(made, made.play, outcome, { messages })) helped += 1;
      } catch (problem) {
        throw Object.assign(problem, { found: { ...outcome, rolls: outcome.rolls?.map(String) } });
      }
      // Answers that are still under way belong to no other roll.
      await clock.until(new Promise((resolve) => setTimeout(resolve, 12_000)));
    };
    await playAll(ROLLS / 2, () => scenario(chance), one);
    assert.ok(helped > ROLLS / 8, `${helped} rolls had a modifier`);
  });
