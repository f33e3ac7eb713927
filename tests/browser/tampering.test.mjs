/**
 * A player tampers with flags: the player owns a token and messages, and may send any update for them. Each attempt
 * must fail.
 */

import assert from "node:assert/strict";
import { test } from "node:test";

import { flagsOf, judged, passed, strike, synced, wiretap } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, cardOf, eventually, pause, READY, SOON, TOKENS } from "./table.mjs";

const FORGED = [{ scope: "roll", modifier: "gm-1", effect: { kind: "flat", value: 30, to: "attack" }, why: "luck" }];

const line = wiretap();
const { gm, player } = await oneTable({ query: "v=14", before: line.before });

/** Update a document from the player's client, by uuid; resolves when the game master's client has the change. */
async function playerWrites(uuid, change) {
  await player.evaluate(
    async ([where, what]) => (await fromUuid(where)).update(JSON.parse(JSON.stringify(what))),
    [uuid, change],
  );
  await synced(player, gm);
}

/** Wait until the message's flags hold nothing that the player forged, and return them. */
async function cleaned(message) {
  await gm.waitForFunction(
    (id) => {
      const flags = game.messages.get(id).flags.coign;
      return flags?.overrides?.length === 0 && flags.annotationKey !== "forged";
    },
    message,
    SOON,
  );
  return flagsOf(gm, message);
}

/** Return the results in the flags, without the ids of requests. */
const results = ({ annotations }) => annotations.map(({ results: all }) => all);

/** Return the last request of a roll: after a reconnection others follow, of what would be. */
const attackSent = () => requestsSent().findLast(({ roll }) => roll);
const requestsSent = () => line.sent.filter(({ type }) => type === "evaluate");

for (const [spelling, change] of Object.entries({
  "the plain key": { flags: { coign: { overrides: FORGED, annotationKey: "forged" } } },
  "a dotted key": { "flags.coign.overrides": FORGED, "flags.coign.annotationKey": "forged" },
  "the key that replaces": { flags: { "==coign": { overrides: FORGED, annotationKey: "forged" } } },
  "the key that replaces, inside": { flags: { coign: { "==overrides": FORGED, annotationKey: "forged" } } },
  "the key that replaces, around": { "==flags": { coign: { overrides: FORGED, annotationKey: "forged" } } },
}))
  test(`a player cannot override his own roll: ${spelling}`, async () => {
    const message = await strike(player);
    await judged(gm, message);
    const before = await flagsOf(gm, message);
    await playerWrites(`ChatMessage.${message}`, change);
    const after = await cleaned(message);
    assert.deepEqual(results(after), results(before));
  });

for (const [spelling, change] of Object.entries({
  "one of them": { flags: { coign: { "-=overrides": null } } },
  "all of ours": { flags: { "-=coign": null } },
}))
  test(`a player cannot delete a GM's override: ${spelling}`, async () => {
    const message = await strike(player);
    await cardOf(gm, message).locator(".coign-toggle").first().click(SOON);
    await cardOf(player, message).locator('[data-state="off"]').first().waitFor(SOON);
    const { overrides } = await flagsOf(gm, message);
    assert.equal(overrides.length, 1);
    await playerWrites(`ChatMessage.${message}`, change);
    await gm.waitForFunction((id) => game.messages.get(id).flags.coign?.overrides?.length === 1, message, SOON);
    assert.deepEqual((await flagsOf(gm, message)).overrides, overrides);
  });

test("a message created with overrides and an annotation is annotated as if it had none", async () => {
  const message = await player.evaluate(
    async ([by, at, overrides]) => {
      const token = canvas.scene.tokens.get(by);
      canvas.tokens.setTargets([at]);
      const rolls = [await new Roll("1d20 + 5").evaluate()];
      const flags = {
        dnd5e: { roll: { type: "attack" }, targets: [] },
        coign: { overrides, annotations: [{ results: [] }], annotationKey: "forged", occasion: "opportunity" },
      };
      return (await ChatMessage.create({ rolls, flags, speaker: ChatMessage.getSpeaker({ token }) })).id;
    },
    [TOKENS.ilse, TOKENS.snag, FORGED],
  );
  const { occasion } = await cleaned(message);
  assert.equal(occasion, "");
});

