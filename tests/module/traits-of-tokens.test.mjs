/** The author of a trait on a token. GMs and players write traits in the stand-in's world; the adapter says which count. */

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { askAboutTraits } from "../../foundry-module/scripts/config/ask-traits.mjs";
import { traitsNoted } from "../../foundry-module/scripts/systems/noted-traits.mjs";
import { assertNoErrors, bridge, quiet, startTable, until, world } from "./attack/kit.mjs";
import { settled } from "./fakes.mjs";

const table = await startTable();
const { player } = table;
after(() => assertNoErrors(table.errors));

const scene = () => game.scenes.get("scene");
const own = (client, id) => client.scenes.get("scene").tokens.get(id);
const set = (client, id, coign) => own(client, id).update({ flags: { coign } });
/** Return what the bridge was told last of a token. */
const told = (id) =>
  bridge.sent
    .flatMap(({ type, data, changes }) =>
      type === "scene.put" ? (data?.tokens ?? []) : (changes ?? []).map((change) => change.data ?? {}),
    )
    .findLast(({ _id }) => _id === id)?.coign;
const counts = (id, path, value) => until(() => JSON.stringify(told(id)?.[path]) === JSON.stringify(value));
const noted = (id) => traitsNoted(scene()).filter(({ token }) => token === id);

/** A creature that a player owns. */
const [actor] = await game.actors.documentClass.createDocuments([{ name: "Ann's", ownership: { ann: 3 } }]);
await scene().updateEmbeddedDocuments("Token", [{ _id: "hero", actorId: actor.id, actorLink: true }]);
await quiet();

test("what a GM sets counts", async () => {
  await set(table.gm, "hero", { reach: 15 });
  await counts("hero", "reach", 15);
  assert.deepEqual(noted("hero"), [{ token: "hero", path: "reach", value: 15 }]);
});

test("what a player writes in its place is undone, and never counts", async () => {
  for (const flags of [{ coign: { reach: 60 } }, { "-=coign": null }, { "==coign": { reach: 60 } }]) {
    const before = bridge.sent.length;
    await own(player, "hero").update({ flags });
    await until(() => own(player, "hero").flags.coign?.reach === 15);
    const after = bridge.sent.slice(before).flatMap(({ changes }) => changes ?? []);
    assert.ok(!after.some(({ id, data }) => id === "hero" && data.coign.reach !== 15));
  }
});

test("what a player adds is taken away, but for what is the player's own", async () => {
  await set(player, "hero", { ignores: ["half"], senses: { truesight: 300 }, facing: 90 });
  await until(() => own(player, "hero").flags.coign.ignores === null);
  await counts("hero", "facing", 90);
  const { ignores = [], senses } = told("hero");
  assert.deepEqual([ignores, senses?.truesight ?? null], [[], null]);
  assert.deepEqual(scene().tokens.get("hero").flags.coign.senses, { truesight: null });
});

const TURNS = [0, 1, 2, 3, 4, 6, 8, 12];

/** Let a player write a reach of 60, and some turns later a GM the same; before, the GM's was 15. */
async function bothWrite(turns) {
  await set(table.gm, "hero", { reach: 15 });
  await quiet();
  const written = set(player, "hero", { reach: 60 });
  for (let n = 0; n < turns; n++) await settled();
  await Promise.all([written, set(table.gm, "hero", { reach: 60 })]);
  await quiet();
}

test("what a GM sets counts in the moment in which the player's same value is undone, before and after", async () => {
  for (const turns of TURNS) {
    await bothWrite(turns);
    assert.deepEqual(noted("hero"), [{ token: "hero", path: "reach", value: 60 }], `after ${turns} turns`);
    for (const client of [table.gm, player])
      assert.equal(own(client, "hero").flags.coign.reach, 60, `after ${turns} turns`);
    await counts("hero", "reach", 60);
  }
  await set(table.gm, "hero", { reach: 15 });
  await counts("hero", "reach", 15);
});

