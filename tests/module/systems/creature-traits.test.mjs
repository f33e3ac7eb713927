/**
 * The traits that every record must read of a creature and its attacks, each on a real document from the system's packs
 * and worlds. A document is changed only if a creature at rest cannot have the trait (a status, a feat).
 */

import assert from "node:assert/strict";
import { test } from "node:test";

import { dnd5e } from "../../../foundry-module/scripts/systems/dnd5e/record.mjs";
import { generic } from "../../../foundry-module/scripts/systems/generic.mjs";
import { adapterFor, systems } from "../../../foundry-module/scripts/systems/index.mjs";
import { pf1 } from "../../../foundry-module/scripts/systems/pf1/record.mjs";
import { pf2e } from "../../../foundry-module/scripts/systems/pf2e/record.mjs";
import { classLevel, naturalReach, sizeWord, sureReach } from "../../../foundry-module/scripts/systems/traits.mjs";
import { SIZES } from "../../../foundry-module/scripts/util/wire.mjs";
import { actor, message, messages, token, world } from "./kit.mjs";

const WORDS = [
  "size",
  "senses",
  "reach",
  "range",
  "kind",
  "statuses",
  "locomotion",
  "creatureType",
  "feats",
  "appliedCover",
];

/** Make a creature fly and blind it: as a live actor of version 14, and below as effects in a source. */
const aloft = (document) => ({ ...document, statuses: new Set(["flying", "blind"]) });
const aloftBySource = (document) => ({ ...document, effects: [{ statuses: ["fly"] }, { statuses: ["blinded"] }] });
const ALOFT = ["blinded", "flying"];

const withItem = (item) => (document) => ({ ...document, items: [...(document.items ?? []), item] });

/** Give a creature an attack of Shadowdark's at a range. */
const armedWith = (range) => withItem({ type: "NPC Attack", name: "Spit", system: { ranges: [range] } });

/** Move the data that was under `data` before version 10 to `system`. */
const newer = (document) => ({ ...document, system: { ...document.data, ...document.system } });

/**
 * By system and trait: the document, its changes, and the expected value. `range` and `kind` belong to the creature's
 * attack of that name.
 */
