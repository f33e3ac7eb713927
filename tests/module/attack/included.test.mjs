/** Modifiers that were put into a roll: read from the roll itself, so that a player's flags cannot lie about them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Answered, provedIn, withOwnArmourClass } from "../../../foundry-module/scripts/attack/included.mjs";
import { readMessage } from "../../../foundry-module/scripts/attack/message.mjs";
import { noteCreated } from "../../../foundry-module/scripts/attack/note-messages.mjs";
import { Rolls } from "../../../foundry-module/scripts/ledger/rolls.mjs";
import { attackOf } from "../../../foundry-module/scripts/systems/draw-steel/abilities.mjs";
import { adapterFor } from "../../../foundry-module/scripts/systems/index.mjs";
import { readRoll } from "../../../foundry-module/scripts/systems/rolls.mjs";
import { EFFECTS } from "../../../foundry-module/scripts/util/wire.mjs";
import { message, world } from "../systems/kit.mjs";

const die = (faces, ...results) => ({ faces, results: results.map((result) => ({ result, active: true })) });
const operator = (sign) => ({ operator: sign });
const flavoured = (term, flavor) => ({ ...term, options: { flavor } });

const HIGH = {
  modifier: "high",
  target: null,
  effect: { kind: "die", dice: "+1d4", to: "attack" },
  flavor: "Coign: High",
};
const LOW = {
  modifier: "low",
  target: null,
  effect: { kind: "die", dice: "-1d4", to: "attack" },
  flavor: "Coign: Low",
};
const REAR = {
  modifier: "rear",
  target: null,
  effect: { kind: "flat", value: 2, to: "attack" },
  flavor: "Coign: Rear",
};
const FAR = { modifier: "far", target: null, effect: { kind: "flat", value: -4, to: "attack" }, flavor: "Coign: Far" };
const ABOVE = { modifier: "above", target: null, effect: { kind: "advantage", to: "attack" }, flavor: "Coign: Above" };
const PRONE = {
  modifier: "prone",
  target: null,
  effect: { kind: "disadvantage", to: "attack" },
  flavor: "Coign: Prone",
};

/** Return the modifiers that a roll of these terms includes, of those that the flags claim. */
function believed(claimed, terms, { options = {}, occasion = "attack" } = {}) {
  const { mode, shown } = readRoll({ terms: [die(20, 11), ...terms], total: 0, options });
  const { included = [] } = provedIn(claimed, { occasion, mode, shown });
  return included.map(({ modifier, value }) => [modifier, value]);
}

test("dice and numbers are read from their terms, with the sign with which they count", () => {
  const terms = [
    operator("+"),
    flavoured(die(4, 3), "Coign: High"),
    operator("-"),
    flavoured(die(4, 2), "Coign: Low"),
    operator("+"),
    flavoured({ number: 2 }, "Coign: Rear"),
    operator("-"),
    flavoured({ number: 4 }, "Coign: Far"),
  ];
  assert.deepEqual(believed([HIGH, LOW, REAR, FAR], terms), [
    ["high", 3],
    ["low", -2],
    ["rear", 2],
    ["far", -4],
  ]);
});

test("what the roll does not show is not believed", () => {
  const term = (shown, flavor) => [operator("+"), flavoured(shown, flavor)];
  assert.deepEqual(believed([HIGH, REAR, ABOVE, PRONE], []), [], "a plain roll");
  assert.deepEqual(believed([HIGH], term(die(6, 3), "Coign: High")), [], "another die");
  assert.deepEqual(believed([HIGH], term(die(4, 3, 1), "Coign: High")), [], "more dice");
  assert.deepEqual(believed([HIGH], term(die(4, 3), "Bless")), [], "another flavour");
  assert.deepEqual(believed([LOW], term(die(4, 3), "Coign: Low")), [], "added, not subtracted");
  assert.deepEqual(believed([FAR], term({ number: 4 }, "Coign: Far")), [], "a bonus, not a penalty");
});

test("one term is not two modifiers", () => {
  const twin = { ...HIGH, modifier: "twin" };
  assert.deepEqual(believed([HIGH, twin], [operator("+"), flavoured(die(4, 3), "Coign: High")]), [["high", 3]]);
});

