import assert from "node:assert/strict";
import { test } from "node:test";

import { kindOf } from "../../../../foundry-module/scripts/systems/dnd5e/fifth-edition.mjs";
import { dnd5e } from "../../../../foundry-module/scripts/systems/dnd5e/record.mjs";
import { actor, message, token, world } from "../kit.mjs";

const nowhere = world("none", []);
const read = (name, context = nowhere, change = (/** @type {any} */ message) => message) =>
  dnd5e.readAttack(change(message(name)), context);

const goblin = actor("dnd5e-5.3.3-2014-goblin");
const weapon = (name) => goblin.items.find((item) => item.name === name);

/** Return a message of 5.3 with one of the goblin's weapons, against two tokens. */
function byGoblin(name, mode, more = {}) {
  const said = message("dnd5e-5.3.3-attack-ranged-with-target");
  const item = weapon(name);
  said.flags.dnd5e.item = { type: "weapon", id: item._id, uuid: `Actor.goblin.Item.${item._id}` };
  said.flags.dnd5e.activity = { type: "attack", id: "dnd5eactivity000" };
  said.flags.dnd5e.roll = { type: "attack", ...(mode ? { attackMode: mode } : {}) };
  said.speaker = { scene: "S", token: "G", actor: "goblin" };
  said.flags.dnd5e.targets = [{ name: "Hero", uuid: "Actor.hero", ac: 15 }];
  return { ...said, ...more };
}
const field = (hero = {}, units = "ft") =>
  world(
    "S",
    [
      { _id: "G", actorId: "goblin", actor: goblin },
      { _id: "H", actorId: "hero", actor: hero },
    ],
    {},
    units,
  );

test("5.3: the attacker, the target's token and its AC are read from the flags", () => {
  const seen = read("dnd5e-5.3.3-attack-ranged-with-target");
  assert.deepEqual(seen.actorToken, { scene: "SCENE00000000001", token: "TOKEN00000000001" });
  assert.deepEqual(seen.targets, [{ scene: "SCENE00000000001", token: "TOKEN00000000002" }]);
  assert.deepEqual(seen.roll, { d20: [{ value: 12, kept: true }], mode: "normal", total: 18, rerolled: false });
  assert.equal(seen.attack.name, "Longbow - Attack Roll");
  assert.equal(seen.key, "MSG0000000000001:12");
  assert.equal(seen.sure, true);
});

test("a bow held in two hands is ranged, whatever the attack mode", () => {
  const { attack, defence } = dnd5e.readAttack(byGoblin("Shortbow", "twoHanded"), field());
  assert.deepEqual(attack, {
    kind: "ranged",
    reach: null,
    range: { normal: 80, long: 320 },
    name: "Shortbow",
    abilities: [],
    spell: false,
  });
  assert.deepEqual(defence, { H: { ac: 15, applied: null } });
});

test("a scimitar reaches 5 ft by default, and is ranged when thrown", () => {
  assert.equal(dnd5e.readAttack(byGoblin("Scimitar", "oneHanded"), field()).attack.reach, 5);
  const thrown = dnd5e.readAttack(byGoblin("Scimitar", "thrown"), field()).attack;
  assert.deepEqual([thrown.kind, thrown.range], ["ranged", null]);
});

test("ranges in feet become metres where the scene is in metres", () => {
  assert.deepEqual(dnd5e.readAttack(byGoblin("Shortbow"), field({}, "m")).attack.range, { normal: 24, long: 96 });
});

test("an AC that includes the system's cover names the degree", () => {
  const hero = { statuses: new Set(["coverHalf", "prone"]) };
  assert.deepEqual(dnd5e.readAttack(byGoblin("Shortbow"), field(hero)).defence.H, { ac: 15, applied: "half" });
});

test("under total cover the system gives no AC, and none is invented", () => {
  const seen = read("dnd5e-5.3.3-attack-target-total-cover");
  assert.deepEqual(seen.defence, { TOKEN00000000002: { ac: null, applied: null } });
});

