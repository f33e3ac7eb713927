import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

import { armourClassOf } from "../../../foundry-module/scripts/systems/attacks.mjs";
import { adapterFor, systems, withSheetValues } from "../../../foundry-module/scripts/systems/index.mjs";
import { idOf, itemById, length, list, slug, withId } from "../../../foundry-module/scripts/systems/reading.mjs";
import { emptied, holds, pathsIn, readOrThrown } from "../recorded.mjs";
import { actor, message, messages, token, world } from "./kit.mjs";

const MOST_EMPTIED = 60; // parts of one creature
const here = new URL("../../../foundry-module/scripts/systems/", import.meta.url);

test("each folder has the record of the game system that it is named for, and all records are listed", async () => {
  const folders = readdirSync(here).filter((name) => !name.endsWith(".mjs"));
  const found = await Promise.all(folders.map((id) => import(new URL(`${id}/record.mjs`, here))));
  for (const [nth, id] of folders.entries())
    assert.ok(
      Object.values(found[nth]).some((one) => one.id === id),
      id,
    );
  const records = found.flatMap((file) => Object.values(file).filter((one) => one.tokenTraits));
  assert.deepEqual(new Set(records), new Set(systems));
});

test("each game system has a recorded message or creature, and a test of its record", () => {
  const recorded = [...names("chat"), ...names("actors")];
  for (const id of readdirSync(here).filter((name) => !name.endsWith(".mjs"))) {
    assert.match(recorded.join(), new RegExp(`\\b${id}-`));
    assert.ok(readdirSync(new URL(id, import.meta.url)).includes("record.test.mjs"), id);
  }
});

test("an unknown system uses the generic record", () => {
  assert.equal(adapterFor("enchanted-realms").id, "generic");
  assert.equal(adapterFor("enchanted-realms").tested, true);
});

test("an adapter names the versions that its record was tested on", () => {
  assert.equal(adapterFor("dnd5e", "5.3.3").tested, true);
  assert.equal(adapterFor("dnd5e", "7.0.0").tested, false);
});

test("an adapter asks the world it was given", () => {
  const attack = message("dnd5e-5.3.3-attack-multi-target-disadvantage");
  const context = world("SCENE00000000001", [{ _id: "linked", actorId: "ACTOR00000000002" }]);
  assert.equal(adapterFor("dnd5e", "5.3.3", context).readAttack(attack)?.targets[0].token, "linked");
});

const CONTEXT = world("SCENE00000000001", [{ _id: "TOKEN00000000001" }, { _id: "TOKEN00000000002" }]);
const names = (kind) =>
  readdirSync(new URL(`../../data/${kind}/`, import.meta.url))
    .filter((name) => name.endsWith(".json"))
    .map((file) => file.replace(".json", ""));
const valueAt = (document, path) => path.reduce((part, key) => part[key], document);
const systemOf = (name) => systems.find(({ id }) => name.startsWith(`${id}-`))?.id ?? "";

test("a message in which somebody has emptied any one part is read, or is none, and never throws", () => {
  const recorded = names("chat").flatMap((name) => {
    const said = [message(name), ...(messages(name) ?? [])].filter(Boolean);
    return said.slice(0, 2).map((document) => [name, document]);
  });
  const modelled = { type: "attack", rolls: message("dnd5e-5.3.3-attack-ranged-with-target").rolls, system: {} };
  const targets = [{ token: "T", ac: 12 }];
  recorded.push(["dnd5e-modelled", { ...modelled, system: { targets, item: {}, activity: {} } }]);
  const readers = ["readAttack", "explainedBy", "unreadBy", "saveAgainst", "checkOccasion", "includedIn"];
  function* made() {
    for (const [name, document] of recorded) {
      const adapter = adapterFor(systemOf(name), "", CONTEXT);
      for (const [odd, what] of emptied(document))
        for (const reader of readers) {
          let found;
          assert.doesNotThrow(() => {
            found = adapter[reader](odd);
          }, `${name} ${reader}: ${what}`);
          yield [name, found ?? null];
        }
    }
  }
  holds("messages", made());
});

test("a creature, whole and with any part emptied, has the traits, attacks and defence that were recorded", () => {
  function* made() {
    for (const name of names("actors")) {
      const adapter = adapterFor(systemOf(name), "", CONTEXT);
      const document = actor(name);
      for (const [odd, what] of emptied(document, Math.ceil(pathsIn(document).length / MOST_EMPTIED))) {
        const one = token(odd, { flags: {} });
        const traits = readOrThrown(adapter.tokenTraits, one);
        if (what.endsWith("null")) assert.equal(typeof traits, "object", `${name}: ${what}: ${traits}`);
        const attacks = readOrThrown(adapter.attacksOf, one);
        const known = Array.isArray(attacks) ? attacks : [];
        const readers = [
          () => known.map((attack) => adapter.bonusOf(one, attack)),
          () => adapter.defenceOf(one, one, known[0]),
          () => adapter.armourClass(odd, null),
        ];
        for (const made of [traits, attacks, ...readers.map((reader) => readOrThrown(reader))]) yield [name, made];
      }
    }
  }
  holds("creatures", made());
});