test("advantage is believed if the roll has it, or has both", () => {
  assert.deepEqual(believed([ABOVE], [], { options: { advantageMode: 1 } }), [["above", null]]);
  assert.deepEqual(believed([PRONE], [], { options: { advantageMode: 1 } }), [], "a disadvantage that nobody rolled");
  const both = { advantageMode: 0, advantage: true, disadvantage: true };
  assert.deepEqual(believed([PRONE], [], { options: both }), [["prone", null]]);
});

test("an effect that changes no roll is in none", () => {
  const claims = [
    { modifier: "a", target: null, effect: { kind: "note" }, flavor: "" },
    { modifier: "b", target: null, effect: { kind: "miss-chance", dice: "1d20", to: "attack" }, flavor: "" },
  ];
  const shown = { terms: [{ flavor: "", faces: 20, count: 1, value: 20 }], both: false };
  assert.deepEqual(provedIn(claims, { occasion: "attack", mode: "normal", shown }), {});
});

test("of edges and banes as many are believed as the roll has against that target", () => {
  const made = (modifier, kind, target = "orc") => ({ modifier, target, effect: { kind, to: "attack" }, flavor: "" });
  const claims = [
    made("a", "edge"),
    made("b", "edge"),
    made("c", "bane"),
    made("d", "bane", "elf"),
    made("e", "edge", null),
  ];
  const { included } = provedIn(claims, { occasion: "attack", defence: { orc: { edges: 1 }, elf: { banes: 2 } } });
  assert.deepEqual(
    included.map(({ modifier, value }) => [modifier, value]),
    [
      ["a", null],
      ["d", null],
    ],
  );
});

test("an effect on another roll is no part of this one, for the bridge would refuse the whole request", () => {
  const terms = [operator("+"), flavoured(die(4, 3), "Coign: High")];
  assert.deepEqual(believed([HIGH], terms, { occasion: "save" }), []);
  const cover = { modifier: "cover", target: "orc", effect: { kind: "flat", value: 2, to: "ac" }, flavor: "" };
  assert.deepEqual(believed([cover], [], { occasion: "save" }), []);
  assert.deepEqual(believed([cover], []), [["cover", null]]);
});

const COVER = { modifier: "cover", target: "orc", effect: { kind: "flat", value: 4, to: "ac" }, value: null };
const request = (ac, included = [COVER]) => ({ roll: { included }, defence: { orc: { ac }, elf: { ac: 12 } } });

test("a change of armour class stands if the target's own armour class explains it", () => {
  assert.deepEqual(
    withOwnArmourClass(request(19), () => 15),
    request(19),
  );
});

const REFUTED = [{ ...COVER, refuted: true }];

test("a lie about an armour class gains nothing: the target's own is taken, and the lie is marked for the bridge", () => {
  const { roll, defence } = withOwnArmourClass(request(15), () => 15);
  assert.deepEqual([roll.included, defence], [REFUTED, { orc: { ac: 15 }, elf: { ac: 12 } }]);
});

test("where the own armour class is unknown, so is whether the attack hits", () => {
  const { roll, defence } = withOwnArmourClass(request(19), () => null);
  assert.deepEqual([roll.included, defence.orc.ac], [REFUTED, null]);
});

test("an armour class that the message does not tell is the target's own", () => {
  const { roll } = request(19);
  const { defence } = withOwnArmourClass({ roll }, () => 15);
  assert.deepEqual(defence, { orc: { ac: 15 } });
});

test("a request without a change of armour class stays as it is", () => {
  const diceless = { defence: { orc: { ac: 15 } } };
  assert.equal(
    withOwnArmourClass(diceless, () => 99),
    diceless,
  );
  const plain = request(15, [{ ...COVER, effect: { kind: "die", dice: "1d4", to: "attack" } }]);
  assert.equal(
    withOwnArmourClass(plain, () => 99),
    plain,
  );
});

/** An effect of each kind, on an attack. */
const WIRE_EFFECTS = EFFECTS.map((kind) => ({
  kind,
  to: kind === "flat" ? "ac" : "attack",
  ...(kind === "flat" && { value: 2 }),
  ...(["die", "damage", "miss-chance"].includes(kind) && { dice: "1d4" }),
}));

// Claims that no term of the roll shows: those that this client has answered, and others.