test("several targets, one of them given by its actor only", () => {
  const context = world("SCENE00000000001", [{ _id: "linked", actorId: "ACTOR00000000002" }]);
  const seen = read("dnd5e-5.3.3-attack-multi-target-disadvantage", context);
  assert.deepEqual(
    seen.targets.map(({ token }) => token),
    ["linked", "TOKEN00000000003"],
  );
  assert.deepEqual(seen.defence, { linked: { ac: 15, applied: null }, TOKEN00000000003: { ac: 12, applied: null } });
  assert.equal(seen.roll.mode, "disadvantage");
  assert.equal(seen.attack.kind, "ranged", "thrown");
  assert.deepEqual(
    read("dnd5e-5.3.3-attack-multi-target-disadvantage").targets.map(({ token }) => token),
    ["TOKEN00000000003"],
    "of an actor without a token here nobody can tell which is meant",
  );
});

test("3.1: two unlinked tokens of one actor are two targets", () => {
  const { targets, defence } = read("dnd5e-3.1.2-shape-attack-multi-target");
  assert.deepEqual(
    targets.map(({ token }) => token),
    ["4e251e906459d772", "92ae45d8db8f6a41"],
  );
  assert.equal(defence["92ae45d8db8f6a41"].ac, 15);
});

test("6.0: the message's type and system are read, with targets by token", () => {
  const seen = dnd5e.readAttack(
    {
      _id: "M6",
      type: "attack",
      speaker: { scene: "S", token: "G", actor: "goblin" },
      system: {
        activity: { id: "dnd5eactivity000", type: "attack" },
        item: { id: weapon("Shortbow")._id, name: "Shortbow", type: "weapon" },
        mode: "twoHanded",
        targets: [{ actor: "Scene.S.Token.H.Actor.x", token: "Scene.S.Token.H", ac: 10, name: "Hero" }],
      },
      rolls: message("dnd5e-5.3.3-attack-ranged-with-target").rolls,
    },
    field(),
  );
  assert.deepEqual(seen.targets, [{ scene: "S", token: "H" }]);
  assert.deepEqual(seen.defence, { H: { ac: 10, applied: null } });
  assert.deepEqual(seen.attack.range, { normal: 80, long: 320 });
});

test("for a deleted item, the message's own data are used", () => {
  const seen = dnd5e.readAttack(byGoblin("Shortbow", "thrown", { flavor: "<b>Dagger</b> - Attack Roll" }), nowhere);
  assert.deepEqual([seen.attack.kind, seen.attack.name, seen.attack.range], ["ranged", "Dagger - Attack Roll", null]);
});

test("an attack without targets is an attack", () => {
  for (const name of [
    "dnd5e-5.1.1-shape-attack-no-target",
    "dnd5e-1.6.3-attack-no-target",
    "dnd5e-4.3.9-shape-attack-no-target",
  ])
    assert.deepEqual(read(name).targets, [], name);
});

test("damage, a usage card and a plain message are no attack", () => {
  for (const name of [
    "dnd5e-1.6.3-damage",
    "dnd5e-2.1.5-damage",
    "dnd5e-2.1.5-usage-card",
    "dnd5e-4.3.9-shape-damage-with-target",
  ])
    assert.equal(read(name), null, name);
  assert.equal(dnd5e.readAttack({ type: "damage", system: {} }, nowhere), null);
  assert.equal(dnd5e.readAttack({}, nowhere), null);
});

test("sneak attack goes with a finesse or ranged weapon, Sharpshooter with a ranged one", () => {
  const feats = [
    { type: "feat", name: "Sneak Attack", system: { identifier: "sneak-attack" } },
    { type: "feat", name: "Sharpshooter", system: {} },
  ];
  const rogue = { ...goblin, items: [...goblin.items, ...feats] };
  const context = world("S", [{ _id: "G", actorId: "goblin", actor: rogue }]);
  const clumsy = { ...weapon("Scimitar"), _id: "club", system: { ...weapon("Scimitar").system, properties: [] } };
  rogue.items.push(clumsy);
  const abilities = (id) => {
    const said = byGoblin("Scimitar");
    said.flags.dnd5e.item = { id };
    return dnd5e.readAttack(said, context).attack.abilities;
  };
  assert.deepEqual(abilities(weapon("Scimitar")._id), ["sneak-attack"]);
  assert.deepEqual(abilities("club"), []);
  assert.deepEqual(abilities(weapon("Shortbow")._id), ["sneak-attack", "sharpshooter"]);
});