const READ = {
  dnd5e: {
    size: ["dnd5e-5.3.3-2014-goblin", null, "small"],
    senses: ["dnd5e-5.3.3-2014-adult-black-dragon", null, { darkvision: 120, blindsight: 60 }],
    reach: ["dnd5e-5.3.3-2024-roper", null, 60],
    range: ["dnd5e-5.3.3-2014-goblin", null, { normal: 80, long: 320 }, "Shortbow"],
    kind: ["dnd5e-5.3.3-2014-goblin", null, "melee", "Scimitar"],
    statuses: ["dnd5e-5.3.3-2014-goblin", aloft, ALOFT],
    locomotion: ["dnd5e-5.3.3-2014-adult-black-dragon", aloftBySource, "fly"],
    creatureType: ["dnd5e-5.3.3-2014-goblin", null, "humanoid"],
    feats: ["dnd5e-5.3.3-2014-goblin", withItem({ type: "feat", name: "Sharpshooter", system: {} }), ["sharpshooter"]],
    appliedCover: ["dnd5e-5.3.3-2014-goblin", (it) => ({ ...it, statuses: new Set(["coverHalf"]) }), "half"],
  },
  pf1: {
    size: ["pf1-0.79.7-kraken", null, "gargantuan"],
    senses: ["pf1-0.79.7-kraken", null, { darkvision: 120, lowLight: true }],
    reach: ["pf1-0.79.7-ogre", null, 10],
    range: ["pf1-0.79.7-ogre", null, { normal: 30, long: null }, "Javelin"],
    kind: ["pf1-0.79.7-ogre", null, "ranged", "Javelin"],
    statuses: ["pf1-0.79.7-ogre", aloft, ALOFT],
    locomotion: ["pf1-0.79.7-imp", aloftBySource, "fly"],
    creatureType: ["pf1-0.79.7-kraken", null, "magical-beast"],
    feats: ["pf1-0.79.7-kraken", null, ["blind-fight", "cleave"]],
  },
  D35E: {
    size: ["D35E-0.99.1-hawk", null, "tiny"],
    senses: ["D35E-0.99.1-bat", null, { blindsense: 20, lowLight: true }],
    reach: ["D35E-0.99.1-hawk", null, 0],
    range: ["D35E-0.99.1-hawk", shooting, { normal: 60, long: null }, "Bow"],
    kind: ["D35E-0.99.1-hawk", null, "melee", "Talons"],
    statuses: ["D35E-0.99.1-hawk", aloft, ALOFT],
    locomotion: ["D35E-0.99.1-bat", aloftBySource, "fly"],
    creatureType: ["D35E-0.99.1-bat", null, "animal"],
    feats: ["D35E-0.99.1-hawk", withItem({ type: "feat", name: "Combat Reflexes", data: {} }), ["combat-reflexes"]],
  },
  pf2e: {
    size: ["pf2e-2026-cyclops-lg-reach10", null, "large"],
    senses: ["pf2e-2026-centipede-swarm-lg", null, { darkvision: 10_000, blindsense: 30 }],
    reach: ["pf2e-2026-cyclops-lg-reach10", null, 10],
    statuses: ["pf2e-2026-cyclops-lg-reach10", withItem({ type: "condition", slug: "off-guard" }), ["flat-footed"]],
    locomotion: ["pf2e-2026-elf-ranger-med", aloftBySource, "fly"],
    creatureType: ["pf2e-2026-cyclops-lg-reach10", null, "giant"],
    feats: ["pf2e-2026-elf-ranger-med", withItem({ type: "feat", name: "Sneak Attack", system: {} }), ["sneak-attack"]],
  },
  sfrpg: {
    size: ["sfrpg-0.30.0-hobgoblin-trooper", null, "medium"],
    senses: ["sfrpg-0.30.0-akata", null, { darkvision: 120, blindsense: 10 }],
    reach: ["sfrpg-0.30.0-hobgoblin-trooper", null, 5],
    range: ["sfrpg-0.30.0-hobgoblin-trooper", null, { normal: 120, long: 1200 }, "Laser rifle, azimuth"],
    kind: ["sfrpg-0.30.0-akata", null, "melee", "Bite (plus Void Bite)"],
    statuses: ["sfrpg-0.30.0-akata", conditioned, ["blinded", "off-target", "prone"]],
    locomotion: ["sfrpg-0.30.0-akata", aloftBySource, "fly"],
    creatureType: ["sfrpg-0.30.0-akata", null, "aberration"],
    feats: ["sfrpg-0.30.0-akata", withItem({ type: "feat", name: "Blind-Fight", system: {} }), ["blind-fight"]],
  },
  lancer: {
    range: ["lancer-3.1.3-frame", null, { normal: 15, long: 15 }, "Long Gun"],
    kind: ["lancer-3.1.3-frame", null, "melee", "Iron Claw"],
    statuses: ["lancer-3.1.3-frame", aloft, ALOFT],
    locomotion: ["lancer-3.1.3-frame", aloftBySource, "fly"],
  },
  swade: {
    range: ["swade-5-hero", null, { normal: 20, long: 80 }, "Carbine"],
    kind: ["swade-5-hero", null, "melee", "Sabre"],
    statuses: ["swade-5-hero", aloft, ALOFT],
    locomotion: ["swade-5-hero", aloftBySource, "fly"],
  },
  "draw-steel": {
    size: ["draw-steel-1.0.0-goblin", null, "small"],
    reach: ["draw-steel-1.0.0-goblin", null, 5],
    range: ["draw-steel-1.0.0-goblin", null, { normal: 50, long: 50 }, "Shadow Chains"],
    kind: ["draw-steel-1.0.0-goblin", null, "melee", "Sword Stab"],
    statuses: ["draw-steel-1.0.0-goblin", aloft, ALOFT],
    locomotion: ["draw-steel-1.0.0-goblin", aloftBySource, "fly"],
    creatureType: ["draw-steel-1.0.0-goblin", null, "humanoid"],
    feats: ["draw-steel-1.0.0-goblin", withItem({ name: "Great Cleave" }), ["great-cleave"]],
  },
  shadowdark: {
    senses: ["draw-steel-1.0.0-goblin", (it) => ({ ...it, system: { darkAdapted: true } }), { darkvision: 10_000 }],
    reach: ["draw-steel-1.0.0-goblin", null, 5],
    range: ["draw-steel-1.0.0-goblin", armedWith("near"), { normal: 30, long: 30 }, "Spit"],
    kind: ["draw-steel-1.0.0-goblin", armedWith("close"), "melee", "Spit"],
    statuses: ["draw-steel-1.0.0-goblin", aloft, ALOFT],
    locomotion: ["draw-steel-1.0.0-goblin", aloftBySource, "fly"],
    feats: ["draw-steel-1.0.0-goblin", withItem({ name: "Great Cleave" }), ["great-cleave"]],
  },
  generic: {
    size: ["dnd5e-2.1.5-world-npc-lg", newer, "large"],
    statuses: ["dnd5e-2.1.5-world-npc-lg", aloft, ALOFT],
    locomotion: ["dnd5e-2.1.5-world-npc-lg", aloftBySource, "fly"],
    feats: ["dnd5e-2.1.5-world-npc-lg", withItem({ name: "Great Cleave" }), ["great-cleave", "pack-tactics"]],
  },
};

