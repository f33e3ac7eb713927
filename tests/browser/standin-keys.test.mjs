/** The stand-in's `-=` and `==` keys and version 14's operators in updates; `foundry.utils.mergeObject`. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeAsked, utilities } from "../../bridge/tabletop/foundry/utils.mjs";
import { clients, settled, tokenOf, worldOf } from "./standin-kit.mjs";

/** Return a token's flags after an update, on the asking client, another one and the server, and the hook's change. */
async function flagsAfter(change, { before = { a: { b: 1, c: 2 }, d: 3 }, generation = 13 } = {}) {
  const world = worldOf({ generation });
  const [gm, player] = await clients(world, "gm", "player");
  await tokenOf(gm).update({ flags: { coign: before } });
  await settled();
  const heard = [];
  player.Hooks.on("updateToken", (_token, { _id, ...changed }) => heard.push(changed));
  await tokenOf(gm).update(change);
  await settled();
  const there = world.data.documents.Scene[0].tokens[0].flags;
  for (const client of [gm, player]) assert.deepEqual(tokenOf(client)._source.flags, there);
  return { flags: there, heard: heard[0] };
}

test("-=key deletes and ==key replaces, at any depth, dotted or nested, and hooks get them as written", async () => {
  const cases = [
    [{ "flags.coign.-=a": null }, { coign: { d: 3 } }, { flags: { coign: { "-=a": null } } }],
    [{ flags: { "-=coign": null } }, {}, { flags: { "-=coign": null } }],
    [{ flags: { "==coign": { x: 1 } } }, { coign: { x: 1 } }, { flags: { "==coign": { x: 1 } } }],
    [{ "flags.coign.==a": { x: 1 } }, { coign: { a: { x: 1 }, d: 3 } }, { flags: { coign: { "==a": { x: 1 } } } }],
    [{ "==flags": { coign: { x: 1 } } }, { coign: { x: 1 } }, { "==flags": { coign: { x: 1 } } }],
  ];
  for (const [change, flags, heard] of cases) assert.deepEqual(await flagsAfter(change), { flags, heard });
});

test("version 14 has operators for both, and accepts the keys of 13 as well", async () => {
  const { ForcedDeletion, ForcedReplacement } = await import("../../bridge/tabletop/foundry/utils.mjs");
  const of = async (change) => (await flagsAfter(change, { generation: 14 })).flags.coign;
  assert.deepEqual(await of({ flags: { coign: { a: new ForcedDeletion() } } }), { d: 3 });
  assert.deepEqual(await of({ flags: { coign: { a: new ForcedReplacement({ x: 1 }) } } }), { a: { x: 1 }, d: 3 });
  assert.deepEqual(await of({ "flags.coign.-=a": null }), { d: 3 });
});

test("an unlinked token's actor accepts the keys too", async () => {
  const [gm, player] = await clients(worldOf(), "gm", "player");
  await tokenOf(gm).actor.update({ flags: { coign: { a: 1, b: 2 } } });
  await tokenOf(gm).actor.update({ "flags.coign.-=a": null });
  await settled();
  assert.deepEqual(tokenOf(player).actor.flags.coign, { b: 2 });
});

test("mergeObject follows its options, and deletes only with performDeletions", () => {
  assert.deepEqual(mergeAsked({ a: { b: 1 } }, { "a.c": 2 }), { a: { b: 1, c: 2 } });
  assert.deepEqual(mergeAsked({ k: 1 }, { l: 2 }, { insertKeys: false }), { k: 1 });
  assert.deepEqual(mergeAsked({ k: { i: 1 } }, { k: { j: 2 } }, { insertValues: false }), { k: { i: 1 } });
  assert.deepEqual(mergeAsked({ k: 1 }, { k: 2, l: 3 }, { overwrite: false }), { k: 1, l: 3 });
  assert.deepEqual(mergeAsked({ k: { i: 1 } }, { k: { j: 2 } }, { recursive: false }), { k: { j: 2 } });
  assert.deepEqual(mergeAsked({ a: 1, b: 2 }, { "-=a": null }, { performDeletions: true }), { b: 2 });
  assert.deepEqual(mergeAsked({ k: { i: 1 } }, { "==k": { j: 2 } }, { performDeletions: true }), { k: { j: 2 } });
  assert.ok("-=a" in utilities.mergeObject({ a: 1 }, { "-=a": null }));
  const original = { a: 1 };
  assert.deepEqual([mergeAsked(original, { a: 2 }, { inplace: false }), original], [{ a: 2 }, { a: 1 }]);
});