test("an item with Simple Cover 5e's property ignores cover", () => {
  const piercing = { ...weapon("Shortbow"), _id: "seeker" };
  piercing.system = { ...piercing.system, properties: ["ignoreCover"] };
  const archer = { ...goblin, items: [...goblin.items, piercing] };
  const context = world("S", [{ _id: "G", actorId: "goblin", actor: archer }]);
  const ignores = (id) => {
    const said = byGoblin("Shortbow");
    said.flags.dnd5e.item = { id };
    return dnd5e.readAttack(said, context).attack.ignores;
  };
  assert.deepEqual(ignores("seeker"), ["half", "three-quarters"]);
  assert.equal(ignores(weapon("Shortbow")._id), undefined);
});

test("a spell attack is ranged by its activity, with the item's range", () => {
  const akra = actor("dnd5e-5.3.3-2024-character-akra");
  const bolt = akra.items.find((item) => item.name === "Guiding Bolt");
  const said = byGoblin("Shortbow");
  said.flags.dnd5e.item = { type: "spell", id: bolt._id };
  const { attack } = dnd5e.readAttack(said, world("S", [{ _id: "G", actor: akra }]));
  assert.deepEqual([attack.kind, attack.range, attack.spell], ["ranged", { normal: 120, long: null }, true]);
});

test("reach: a tail with 15 ft, and talons whose 5 ft were under `range` before version 4", () => {
  const dragon = actor("dnd5e-5.3.3-2014-adult-black-dragon");
  assert.equal(dnd5e.tokenTraits(token(dragon), dragon).reach, 15);
  const vrock = actor("dnd5e-1.6.3-world-npc-lg");
  assert.equal(dnd5e.tokenTraits(token(vrock), vrock).reach, 5);
});

test("a goblin: small, darkvision, a shield in the hand", () => {
  assert.deepEqual(dnd5e.tokenTraits(token(goblin), goblin), {
    species: "Goblin",
    reach: 5,
    speeds: { walk: 30 },
    senses: { darkvision: 60 },
    size: "small",
    creatureType: "humanoid",
    shield: { side: "left", bonus: 2 },
  });
});

test("a roper of the 2024 rules: senses under `ranges`, speeds as strings, a 60 ft tentacle", () => {
  const roper = actor("dnd5e-5.3.3-2024-roper");
  const traits = dnd5e.tokenTraits(token(roper, { name: "Roper" }), roper);
  assert.deepEqual([traits.reach, traits.speeds, traits.senses], [60, { walk: 10, climb: 20 }, { darkvision: 60 }]);
  assert.equal(traits.species, undefined, "the token bears the creature's own name");
});

test("a galley's kind of vehicle is no kind of creature", () => {
  const galley = actor("dnd5e-5.3.3-2024-galley");
  assert.equal(dnd5e.tokenTraits(token(galley), galley).creatureType, undefined);
});

test("statuses have one spelling, and give a creature's way to move", () => {
  const flying = { ...goblin, statuses: new Set(["flying", "blind", "coverThreeQuarters"]) };
  const traits = dnd5e.tokenTraits(token(flying), flying);
  assert.deepEqual(traits.statuses, ["blinded", "cover-three-quarters", "flying"]);
  assert.deepEqual([traits.locomotion, traits.appliedCover], ["fly", "three-quarters"]);
  const told = (...statuses) => {
    const { locomotion, appliedCover } = dnd5e.tokenTraits(token({ ...goblin, statuses }), { ...goblin, statuses });
    return locomotion ?? appliedCover;
  };
  const ways = ["hovering", "flying", "burrowing", "swimming", "climbing"];
  assert.deepEqual(
    ways.map((_, n) => told(...ways.slice(n))),
    ["hover", "fly", "burrow", "swim", "climb"],
  );
  const covers = ["coverTotal", "coverThreeQuarters", "coverHalf"];
  assert.deepEqual(
    covers.map((_, n) => told(...covers.slice(n))),
    ["total", "three-quarters", "half"],
  );
});

test("an effect that rules know by its name counts as a status, a caster's concentration on it does not", () => {
  const named = (/** @type {string} */ name) => ({ ...goblin, effects: [{ name, disabled: false, statuses: [] }] });
  assert.deepEqual(dnd5e.tokenTraits(token(named("Faerie Fire")), named("Faerie Fire")).statuses, ["faerie-fire"]);
  const caster = named("Concentrating: Faerie Fire");
  assert.equal(dnd5e.tokenTraits(token(caster), caster).statuses, undefined);
  const over = { ...goblin, effects: [{ name: "Blur", disabled: true, statuses: [] }] };
  assert.equal(dnd5e.tokenTraits(token(over), over).statuses, undefined);
});

