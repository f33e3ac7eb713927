/** Edges and banes in the power rolls of Draw Steel, before the dice fall: in the stand-in, without a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { additionsOf } from "../../../../foundry-module/scripts/in-roll/additions.mjs";
import { powerRollsOf } from "../../../../foundry-module/scripts/systems/draw-steel/abilities.mjs";
import { wrapAbilities } from "../../../../foundry-module/scripts/systems/draw-steel/in-roll.mjs";
import { adapterFor } from "../../../../foundry-module/scripts/systems/index.mjs";
import { tableOf } from "../../../browser/systems-kit.mjs";
import { TOKENS } from "../../../browser/table.mjs";
import { answered } from "../../result-kit.mjs";
import { contextOf, foundryOf, inRollWith, later, settled } from "../rolls-kit.mjs";

const EDGE = {
  id: "high-ground",
  source: "High Ground",
  effect: { kind: "edge", to: "attack" },
  state: "on",
  reason: "10 ft above",
};
const PRONE = { ...EDGE, id: "target-prone", source: "Prone Target" };
const BANE = {
  id: "cover",
  source: "Cover",
  effect: { kind: "bane", to: "attack" },
  state: "on",
  reason: "half hidden",
};

/** The additions of an answer with these modifiers by target. */
function additionsFor({ targets, overrides = [] }, byTarget) {
  const isOff = (target, { id }) => overrides.some((one) => one.modifier === id && one.target === target);
  const told = (target, one) => (isOff(target, one) ? { ...one, state: "off" } : one);
  const results = targets.map((target) => ({
    target,
    modifiers: (byTarget[target] ?? []).map((one) => told(target, one)),
  }));
  return additionsOf({ players: answered({ results }) }, (key) => key, { kept: { overrides, isGM: true } });
}

/** A table whose questions are answered so: modifiers by target. */
async function tableWith(byTarget, ask) {
  const table = await tableOf("draw-steel", 14);
  const { client } = table;
  const atOnce = (query) => ({ inTime: Promise.resolve(additionsFor(query, byTarget)), late: Promise.resolve(null) });
  const { inRoll, queries } = inRollWith(ask ?? atOnce, { CONFIG: client.CONFIG });
  wrapAbilities(inRoll, { table: { ...foundryOf(client), system: () => null } });
  const context = contextOf(client);
  return { ...table, queries, inRoll, read: adapterFor("draw-steel", "1.0.0", context).readAttack };
}

const edgesIn = (message) => powerRollsOf(message).map(({ options }) => [options.edges, options.banes]);

test("each target has its own edges and banes, on the same two dice, and the message says which were put in", async () => {
  const { client, aim, strike, queries, read } = await tableWith({
    [TOKENS.snag]: [EDGE],
    [TOKENS.grik]: [BANE, EDGE, PRONE],
  });
  aim(TOKENS.snag, TOKENS.grik);
  client.CONFIG.Dice.nextFaces.push(6, 5);
  const message = await strike(TOKENS.ilse, "Longbow Shot");
  assert.deepEqual(edgesIn(message).sort(), [
    [1, 0],
    [2, 1],
  ]);
  const none = { ac: null, applied: null, edges: 0, banes: 0 };
  const abilities = ["ranged", "strike", "weapon"];
  const attack = { kind: "ranged", reach: null, range: { normal: 50, long: 50 }, name: "Longbow Shot", abilities };
  assert.deepEqual(queries, [
    {
      actorToken: { scene: client.canvas.scene.id, token: TOKENS.ilse },
      targets: [TOKENS.snag, TOKENS.grik],
      attack: { ...attack, spell: false },
      defence: { [TOKENS.snag]: none, [TOKENS.grik]: none },
      counted: [],
    },
  ]);
  const { included } = message.flags.coign;
  const told = included.map(({ modifier, target }) => `${modifier} ${target}`).sort();
  assert.deepEqual(told, [
    `cover ${TOKENS.grik}`,
    `high-ground ${TOKENS.grik}`,
    `high-ground ${TOKENS.snag}`,
    `target-prone ${TOKENS.grik}`,
  ]);
  const seen = read(message);
  assert.equal(seen.roll.total, 13, "11 and 2, without edges");
});

