import assert from "node:assert/strict";
import { test } from "node:test";

import { pf2e, sf2e } from "../../../../foundry-module/scripts/systems/pf2e/record.mjs";
import { actor, message, token, world } from "../kit.mjs";

const SCENE = "SCENE00000000001";
const ITEM = "Actor.ACTOR00000000001.Item.ITEM000000000001";
const field = (item = null) =>
  world(
    SCENE,
    [{ _id: "TOKEN00000000001", actor: { system: {} } }, { _id: "TOKEN00000000002" }],
    item ? { [ITEM]: item } : {},
  );
const strike = (name, index) => actor(name).items.filter((item) => item.type === "melee")[index];

for (const name of ["pf2e-6.x-attack-roll-flags", "pf2e-next-attack-roll-system-context"])
  test(`${name}: attacker, target, DC and a reach of 5 ft`, () => {
    const seen = pf2e.readAttack(message(name), field());
    assert.deepEqual(seen.actorToken, { scene: SCENE, token: "TOKEN00000000001" });
    assert.deepEqual(seen.targets, [{ scene: SCENE, token: "TOKEN00000000002" }]);
    assert.deepEqual(seen.defence, { TOKEN00000000002: { ac: 18, applied: null } });
    assert.equal(seen.attack.name, "Melee Strike: Longsword");
    assert.deepEqual([seen.attack.kind, seen.attack.reach], ["melee", 5]);
  });

test("the range penalty always counts; the reasons for off-guard count only if the target was", () => {
  const said = message("pf2e-next-attack-roll-system-context");
  said.system.context.options = ["attack"];
  assert.deepEqual(pf2e.readAttack(said, field()).counted, ["range-increments"]);
  said.system.context.options = ["attack", "target:condition:off-guard"];
  assert.deepEqual(pf2e.readAttack(said, field()).counted, [
    "range-increments",
    "flanking",
    "unseen-attacker",
    "aquatic-target",
  ]);
});

test("the mark of an operative's aim is told, and nobody else's", () => {
  const said = message("pf2e-next-attack-roll-system-context");
  said.system.context.options = ["attack", "target:mark:aim"];
  assert.deepEqual(sf2e.readAttack(said, field()).attack.abilities, ["aim"]);
  said.system.context.options = ["attack", "self:mark:aim"];
  assert.deepEqual(sf2e.readAttack(said, field()).attack.abilities, []);
});

test("cover that the target has taken is in its AC already; lying down, against ranged attacks alone", () => {
  const applied = (...options) => {
    const said = message("pf2e-next-attack-roll-system-context");
    said.system.context.options = options;
    return pf2e.readAttack(said, field()).defence.TOKEN00000000002.applied;
  };
  assert.equal(applied("target:cover-bonus:2", "target:cover-level:standard"), "standard");
  assert.equal(applied("target:cover-level:greater"), "greater");
  assert.equal(applied("self:cover-level:greater"), null, "the attacker's own");
  assert.equal(applied("target:cover-level:greater-prone", "target:condition:prone", "item:ranged"), "greater");
  assert.equal(applied("target:cover-level:greater-prone", "target:condition:prone", "item:melee"), null);
  assert.equal(applied("target:cover-level:of-a-module"), null);
});

test("a creature's strike has its whole reach", () => {
  const seen = pf2e.readAttack(message("pf2e-6.x-attack-roll-flags"), field(strike("pf2e-2026-cyclops-lg-reach10", 0)));
  assert.deepEqual([seen.attack.name, seen.attack.reach], ["Greataxe", 10]);
});

test("a weapon with the trait adds five feet to its wielder's reach, of which five are usual", () => {
  const reachOf = (traits) => {
    const item = strike("pf2e-2026-cyclops-lg-reach10", 0);
    item.system.traits.value = traits;
    return pf2e.readAttack(message("pf2e-6.x-attack-roll-flags"), field(item)).attack.reach;
  };
  assert.deepEqual([reachOf([]), reachOf(["reach"]), reachOf(["reach-20", "reach"])], [5, 10, 20]);
});

/** Return the recorded attack with other options. */
function ranged(item) {
  const said = message("pf2e-next-attack-roll-system-context");
  said.system.context.options = ["attack", "item:ranged", "ranged"];
  said.system.context.domains = ["attack-roll", "ranged-attack-roll"];
  return pf2e.readAttack(said, field(item)).attack;
}

test("a bow among an NPC's `melee` items is ranged by the roll's options, to six increments", () => {
  const bow = ranged(strike("pf2e-2026-cyclops-lg-reach10", 1));
  assert.deepEqual([bow.kind, bow.range], ["ranged", { normal: 120, long: 720 }]);
});