const DISADVANTAGE = { kind: "disadvantage", to: "attack" };
const modifier = (id, effect = DISADVANTAGE) => ({ id, effect, state: "on" });
const claim = (id, effect = DISADVANTAGE) => ({ modifier: id, effect, target: null, flavor: "Coign" });
const attack = (token, more = {}, flags = {}) => ({
  attack: { actorToken: { scene: "s", token }, targets: [{ scene: "s", token: "orc" }], occasion: "attack", ...more },
  flags,
});
const REQUEST = { scene: "s", actor: "hero", occasion: "attack" };

function table() {
  const clock = { now: 0 };
  const answered = new Answered(() => clock.now);
  answered.note(REQUEST, {
    results: [{ target: "orc", modifiers: [modifier("prone"), modifier("flat", { kind: "flat" })] }],
  });
  return { clock, believed: (claims, by) => answered.believed(claims, by).map((one) => one.modifier), answered };
}

test("a claim counts if it was answered for this attacker", () => {
  const { believed } = table();
  assert.deepEqual(believed([claim("prone"), claim("dark")], attack("hero")), ["prone"]);
  assert.deepEqual(believed([claim("prone")], attack("other")), []);
  assert.deepEqual(believed([claim("prone")], attack("hero", { actorToken: { scene: "other", token: "hero" } })), []);
  assert.deepEqual(believed([claim("prone")], { attack: null, flags: {} }), []);
});

test("a claim counts if it was answered for one of the roll's targets, whoever names them", () => {
  const { believed } = table();
  const at = (...tokens) => tokens.map((token) => ({ scene: "s", token }));
  const captured = { targets: ["Scene.s.Token.orc"] };
  assert.deepEqual(believed([claim("prone")], attack("hero", { targets: at("elf", "orc") })), ["prone"]);
  assert.deepEqual(believed([claim("prone")], attack("hero", { targets: [] }, captured)), ["prone"]);
  assert.deepEqual(believed([claim("prone")], attack("hero", { targets: at("elf") })), []);
  assert.deepEqual(believed([claim("prone")], attack("hero", { targets: [] })), []);
  const aimed = (target) => ({ ...claim("prone"), target });
  assert.deepEqual(believed([aimed("orc"), aimed("elf")], attack("hero", { targets: at("elf", "orc") })), ["prone"]);
});

test("a check that concerns nobody else is answered for nobody", () => {
  const { believed, answered } = table();
  answered.note(REQUEST, { results: [{ target: null, modifiers: [modifier("dark")] }] });
  assert.deepEqual(believed([claim("dark")], attack("hero", { targets: [] })), ["dark"]);
});

test("advantage is not answered by disadvantage, and a save's not by an attack's", () => {
  const { believed } = table();
  const others = [
    claim("prone", { kind: "advantage", to: "attack" }),
    claim("prone", { kind: "disadvantage", to: "save" }),
  ];
  assert.deepEqual(believed(others, attack("hero")), []);
});

test("numbers and dice show in the roll, and are left to it", () => {
  const { believed } = table();
  assert.deepEqual(believed([claim("x", { kind: "flat", to: "attack", value: 2 })], attack("hero")), ["x"]);
});

for (const { kind, ...more } of WIRE_EFFECTS)
  test(`an effect of kind ${kind} that nobody answered is not taken out of a roll that has the like for other reasons`, () => {
    const { answered } = table();
    const effect = { kind, ...more };
    const defence = { orc: { ac: 15, edges: 2, banes: 2 } };
    const rolls = [
      { mode: "normal", shown: { terms: [], both: true } },
      { mode: "advantage", shown: { terms: [{ flavor: "", faces: 4, count: 1, value: 4 }], both: false } },
      { mode: "disadvantage", shown: { terms: [{ flavor: "", faces: null, count: 0, value: 2 }], both: false } },
    ];
    for (const target of [null, "orc"])
      for (const roll of rolls) {
        const claims = answered.believed([{ ...claim("x", effect), target }], attack("hero"));
        const { included = [] } = provedIn(claims, { occasion: "attack", defence, ...roll });
        const { roll: asked } = withOwnArmourClass({ roll: { included }, defence }, () => 15);
        assert.deepEqual(
          asked.included.filter(({ refuted }) => !refuted),
          [],
        );
      }
  });