test("the system's own edges stay, and the question knows them", async () => {
  const { client, aim, strike, queries } = await tableWith({ [TOKENS.snag]: [EDGE] });
  aim(TOKENS.snag);
  const { actor } = client.canvas.scene.tokens.get(TOKENS.snag);
  actor.statuses = new Set(["restrained"]);
  const message = await strike(TOKENS.ilse, "Longbow Shot");
  assert.equal(queries[0].defence[TOKENS.snag].edges, 1);
  assert.deepEqual(edgesIn(message), [[2, 0]]);
  client.canvas.scene.tokens.get(TOKENS.ilse).actor.statuses = new Set(["weakened"]);
  await strike(TOKENS.ilse, "Longbow Shot");
  assert.deepEqual(queries[1].defence[TOKENS.snag], { ac: null, applied: null, edges: 1, banes: 1 });
});

test("without a target on the scene, an actor, a token or a power roll, or with the setting off, the ability is used as it is", async () => {
  const { client, aim, strike, queries, inRoll } = await tableWith({ [TOKENS.snag]: [EDGE] });
  const shoot = () => strike(TOKENS.ilse, "Longbow Shot");
  aim();
  assert.deepEqual(edgesIn(await shoot()), [[0, 0]]);
  aim(TOKENS.snag);
  const { getSpeaker } = client.classOf("ChatMessage");
  for (const speaker of [null, { scene: client.canvas.scene.id }, { token: TOKENS.ilse }, { scene: "s", token: "t" }]) {
    client.classOf("ChatMessage").getSpeaker = () => speaker;
    await shoot();
  }
  client.classOf("ChatMessage").getSpeaker = getSpeaker;
  const bow = client.canvas.scene.tokens.get(TOKENS.ilse).actor.items.find(({ name }) => name === "Longbow Shot");
  const { roll } = client.drawSteel.models.get(bow).power;
  roll.enabled = false;
  await shoot();
  roll.enabled = true;
  // An ability of the sidebar has no actor, and the token that the user controls would speak.
  const model = client.drawSteel.models.get(bow);
  client.canvas.scene.tokens.get(TOKENS.ilse).object.control();
  Object.defineProperty(model, "actor", { value: null, configurable: true });
  assert.equal((await model.use()).speaker.token, TOKENS.ilse);
  Reflect.deleteProperty(model, "actor");
  inRoll.active = false;
  const message = await shoot();
  assert.deepEqual([edgesIn(message), queries.length, message.flags.coign], [[[0, 0]], 0, undefined]);
  inRoll.active = true;
  await shoot();
  assert.equal(queries.length, 1);
});

test("an answer that comes with the message, or after the dialog was closed, changes nothing", async () => {
  for (const isRolled of [true, false]) {
    const { ask, give } = later();
    const { client, aim, strike, queries } = await tableWith({}, ask);
    const answer = () => give(additionsFor(queries[0], { [TOKENS.snag]: [EDGE] }));
    aim(TOKENS.snag);
    const drawn = [];
    client.drawSteel.prompt = async ({ ability }) => {
      const app = { options: { context: { ability } }, render: () => drawn.push("again") };
      client.Hooks.callAll("renderPowerRollDialog", app, { querySelector: () => null });
      return isRolled;
    };
    client.Hooks.on("createChatMessage", answer);
    const message = await strike(TOKENS.ilse, "Longbow Shot", { ask: true });
    answer();
    await settled();
    assert.deepEqual([drawn, message?.flags.coign, Boolean(message)], [[], undefined, isRolled]);
  }
});

test("the dialog has no more edges than its field takes", async () => {
  const { client, aim, strike } = await tableWith({ [TOKENS.snag]: [EDGE, PRONE, { ...EDGE, id: "third" }] });
  aim(TOKENS.snag);
  let edges;
  client.drawSteel.prompt = async ({ targets }) => {
    [
      {
        modifiers: { edges },
      },
    ] = targets;
    return true;
  };
  await strike(TOKENS.ilse, "Longbow Shot", { ask: true });
  assert.equal(edges, 2);
});

