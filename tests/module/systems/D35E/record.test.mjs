import assert from "node:assert/strict";
import { test } from "node:test";
import { D35E } from "../../../../foundry-module/scripts/systems/D35E/record.mjs";
import { readAnyRoll } from "../../../../foundry-module/scripts/systems/generic.mjs";
import { adapterFor } from "../../../../foundry-module/scripts/systems/index.mjs";
import { actor, message, token, world } from "../kit.mjs";

const SCENE = "SCENE00000000001";
const hero = {
  system: { traits: { size: "med" } },
  items: [{ _id: "ITEM000000000001", name: "Glaive", system: { actionType: "mwak", range: { units: "reach" } } }],
};
const field = (attacker = hero) =>
  world(SCENE, [
    { _id: "TOKEN00000000001", actor: attacker },
    { _id: "TOKEN00000000002", actor: { system: { attributes: { ac: { normal: { total: 15 } } } } } },
    { _id: "TOKEN00000000003" },
  ]);

test("2.0: total, attacker and targets are read from the card's markup", () => {
  const seen = D35E.readAttack(message("D35E-2.0.0-attack"), field());
  assert.deepEqual(seen.actorToken, { scene: SCENE, token: "TOKEN00000000001" });
  assert.deepEqual(
    seen.targets.map(({ token }) => token),
    ["TOKEN00000000002", "TOKEN00000000003"],
  );
  const damage = { damage: [9] };
  assert.deepEqual(seen.roll, { d20: [], mode: "normal", total: 22, rerolled: false, rolled: damage });
  assert.deepEqual(seen.attack, { kind: "melee", reach: 10, range: null, name: "Glaive", abilities: [], spell: false });
  assert.equal(seen.defence.TOKEN00000000002.ac, 15);
  assert.equal(seen.key, "MSG0000000000001:22");
});

test("a natural 20 and a fumble are read from the card's buttons", () => {
  const said = message("D35E-0.99.1-attack");
  const natural = { ...said, content: said.content.replace('data-natural="false"', 'data-natural="true"') };
  assert.deepEqual(D35E.readAttack(natural, field()).roll.d20, [{ value: 20, kept: true }]);
  const fumble = { ...said, content: said.content.replace('data-fumble="false"', 'data-fumble="true"') };
  assert.deepEqual(D35E.readAttack(fumble, field()).roll.d20, [{ value: 1, kept: true }]);
});

test("a card with damage only, or without an attack, is no attack", () => {
  const said = message("D35E-2.0.0-attack");
  assert.equal(
    D35E.readAttack({ ...said, content: said.content.replace('data-roll="22"', 'data-roll="-1337"') }, field()),
    null,
  );
  assert.equal(
    D35E.readAttack({ content: '<div class="D35E chat-card item-card"><h3>Rope</h3></div>' }, field()),
    null,
  );
  assert.equal(D35E.readAttack({ content: "<p>Hello</p>" }, field()), null);
});

test("2.4: the template's data are read, including dice", () => {
  const rolled = { class: "Roll35e", total: 19, terms: [{ faces: 20, results: [{ result: 12, active: true }] }] };
  const flags = {
    D35E: {
      template: "systems/D35E/templates/chat/attack-roll.html",
      chatTemplateData: {
        tokenId: `${SCENE}.TOKEN00000000001`,
        item: { _id: "ITEM000000000001" },
        targets: [{ id: "TOKEN00000000002", name: "TARGET", img: "" }],
        attacks: [
          {
            hasAttack: true,
            attack: { total: 19 },
            rolls: [JSON.stringify(rolled)],
            hasDamage: true,
            damage: { total: 7.5 },
          },
          { hasAttack: true, attack: { total: 8 }, natural20: false, fumble: true, rolls: [] },
          { hasAttack: false, attack: { total: -1337 } },
        ],
      },
    },
  };
  const seen = D35E.readAttack({ _id: "M", speaker: {}, flags }, field());
  assert.deepEqual([seen.roll.d20, seen.roll.rolled], [[{ value: 12, kept: true }], { damage: [7] }]);
  assert.deepEqual(
    seen.further.map(({ total, d20, rolled }) => [total, d20[0].value, rolled]),
    [[8, 1, undefined]],
  );
  assert.deepEqual(
    seen.targets.map(({ token }) => token),
    ["TOKEN00000000002"],
  );
  flags.D35E.template = "systems/D35E/templates/chat/grapple.html";
  assert.equal(D35E.readAttack({ flags }, field()), null);
});

test("2.4: what the dialog has put into the roll is counted", () => {
  const data = (rollData) => ({
    D35E: {
      template: "systems/D35E/templates/chat/attack-roll.html",
      chatTemplateData: { attacks: [{ hasAttack: true, attack: { total: 19 }, rolls: [], rollData }] },
    },
  });
  const counted = (rollData) => D35E.readAttack({ _id: "M", speaker: {}, flags: data(rollData) }, field()).counted;
  assert.deepEqual(counted({ attackToggles: { flanking: true, highGround: true, charge: true } }), [
    "high-ground",
    "flanking",
  ]);
  assert.deepEqual(counted({ attackToggles: { prone: true, closeQuartersShot: true } }), [
    "attacker-prone",
    "into-melee",
  ]);
  assert.equal(counted({}), undefined);
  assert.equal(counted(undefined), undefined, "cards of other versions");
});

