/** Traits set on a token: those that its player may set, and those that only a GM may. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { adapterFor } from "../../../foundry-module/scripts/systems/index.mjs";
import {
  printsAfter,
  printsOf,
  traitPrints,
  usableTraits,
} from "../../../foundry-module/scripts/systems/sheet-traits.mjs";
import { world } from "./kit.mjs";

const UUID = "Scene.s.Token.t";
/** Return what the flags are after a change of them, of a token whose traits nobody has set before. */
const vouched = (flags, change) => {
  const prints = printsAfter({}, traitPrints(flags), change);
  return usableTraits(token(flags), { [UUID]: prints });
};
const token = (flags) => ({ _id: "t", uuid: UUID, name: "T", flags: { coign: flags } });
const GUARDED = { reach: 30, ignores: ["half"], senses: { darkvision: 120 }, immune: ["flanking"] };

test("reach, ignored cover, senses and immunities count only if a GM has set them", () => {
  const hero = token({ ...GUARDED, facing: 90 });
  assert.deepEqual(usableTraits(hero, {}), { facing: 90 });
  assert.deepEqual(usableTraits(hero, { [UUID]: traitPrints(hero.flags.coign) }), hero.flags.coign);
});

test("a player's later changes of them are not used, or values copied from another token", () => {
  const trusted = { [UUID]: traitPrints({ reach: 10 }), "Scene.s.Token.giant": traitPrints({ reach: 15 }) };
  assert.deepEqual(usableTraits(token({ reach: 10 }), trusted), { reach: 10 });
  assert.deepEqual(usableTraits(token({ reach: 15 }), trusted), {});
});

test("a game master who sets one trait vouches for that one alone", () => {
  const flags = { reach: 60, height: 7, senses: { truesight: 300, darkvision: 60 }, ignores: ["half"] };
  const set = (coign) => ({ flags: { coign } });
  assert.deepEqual(vouched(flags, set({ height: 7 })), { height: 7 });
  assert.deepEqual(vouched(flags, set({ senses: { darkvision: 60 } })), { senses: { darkvision: 60 } });
  assert.deepEqual(vouched(flags, set({ "==senses": flags.senses })), { senses: flags.senses });
  assert.deepEqual(vouched(flags, { flags: { "==coign": flags } }), flags);
  assert.deepEqual(vouched(flags, set({ facing: 9, slowed: [], shield: { side: "left" } })), {});
  assert.deepEqual(vouched(flags, { name: "T" }), {});
});

test("what a game master takes away is no longer vouched for, and what he leaves alone stays", () => {
  const before = traitPrints({ reach: 15, senses: { truesight: 30, darkvision: 60 } });
  const after = (change, now) => Object.keys(printsAfter(before, traitPrints(now), { flags: change }));
  const senses = ["senses.darkvision", "senses.truesight"];
  const both = { truesight: 30, darkvision: 60 };
  assert.deepEqual(after({ coign: { "-=reach": null } }, { senses: both }), senses);
  assert.deepEqual(after({ coign: { reach: null } }, { reach: null, senses: both }), senses);
  assert.deepEqual(after({ coign: { senses: { "-=truesight": null } } }, { reach: 15 }), ["reach", senses[0]]);
  assert.deepEqual(after({ coign: { "-=senses": null } }, { reach: 15 }), ["reach"]);
  assert.deepEqual(after({ "-=coign": null }, {}), []);
});

test("the player may always change facing, formation, mount and shield arm", () => {
  const own = { facing: 45, formation: "phalanx", mounted: true, shield: { side: "right" }, locomotion: "climb" };
  assert.deepEqual(traitPrints(own), {});
  assert.deepEqual(usableTraits(token(own), {}), own);
  assert.deepEqual(traitPrints({ ...GUARDED, ...own }), traitPrints(GUARDED));
  assert.deepEqual(usableTraits(token({ shield: { side: "left", bonus: 20 } }), {}), { shield: { side: "left" } });
});

test("empty fields of a sheet, and the order of fields, make no difference", () => {
  const sheet = { reach: 10, height: null, ignores: null, senses: { darkvision: 60, truesight: null }, attacks: "" };
  assert.deepEqual(traitPrints(sheet), traitPrints({ senses: { darkvision: 60 }, reach: 10 }));
  assert.deepEqual(Object.keys(traitPrints({ ignores: [] })), ["ignores"], "that it ignores nothing is a value");
});

test("what is no field of a token is not used, whatever its name", () => {
  const flags = JSON.parse('{"__proto__": {"reach": 60}, "constructor": {"reach": 60}, "nonsense": 7, "facing": 90}');
  assert.deepEqual(usableTraits(token(flags), {}), { facing: 90 });
  assert.equal(usableTraits(token(flags), {}).reach, undefined);
  assert.deepEqual(traitPrints(flags), {});
});

for (const flags of [undefined, null, 7, "reach", []])
  test(`malformed flags: ${JSON.stringify(flags)}`, () => {
    assert.deepEqual(traitPrints(flags), {});
    assert.deepEqual(printsAfter({ reach: "1" }, {}, { flags: { coign: flags } }), { reach: "1" });
    assert.doesNotThrow(() => usableTraits(token(flags), {}));
  });

test("the adapter applies these rules", () => {
  const hero = { ...token(GUARDED), actor: null, parent: { grid: { units: "ft", distance: 5 } } };
  const of = (trusted) => adapterFor("generic", "", { ...world("s", []), trusted: () => trusted }).tokenTraits(hero);
  assert.equal(of({}).reach, undefined);
  assert.equal(of({ [UUID]: traitPrints(GUARDED) }).reach, 30);
});

test("the first start records the traits on tokens and prototypes as trusted", () => {
  const scenes = [{ tokens: [token(GUARDED), { uuid: "Scene.s.Token.plain", flags: {} }] }];
  const actors = [{ uuid: "Actor.a", prototypeToken: { flags: { coign: { reach: 10 } } } }];
  assert.deepEqual(printsOf({ scenes, actors }), {
    [UUID]: traitPrints(GUARDED),
    "Actor.a": traitPrints({ reach: 10 }),
  });
});
