/** Traits set on a token: what its player may set, and what only a GM may. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { adapterFor } from "../../../foundry-module/scripts/systems/index.mjs";
import { printsOf, traitsFingerprint, usableTraits } from "../../../foundry-module/scripts/systems/sheet-traits.mjs";
import { world } from "./kit.mjs";

const UUID = "Scene.s.Token.t";
const token = (flags) => ({ _id: "t", uuid: UUID, name: "T", flags: { coign: flags } });
const GUARDED = { reach: 30, ignores: ["half"], senses: { darkvision: 120 }, immune: ["flanking"] };

test("reach, ignored cover, senses and immunities count only where a GM has set them", () => {
  const hero = token({ ...GUARDED, facing: 90 });
  assert.deepEqual(usableTraits(hero, {}), { facing: 90 });
  assert.deepEqual(usableTraits(hero, { [UUID]: traitsFingerprint(hero.flags.coign) }), hero.flags.coign);
});

test("what a player changes of it afterwards is not used, nor what he takes from another token", () => {
  const trusted = { [UUID]: traitsFingerprint({ reach: 10 }), "Scene.s.Token.giant": traitsFingerprint({ reach: 15 }) };
  assert.deepEqual(usableTraits(token({ reach: 10 }), trusted), { reach: 10 });
  assert.deepEqual(usableTraits(token({ reach: 15 }), trusted), {});
});

test("facing, formation, mount and shield arm are the player's own, before and after", () => {
  const own = { facing: 45, formation: "phalanx", mounted: true, shield: { side: "right" }, locomotion: "climb" };
  assert.equal(traitsFingerprint(own), "");
  assert.deepEqual(usableTraits(token(own), {}), own);
  assert.equal(traitsFingerprint({ ...GUARDED, ...own }), traitsFingerprint(GUARDED));
  assert.deepEqual(usableTraits(token({ shield: { side: "left", bonus: 20 } }), {}), { shield: { side: "left" } });
});

test("a sheet's empty fields, and their order, make no difference", () => {
  const sheet = { reach: 10, height: null, ignores: null, senses: { darkvision: 60, truesight: null }, attacks: "" };
  assert.equal(traitsFingerprint(sheet), traitsFingerprint({ senses: { darkvision: 60 }, reach: 10 }));
  assert.notEqual(traitsFingerprint({ ignores: [] }), "", "that it ignores nothing is a value");
});

for (const flags of [undefined, null, 7, "reach", []])
  test(`flags that are none: ${JSON.stringify(flags)}`, () => {
    assert.equal(traitsFingerprint(flags), "");
    assert.doesNotThrow(() => usableTraits(token(flags), {}));
  });

test("the adapter uses them so", () => {
  const hero = { ...token(GUARDED), actor: null, parent: { grid: { units: "ft", distance: 5 } } };
  const of = (trusted) => adapterFor("generic", "", { ...world("s", []), trusted: () => trusted }).tokenTraits(hero);
  assert.equal(of({}).reach, undefined);
  assert.equal(of({ [UUID]: traitsFingerprint(GUARDED) }).reach, 30);
});

test("at the first start what stands on tokens and prototypes is noted", () => {
  const scenes = [{ tokens: [token(GUARDED), { uuid: "Scene.s.Token.plain", flags: {} }] }];
  const actors = [{ uuid: "Actor.a", prototypeToken: { flags: { coign: { reach: 10 } } } }];
  assert.deepEqual(printsOf({ scenes, actors }), {
    [UUID]: traitsFingerprint(GUARDED),
    "Actor.a": traitsFingerprint({ reach: 10 }),
  });
});