test("where the server tells nobody of an equal value, what counts is what all read, and a GM can set it again", async () => {
  world.dropsEqual = true;
  for (const turns of TURNS) {
    await bothWrite(turns);
    const [{ value }] = noted("hero");
    for (const client of [table.gm, player])
      assert.equal(own(client, "hero").flags.coign.reach, value, `after ${turns} turns`);
    await counts("hero", "reach", value);
    await set(table.gm, "hero", { reach: 60 });
    await counts("hero", "reach", 60);
  }
  world.dropsEqual = false;
  await set(table.gm, "hero", { reach: 15 });
  await counts("hero", "reach", 15);
});

test("a GM takes away what he has set", async () => {
  await set(table.gm, "orc", { height: 9 });
  await counts("orc", "height", 9);
  await set(table.gm, "orc", { height: null });
  await until(() => noted("orc").length === 0);
});

test("a copy that a GM makes counts as the original does", async () => {
  await set(table.gm, "hero", { height: 9 });
  await until(() => noted("hero").length === 2);
  const source = scene().tokens.get("hero").toObject();
  source.flags.coign.immune = ["flanking"];
  const [copy] = await scene().createEmbeddedDocuments("Token", [{ ...source, x: 600 }]);
  await until(() => noted(copy.id).length === 2);
  assert.deepEqual(
    noted(copy.id)
      .map(({ path }) => path)
      .sort(),
    ["height", "reach"],
  );
  await copy.delete();
  await until(() => noted(copy.id).length === 0);
  const [again] = await scene().createEmbeddedDocuments("Token", [copy.toObject()], { keepId: true });
  await until(() => noted(again.id).length === 2, "and so does one whose deletion was taken back");
  await again.delete();
});

test("a token whose deletion is taken back has what counted on it, if it is one of the last 200", async () => {
  const make = async (count) => {
    const tokens = await scene().createEmbeddedDocuments("Token", Array(count).fill({ name: "Gone", actorId: null }));
    const ids = tokens.map(({ id }) => id);
    const flags = { coign: { reach: 20 } };
    await scene().updateEmbeddedDocuments(
      "Token",
      ids.map((_id) => ({ _id, flags })),
    );
    await quiet();
    return ids;
  };
  for (const [others, found] of [
    [199, [20]],
    [200, []],
  ]) {
    const [id, ...more] = await make(1 + others);
    const source = scene().tokens.get(id).toObject();
    await scene().deleteEmbeddedDocuments("Token", [id, ...more]);
    await quiet();
    assert.deepEqual(noted(id), []);
    const [back] = await scene().createEmbeddedDocuments("Token", [source], { keepId: true });
    await quiet();
    assert.deepEqual(
      noted(id).map(({ value }) => value),
      found,
    );
    await back.delete();
  }
});

test("the copy of a whole scene brings along what counts in it", async () => {
  const [copy] = await game.scenes.documentClass.createDocuments([scene().toObject()]);
  const there = copy.tokens.get("hero");
  assert.deepEqual(traitsNoted(copy).filter(({ token }) => token === there.id).length, 2);
});

test("sixty tokens that are placed at once are noted in one update", async () => {
  let updates = 0;
  const hook = Hooks.on("updateScene", () => updates++);
  const source = scene().tokens.get("hero").toObject();
  const made = await scene().createEmbeddedDocuments("Token", Array(60).fill(source));
  await until(() => noted(made.at(-1).id).length === 2);
  Hooks.off("updateScene", hook);
  assert.ok(updates <= 2, `${updates} updates`);
  await scene().deleteEmbeddedDocuments(
    "Token",
    made.map(({ id }) => id),
  );
});

test("a prototype vouches for its tokens as far as a GM has set it", async () => {
  const prototype = (client, coign) => client.actors.get(actor.id).update({ prototypeToken: { flags: { coign } } });
  await prototype(table.gm, { reach: 20 });
  await prototype(player, { miss: 50 });
  await until(() => game.settings.get("coign", "setOnPrototypes")[actor.uuid]);
  const flags = game.actors.get(actor.id).prototypeToken.flags;
  const [made] = await scene().createEmbeddedDocuments("Token", [{ name: "new", actorId: actor.id, flags }]);
  await until(() => noted(made.id).length === 1);
  assert.deepEqual(noted(made.id)[0], { token: made.id, path: "reach", value: 20 });
  const [twin] = await game.actors.documentClass.createDocuments([
    { ...game.actors.get(actor.id).toObject(), _stats: { duplicateSource: actor.uuid } },
  ]);
  await until(() => game.settings.get("coign", "setOnPrototypes")[twin.uuid]);
  assert.deepEqual(game.settings.get("coign", "setOnPrototypes")[twin.uuid], { reach: 20 });
  await twin.delete();
  await until(() => !(twin.uuid in game.settings.get("coign", "setOnPrototypes")));
  await made.delete();
});

