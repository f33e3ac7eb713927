/** Traits set on a token: those that its player may set, and those that only a GM may. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { adapterFor } from "../../../foundry-module/scripts/systems/index.mjs";
import { printsOf, traitsFingerprint, usableTraits } from "../../../foundry-module/scripts/systems/sheet-traits.mjs";
import { world } from "./kit.mjs";

const UUID = "Scene.s.Token.t";
const token = (flags) => ({ _id: "t", uuid: UUID, name: "T", flags: { coign: flags } });
const GUARDED = { reach: 30, ignores: ["half"], senses: { darkvision: 120 }, immune: ["flanking"] };

test("reach, ignored cover, senses and immunities count only if a GM has set them", () => {
  const hero = token({ ...GUARDED, facing: 90 });
  assert.deepEqual(usableTraits(hero, {}), { facing: 90 });
  assert.deepEqual(usableTraits(hero, { [UUID]: traitsFingerprint(hero.flags.coign) }), hero.flags.coign);
});

test("a player's later changes of them are not used, or values copied from another token", () => {
  const trusted = { [UUID]: traitsFingerprint({ reach: 10 }), "Scene.s.Token.giant": traitsFingerprint({ reach: 15 }) };
  assert.deepEqual(usableTraits(token({ reach: 10 }), trusted), { reach: 10 });
  assert.deepEqual(usableTraits(token({ reach: 15 }), trusted), {});
});

test("the player may always change facing, formation, mount and shield arm", () => {
  const own = { facing: 45, formation: "phalanx", mounted: true, shield: { side: "right" }, locomotion: "climb" };
  assert.equal(traitsFingerprint(own), "");
  assert.deepEqual(usableTraits(token(own), {}), own);
  assert.equal(traitsFingerprint({ ...GUARDED, ...own }), traitsFingerprint(GUARDED));
  assert.deepEqual(usableTraits(token({ shield: { side: "left", bonus: 20 } }), {}), { shield: { side: "left" } });
});

test("empty fields of a sheet, and the order of fields, make no difference", () => {
  const sheet = { reach: 10, height: null, ignores: null, senses: { darkvision: 60, truesight: null }, attacks: "" };
  assert.equal(traitsFingerprint(sheet), traitsFingerprint({ senses: { darkvision: 60 }, reach: 10 }));
  assert.notEqual(traitsFingerprint({ ignores: [] }), "", "that it ignores nothing is a value");
});

for (const flags of [undefined, null, 7, "reach", []])
  test(`malformed flags: ${JSON.stringify(flags)}`, () => {
    assert.equal(traitsFingerprint(flags), "");
    assert.doesNotThrow(() => usableTraits(token(flags), {}));
  });

test("the adapter applies these rules", () => {
  const hero = { ...token(GUARDED), actor: null, parent: { grid: { units: "ft", distance: 5 } } };
  const of = (trusted) => adapterFor("generic", "", { ...world("s", []), trusted: () => trusted }).tokenTraits(hero);
  assert.equal(of({}).reach, undefined);
  assert.equal(of({ [UUID]: traitsFingerprint(GUARDED) }).reach, 30);
});

test("the first start records the traits on tokens and prototypes as trusted", () => {
  const scenes = [{ tokens: [token(GUARDED), { uuid: "Scene.s.Token.plain", flags: {} }] }];
  const actors = [{ uuid: "Actor.a", prototypeToken: { flags: { coign: { reach: 10 } } } }];
  assert.deepEqual(printsOf({ scenes, actors }), {
    [UUID]: traitsFingerprint(GUARDED),
    "Actor.a": traitsFingerprint({ reach: 10 }),
  });
});