test("a player's change is undone even while the GM's client has no bridge", async () => {
  const message = await strike(player);
  await judged(gm, message);
  const before = await flagsOf(gm, message);
  const press = async (action, state) => {
    await gm.evaluate(() => game.modules.get("coign").api.open("pairing"));
    await gm.click(`#coign-pairing [data-action="${action}"]`);
    await gm.waitForFunction((wanted) => game.modules.get("coign").api.state === wanted, state, { timeout: READY });
    await gm.click('#coign-pairing [data-action="close"]');
  };
  await press("disconnect", "off");
  await playerWrites(`ChatMessage.${message}`, { flags: { coign: { overrides: FORGED, annotationKey: "forged" } } });
  const after = await cleaned(message);
  assert.deepEqual(after.annotations, before.annotations);
  await press("connect", "connected");
});

const CLAIMED = [
  { modifier: "high-ground", target: null, effect: { kind: "die", dice: "-1d4", to: "attack" }, flavor: "Coign: x" },
  { modifier: "obscured", target: null, effect: { kind: "disadvantage", to: "attack" }, flavor: "Coign: y" },
  { modifier: "half-cover", target: TOKENS.snag, effect: { kind: "flat", value: 10, to: "ac" }, flavor: "Coign: z" },
];

test("a roll that claims to include what it does not show gains nothing", async () => {
  const honest = await strike(player);
  await judged(gm, honest);
  const { ac } = attackSent().defence[TOKENS.snag];
  const message = await player.evaluate(
    async ([by, at, included]) => {
      const token = canvas.scene.tokens.get(by);
      canvas.tokens.setTargets([at]);
      const rolls = [await new Roll("1d20 + 5").evaluate()];
      const data = { rolls, type: "attack", system: { targets: [] }, flags: { coign: { included } } };
      return (await ChatMessage.create({ ...data, speaker: ChatMessage.getSpeaker({ token }) })).id;
    },
    [TOKENS.ilse, TOKENS.snag, CLAIMED],
  );
  await judged(gm, message);
  const { roll, defence } = attackSent();
  assert.deepEqual(roll.included?.filter(({ refuted }) => !refuted) ?? [], []);
  assert.equal(defence[TOKENS.snag].ac, ac);
});

test("what was put into a roll stays as it was when the message was made", async () => {
  const message = await strike(player);
  await judged(gm, message);
  await playerWrites(`ChatMessage.${message}`, { flags: { coign: { included: CLAIMED } } });
  await gm.waitForFunction((id) => game.messages.get(id).flags.coign?.included?.length === 0, message, SOON);
});

for (const [what, coign] of Object.entries({
  text: "coign",
  "a list": [1, 2],
  "targets that are none": { targets: { 0: 7 }, rolled: "6", moment: [] },
}))
  test(`malformed flags do not stop an attack from being judged: ${what}`, async () => {
    const message = await strike(player);
    await judged(gm, message);
    await playerWrites(`ChatMessage.${message}`, { flags: { "==coign": coign } });
    const next = await strike(player);
    await cardOf(gm, next).waitFor(SOON);
    assert.equal(await gm.evaluate(() => game.modules.get("coign").api.state), "connected");
  });

test("overrides in a token's flags do not count, whoever owns it", async () => {
  const uuid = await player.evaluate((id) => canvas.scene.tokens.get(id).uuid, TOKENS.ilse);
  const word = { ...FORGED[0], scope: "token", actor: TOKENS.ilse };
  await playerWrites(uuid, { flags: { coign: { overrides: [word, { nonsense: true }] } } });
  line.sent.splice(0);
  const message = await strike(player);
  await judged(gm, message);
  for (const { overrides } of requestsSent()) assert.deepEqual(overrides, []);
  await playerWrites(uuid, { flags: { coign: { "-=overrides": null } } });
});