test("what a GM sets on a prototype counts beside a player's same value, and a player's is undone", async () => {
  const prototype = (client, flags) => client.actors.get(actor.id).update({ prototypeToken: { flags } });
  const reachOf = (client) => client.actors.get(actor.id).prototypeToken.flags.coign?.reach;
  const isNoted = () => game.settings.get("coign", "setOnPrototypes")[actor.uuid]?.reach;
  for (const turns of [0, 1, 2, 3, 4, 6, 8, 12, 60])
    for (const drops of [false, true]) {
      await prototype(table.gm, { coign: { reach: 15 } });
      await quiet();
      world.dropsEqual = drops;
      const written = prototype(player, { coign: { reach: 60 } });
      for (let n = 0; n < turns; n++) await settled();
      await Promise.all([written, prototype(table.gm, { coign: { reach: 60 } })]);
      await quiet();
      world.dropsEqual = false;
      const read = [table.gm, player].map(reachOf);
      const counting = drops ? isNoted() : 60; // what the server told nobody of was never set
      assert.deepEqual([isNoted(), ...read], [counting, counting, counting], `after ${turns} turns, ${drops}`);
    }
  await prototype(table.gm, { coign: { reach: 60 } });
  for (const flags of [{ coign: { reach: 30 } }, { "-=coign": null }, { "==coign": { reach: 30 } }]) {
    await prototype(player, flags);
    await until(() => [table.gm, player].every((client) => reachOf(client) === 60));
    await quiet();
    assert.equal(isNoted(), 60, JSON.stringify(flags));
  }
  await Promise.all([15, 20, 60, 20].map((reach) => prototype(table.gm, { coign: { reach } })));
  await quiet();
  assert.deepEqual([isNoted(), ...[table.gm, player].map(reachOf)], [20, 20, 20], "the last of a GM's own");
  await prototype(table.gm, { coign: { reach: null } });
  await until(() => isNoted() === undefined);
});

/** Write into the world while nobody is there to see. */
const unseen = (id, coign) => {
  for (const { tokens } of [world.data.documents.Scene[0], scene()._source])
    Object.assign(tokens.find(({ _id }) => _id === id).flags, { coign });
  scene().tokens.get(id).reset();
};

/** Answer the dialogs that come. */
function answering(...answers) {
  const asked = [];
  const wait = async ({ content }) => {
    asked.push(content);
    return answers.shift() ?? null;
  };
  foundry.applications = { api: { DialogV2: { wait } }, instances: new Map() };
  return asked;
}

test("what nobody saw is asked about once, and counts only then", async () => {
  globalThis.foundry ??= {};
  unseen("hero", { reach: 90, height: 9 });
  unseen("goblin", { reach: 15, ignores: ["half"] });
  const yes = answering("yes");
  await askAboutTraits(table.coign);
  await until(() => noted("goblin").length === 2);
  assert.deepEqual(
    [
      yes.length,
      noted("goblin")
        .map(({ path }) => path)
        .sort(),
    ],
    [1, ["ignores", "reach"]],
  );
  await until(() => scene().tokens.get("hero").flags.coign.reach === 15); // a GM had set that
  const silent = answering();
  await askAboutTraits(table.coign);
  assert.deepEqual(silent, []);
  unseen("orc", { miss: 20 });
  const no = answering("no");
  await askAboutTraits(table.coign);
  assert.ok(no[0].includes("orc") && !no[0].includes("goblin"), no[0]);
  await until(() => scene().tokens.get("orc").flags.coign.miss === null);
  unseen("orc", { miss: 30 });
  const closed = answering(null, "yes");
  await askAboutTraits(table.coign);
  await askAboutTraits(table.coign);
  assert.equal(closed.length, 1, "a question that was closed is not put again in this page");
  assert.deepEqual(noted("orc"), []);
});
