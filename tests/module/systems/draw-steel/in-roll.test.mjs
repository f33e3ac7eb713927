/** Edges and banes in the power rolls of Draw Steel, before the dice fall: in the stand-in, without a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { deepClone } from "../../../../bridge/tabletop/foundry/utils.mjs";
import { rollsIn } from "../../../../bridge/tabletop/systems/draw-steel.mjs";
import { additionsOf } from "../../../../foundry-module/scripts/in-roll/additions.mjs";
import { BY_PRONE, powerRollsOf } from "../../../../foundry-module/scripts/systems/draw-steel/abilities.mjs";
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
async function tableWith(byTarget, ask, generation = 14) {
  const table = await tableOf("draw-steel", generation);
  const { client } = table;
  const atOnce = (query) => ({ inTime: Promise.resolve(additionsFor(query, byTarget)), late: Promise.resolve(null) });
  const { inRoll, queries } = inRollWith(ask ?? atOnce, { CONFIG: client.CONFIG });
  wrapAbilities(inRoll, { table: { ...foundryOf(client), system: () => null } });
  const context = contextOf(client);
  return { ...table, queries, inRoll, read: adapterFor("draw-steel", "1.0.0", context).readAttack };
}

const edgesIn = (message) => powerRollsOf(message).map(({ roll: { options } }) => [options.edges, options.banes]);

/**
 * Have a dialog opened before each roll. As an application does, it copies the context that it is given, and its copy is
 * rolled. Applications fire a hook for each of their classes.
 * @param {(dialog: {app: object, draw: (content: object) => void, edges: () => number[][]}) => unknown} during what happens
 *   while it is open; false: it is closed without a roll
 */
function withDialog(client, during, drawn = () => {}) {
  client.drawSteel.prompt = async (config) => {
    const app = { options: { ...config, context: deepClone(config.context) }, render: () => drawn() };
    const { context } = app.options;
    const edges = () => Object.values(context.targets).map(({ modifiers: { edges: up, banes } }) => [up, banes]);
    const draw = (content) => client.Hooks.callAll("renderPowerRollDialog", app, content);
    return (await during({ app, draw, edges })) === false ? null : rollsIn(context);
  };
}

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
      counted: BY_PRONE,
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
  const edges = Object.entries(seen.defence).map(([target, one]) => [target, one.edges, one.banes]);
  assert.deepEqual(edges, [
    [TOKENS.snag, 1, 0],
    [TOKENS.grik, 2, 1],
  ]);
});

test("who is prone is counted once: by the system from 1.1 on, by Coign before", async () => {
  for (const generation of /** @type {const} */ ([13, 14])) {
    const { client, aim, strike, queries, read } = await tableWith({}, undefined, generation);
    const { tokens } = client.canvas.scene;
    aim(TOKENS.snag);
    for (const id of [TOKENS.bram, TOKENS.snag]) tokens.get(id).actor.statuses = new Set(["prone"]);
    tokens.get(TOKENS.bram).object.isFlanking = () => true;
    const message = await strike(TOKENS.bram, "Sword Cut");
    const isCounted = generation === 14;
    const counts = isCounted ? [1, 1] : [0, 0];
    const { edges, banes } = queries[0].defence[TOKENS.snag];
    assert.deepEqual([edgesIn(message), [edges, banes]], [[counts], counts]);
    const expected = isCounted ? BY_PRONE : [];
    assert.deepEqual([queries[0].counted, read(message).counted ?? []], [expected, expected], "and no flanking");
    tokens.get(TOKENS.bram).object.control();
    const flanked = read(await strike(TOKENS.bram, "Sword Cut"));
    assert.deepEqual(flanked.counted, ["flanking", ...expected]);
  }
});

test("a message without targets has the part of its tier alone", async () => {
  const { aim, strike, read } = await tableWith({});
  aim();
  const message = await strike(TOKENS.ilse, "Longbow Shot");
  assert.deepEqual(
    Object.values(message.system.parts).map(({ type }) => type),
    ["abilityUse", "abilityResult"],
  );
  assert.deepEqual([read(message).targets, read(message).defence], [[], {}]);
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
  const { client, aim, strike, queries, inRoll } = await tableWith({ [TOKENS.snag]: [EDGE] }, undefined, 13);
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
  const { roll } = bow.system.power;
  roll.enabled = false;
  await shoot();
  roll.enabled = true;
  // An ability of the sidebar has no actor, and the token that the user controls would speak.
  const model = bow.system;
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
    const onDraw = () => drawn.push("again");
    withDialog(
      client,
      ({ draw }) => {
        draw({ querySelector: () => null });
        return isRolled;
      },
      onDraw,
    );
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
  withDialog(client, (dialog) => {
    [[edges]] = dialog.edges();
  });
  await strike(TOKENS.ilse, "Longbow Shot", { ask: true });
  assert.equal(edges, 2);
});

for (const generation of /** @type {const} */ ([13, 14]))
  test(`${generation}: while the dialog is open a late answer comes into its fields, a press takes it out, and nothing does afterwards`, async () => {
    const { ask, give } = later();
    const again = (query) => ({ inTime: null, late: Promise.resolve(additionsFor(query, byTarget)) });
    const byTarget = { [TOKENS.snag]: [EDGE, PRONE], [TOKENS.grik]: [BANE] };
    const asked = (query) => (queries.length > 1 ? again : ask)(query);
    const { client, aim, strike, queries } = await tableWith({}, asked, generation);
    aim(TOKENS.snag, TOKENS.grik);
    const shown = [];
    const fields = [];
    const footer = { before: (list) => shown.push(list) };
    const content = { ownerDocument: {}, querySelector: (selector) => (selector === "footer" ? footer : null) };
    footer.parentElement = content;
    let open;
    let fieldsNow;
    withDialog(
      client,
      async ({ app, draw, edges }) => {
        open = () => draw(content);
        fieldsNow = edges;
        client.Hooks.callAll(
          "renderPowerRollDialog",
          { ...app, options: { context: { ability: "another" } } },
          content,
        );
        open();
        assert.deepEqual(shown, [], "no answer yet");
        give(additionsFor(queries[0], byTarget));
        await settled();
        shown.at(-1).press({ modifier: PRONE.id, target: TOKENS.snag });
        await settled();
      },
      () => {
        fields.push(fieldsNow());
        open();
      },
    );
    const message = await strike(TOKENS.ilse, "Longbow Shot", { ask: true });
    const snag = (edges) => [
      [edges, 0],
      [0, 1],
    ];
    assert.deepEqual(fields, [snag(2), snag(1), snag(1)]);
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
  const { client, aim, strike, queries } = await tableWith({}, undefined, 13);
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
  const sword = client.canvas.scene.tokens.get(TOKENS.bram).actor.items.find(({ name }) => name === "Sword Cut");
  for (const word of ["melee", "strike"]) {
    sword.system.keywords.delete(word);
    assert.deepEqual(await counted("Sword Cut", TOKENS.snag), [], `no ${word}`);
    sword.system.keywords.add(word);
  }
});