/** The traits that a system lacks or does not publish, and where they come from instead. */
const MISSING = {
  pf1: { appliedCover: "the system knows no cover; a +4 by hand is its author's" },
  D35E: { appliedCover: "as in pf1" },
  pf2e: {
    range: "from the attack's message",
    kind: "from the attack's message",
    appliedCover: "its own rules of cover stay its own",
  },
  sfrpg: { appliedCover: "as in pf1" },
  swade: {
    size: "a number, whose words are the book's",
    senses: "from the token's tab",
    reach: "of the attack: its weapon's",
    creatureType: "no rule asks",
    feats: "no rule asks",
    appliedCover: "the numbers are picked in the system's dialog",
  },
  lancer: {
    size: "a number of spaces, which is the creature's height",
    senses: "the game has none",
    reach: "of the attack: its threat",
    creatureType: "no rule asks",
    feats: "no rule asks",
    appliedCover: "it presets the system's own window, which has the last word",
  },
  "draw-steel": {
    senses: "from the token's tab: the game has no ranges of sight",
    appliedCover: "the system knows no cover; a bane by hand is its author's",
  },
  shadowdark: {
    size: "from the token's own size: sheets have none",
    creatureType: "sheets have none",
    appliedCover: "the system knows no cover",
  },
  generic: {
    senses: "from the token's tab",
    reach: "from the token's tab, or the message",
    range: "from the message",
    kind: "from the message",
    creatureType: "from the token's tab",
    appliedCover: "no system is known",
  },
};

/** Give a creature conditions as the system keeps them: switches, items, and statuses. */
function conditioned(document) {
  const conditions = { ...document.system.conditions, prone: true };
  const item = { type: "effect", name: "Off-Target", system: { type: "condition", slug: "off-target" } };
  return { ...withItem(item)(document), statuses: new Set(["blind"]), system: { ...document.system, conditions } };
}

/** Give the hawk a bow like those of the system's items. */
function shooting(document) {
  const bow = { actionType: "rwak", equipped: true, range: { value: 60, units: "ft" } };
  return withItem({ _id: "bow", type: "weapon", name: "Bow", data: bow })(document);
}

const adapter = (system) => adapterFor(system, "5", world("S", []));

for (const [system, words] of Object.entries(READ)) {
  for (const [word, [name, change, expected, attack]] of Object.entries(words)) {
    test(`${system} reads ${word}, from ${name}`, () => {
      const document = change ? change(actor(name)) : actor(name);
      const found = attack
        ? adapter(system)
            .attacksOf(token(document))
            .find((one) => one.name === attack)?.[word]
        : adapter(system).tokenTraits(token(document))[word];
      assert.deepEqual(found, expected);
    });
  }
}

test("every record reads every trait, or a reason is given why not", () => {
  const like = (one, other) => one.tokenTraits === other.tokenTraits && one.attacksOf === other.attacksOf;
  const own = [generic, ...systems].filter((record, nth, all) => all.findIndex((other) => like(record, other)) === nth);
  for (const { id } of own) {
    const [told, not] = [Object.keys(READ[id] ?? {}), Object.keys(MISSING[id] ?? {})];
    assert.deepEqual([...told, ...not].sort(), [...WORDS].sort(), id);
  }
});

test("traits that are not in the documents come from the message or the GM", () => {
  const strike = message("pf2e-6.x-attack-roll-flags");
  const scene = world("SCENE00000000001", [{ _id: "TOKEN00000000001", actor: {} }, { _id: "TOKEN00000000002" }]);
  assert.equal(adapterFor("pf2e", "6", scene).readAttack(strike).attack.kind, "melee");

  const said = messages("relay-14.363-chat-list").find((one) => one.rolls?.length) ?? {};
  const thrown = { kind: "ranged", range: { normal: 20, long: 60 } };
  const flags = { ...said.flags, core: {}, coign: { attack: thrown } };
  const roll = { terms: [{ faces: 20, results: [{ result: 9, active: true }] }], total: 9 };
  const { attack } = adapter("homebrew").readAttack({ ...said, rolls: [roll], flags });
  assert.deepEqual([attack.kind, attack.range], ["ranged", thrown.range]);

  const word = { senses: { darkvision: 60 }, reach: 10, creatureType: "ooze" };
  const traits = adapter("homebrew").tokenTraits(token({}, { flags: { coign: word } }));
  assert.deepEqual([traits.senses, traits.reach, traits.creatureType], [{ darkvision: 60 }, 10, "ooze"]);
});

test("a ship is a thing, and its kind of vehicle is no creature type", () => {
  const traits = adapter("dnd5e").tokenTraits(token(actor("dnd5e-5.3.3-2024-galley")));
  assert.deepEqual([traits.creature, traits.creatureType], [false, undefined]);
});

