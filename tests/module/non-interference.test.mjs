/**
 * Non-interference, the module's side: change anything that a player cannot see, and what the player gets stays the same to
 * the byte: the flags of messages and how often they are written, the marks on tokens, the answers to queries, and what is
 * put into a roll. Many random small scenes on fakes; the bridge's own side is held by its tests.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Contract } from "../../foundry-module/contract/contract.mjs";
import { annotate } from "../../foundry-module/scripts/attack/annotate.mjs";
import { messageCreated } from "../../foundry-module/scripts/attack/follow-chat.mjs";
import { Answered } from "../../foundry-module/scripts/attack/included.mjs";
import { noteUpdated } from "../../foundry-module/scripts/attack/note-messages.mjs";
import { answerPlayer, surveyForPlayer } from "../../foundry-module/scripts/attack/player-queries.mjs";
import { SlowedTokens } from "../../foundry-module/scripts/attack/slowed-tokens.mjs";
import { FacingWatch } from "../../foundry-module/scripts/attack/watch-facing.mjs";
import { ask, PLAYERS_PATIENCE } from "../../foundry-module/scripts/in-roll/ask.mjs";
import { Ledger } from "../../foundry-module/scripts/ledger/ledger.mjs";
import { PageStore } from "../../foundry-module/scripts/ledger/store.mjs";
import { answered } from "./result-kit.mjs";

const SCENES = 400;
const VISIBLE = ["hero", "orc", "elf"];
const HIDDEN = ["spy", "ghost"];

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed. */
function chanceOf(seed) {
  let state = (seed * 2654435761 + 1) % 2147483647;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

const some = (chance, list, share = 0.5) => list.filter(() => chance() < share);
const oneOf = (chance, list) => list[Math.floor(chance() * list.length)];

const EFFECTS = [
  { kind: "die", dice: "1d4", to: "attack" },
  { kind: "flat", value: 2, to: "ac" },
  { kind: "flat", value: -1, to: "attack" },
  { kind: "advantage", to: "attack" },
  { kind: "miss-chance", percent: 20 },
];

/** Modifiers by chance. */
const modifiersBy = (chance, prefix) =>
  Array.from({ length: Math.floor(chance() * 3) }, (_, n) => ({
    id: `${prefix}${n}`,
    source: `${prefix}${n}`,
    state: oneOf(chance, ["on", "on", "off", "set-aside"]),
    effect: oneOf(chance, EFFECTS),
    reason: "",
    phrases: [],
    override: null,
  }));

/** Make up the part of a scene that players can see, by a seed. */
function seen(seed) {
  const chance = chanceOf(seed);
  const pairs = Object.fromEntries(VISIBLE.map((target) => [target, modifiersBy(chance, "m")]));
  return {
    pairs,
    toRoll: chance() < 0.4 ? ["1d4"] : [],
    movement: chance() < 0.3 ? 0.5 : null,
    settings: {
      inRoll: oneOf(chance, ["after", "gm", "everybody"]),
      automatic: chance() < 0.5,
      showHit: false,
      showChance: false,
      playersAsk: chance() < 0.8,
      overrides: [],
      rulesets: ["none"],
      options: {},
    },
    targets: ["orc", ...some(chance, ["elf"])],
    byGM: chance() < 0.5,
    whisper: chance() < 0.2 ? ["gm"] : [],
    moment: chance() < 0.5,
    total: Math.ceil(chance() * 20),
  };
}

/** Make up the part that only the GM knows, by another seed. */
function unseen(seed) {
  const chance = chanceOf(seed);
  const hidden = some(chance, HIDDEN);
  return {
    hidden,
    targets: some(chance, hidden),
    extra: Object.fromEntries([...VISIBLE, ...HIDDEN].map((target) => [target, modifiersBy(chance, "secret")])),
    toRoll: chance() < 0.5 ? ["1d20"] : [],
    movement: chance() < 0.5 ? 0.25 : null,
    armour: Math.ceil(chance() * 20),
    revision: Math.ceil(chance() * 100_000),
    elapsed: Math.ceil(chance() * 9_999_999),
  };
}

/** The bridge: a player's view depends on what players see alone, and the GM's on everything. */
function bridgeOf(open, secret) {
  const resultFor = (viewer, target, request) => {
    const full = viewer === "gm";
    const lasting = (request.overrides ?? []).map(({ modifier, state }) => [modifier, state]);
    const states = Object.fromEntries(lasting);
    const modifiers = [...(open.pairs[target] ?? []), ...(full ? secret.extra[target] : [])];
    return {
      target,
      facts: full ? { armour: secret.armour } : {},
      modifiers: modifiers.map((modifier) => ({ ...modifier, state: states[modifier.id] ?? modifier.state })),
      outcome: {
        label: full ? `${modifiers.length} with secrets` : `${modifiers.length}`,
        to_roll: [...open.toRoll, ...(full ? secret.toRoll : [])].filter(
          (die) => !(die in (request.roll?.rolled ?? {})),
        ),
        hit: full ? secret.armour < open.total : null,
        chance: full ? { before: 0.5, after: secret.armour / 20 } : null,
        movement: full ? (secret.movement ?? open.movement) : open.movement,
      },
      figure: { points: [], lines: full ? [secret.hidden] : [], polygons: [] },
      assumed: [],
    };
  };
  return (request) =>
    (request.viewers ?? [request.viewer ?? "gm"]).map((viewer) => {
      const known = (token) => viewer === "gm" || VISIBLE.includes(token);
      const results = known(request.actor) ? request.targets.filter(known) : [];
      return answered({
        type: "annotation",
        id: `request ${secret.revision}`,
        viewer,
        scene: "s1",
        occasion: request.occasion,
        rulesets: [],
        revision: secret.revision,
        elapsed_us: secret.elapsed,
        results: results.map((target) => resultFor(viewer, target, request)),
      });
    });
}

/** Play a scene on fakes, and return everything that reaches the players, in order. */
async function play(open, secret) {
  const wire = [];
  const say = (what, content) => wire.push(`${what} ${JSON.stringify(content)}`);
  const scene = { id: "s1", flags: {}, grid: {} };
  const ids = [...VISIBLE, ...secret.hidden];
  const actor = { system: { attributes: { ac: { value: secret.armour } } } };
  const tokens = ids.map((id) => ({
    id,
    hidden: HIDDEN.includes(id),
    flags: {},
    _source: { x: 0, y: 0, rotation: 0 },
    parent: scene,
    actor,
  }));
  scene.tokens = new Map(tokens.map((token) => [token.id, token]));
  scene.tokens[Symbol.iterator] = () => tokens[Symbol.iterator]();
  scene.updateEmbeddedDocuments = async (_name, updates) => {
    say("tokens", updates);
    for (const { _id, flags } of updates) Object.assign(scene.tokens.get(_id), { flags });
  };
  const users = [
    { id: "gm", isGM: true, active: true, isSelf: true, viewedScene: "s1" },
    { id: "ann", isGM: false, active: true, viewedScene: "s1" },
  ];
  const combat = { id: "c", started: true, round: 1, turn: 0, turns: [{ tokenId: "hero" }], combatants: [] };
  const fights = { get: () => combat, [Symbol.iterator]: () => [combat][Symbol.iterator]() };
  globalThis.game = {
    user: users[0],
    users: Object.assign(users, { get: (id) => users.find((user) => user.id === id), activeGM: users[0] }),
    scenes: { get: () => scene },
    messages: { has: () => true, get: () => message, contents: [] },
    combats: fights,
    modules: new Map(),
    system: { id: "homebrew" },
    i18n: { localize: (key) => key, format: (key) => key },
    settings: { get: () => [] },
  };
  globalThis.Hooks = { callAll() {} };
  globalThis.Roll = class {
    async evaluate() {
      return { dice: [{ results: [{ active: true, result: 2 }] }] };
    }
  };
  const respond = bridgeOf(open, secret);
  const attack = { kind: "melee", reach: 5 };
  const ledger = new Ledger();
  await ledger.open(new PageStore(), () => true);
  const coign = {
    contract: new Contract(),
    engine: {
      status: {},
      connected: true,
      nextId: () => `survey-${secret.revision}`,
      requestAll: async (request) => respond(request),
      request: async ({ request }, { part }) => {
        const [{ results }] = respond(request);
        part({ start: 0, mine: results.map(({ modifiers }) => ({ value: modifiers.length })) });
      },
    },
    queue: { turn: async () => {} },
    scenes: {
      moment: () => secret.revision,
      standing: () => null,
      recalls: () => true,
      ready: async () => secret.revision,
      asOf: () => null,
      forget() {},
    },
    ledger,
    records: ledger.rolls,
    slowed: new SlowedTokens(),
    answered: new Answered(),
    playerBudgets: { spend: () => true, userOf: () => "ann" },
    traits: { of: () => ({}) },
    facing: new FacingWatch(),
    lastAttacks: new Map(),
    rulesProblem: "",
    adapter: {
      readAttack: () => ({
        key: "roll",
        actorToken: { scene: "s1", token: "hero" },
        targets: [],
        attack,
        roll: { d20: [{ value: 11, kept: true }], mode: "normal", total: open.total },
        further: [],
        defence: Object.fromEntries(VISIBLE.map((id) => [id, { ac: secret.armour }])),
        sure: true,
      }),
      explainedBy: () => [],
      saveAgainst: () => null,
      includedIn: () => [],
    },
    setting: (name) => open.settings[name],
  };
  coign.evaluate = async (request) => respond(request)[0];

  // A message with an attack, by a player or by the GM, who may aim at hidden tokens too.
  const aimed = [...open.targets, ...(open.byGM ? secret.targets : [])];
  const author = {
    ...users[open.byGM ? 0 : 1],
    targets: new Set(aimed.map((id) => ({ id, document: scene.tokens.get(id) }))),
  };
  const moment = open.moment ? { moment: { combat: "c", round: 1, turn: 0 } } : {};
  const message = {
    id: "message",
    author,
    whisper: open.whisper,
    blind: false,
    timestamp: Date.now(),
    speaker: { scene: "s1", token: "hero" },
    rolls: [{}],
    _stats: { lastModifiedBy: "gm" },
    flags: { coign: { targets: open.targets.map((id) => `Scene.s1.Token.${id}`), ...moment } },
    async update({ flags }) {
      if (!open.whisper.length) say("message", flags);
      Object.assign(message.flags.coign, structuredClone(flags.coign));
      noteUpdated(coign, message, { flags }, {}, "gm");
      await annotate(coign, message); // as the hook of the update does
    },
  };
  messageCreated(coign, message, {}, author.id);
  await new Promise((resolve) => setImmediate(resolve));
  await annotate(coign, message);

  // What a player asks before a roll, and what an answer of any kind is.
  for (const request of [
    { scene: "s1", actor: "hero", targets: ["orc"], occasion: "attack", attack, roll: { mode: "advantage" } },
    { scene: "s1", actor: "orc", targets: ["elf", "spy", "ghost"], occasion: "attack", attack, counted: ["m0"] },
    { scene: "s1", actor: "spy", targets: ["hero"], occasion: "attack", attack },
    { scene: "s1", actor: "hero", targets: ["ghost"], occasion: "attack", attack, origin: "ghost" },
  ]) {
    const answered = (what) => [(answer) => say(what, answer), (problem) => say(what, problem.message)];
    await answerPlayer(coign, request).then(...answered("answer"));
    await surveyForPlayer(coign, { ...request, places: [[0, 0]] }).then(...answered("survey"));
  }

  // What the GM's own roll gets: everybody reads the formula.
  const query = { actorToken: { scene: "s1", token: "hero" }, targets: [...open.targets, ...secret.targets], attack };
  const additions = await ask(coign, query).inTime;
  if (!additions) return [...wire, "no additions"];
  say(
    "formula",
    additions.parts.map(({ formula, flavor }) => [formula, flavor]),
  );
  say("mode", [additions.advantage, additions.disadvantage]);
  say(
    "armour",
    VISIBLE.map((id) => additions.armourClass(id)),
  );
  for (const line of additions.lines) if (line.modifier === "m0") additions.turn(line);
  say("flags", additions.flags({ isGM: true, name: "GM" }));
  return wire;
}

test("nothing that a player gets depends on what a player cannot see", { timeout: 120_000 }, async (context) => {
  // Time passes at once, so that the steps in which players are answered cost the test nothing.
  context.mock.method(globalThis, "setTimeout", (task, _ms, ...given) => setImmediate(task, ...given));
  context.mock.method(console, "warn", () => {});
  let lines = 0;
  const kinds = new Set();
  for (let seed = 1; seed <= SCENES; seed++) {
    const open = seen(seed);
    const one = await play(open, unseen(seed * 2));
    const other = await play(open, unseen(seed * 2 + 1));
    assert.deepEqual(one, other, `scene ${seed}`);
    lines += one.length;
    for (const line of one) kinds.add(line.slice(0, line.indexOf(" ")));
  }
  assert.ok(lines > SCENES * 8, `${lines} lines`);
  assert.deepEqual([...kinds].sort(), [
    "answer",
    "armour",
    "flags",
    "formula",
    "message",
    "mode",
    "no",
    "survey",
    "tokens",
  ]);
});

test("a player's answer takes one fixed time, whatever the bridge is busy with, and an error the same", async (context) => {
  const open = { ...seen(1), settings: { ...seen(1).settings, playersAsk: true } };
  await play(open, unseen(1)); // for the globals
  let now = 0;
  context.mock.method(performance, "now", () => now);
  context.mock.method(globalThis, "setTimeout", (task, ms) => {
    now += ms;
    return setImmediate(task);
  });
  const chance = chanceOf(7);
  const failed = [];
  /** The time of an answer while the bridge is busy. */
  const taken = async (busy, query) => {
    now = 0;
    const coign = {
      contract: new Contract(),
      adapter: { bonusOf: () => null, armourClass: () => null },
      engine: { connected: true, nextId: () => "1", request: async () => (now += busy) },
      queue: { turn: async () => {} },
      scenes: { ready: async () => 1 },
      setting: (name) => open.settings[name],
      answered: new Answered(),
      playerBudgets: { spend: () => true, userOf: () => "ann" },
      rulesProblem: "",
      evaluate: async () => {
        now += busy;
        return { results: [] };
      },
    };
    await query(coign).catch((problem) => failed.push(problem.message));
    return now;
  };
  const asked = (actor) => (coign) => answerPlayer(coign, { scene: "s1", actor, targets: ["orc"], occasion: "attack" });
  const survey = (coign) => surveyForPlayer(coign, { scene: "s1", actor: "hero", targets: ["orc"], places: [[0, 0]] });
  const times = new Set();
  for (let sample = 0; sample < 200; sample++)
    for (const hiddenOnesMove of [0, 60]) {
      times.add(await taken(chance() * 60 + hiddenOnesMove * chance(), asked("hero")));
      times.add(await taken(0, asked("ghost")));
    }
  assert.deepEqual([...times], [150]);
  assert.deepEqual([failed.length, new Set(failed).size], [400, 1], "those about the hidden token");
  assert.deepEqual([await taken(20, survey), await taken(400, survey), await taken(501, survey)], [500, 500, 1000]);
  assert.ok(PLAYERS_PATIENCE > 150, "a roll waits for longer than that");
});
