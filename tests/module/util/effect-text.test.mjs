import assert from "node:assert/strict";
import { test } from "node:test";
import { effectText, helps } from "../../../foundry-module/scripts/util/effect-text.mjs";

const key = (name, data = {}) => [name, ...Object.values(data)].join(" ");

const TO = "COIGN.Said.to-";
const NONE = { factor: null, squares: null };
for (const [effect, words, side] of [
  [{ kind: "flat", value: -5, to: "attack" }, `flat −5 ${TO}attack`, "against"],
  [{ kind: "flat", value: 2, to: "save" }, `flat +2 ${TO}save`, "for"],
  [{ kind: "flat", value: 2, to: "ac" }, `flat +2 ${TO}ac`, "against"],
  [{ kind: "flat", value: -2, to: "ac" }, `flat −2 ${TO}ac`, "for"],
  [{ kind: "die", dice: "-1d4", to: "attack" }, "die −1d4", "against"],
  [{ kind: "die", dice: "1d4", to: "save" }, `die +1d4 ${TO}save`, "for"],
  [{ kind: "damage", dice: "1d6" }, "damage +1d6", "for"],
  [{ kind: "pool", dice: 1 }, "pool +1", "for"],
  [{ kind: "pool", dice: -1 }, "pool −1", "against"],
  [{ kind: "advantage", to: "attack" }, `advantage ${TO}attack`, "for"],
  [{ kind: "disadvantage", to: "attack" }, `disadvantage ${TO}attack`, "against"],
  [{ kind: "edge", to: "attack" }, `edge ${TO}attack`, "for"],
  [{ kind: "bane", to: "attack" }, `bane ${TO}attack`, "against"],
  [{ kind: "miss-chance", percent: 20 }, "miss-chance 20", "against"],
  [{ kind: "blocked" }, "blocked", "against"],
  [{ kind: "permit", what: "sneak-attack" }, "permit COIGN.Said.deed-sneak-attack", "for"],
  [{ kind: "forbid", what: "sneak-attack" }, "forbid COIGN.Said.deed-sneak-attack", "against"],
  [{ kind: "movement", ...NONE, squares: 2 }, "squares 1 2", "against"],
  [{ kind: "movement", ...NONE, factor: 0.5 }, "movement 0.5 1", "against"],
  [{ kind: "movement", ...NONE, factor: 1 }, "movement 1 1", "against"],
  [{ kind: "movement", ...NONE, factor: 2 }, "movement 2 1", "for"],
  [{ kind: "note", text: "as ever" }, null, "neither"],
  [{ kind: "of-a-newer-bridge" }, null, "neither"],
])
  test(`${JSON.stringify(effect)} in words, and whom it helps`, () => {
    assert.equal(effectText(effect, key), words ? `COIGN.Said.effect-${words}` : "");
    assert.equal(helps(effect), side);
  });
