/** Targets captured on the author's client as a message is made. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { addMidiRoll, capture } from "../../../foundry-module/scripts/attack/capture.mjs";
import { message } from "../systems/kit.mjs";

const aimed = (uuid, hidden = false) => ({ document: { uuid, hidden } });

beforeEach(() => {
  globalThis.game = {
    system: { id: "pf1" },
    user: { targets: new Set([aimed("Scene.s.Token.orc"), aimed("Scene.s.Token.unseen", true)]) },
    combats: [],
  };
});
afterEach(() => {
  delete globalThis.game;
});

/** Return the flags that `capture` writes into a message, or null. */
function captured(source) {
  let written = null;
  capture(null, {
    ...source,
    updateSource: ({ flags }) => {
      written = { ...written, ...flags.coign };
    },
  });
  return written;
}

test("an attack of pf1 11, whose rolls are in its system data, keeps its author's targets", () => {
  assert.deepEqual(captured(message("pf1-11.x-attack-system-model")), { targets: ["Scene.s.Token.orc"] });
});

test("a card that the game system marks keeps them too, because its roll may come in an update", () => {
  assert.deepEqual(captured({ rolls: [], flags: { pf1: {} }, system: {}, speaker: {} }), {
    targets: ["Scene.s.Token.orc"],
  });
});

test("an ordinary chat message keeps none", () => {
  assert.equal(captured({ rolls: [], flags: {}, system: {} }), null);
});

test("a roll keeps the moment of the fight in its scene, of those that its token is in before others", () => {
  const fight = (id, started, ...turns) => ({
    id,
    started,
    round: 2,
    turns: turns.map(([sceneId, tokenId]) => ({ sceneId, tokenId })),
  });
  const momentIn = (...combats) => {
    Object.assign(game, { combats });
    const rolled = captured({ rolls: [{}], flags: {}, system: {}, speaker: { scene: "s", token: "hero" } });
    return rolled.moment?.combat ?? null;
  };
  const near = fight("near", true, ["s", "orc"], ["far away", "ogre"]);
  assert.equal(momentIn(near), "near", "others of it may be in another scene");
  assert.equal(captured({ rolls: [{}], flags: {}, system: {}, speaker: { scene: "s" } }).moment.turn, 0);
  assert.equal(momentIn(near, fight("own", true, ["s", "orc"], ["s", "hero"])), "own");
  assert.equal(momentIn(fight("later", false, ["s", "hero"]), fight("elsewhere", true, ["t", "hero"])), null);
});

test("midi-qol's roll is put into its card, which it names by id or by uuid", async () => {
  const updates = [];
  const card = { isOwner: true, update: async (change) => updates.push(change) };
  game.messages = new Map([["card", card]]);
  const coign = { adapter: { readAttack: () => null } };
  const workflow = { attackRoll: { total: 17 }, targets: new Set([aimed("Scene.s.Token.orc"), aimed("spy", true)]) };
  for (const named of [
    { itemCardId: "card" },
    { itemCardUuid: "ChatMessage.card" },
    { itemCardUuid: "ChatMessage.no" },
    {},
  ])
    await addMidiRoll(coign, { ...workflow, ...named });
  const change = { flags: { coign: { attackRoll: { total: 17 }, targets: ["Scene.s.Token.orc"] } } };
  assert.deepEqual(updates, [change, change]);
});