test("reach, ignored cover, senses and immunities on a token count only when a GM has set them", async () => {
  const traits = { reach: 60, ignores: ["half", "three-quarters"], immune: ["flanking"], senses: { truesight: 300 } };
  const uuid = await player.evaluate((id) => canvas.scene.tokens.get(id).uuid, TOKENS.ilse);
  const sentTraits = async () => {
    const isOfIlse = ({ id }) => id === TOKENS.ilse;
    const tells = ({ type, changes }) => type === "scene.patch" && changes.some(isOfIlse);
    return (await passed(line.sent, tells, "the change is sent")).changes.find(isOfIlse).data.coign;
  };
  line.sent.splice(0);
  await playerWrites(uuid, { flags: { coign: { ...traits, facing: 90 } } });
  const player_ = await sentTraits();
  assert.equal(player_.facing, 90, "which way it faces is the player's own");
  assert.notEqual(player_.reach, 60);
  assert.deepEqual(player_.ignores ?? [], []);
  line.sent.splice(0);
  await gm.evaluate(async (where) => (await fromUuid(where)).update({ flags: { coign: { reach: 30 } } }), uuid);
  const trusted = () => line.sent.filter(({ type }) => type === "scene.patch").flatMap(({ changes }) => changes);
  const { coign } = await eventually(
    () => trusted().findLast(({ id }) => id === TOKENS.ilse)?.data,
    (data) => data?.coign.reach === 30,
    "the reach is sent",
  );
  assert.deepEqual([coign.ignores ?? [], coign.immune ?? []], [[], []], "what the GM did not set stays unused");
  await gm.evaluate(async (where) => (await fromUuid(where)).update({ flags: { "-=coign": null } }), uuid);
});

test("a message of 400 attacks is read up to twenty, and the bridge keeps serving", async () => {
  for (const frame of [gm, player])
    await frame.evaluate(() => Object.assign(game.system, { id: "pf1", version: "11.5" }));
  line.sent.splice(0);
  await player.evaluate(
    async ([by, at]) => {
      const roll = (await new Roll("1d20 + 6").evaluate()).toJSON();
      const attacks = Array.from({ length: 400 }, () => ({ attack: roll }));
      const token = canvas.scene.tokens.get(by);
      const system = { actor: token.actor.uuid, targets: [canvas.scene.tokens.get(at).uuid], rolls: { attacks } };
      await ChatMessage.create({ system, speaker: ChatMessage.getSpeaker({ token }), rolls: [] });
    },
    [TOKENS.ilse, TOKENS.snag],
  );
  const aboutRolls = () => requestsSent().filter(({ roll }) => roll); // a preview may come in between
  await eventually(
    () => aboutRolls().length,
    (count) => count >= 20,
    "twenty are asked about",
  );
  await pause(300);
  assert.equal(aboutRolls().length, 20, "one for each roll that is read, for both views");
  for (const frame of [gm, player])
    await frame.evaluate(() => Object.assign(game.system, { id: "dnd5e", version: "6.0.1" }));
});

test("amidst a flood of a player's messages a GM's attack is judged, and no limit is exceeded", async () => {
  line.said.splice(0);
  await player.evaluate(
    async ([by, at]) => {
      const token = canvas.scene.tokens.get(by);
      canvas.tokens.setTargets([at]);
      const rolls = [await new Roll("1d20 + 5").evaluate()];
      const speaker = ChatMessage.getSpeaker({ token });
      const one = { rolls, speaker, type: "attack", system: { targets: [] } };
      await ChatMessage.createDocuments(
        Array.from({ length: 100 }, () => ({ ...one, rolls: rolls.map((r) => JSON.stringify(r)) })),
      );
    },
    [TOKENS.ilse, TOKENS.snag],
  );
  const message = await strike(gm); // the order is held by `flood.test.mjs`, the time measured by `bench-players.mjs`
  await judged(gm, message);
  assert.deepEqual(
    line.said.filter(({ type, code }) => type === "error" && code === "overloaded"),
    [],
  );
});