test("of a save the roller is the target", () => {
  const { believed, answered } = table();
  const effect = { kind: "advantage", to: "save" };
  answered.note(
    { ...REQUEST, occasion: "save" },
    { results: [{ target: "orc", modifiers: [modifier("cover", effect)] }] },
  );
  const save = attack("hero", { occasion: "save" });
  assert.deepEqual(believed([claim("cover", effect)], save), ["cover"]);
  const another = attack("hero", { occasion: "save", targets: [{ scene: "s", token: "elf" }] });
  assert.deepEqual(believed([claim("cover", effect)], another), []);
});

test("an honest bane counts once, though the ability that it was asked about is gone when its roll is read", () => {
  const { answered, believed } = table();
  const bane = { kind: "bane", to: "attack" };
  const item = {
    name: "Hurl",
    system: { type: "main", keywords: ["weapon"], distance: { type: "ranged", primary: 5 } },
  };
  const [asked, read] = [attackOf(item, "", 1), attackOf(null, "Hurl (used up)", 1)];
  assert.notDeepEqual([asked.name, asked.kind], [read.name, read.kind]);
  answered.note({ ...REQUEST, attack: asked }, { results: [{ target: "orc", modifiers: [modifier("high", bane)] }] });
  const claimed = { ...claim("high", bane), target: "orc" };
  assert.deepEqual(believed([claimed], attack("hero", { attack: read })), ["high"]);
});

test("an answer is good for minutes, and no number of them fills the memory", () => {
  const { clock, believed, answered } = table();
  clock.now = 200_000;
  assert.deepEqual(believed([claim("prone")], attack("hero")), []);
  answered.note(REQUEST, { results: [{ target: "orc", modifiers: [modifier("prone")] }] });
  for (let n = 0; n < 1000; n++)
    answered.note(REQUEST, { results: [{ target: "orc", modifiers: [modifier(`m${n}`)] }] });
  assert.deepEqual(believed([claim("prone"), claim("m999")], attack("hero")), ["m999"]);
});

test("an answer about another place is of no roll", () => {
  const { believed, answered } = table();
  answered.note({ ...REQUEST, at: { x: 0, y: 0 } }, { results: [{ target: "orc", modifiers: [modifier("far")] }] });
  assert.deepEqual(believed([claim("far")], attack("hero")), []);
});

const RECORDED = [
  ["pf2e", "6.12.0", "pf2e-6.x-attack-roll-flags"],
  ["pf2e", "7.0.0", "pf2e-next-attack-roll-system-context"],
  ["pf1", "10.8", "pf1-10.x-full-attack-with-targets"],
  ["pf1", "11.6", "pf1-11.x-attack-system-model"],
  ["D35E", "2.0.0", "D35E-2.0.0-attack"],
  ["dnd5e", "5.2.0", "dnd5e-5.3.3-attack-multi-target-disadvantage"],
];
for (const [system, version, name] of RECORDED)
  test(`${name}: what a player claims, and neither the roll shows nor anybody answered, is not in the roll`, () => {
    const recorded = message(name);
    const effects = [
      ...["advantage", "disadvantage"].map((kind) => ({ kind, to: "attack" })),
      { kind: "flat", value: -4, to: "attack" },
      { kind: "die", dice: "-1d4", to: "attack" },
    ];
    const included = effects.map((effect, n) => ({ ...claim(`forged${n}`, effect), flavor: `Coign: forged ${n}` }));
    const flags = { ...recorded.flags, coign: { included } };
    const ann = { id: "ann", name: "Ann", isGM: false, targets: [] };
    const document = {
      ...recorded,
      id: "m1",
      flags,
      author: ann,
      timestamp: 0,
      whisper: [],
      blind: false,
      rolls: recorded.rolls ?? [],
    };
    globalThis.game = { users: new Map([["ann", ann]]), system: { id: system } };
    const coign = {
      adapter: adapterFor(system, version, world("none", [])),
      answered: new Answered(),
      records: new Rolls(),
    };
    noteCreated(coign, document, "ann");
    const read = readMessage(coign, document);
    assert.ok(read.attack, "it is read as an attack");
    const claimed = read.flags.included.map(({ effect }) => effect.kind);
    assert.deepEqual(claimed, ["flat", "die"], "advantage that nobody answered is the roll's own");
    const { roll, further = [] } = read.attack;
    for (const { shown, mode } of [roll, ...further])
      assert.deepEqual(provedIn(read.flags.included, { occasion: "attack", mode, shown }), {}, "nothing is undone");
  });