// What the bridge's table of conditions, kinds and senses needs: `bridge/coign/rules/traits.md`.

const WITH_GRID = { name: "Creature", parent: { grid: { units: "ft", distance: 5 } } };
const traitsIn = (record, actor) => record.tokenTraits(WITH_GRID, { name: "Creature", items: [], ...actor });

test("dnd5e tells the level of exhaustion beside its status", () => {
  const exhausted = { statuses: new Set(["exhaustion"]), system: { attributes: { exhaustion: 3 } } };
  assert.deepEqual(traitsIn(dnd5e, exhausted).statuses, ["exhaustion", "exhaustion-3"]);
  assert.equal(traitsIn(dnd5e, { statuses: new Set(), system: { attributes: { exhaustion: 0 } } }).statuses, undefined);
});

test("dnd5e tells the conditions that give advantage", () => {
  const statuses = new Set(["restrained", "unconscious", "dodging", "stunned"]);
  assert.deepEqual(traitsIn(dnd5e, { statuses, system: {} }).statuses, [...statuses].sort());
});

test("dnd5e tells of Devil's Sight", () => {
  const items = [{ type: "feat", name: "Teufelssicht", system: { identifier: "devils-sight" } }];
  assert.deepEqual(traitsIn(dnd5e, { items, system: {} }).feats, ["devils-sight"]);
});

test("pf1 tells the subtypes of a creature, and whether it sees in darkness", () => {
  const race = { type: "race", system: { creatureTypes: ["outsider"], creatureSubtypes: ["elemental", "fire"] } };
  const found = traitsIn(pf1, { items: [race], system: { traits: { senses: { sid: true } } } });
  assert.deepEqual([found.creatureType, found.subtypes], ["outsider", ["elemental", "fire"]]);
  assert.deepEqual(found.feats, ["see-in-darkness"]);
  assert.equal(traitsIn(pf1, { system: { traits: { senses: {} } } }).feats, undefined);
});

test("pf2e tells greater darkvision apart from darkvision", () => {
  const seeing = (type) => traitsIn(pf2e, { system: { perception: { senses: [{ type, acuity: "precise" }] } } });
  assert.deepEqual(seeing("greater-darkvision").feats, ["greater-darkvision"]);
  assert.ok(seeing("greater-darkvision").senses.darkvision > 0);
  assert.equal(seeing("darkvision").feats, undefined);
});

test("the level in a class is read by identifier, tag or name, where the game system keeps it", () => {
  const rogue = (more, system) => ({ items: [{ type: "class", name: "Schurke", ...more, system }] });
  assert.equal(classLevel(rogue({}, { identifier: "rogue", levels: 5 }), "rogue"), 5);
  assert.equal(classLevel(rogue({}, { tag: "rogue", level: 4 }), "rogue"), 4);
  assert.equal(classLevel(rogue({ name: "Rogue" }, { level: "3" }), "rogue"), 3);
  const none = [rogue({ name: "Rogue" }, { levels: 0 }), rogue({ type: "feat", name: "Rogue" }, { levels: 2 }), null];
  for (const actor of [...none, rogue({}, { levels: 6 })]) assert.equal(classLevel(actor, "rogue"), undefined);
});

test("natural reach is that of the books' tables; where tall and long differ it is not known for sure", () => {
  const all = (reach) => SIZES.map((size) => [size, reach(size)]);
  const tall = [0, 0, 0, 5, 5, 10, 15, 20, 30];
  const long = [0, 0, 0, 5, 5, 5, 10, 15, 20];
  const sure = [0, 0, 0, 5, 5, null, null, null, null];
  const sizes = ["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"];
  const row = (feet) => sizes.map((size, n) => [size, feet[n]]);
  assert.deepEqual(
    all((size) => naturalReach(size, "tall")),
    row(tall),
  );
  assert.deepEqual(
    all((size) => naturalReach(size, undefined)),
    row(tall),
  );
  assert.deepEqual(
    all((size) => naturalReach(size, "long")),
    row(long),
  );
  assert.deepEqual(all(sureReach), row(sure));
  assert.deepEqual([naturalReach(undefined, "tall"), sureReach(undefined)], [null, null]);
});

test("each system's word of a size is one of the nine", () => {
  const words = { dim: "diminutive", sm: "small", med: "medium", lg: "large", grg: "gargantuan", col: "colossal" };
  const own = Object.fromEntries(SIZES.map((size) => [size, size]));
  for (const [word, size] of Object.entries({ ...words, ...own }))
    assert.deepEqual([sizeWord(word), sizeWord({ value: word.toUpperCase() })], [size, size]);
  assert.deepEqual([sizeWord("vast"), sizeWord(undefined)], [undefined, undefined]);
});
