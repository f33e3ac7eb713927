/**
 * Every feat, spell and item of the bridge's table of what ignores cover is read from the sheets and rolls of its game
 * system, in a German world too: by identifier or slug, by Babele's English name, or by its place in a compendium.
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { ignoringAbilities } from "../../../foundry-module/scripts/systems/attacks.mjs";
import { ignoredByFlags } from "../../../foundry-module/scripts/systems/dnd5e/fifth-edition.mjs";
import { dnd5e } from "../../../foundry-module/scripts/systems/dnd5e/record.mjs";
import {
  IGNORING_ABILITIES,
  IGNORING_FEATS,
  IGNORING_GEAR,
} from "../../../foundry-module/scripts/systems/ignoring-names.mjs";
import { pf2e } from "../../../foundry-module/scripts/systems/pf2e/record.mjs";
import { slugsOf } from "../../../foundry-module/scripts/systems/reading.mjs";
import { featsOf } from "../../../foundry-module/scripts/systems/traits.mjs";
import { actor, message, world } from "./kit.mjs";

const page = readFileSync(new URL("../../../docs/printed-rules.md", import.meta.url), "utf8");
const ROWS = [...page.matchAll(/^\| ([a-z-]+) \| ((?:fifth|v3|pathfinder)[^ ]*) \| /gm)].map(([, name, edition]) => ({
  name,
  edition,
}));

const english = (name) =>
  name
    .split("-")
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join(" ");
/** An item as each game system stores it, with a German name. */
const ITEM = {
  fifth: (name) => ({ name: "Irgendein Name", system: { identifier: name } }),
  v3: (name) => ({ name: "Irgendein Name", system: {}, flags: { babele: { originalName: english(name) } } }),
  pathfinder: (name, edition) =>
    edition === "pathfinder-2"
      ? { name: "Irgendein Name", system: { slug: name } }
      : { name: "Irgendein Name", system: {}, flags: { babele: { originalName: english(name) } } },
};
const itemOf = ({ name, edition }) => ITEM[edition.split(/[-.]/)[0]](name, edition);

test("the table is read", () => {
  assert.ok(ROWS.length >= 40);
  const sets = [IGNORING_FEATS, IGNORING_ABILITIES, IGNORING_GEAR];
  for (const { name } of ROWS)
    assert.ok(
      sets.some((set) => set.has(name)),
      name,
    );
});

for (const row of ROWS) {
  test(`${row.edition}: ${row.name} is found on a sheet whose items have German names`, () => {
    const item = itemOf(row);
    if (IGNORING_FEATS.has(row.name)) assert.ok(featsOf({ items: [item] }).includes(row.name));
    if (IGNORING_ABILITIES.has(row.name)) {
      assert.ok(ignoringAbilities(null, [item]).includes(row.name), "the item of the attack");
      assert.deepEqual(ignoringAbilities(null, [{ ...item, name: `Un${row.name}`, system: {}, flags: {} }]), []);
      assert.deepEqual(ignoringAbilities({ effects: [{ name: english(row.name) }] }, []), [row.name], "an effect");
      const ended = { effects: [{ name: english(row.name), disabled: true }] };
      assert.deepEqual(ignoringAbilities(ended, []), []);
    }
    if (IGNORING_GEAR.has(row.name)) {
      const used = (more) => ({ items: [{ ...item, system: { ...item.system, equipped: true, ...more } }] });
      assert.deepEqual(ignoringAbilities(used({ attunement: "required", attuned: true }), []), [row.name]);
      assert.deepEqual(ignoringAbilities(used({ attunement: "required", attuned: false }), []), []);
      assert.deepEqual(ignoringAbilities({ items: [item] }, []), [], "not equipped");
    }
  });
}

const ENGINE = new URL("../../../bridge/coign/", import.meta.url);
const sources = readdirSync(ENGINE, { recursive: true }).filter((file) => file.endsWith(".py"));