test("flags are the same whether a hidden token stands in the way or not", async () => {
  const published = async () => {
    await gm.evaluate(() => tabletop.dice.nextFaces.splice(0, 99));
    await player.evaluate(() => tabletop.dice.nextFaces.push(12));
    const message = await strike(player);
    await judged(gm, message);
    const { annotations, annotationKey } = await flagsOf(gm, message);
    return { annotations, key: annotationKey.split(":").at(-1) };
  };
  const without = await published();
  const id = await gm.evaluate(async (foe) => {
    const source = canvas.scene.tokens.get(foe).toObject();
    const data = { ...source, name: "Lurker", hidden: true, x: source.x - 100 };
    delete data._id;
    const [made] = await canvas.scene.createEmbeddedDocuments("Token", [data]);
    return made.id;
  }, TOKENS.snag);
  assert.deepEqual(await published(), without);
  await gm.evaluate((lurker) => canvas.scene.deleteEmbeddedDocuments("Token", [lurker]), id);
});

test("only GMs read the reason of a scene's override, unless it is public", async () => {
  const scene = await gm.evaluate(() => canvas.scene.id);
  const set = (override) =>
    gm.evaluate(([what, where]) => game.modules.get("coign").api.override(what, where), [override, scene]);
  const secret = { scope: "scene", scene, modifier: "gm-spy", why: "the mayor is a spy", state: "on" };
  const override = { ...secret, effect: { kind: "flat", value: 1, to: "attack" } };
  await set(override);
  const message = await strike(player);
  await cardOf(gm, message).locator(".coign-chip", { hasText: "the mayor is a spy" }).waitFor(SOON);
  assert.doesNotMatch(await cardOf(player, message).textContent(), /spy/);
  assert.doesNotMatch(JSON.stringify(await flagsOf(player, message)), /the mayor is a spy/);
  await set({ ...override, public: true });
  const next = await strike(player);
  await cardOf(player, next).locator(".coign-chip", { hasText: "the mayor is a spy" }).waitFor(SOON);
  await gm.evaluate(
    ([what, where]) => game.modules.get("coign").api.removeOverride(what, where),
    [{ ...override, public: true }, scene],
  );
});

test("one player's previews do not use up another's", async () => {
  const ask = (key, count) =>
    player.evaluate(
      async ([own, actor, target, times]) => {
        const began = performance.now();
        const request = {
          scene: canvas.scene.id,
          actor,
          targets: [target],
          occasion: "attack",
          ...(own && { key: own }),
        };
        const query = () => game.users.activeGM.query("coign.evaluate", request, { timeout: 5000 });
        const answers = await Promise.allSettled(Array.from({ length: times }, query));
        const granted = answers.filter(({ status }) => status === "fulfilled").length;
        return [granted, (performance.now() - began) / 1000];
      },
      [key, TOKENS.ilse, TOKENS.snag, count],
    );
  const [granted, seconds] = await ask("made-up", 60);
  assert.ok(granted <= 12 + Math.ceil(6 * seconds), `${granted} of 60 by a stranger in ${seconds} s`);
  const ofMine = () =>
    player.evaluate(
      async ([actor, target]) => {
        const evaluate = () =>
          game.modules.get("coign").api.evaluate({ scene: canvas.scene.id, actor, targets: [target] });
        const answers = await Promise.allSettled(Array.from({ length: 5 }, evaluate));
        return answers.filter(({ status }) => status === "fulfilled").length;
      },
      [TOKENS.ilse, TOKENS.snag],
    );
  await becomes(ofMine, 5, "with the key of one's own");
});
