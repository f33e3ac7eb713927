import assert from "node:assert/strict";
import { test } from "node:test";

import { pf1 } from "../../../../foundry-module/scripts/systems/pf1/record.mjs";
import { actor, message, token, world } from "../kit.mjs";

const SCENE = "SCENE00000000001";
const foe = { system: { attributes: { ac: { normal: { total: 18 }, touch: { total: 11 } } } } };

/** Make the scene of the messages, with an attacker who has one item with one action. */
const field = (action = {}, more = {}, units = "ft") =>
  world(
    SCENE,
    [
      {
        _id: "TOKEN00000000001",
        actor: {
          system: { traits: { size: "lg", stature: "tall" } },
          items: [
            {
              _id: "ITEM000000000001",
              name: "Longsword",
              system: { actions: [{ _id: "ACTION0000000001", ...action }] },
            },
          ],
          ...more,
        },
      },
      { _id: "TOKEN00000000002", actor: foe },
    ],
    {},
    units,
  );

test("11: one attack from the message's system, its target by uuid", () => {
  const seen = pf1.readAttack(
    message("pf1-11.x-attack-system-model"),
    field({ actionType: "mwak", range: { units: "melee" } }),
  );
  assert.deepEqual(seen.actorToken, { scene: SCENE, token: "TOKEN00000000001" });
  assert.deepEqual(seen.targets, [{ scene: SCENE, token: "TOKEN00000000002" }]);
  assert.deepEqual(seen.roll, {
    d20: [{ value: 14, kept: true }],
    mode: "normal",
    total: 22,
    rerolled: false,
    rolled: { damage: [9] },
  });
  assert.deepEqual(seen.attack, {
    kind: "melee",
    reach: 10,
    range: null,
    name: "Longsword",
    abilities: [],
    spell: false,
  });
  assert.deepEqual(seen.defence, { TOKEN00000000002: { ac: 18, applied: null } });
});

test("the damage in an attack's own card is that attack's, once, in each version", () => {
  const rolled = (name) => {
    const { roll, further } = pf1.readAttack(message(name), field());
    return [roll, ...further].map((one) => one.rolled?.damage ?? null);
  };
  assert.deepEqual(rolled("pf1-11.x-attack-system-model"), [[9]]);
  assert.deepEqual(rolled("pf1-10.x-full-attack-with-targets"), [[9], null], "the second has rolled none");
  assert.deepEqual(rolled("pf1-0.79.7-attack"), [[9]]);
});

test("10: a full attack is one card; confirmations of criticals are not attacks", () => {
  const seen = pf1.readAttack(message("pf1-10.x-full-attack-with-targets"), field());
  assert.deepEqual([seen.roll.total, seen.further.map(({ total }) => total)], [22, [17]]);
  assert.deepEqual(seen.targets, [{ scene: SCENE, token: "TOKEN00000000002" }]);
  assert.equal(seen.key, "MSG0000000000001:14;14");
});

test("0.79: attacks keyed like an object, no targets, and a deleted item", () => {
  const seen = pf1.readAttack(message("pf1-0.79.7-attack"), world(SCENE, []));
  assert.deepEqual([seen.roll.total, seen.targets, seen.attack.name, seen.attack.reach], [22, [], "Longsword", null]);
});

test("a reach weapon doubles the natural reach, unless the live actor has another value", () => {
  const reach = { actionType: "mwak", range: { units: "reach" } };
  const model = message("pf1-11.x-attack-system-model");
  assert.equal(pf1.readAttack(model, field(reach)).attack.reach, 20);
  const live = { system: { traits: { size: "lg", reach: { total: { melee: 15, reach: 25 } } } } };
  assert.equal(pf1.readAttack(model, field(reach, live)).attack.reach, 25);
});

test("a thrown weapon's long range follows from its increments; a range by caster level is unknown", () => {
  const model = message("pf1-11.x-attack-system-model");
  const thrown = { actionType: "twak", range: { units: "ft", value: "10", maxIncrements: 5 } };
  assert.deepEqual(pf1.readAttack(model, field(thrown)).attack.range, { normal: 10, long: 50 });
  const damage = { parts: [{ formula: "1d6", type: { values: ["piercing"], custom: "" } }] };
  assert.deepEqual(pf1.readAttack(model, field({ ...thrown, damage }))?.attack.abilities, ["piercing", "thrown"]);
  const ray = pf1.readAttack(model, field({ actionType: "rsak", touch: true, range: { units: "close" } }));
  assert.deepEqual([ray.attack.kind, ray.attack.range, ray.attack.spell], ["ranged", null, true]);
  assert.equal(ray.defence.TOKEN00000000002.ac, 11, "against touch");
});

test("a card without an attack, or a message of another system, is no attack", () => {
  const model = message("pf1-11.x-attack-system-model");
  model.system.rolls.attacks[0].attack = null;
  assert.equal(pf1.readAttack(model, field()), null);
  assert.equal(pf1.readAttack(message("dnd5e-5.3.3-attack-ranged-with-target"), field()), null);
});

