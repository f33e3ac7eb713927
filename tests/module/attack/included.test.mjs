/** Modifiers that were put into a roll: read from the roll itself, so that a player's flags cannot lie about them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { includedIn, withOwnArmourClass } from "../../../foundry-module/scripts/attack/included.mjs";
import { readRoll } from "../../../foundry-module/scripts/systems/rolls.mjs";

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
  const { included = [] } = includedIn(claimed, { occasion, mode, shown });
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
