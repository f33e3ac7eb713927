/** Cover that another module has already added to the armour class. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { addsCover, withStanding } from "../../../foundry-module/scripts/systems/cover-modules.mjs";
import { dnd5e } from "../../../foundry-module/scripts/systems/dnd5e/record.mjs";
import { message, world } from "./kit.mjs";

const ATTACK = "dnd5e-5.3.3-simplecover5e-2.0-attack";
const SIMPLE = { simplecover5e: "Simple Cover 5e" };
const foe = (ac, statuses = []) => ({
  statuses: new Set(statuses),
  system: { attributes: { ac: { value: ac } } },
});
const field = (actor, modules = SIMPLE) =>
  world("SCENE00000000001", [{ _id: "TOKEN00000000001" }, { _id: "TOKEN00000000002", actor }], {}, "ft", { modules });
const defence = (said, actor, modules) => dnd5e.readAttack(said, field(actor, modules)).defence.TOKEN00000000002;

test("Simple Cover 5e: the degree and its name from the message's flags", () => {
  const noted = { ac: 17, applied: "half", by: "Simple Cover 5e" };
  assert.deepEqual(defence(message(ATTACK), foe(15)), noted, "before the status is set");
  assert.deepEqual(defence(message(ATTACK), foe(17, ["coverHalf"])), noted, "after");
});

test("the degree that the roller chose in the module's dialog wins over the measured one", () => {
  const said = message(ATTACK);
  said.flags.simplecover5e[0].newMode = "none";
  assert.equal(defence(said, foe(15, ["coverHalf"])).applied, "none");
});

test("without such flags, the degree follows from the difference to the actor's armour class", () => {
  const said = message(ATTACK);
  said.flags.simplecover5e = [];
  assert.deepEqual(defence(said, foe(15)), { ac: 17, applied: "half", by: "Simple Cover 5e" });
  assert.equal(defence(said, foe(12)).applied, "three-quarters");
  assert.equal(defence(said, foe(16)).applied, null, "a difference that no cover makes");
  assert.deepEqual(defence(said, foe(15), {}), { ac: 17, applied: null }, "another AC where the module is not there");
});

test("version 2.1, and Automated Conditions 5e that uses it: `targets`, by the token", () => {
  const said = message(ATTACK);
  said.flags.simplecover5e = {
    targets: [{ newCover: null, originalCover: "threeQuarters", tokenUuid: "Scene.S.Token.TOKEN00000000002" }],
  };
  const modules = { ...SIMPLE, "automated-conditions-5e": "Automated Conditions 5e" };
  assert.deepEqual(defence(said, foe(12), modules), {
    ac: 17,
    applied: "three-quarters",
    by: "Simple Cover 5e, Automated Conditions 5e",
  });
});

test("an armour class of 999 means that the target cannot be hit, and is not used as one", () => {
  const said = message(ATTACK);
  said.flags.dnd5e.targets[0].ac = 999;
  assert.equal(defence(said, foe(15)).ac, null);
});

test("the world's decision whose cover counts is about modules; the system's own is the greater of both everywhere", () => {
  const defence = { a: { ac: 17, applied: "half", by: "Simple Cover 5e" }, b: { ac: 15, applied: "half" } };
  assert.deepEqual(withStanding(defence, "theirs"), { a: { ...defence.a, stands: "theirs" }, b: defence.b });
  assert.equal(addsCover({ module: () => null }, "pf2e"), true, "of any module");
  assert.equal(addsCover({ module: () => null }, "dnd5e"), false);
});