test("an ogre: large and tall, senses from its stat block, armed with a greatclub", () => {
  const ogre = actor("pf1-0.79.7-ogre");
  assert.deepEqual(pf1.tokenTraits(token(ogre), ogre), {
    size: "large",
    species: "Ogre",
    reach: 10,
    senses: { darkvision: 60, lowLight: true },
    creatureType: "humanoid",
    subtypes: ["giant"],
    armed: true,
  });
});

test("a kraken swims, an imp reaches nothing, an ooze cannot be flanked", () => {
  const kraken = actor("pf1-0.79.7-kraken");
  const traits = pf1.tokenTraits(token(kraken), kraken);
  assert.deepEqual([traits.size, traits.reach, traits.speeds], ["gargantuan", 20, { walk: 10, swim: 40 }]);
  assert.equal(traits.creatureType, "magical-beast");
  assert.deepEqual(traits.feats, ["blind-fight", "cleave"]);
  const imp = actor("pf1-0.79.7-imp");
  assert.equal(pf1.tokenTraits(token(imp), imp).reach, 0);
  const cube = actor("pf1-0.79.7-gelatinous-cube");
  assert.deepEqual(pf1.tokenTraits(token(cube), cube).immune, ["sneak-attack", "flanking"]);
});

test("senses as an object, with and without totals; true seeing without a range is unlimited", () => {
  const seer = {
    statuses: new Set(["flatFooted"]),
    system: { traits: { senses: { dv: { total: 60 }, bse: 30, tr: true, si: false, ll: { enabled: true } } } },
  };
  const traits = pf1.tokenTraits(token(seer), seer);
  assert.deepEqual(traits.senses, { darkvision: 60, blindsense: 30, truesight: 10_000, lowLight: true });
  assert.deepEqual(traits.statuses, ["flat-footed"]);
});

test("a creature with only a bow is not armed for melee; one with unknown equipment may be", () => {
  const archer = {
    system: {},
    items: [{ type: "weapon", system: { equipped: true, actions: [{ actionType: "rwak" }] } }],
  };
  assert.equal(pf1.tokenTraits(token(archer), archer).armed, false);
  assert.equal("armed" in pf1.tokenTraits(token({ items: [] }), { items: [] }), false);
});

test("conditions that were switches of the actor before version 9 are statuses", () => {
  const blind = { system: { attributes: { conditions: { blind: true, deaf: false } } } };
  assert.deepEqual(pf1.tokenTraits(token(blind), blind).statuses, ["blinded"]);
});

test("a creature's subtypes are those of its race, in every version's shape", () => {
  const ogre = actor("pf1-0.79.7-ogre");
  assert.deepEqual(pf1.tokenTraits(token(ogre), ogre).subtypes, ["giant"]);
  const of = (system) => ({ system: {}, items: [{ type: "race", system }] });
  const elemental = of({ creatureSubtypes: ["elemental", "fire"] });
  assert.deepEqual(pf1.tokenTraits(token(elemental), elemental).subtypes, ["elemental", "fire"]);
  assert.equal("subtypes" in pf1.tokenTraits(token(of({})), of({})), false);
});

test("a miss chance of its own is read from active buffs and what is worn, the greatest of them", () => {
  const buff = (name, active = true) => ({ type: "buff", name, system: { active } });
  const cloak = { type: "equipment", name: "Cloak of Displacement, Minor", system: { equipped: true } };
  const miss = (...items) => {
    const blurred = { name: "Wizard", items, system: { traits: {}, attributes: {} } };
    return pf1.tokenTraits(token(blurred), blurred).miss;
  };
  assert.equal(miss(buff("Blur")), 20);
  assert.equal(miss(buff("Blur"), buff("Displacement")), 50);
  assert.equal(miss(buff("Blur"), buff("Displacement", false)), 20);
  assert.equal(miss(cloak), 20);
  const names = ["Blink", "Displacement", "Cloak of Displacement, Minor", "Minor Cloak of Displacement"];
  assert.deepEqual(
    names.map((name) => miss(buff(name))),
    [50, 50, 20, 20],
  );
  assert.equal(miss(buff("Bless")), undefined);
});

test("scent is a range, a switch in old worlds, and a word in older stat blocks", () => {
  const scent = (senses) => {
    const wolf = { name: "Wolf", items: [], system: { traits: { senses }, attributes: {} } };
    return pf1.tokenTraits(token(wolf), wolf).senses?.scent;
  };
  assert.equal(scent({ sc: 60 }), 60);
  assert.equal(scent({ sc: { value: 0, total: 30 } }), 30);
  assert.equal(scent({ sc: true }), 30);
  assert.equal(scent({ sc: 0 }), undefined);
  assert.equal(scent("low-light vision, scent; Perception +8"), 30);
  assert.equal(scent("darkvision 60 ft., scent 45 ft."), 45);
  assert.equal(scent("ascendant sense"), undefined);
});