test("2.4: a save keeps its dice with its card, so a GM can say what it is against; damage that is kept so is none", () => {
  const terms = [{ class: "Die", number: 1, faces: 20, results: [{ result: 14, active: true }], evaluated: true }];
  const roll = { class: "Roll35e", formula: "1d20 + 5", terms, total: 19, evaluated: true };
  const kept = (/** @type {object} */ one) => ({
    speaker: { scene: "S", token: "T" },
    flags: { D35E: { template: "systems/D35E/templates/chat/saving-throw.html", chatTemplateData: { roll: one } } },
  });
  const place = world("S", [{ _id: "T", actorId: "A", actor: null }]);
  assert.equal(D35E.readAttack(kept(roll), place), null);
  const seen = readAnyRoll(kept(roll), place);
  assert.deepEqual([seen?.roll.d20, seen?.roll.total], [[{ value: 14, kept: true }], 19]);
  assert.equal(seen?.actorToken?.token, "T");
  const d6 = { ...roll, terms: [{ ...terms[0], faces: 6 }] };
  assert.equal(readAnyRoll(kept(d6), place), null);
});

test("subtypes stand with the race, each in a list of its own", () => {
  const hound = { system: {}, items: [{ type: "race", system: { subTypes: [["Fire"], ["Extraplanar"], ["fire"]] } }] };
  assert.deepEqual(D35E.tokenTraits(token(hound), hound).subtypes, ["fire", "extraplanar"]);
});

test("a hawk and a bat: tiny creatures have no reach; senses are read from text if the numbers are 0", () => {
  const hawk = actor("D35E-0.99.1-hawk");
  const traits = D35E.tokenTraits(token(hawk), hawk);
  assert.deepEqual([traits.size, traits.reach, traits.creatureType], ["tiny", 0, "animal"]);
  assert.deepEqual(traits.senses, { lowLight: true });
  const bat = actor("D35E-0.99.1-bat");
  assert.deepEqual(D35E.tokenTraits(token(bat), bat).senses, { blindsense: 20, lowLight: true });
  assert.equal(D35E.tokenTraits(token(bat), bat).size, "diminutive");
});

test("the reach of Large creatures is not guessed, because tall and long ones differ", () => {
  const giant = { system: { traits: { size: "lg" } } };
  assert.equal("reach" in D35E.tokenTraits(token(giant), giant), false);
});

test("undead are immune to sneak attacks but not to flanking; elementals to both", () => {
  const kind = (creatureType) => ({
    system: {},
    items: [{ type: "class", system: { classType: "racial", creatureType } }],
  });
  const immune = (creatureType) => D35E.tokenTraits(token(), kind(creatureType)).immune;
  assert.deepEqual(immune("undead"), ["sneak-attack"]);
  assert.deepEqual(immune("elemental"), ["sneak-attack", "flanking"]);
  assert.equal(immune("humanoid"), undefined);
});

test("a creature's own miss chance is read", () => {
  const blurred = { system: { attributes: { concealment: { total: 20 } } } };
  assert.equal(D35E.tokenTraits(token(), blurred).miss, 20);
});

test("the bonus before a roll is the sum that the system builds, with the size by the table of the SRD", () => {
  const { bonusOf } = adapterFor("D35E", "2.4.3", {});
  const bonus = ({ item, attributes, actualSize, active = false, size = "med" } = {}) => {
    const system = {
      abilities: { dex: { mod: 3 } },
      attributes: { attack: { general: 10, ranged: 20, melee: 40 }, bab: { total: 100 }, ...attributes },
      traits: { size, actualSize },
    };
    const bow = { type: "attack", name: "Bow", system: { actionType: "rwak", ability: { attack: "dex" }, ...item } };
    const feat = { type: "feat", system: { combatChanges: [["1"]], active } };
    return bonusOf({ actor: { system, items: [bow, feat] } }, { name: "Bow", kind: "ranged" })?.bonus ?? null;
  };
  const sizes = { fine: 8, dim: 4, tiny: 2, sm: 1, med: 0, lg: -1, huge: -2, grg: -4, col: -8 };
  for (const [size, value] of Object.entries(sizes)) assert.equal(bonus({ size }), 133 + value, size);
  assert.equal(bonus({ size: "col", actualSize: "fine" }), 141);
  assert.equal(bonus({ attributes: { energyDrain: 2 } }), 131, "a drained level, whatever its sign");
  assert.equal(bonus({ attributes: { energyDrain: -2, attack: undefined, bab: undefined } }), 1);
  for (const [item, value] of [
    [{ ability: {} }, 130],
    [{ enh: 2, masterwork: true }, 135],
    [{ masterwork: true }, 134],
    [{ proficient: false }, 129],
    [{ attackBonus: "7" }, 140],
    [{ enh: "@cl" }, null],
  ])
    assert.equal(bonus({ item }), value, JSON.stringify(item));
  assert.equal(bonus({ active: true }), null, "a feat that changes attacks by a formula");
});
