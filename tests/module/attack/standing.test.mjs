/** The positions of everybody at a roll: kept once for its dice, whatever a game master calls it later. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { keepPresent, placeOf } from "../../../foundry-module/scripts/attack/standing.mjs";
import { Rolls } from "../../../foundry-module/scripts/ledger/rolls.mjs";
import { settled } from "../fakes.mjs";

/** A game master's client: its moments are numbered, and its page remembers those that a test names. */
function client({ remembers = [] } = {}) {
  const kept = [];
  const coign = {
    records: new Rolls(),
    ledger: {
      opened: Promise.resolve(),
      standings: {
        keep: (_scene, standing) => kept.push(standing),
        of: async (number) => kept[number - 1],
      },
    },
    scenes: {
      now: 1,
      moment: () => coign.scenes.now,
      standing: (_scene, moment) => `at ${moment}`,
      recalls: (_scene, moment) => remembers.includes(moment),
    },
  };
  coign.records.edit("m", { seen: true });
  return coign;
}

const rolled = (key) => ({ id: "m", attack: { key, actorToken: { scene: "s", token: "hero" } } });
const KEYS = ["m:11", "m:11/ranged", "m:11/save"];

test("the same dice stay where they fell, whatever they are called; other dice fall where all stand now", async () => {
  const coign = client({ remembers: [1, 2] });
  for (const key of KEYS) {
    keepPresent(coign, rolled(key));
    await settled();
    for (const other of KEYS) assert.equal(await placeOf(coign, "m", { attack: other, scene: "s" }), 1);
    coign.scenes.now = 2;
  }
  assert.equal(await placeOf(coign, "m", { attack: "m:12", scene: "s" }), undefined, "not known yet");
  keepPresent(coign, rolled("m:12/ranged"));
  await settled();
  assert.equal(await placeOf(coign, "m", { attack: "m:12", scene: "s" }), 2);
  assert.equal(await placeOf(coign, "m", { attack: "m:11", scene: "s" }), undefined);
});

test("where the page does not know the moment any more, the ledger has the positions", async () => {
  const coign = client();
  keepPresent(coign, rolled("m:11"));
  await settled();
  coign.scenes.now = 2;
  coign.records.moments.clear();
  keepPresent(coign, rolled("m:11/ranged"));
  await settled();
  assert.equal(await placeOf(coign, "m", { attack: "m:11/ranged", scene: "s" }), "at 1");
  assert.equal(await placeOf(coign, "m", { attack: "m:12", scene: "s" }), undefined);
});

test("without a token or a scene that is followed there is nothing to keep", async () => {
  const coign = client({ remembers: [1] });
  keepPresent(coign, { id: "m", attack: null });
  keepPresent(coign, { id: "m", attack: { key: "m:11", actorToken: null } });
  coign.scenes.now = null;
  keepPresent(coign, rolled("m:11"));
  await settled();
  assert.equal(await placeOf(coign, "m", { attack: "m:11", scene: "s" }), undefined);
});