test("while the dialog is open a late answer comes into its fields, a press takes it out, and nothing does afterwards", async () => {
  const { ask, give } = later();
  const again = (query) => ({ inTime: null, late: Promise.resolve(additionsFor(query, byTarget)) });
  const byTarget = { [TOKENS.snag]: [EDGE, PRONE], [TOKENS.grik]: [BANE] };
  const { client, aim, strike, queries } = await tableWith({}, (query) => (queries.length > 1 ? again : ask)(query));
  aim(TOKENS.snag, TOKENS.grik);
  const shown = [];
  const fields = [];
  let open;
  client.drawSteel.prompt = async ({ ability, targets }) => {
    const footer = { before: (list) => shown.push(list) };
    const content = { ownerDocument: {}, querySelector: (selector) => (selector === "footer" ? footer : null) };
    footer.parentElement = content;
    open = (ofAbility) => client.Hooks.callAll("renderPowerRollDialog", app, content, ofAbility);
    const app = {
      options: { context: { ability } },
      render() {
        fields.push(targets.map(({ modifiers: { edges, banes } }) => [edges, banes]));
        open();
      },
    };
    client.Hooks.callAll("renderPowerRollDialog", { options: { context: { ability: "another" } } }, content);
    open();
    assert.deepEqual(shown, [], "no answer yet");
    give(additionsFor(queries[0], byTarget));
    await settled();
    shown.at(-1).press({ modifier: PRONE.id, target: TOKENS.snag });
    await settled();
    return true;
  };
  const message = await strike(TOKENS.ilse, "Longbow Shot", { ask: true });
  assert.deepEqual(fields, [
    [
      [2, 0],
      [0, 1],
    ],
    ...Array(2).fill([
      [1, 0],
      [0, 1],
    ]),
  ]);
  const off = { scope: "roll", modifier: PRONE.id, target: TOKENS.snag, state: "off" };
  assert.deepEqual(
    queries.map(({ overrides }) => overrides),
    [undefined, [off]],
  );
  assert.deepEqual(edgesIn(message).sort(), [
    [0, 1],
    [1, 0],
  ]);
  const { included, overrides } = message.flags.coign;
  const told = included.map(({ modifier, target }) => `${modifier} ${target}`);
  assert.deepEqual(told, [`high-ground ${TOKENS.snag}`, `cover ${TOKENS.grik}`]);
  assert.deepEqual(overrides, [{ ...off, by: "Gamemaster" }]);
  assert.equal(shown.length, 3);
  open();
  assert.equal(shown.length, 3, "the ability is used");
});

test("the system counts flanking for the token that its user controls, if it flanks every target in melee", async () => {
  const { client, aim, strike, queries } = await tableWith({});
  const { object: bram } = client.canvas.scene.tokens.get(TOKENS.bram);
  bram.isFlanking = ({ id }) => id === TOKENS.snag;
  const counted = async (name, ...targets) => {
    aim(...targets);
    const { flags } = await strike(TOKENS.bram, name);
    assert.equal(flags.coign, undefined, "nothing was put in");
    return queries.at(-1).counted;
  };
  assert.deepEqual(await counted("Sword Cut", TOKENS.snag), [], "a token that nobody controls");
  bram.control();
  assert.deepEqual(await counted("Sword Cut", TOKENS.snag), ["flanking"]);
  assert.deepEqual(await counted("Sword Cut", TOKENS.snag, TOKENS.grik), [], "it does not flank both");
  const { models } = client.drawSteel;
  const sword = client.canvas.scene.tokens.get(TOKENS.bram).actor.items.find(({ name }) => name === "Sword Cut");
  for (const word of ["melee", "strike"]) {
    models.get(sword).keywords.delete(word);
    assert.deepEqual(await counted("Sword Cut", TOKENS.snag), [], `no ${word}`);
    models.get(sword).keywords.add(word);
  }
});