test("the kinds of difficult ground that an actor ignores are told", () => {
  const walker = structuredClone(goblin);
  walker.system.attributes.movement.ignoredDifficultTerrain = new Set(["plants"]);
  assert.deepEqual(dnd5e.tokenTraits(token(walker), walker).ignoredGround, ["plants"]);
});

test("speeds are where each version keeps them", () => {
  const [older, later] = [structuredClone(goblin), structuredClone(goblin)];
  older.system.attributes.movement = { walk: 30, fly: 60, units: "ft" };
  later.system.attributes.movement = { speeds: { walk: 30, fly: 60 }, multiplier: 1, units: "ft" };
  for (const actor of [older, later])
    assert.deepEqual(dnd5e.tokenTraits(token(actor), actor).speeds, { walk: 30, fly: 60 });
});

test("6: Elven Accuracy holds for the ability that the roll was made with", () => {
  const elf = { ...goblin, flags: { dnd5e: { elvenAccuracy: true } } };
  const sword = { type: "weapon", name: "Moonblade", system: { ability: "cha", properties: new Set() } };
  const speaker = { scene: "S", token: "G" };
  const at = world("S", [{ _id: "G", actor: elf }], { "Item.sword": sword });
  const { rolls } = message("dnd5e-5.3.3-attack-ranged-with-target");
  const has = (/** @type {string | null} */ ability) => {
    const system = { ability, item: { uuid: "Item.sword" }, targets: [] };
    return dnd5e.readAttack({ type: "attack", rolls, speaker, system }, at).attack.abilities.includes("elven-accuracy");
  };
  assert.deepEqual(["str", "cha", null].map(has), [false, true, true]);
});

test("a lance is told by its base item, whatever its name, and a weapon's damage by its kind", () => {
  const type = { value: "martialM", baseItem: "lance" };
  const damage = { base: { number: 1, denomination: 12, types: new Set(["piercing"]) } };
  const lance = { _id: "lance", type: "weapon", name: "Winterdorn", system: { type, damage, equipped: true } };
  const rider = { ...goblin, items: [lance] };
  assert.deepEqual(dnd5e.attacksOf?.(rider, "ft")[0].abilities, ["piercing", "lance"]);
});

test("a check's occasion is that of its skill, in the fields of each version", () => {
  const since6 = (skill) => dnd5e.checkOccasion({ type: "check", system: { skill } });
  const before = (roll) => dnd5e.checkOccasion({ flags: { dnd5e: { roll } } });
  assert.deepEqual(["prc", "ste", "ath", undefined].map(since6), ["perception", "stealth", "check", "check"]);
  const skill = ["prc", "ste", "ath"].map((skillId) => before({ type: "skill", skillId }));
  assert.deepEqual(skill, ["perception", "stealth", "check"]);
  assert.deepEqual(
    ["ability", "tool", "damage", undefined].map((type) => before({ type })),
    ["check", null, null, null],
  );
  assert.equal(dnd5e.checkOccasion({ type: "save", system: { skill: "prc" } }), null);
});

test("a token without an actor has no traits", () => {
  assert.deepEqual(dnd5e.tokenTraits(token(null), null), {});
});

test("an attack's kind is its mode's, else its action's, its weapon's or its spell's, in the fields of each version", () => {
  for (const [expected, mode, activity, item] of [
    ["ranged", "thrown-offhand", { attack: { type: { value: "melee" } } }, {}],
    ["ranged", "ranged", {}, {}],
    ["melee", "twoHanded", { attack: { type: { value: "melee" } } }, { system: { type: { value: "martialR" } } }],
    ["ranged", undefined, { actionType: "rsak" }, {}],
    ["melee", undefined, { actionType: "mwak" }, { system: { actionType: "rwak" } }],
    ["ranged", undefined, {}, { system: { actionType: "rwak" } }],
    ["ranged", undefined, {}, { system: { type: { value: "simpleR" }, weaponType: "martialM" } }],
    ["ranged", undefined, {}, { system: { weaponType: "siege" } }],
    ["melee", undefined, {}, { system: { weaponType: "martialM" } }],
    ["ranged", undefined, {}, { type: "spell", system: { range: { value: 30 } } }],
    ["melee", undefined, {}, { type: "spell", system: { range: { value: 0 } } }],
    ["melee", undefined, {}, { type: "weapon", system: { range: { value: 30 } } }],
  ])
    assert.equal(kindOf(mode, activity, item), expected, JSON.stringify([mode, activity, item]));
});