test("each feat that a rule asks for by its name is read from a sheet", () => {
  const asked = sources.flatMap((file) =>
    [...readFileSync(new URL(file, ENGINE), "utf8").matchAll(/\.feat(?:\(|, \()"([a-z-]+)"/g)].map(([, name]) => name),
  );
  const unread = asked.filter((name) => !featsOf({ items: [{ name: english(name) }] }).length);
  assert.deepEqual(unread, ["halfling-luck"], "which a flag of dnd5e says");
  assert.ok(asked.length >= 8, `${asked}`);
});

test("an item goes by its identifier first, and by its name last", () => {
  assert.deepEqual(slugsOf({ name: "Zauberstab +2", system: { identifier: "wand-of-the-war-mage-2" } }), [
    "wand-of-the-war-mage",
    "zauberstab",
  ]);
  assert.deepEqual(slugsOf({ name: "Spell Effect: Sure Strike", type: "effect", system: {} }), ["sure-strike"]);
  assert.deepEqual(slugsOf(null), []);
});

/** Files of the packs of `pf1` 0.79.7 by the ids of what is in them. */
const PF1_PACKS = {
  pmAO1Sni8xx71pLF: "feats/blind-fight",
  Zeq6RWYv5otvg8q7: "feats/cleave",
  h9nHYLxXvIXBTmup: "feats/combat-reflexes",
  HMCAM3Zyo77kG8Yg: "feats/far-shot",
  "6HSMdwX1VS6nZ6Zf": "feats/great-cleave",
  h1vqUG9Kh3f7oKWK: "feats/improved-precise-shot",
  "0spsP9ylE3goD3jc": "feats/mounted-combat",
  "53urYIbYYpQuoSLd": "feats/precise-shot",
  UnmST9BvRhxT4vq3: "feats/whirlwind-attack",
  ZfnHhhTFQVo0Lj4P: "class-abilities/improved-uncanny-dodge",
  "6pjr8jMFSKqXkBKk": "class-abilities/sneak-attack",
  "7WaQxnVaaoL4AGr8": "class-abilities/uncanny-dodge",
  xco22162bwgxn7pj: "spells/true-strike",
};

test("Pathfinder 1: an item goes by its place in a compendium, whatever its name is", () => {
  for (const [id, file] of Object.entries(PF1_PACKS)) {
    const [pack, name] = file.split("/");
    const source = `Compendium.pf1.${pack}.Item.${id}`;
    for (const noted of [{ _stats: { compendiumSource: source } }, { flags: { core: { sourceId: source } } }])
      assert.deepEqual(slugsOf({ name: "Irgendein Name", ...noted }), [name, "irgendein-name"]);
  }
});

test("a weapon has a quality among the words of its name, in any language that Babele has translated", () => {
  const bow = { name: "Suchender Langbogen +1", flags: { babele: { originalName: "+1 Seeking Longbow" } } };
  assert.deepEqual(ignoringAbilities(null, [bow]), ["seeking"]);
  assert.deepEqual(ignoringAbilities(null, [{ name: "Longbow" }]), []);
});

test("Pathfinder 2: what the player has switched on for the roll, and the penalties that the system leaves out", () => {
  const said = message("pf2e-next-attack-roll-system-context");
  const seen = (...options) => {
    said.system.context.options = ["ranged", ...options];
    return pf2e.readAttack(said, world("SCENE00000000001", [{ _id: "TOKEN00000000001" }])).attack;
  };
  assert.deepEqual(seen("feat:hunters-aim").abilities, [], "who has the feat has not used it");
  assert.deepEqual(seen("hunters-aim", "hunted-prey").abilities, ["hunt-prey", "hunters-aim"]);
  for (const [number, word] of Object.entries({ 2: "second", 3: "third", 5: "fifth" }))
    assert.deepEqual(seen("target:mark:hunt-prey", `ignore-range-penalty:${number}`).ignores, [`${word}-increment`]);
  assert.equal("ignores" in seen("hunters-aim"), false);
});

test("fifth edition: what items and actors note themselves", () => {
  const flagged = (flags) => ignoredByFlags({ flags }, null, "attack");
  const BOTH = ["half", "three-quarters"];
  assert.deepEqual(flagged({}), []);
  assert.deepEqual(ignoredByFlags(null, { system: { properties: ["ignoreCover"] } }, "save"), BOTH);
  assert.deepEqual(flagged({ dnd5e: { helpersIgnoreCover: "1" } }), ["half"]);
  assert.deepEqual(flagged({ dnd5e: { helpersIgnoreCover: 2 } }), BOTH);
  assert.deepEqual(flagged({ "midi-qol": { ignoreCover: "1", sharpShooter: "1", ignoreNearbyFoes: true } }), [
    ...BOTH,
    "long-range",
    "foe-beside",
  ]);
  assert.deepEqual(
    flagged({ "midi-qol": { ignoreCover: "target.details.cr < 3" } }),
    [],
    "a condition is not evaluated",
  );
  assert.deepEqual(flagged({ simplecover5e: { ignoreHalfCover: { attack: "1" } } }), ["half"]);
  const saves = { flags: { simplecover5e: { ignoreAllCover: { save: true } } } };
  assert.deepEqual(ignoredByFlags(saves, null, "save"), BOTH);
  assert.deepEqual(ignoredByFlags(saves, null, "attack"), []);
});

test("fifth edition: an attack has what its actor's flags say, and a save is against the German Sacred Flame", () => {
  const goblin = actor("dnd5e-5.3.3-2014-goblin");
  goblin.flags = { ...goblin.flags, dnd5e: { helpersIgnoreCover: 1 } };
  assert.ok(dnd5e.attacksOf(goblin, "ft").every(({ ignores }) => ignores?.join() === "half"));
  const flame = { name: "Heilige Flamme", type: "spell", system: { identifier: "sacred-flame" } };
  const uses = { activity: { uuid: "Actor.c.Item.f.Activity.x" }, item: { uuid: "Actor.c.Item.f" } };
  const context = world("S", [{ _id: "caster", actorId: "c" }], {
    "ChatMessage.card": { speaker: { scene: "S", token: "caster" }, flags: { dnd5e: uses } },
    "Actor.c.Item.f": flame,
    "Actor.c.Item.f.Activity.x": { name: "Rettungswurf", item: flame },
  });
  const save = { flags: { dnd5e: { roll: { type: "save", ability: "dex" }, originatingMessage: "card" } } };
  assert.deepEqual(dnd5e.saveAgainst(save, context).effect, { name: "Heilige Flamme", abilities: ["sacred-flame"] });
});
