/** Targets captured on the author's client as a message is made. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { capture } from "../../../foundry-module/scripts/attack/capture.mjs";
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
      written = flags.coign;
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