test("the GM's settings on a token win over the system's data", () => {
  const goblin = actor("dnd5e-5.3.3-2014-goblin");
  const set = {
    reach: 10,
    faceless: true,
    shield: { side: "right" },
    senses: { darkvision: 120, blindsight: null },
    overrides: ["no extra"],
  };
  const adapter = adapterFor("dnd5e", "5.3.3", world("S", []));
  const traits = adapter.tokenTraits(token(goblin, { flags: { coign: set } }));
  assert.equal(traits.reach, 10);
  assert.equal(traits.faceless, true);
  assert.deepEqual(traits.shield, { side: "right", bonus: 2 });
  assert.deepEqual(traits.senses, { darkvision: 120 });
  assert.equal("overrides" in traits, false);
  assert.equal(adapter.tokenDefaults(token(goblin, { flags: { coign: set } })).reach, 5);
});

test("the arm of a shield alone makes no shield, and `false` is a value too", () => {
  assert.deepEqual(withSheetValues({}, { shield: { side: "right" }, creature: false }), { creature: false });
});

test("a shield spell needs no shield", () => {
  assert.deepEqual(withSheetValues({}, { shield: { spell: 4 } }), { shield: { side: "left", bonus: 0, spell: 4 } });
});

test("an empty list is a value, an empty text is not", () => {
  const sharpshooter = { ignores: ["half"], formation: "wall" };
  assert.deepEqual(withSheetValues(sharpshooter, { ignores: [], formation: "" }), { ignores: [], formation: "wall" });
});

test("the GM may set a token as mounted if no status does", () => {
  assert.deepEqual(withSheetValues({ statuses: ["prone"] }, { mounted: true }).statuses, ["prone", "mounted"]);
  assert.deepEqual(withSheetValues({ statuses: ["mounted"] }, { mounted: false }).statuses, []);
  assert.deepEqual(withSheetValues({ statuses: ["mounted"] }, { mounted: null }).statuses, ["mounted"]);
  assert.equal("statuses" in withSheetValues({}, { mounted: false }), false);
});

test("attacks to the side and to the rear, as written on the sheet", () => {
  const { attacks } = withSheetValues({}, { attacks: "Tail slap: rear; wings:flank, bite, claw: sideways" });
  assert.deepEqual(attacks, { "Tail slap": "rear", wings: "flank" });
  assert.deepEqual(withSheetValues({}, { attacks: { sting: "rear" } }).attacks, { sting: "rear" });
  for (const none of ["", null, undefined]) assert.equal("attacks" in withSheetValues({}, { attacks: none }), false);
});

test("an armour class is found wherever a game system keeps it, the most common place first", () => {
  const places = ["attributes.ac.value", "attributes.ac.total", "ac.value", "armorClass.value", "defense.value"];
  const system = {};
  for (const [n, place] of [...places.entries()].reverse()) {
    const path = place.split(".");
    const inner = path.slice(0, -1).reduce((part, key) => (part[key] ??= {}), system);
    inner[path.at(-1)] = String(10 + n);
    assert.equal(armourClassOf({ system }), 10 + n, place);
  }
  assert.deepEqual([armourClassOf({ system: { ac: 17 } }), armourClassOf({ system: { ac: "hard" } })], [17, null]);
});

test("a hook returns the actor whose tokens must be read again, or none", () => {
  const { watch } = adapterFor("dnd5e");
  const owner = { documentName: "Actor", id: "A" };
  const sword = { documentName: "Item", parent: owner };
  assert.equal(watch.updateActor(owner, { system: { attributes: { senses: { darkvision: 60 } } } }), owner);
  assert.equal(watch.updateActor(owner, { system: { attributes: { hp: { value: 3 } } } }), null);
  assert.equal(watch.updateItem(sword), owner);
  assert.equal(watch.createActiveEffect({ documentName: "ActiveEffect", parent: sword }), owner);
  const token = { documentName: "Token" };
  assert.equal(
    watch.updateActorDelta({ parent: token }, { system: { attributes: { movement: { walk: 10 } } } }),
    token,
  );
  assert.equal(watch.updateActorDelta({ parent: token }, { system: { attributes: { hp: { value: 1 } } } }), null);
  assert.equal(watch.deleteItem({ documentName: "Item", parent: null }), null);
  // What is removed or replaced, in the spellings of Foundry 13 and 14.
  class ForcedReplacement {}
  for (const [attributes, system = { attributes }, change = { system }] of [
    [{ "-=senses": null }],
    [{ "==senses": {} }],
    [new ForcedReplacement()],
    [null],
    [null, { "-=attributes": null }],
    [null, new ForcedReplacement()],
    [null, null, { "==system": {} }],
  ])
    assert.equal(watch.updateActor(owner, change), owner, JSON.stringify(change));
  assert.equal(watch.updateActor(owner, { "-=img": null, system: { "-=currency": null } }), null);
});