test("a weapon's range is its increment", () => {
  assert.deepEqual(ranged({ name: "Shortbow", type: "weapon", system: { range: 60, traits: { value: [] } } }).range, {
    normal: 60,
    long: 360,
  });
});

test("a thrown dagger's range is in its trait only", () => {
  assert.deepEqual(ranged(strike("pf2e-2026-elf-ranger-med", 1)).range, { normal: 10, long: 60 });
});

test("a spell attack has the spell's range, or none if it is touch", () => {
  const said = message("pf2e-next-attack-roll-system-context");
  said.system.context.type = "spell-attack-roll";
  said.system.context.options = [];
  said.system.context.domains = [];
  const ray = pf2e.readAttack(said, field({ name: "Ray", system: { range: { value: "60 feet" } } })).attack;
  assert.deepEqual([ray.kind, ray.range, ray.spell], ["ranged", { normal: 60, long: 60 }, true]);
  assert.equal(
    pf2e.readAttack(said, field({ name: "Grasp", system: { range: { value: "touch" } } })).attack.kind,
    "melee",
  );
});

test("a reroll is marked; a DC may be a number; a check that is no attack is not read as one", () => {
  const said = message("pf2e-6.x-attack-roll-flags");
  said.flags.pf2e.context.isReroll = true;
  said.flags.pf2e.context.dc = 20;
  const seen = pf2e.readAttack(said, field());
  assert.equal(seen.roll.rerolled, true);
  assert.equal(seen.defence.TOKEN00000000002.ac, 20);
  said.flags.pf2e.context.type = "skill-check";
  assert.equal(pf2e.readAttack(said, field()), null);
});

test("an imprecise tremorsense finds the square only; darkvision has no range", () => {
  const swarm = actor("pf2e-2026-centipede-swarm-lg");
  const traits = pf2e.tokenTraits(token(swarm), swarm);
  assert.deepEqual(traits.senses, { darkvision: 10_000, blindsense: 30 });
  assert.deepEqual([traits.size, traits.speeds], ["large", { walk: 30, climb: 30 }]);
});

test("a creature's level is sent", () => {
  const ranger = { system: { details: { level: { value: 3 } } } };
  assert.equal(pf2e.tokenTraits(token(ranger), ranger).level, 3);
});

test("a save names its ability and the token and item that it is against", () => {
  assert.deepEqual(pf2e.saveAgainst(message("pf2e-7.x-saving-throw"), field()), {
    scene: SCENE,
    token: "TOKEN00000000001",
    made: [ITEM, ITEM],
    ability: "dex",
    area: null,
  });
});

test("a save is against an area if the roll's options or the spell say so", () => {
  const area = (options, item) => {
    const said = message("pf2e-7.x-saving-throw");
    said.flags.pf2e.context.options = options;
    return pf2e.saveAgainst(said, field(item)).area;
  };
  const spell = (shape) => ({ name: "Spell", type: "spell", system: { area: shape } });
  assert.equal(area(["reflex", "area-effect"], null), true);
  assert.equal(area(["reflex"], spell({ type: "burst", value: 20 })), true);
  assert.equal(area(["reflex"], spell(null)), false, "aimed at one creature");
  const gun = (...value) => ({ name: "Gun", type: "weapon", system: { traits: { value } } });
  assert.equal(area(["reflex"], gun("area-burst-10")), true, "Starfinder's area fire");
  assert.equal(area(["reflex"], gun("automatic")), true, "and automatic fire");
  assert.equal(area(["reflex"], gun("agile")), null);
  assert.equal(area(["reflex"], { name: "Breath", type: "action", system: {} }), null, "nobody says");
});

test("a save without an origin, or against an affliction, has no point of origin", () => {
  const bare = message("pf2e-7.x-saving-throw");
  bare.flags.pf2e = { context: { ...bare.flags.pf2e.context, origin: null } };
  assert.equal(pf2e.saveAgainst(bare, field()), null);
  const own = message("pf2e-7.x-saving-throw");
  own.flags.pf2e.context.origin.self = true;
  assert.equal(pf2e.saveAgainst(own, field()), null);
  assert.equal(pf2e.saveAgainst(message("pf2e-6.x-attack-roll-flags"), field()), null);
});

test("a creature's level, and whether the system lets it be flanked", () => {
  const traits = (flanking) => {
    const system = { attributes: { flanking }, details: { level: { value: 7 } } };
    return pf2e.tokenTraits(token({ system }), { system });
  };
  assert.equal(traits({ flankable: true, offGuardable: true }).level, 7);
  assert.equal(traits({ flankable: true, offGuardable: true }).immune, undefined);
  assert.deepEqual(traits({ flankable: false, offGuardable: true }).immune, ["flanking"]);
  assert.deepEqual(traits({ flankable: true, offGuardable: false }).immune, ["flanking"]);
});