test("whatever changes a creature's traits is watched", () => {
  for (const name of names("actors")) {
    const { tokenTraits, watch } = adapterFor(systemOf(name), "", CONTEXT);
    const { items: _, effects: __, ...document } = { system: {}, ...actor(name) };
    const traitsOf = (one) => JSON.stringify(readOrThrown(tokenTraits, token(one, { flags: {} })));
    const whole = traitsOf(document);
    for (const [odd, , path] of emptied(document)) {
      if (!path || traitsOf(odd) === whole || typeof valueAt(document, path) === "object") continue;
      const change = path.reduceRight((part, key) => ({ [key === "data" ? "system" : key]: part }), null);
      assert.equal(watch.updateActor(odd, change), odd, `${name}: ${path.join(".")}`);
    }
  }
});

test("what is named by an id is found in a document's or its data's list of any kind, and nothing without an id", () => {
  const items = new Map([{ _id: "data" }, { id: "document" }, {}].map((item, n) => [n, item]));
  const [data, document] = [...items.values()];
  assert.deepEqual([data, document, {}, null].map(idOf), ["data", "document", null, null]);
  for (const find of [(id) => withId(items, id), (id) => itemById({ items }, id)])
    assert.deepEqual(["data", "document", "gone", null].map(find), [data, document, null, null]);
  assert.equal(itemById(null, "data"), null);
});

test("lists are read from arrays, sets, maps, collections and objects", () => {
  class Collection extends Map {
    [Symbol.iterator]() {
      return this.values();
    }
  }
  for (const given of [
    [1, 2],
    new Set([1, 2]),
    new Map([
      ["a", 1],
      ["b", 2],
    ]),
    new Collection([
      ["a", 1],
      ["b", 2],
    ]),
    { a: 1, b: 2 },
  ])
    assert.deepEqual(list(given), [1, 2]);
  for (const odd of [null, undefined, "ab", 7]) assert.deepEqual(list(odd), []);
});

test("slugs and lengths", () => {
  assert.equal(slug("improvedUncannyDodge"), "improved-uncanny-dodge");
  assert.equal(slug("Kâli’s Gift"), "kalis-gift");
  assert.equal(length("30", "ft", "m"), 9);
  assert.deepEqual(
    ["ft.", "feet", "Foot", "m", "Meters", "mi", "km"].map((unit) => length(3, unit, "ft")),
    [3, 3, 3, 10, 10, 15_840, 10_000],
  );
  assert.equal(length(1.5, "m", "ft."), 5);
  assert.equal(length(3, "hexes", "ft"), 3);
  assert.equal(length("far", "ft", "ft"), null);
});

test("an actor's equipped weapons, for previews before the first attack: on real actors of each system that has them", () => {
  const told = (system, version, name) =>
    adapterFor(system, version, world("S", []))
      .attacksOf(token(actor(name)))
      .map(({ kind, name, reach, range }) => [name, kind, reach ?? range?.normal]);
  assert.deepEqual(told("dnd5e", "5.3.3", "dnd5e-5.3.3-2014-goblin"), [
    ["Scimitar", "melee", 5],
    ["Shortbow", "ranged", 80],
  ]);
  assert.deepEqual(told("pf1", "0.79.7", "pf1-0.79.7-ogre"), [
    ["Greatclub", "melee", 10],
    ["Javelin", "ranged", 30],
  ]);
  assert.deepEqual(told("D35E", "0.99.1", "D35E-0.99.1-hawk"), [["Talons", "melee", 0]]);
  assert.deepEqual(told("pf2e", "8.4.0", "pf2e-2026-elf-ranger-med"), [
    ["Dagger", "melee", 5],
    ["Dagger", "melee", 5],
    ["Dagger", "ranged", 10], // the second can be thrown
    ["Shortbow", "ranged", 60],
  ]);
  assert.deepEqual(adapterFor("dnd5e", "5", world("S", [])).attacksOf(token(null)), []);
});
