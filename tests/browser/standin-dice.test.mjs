/**
 * The stand-in's dice: notation, modifiers, other modules' classes. Foundry's own dice are not available for
 * comparison.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../bridge/tabletop/foundry/client.mjs";
import { seededUniform } from "../../bridge/tabletop/foundry/dice/index.mjs";
import { clients, settled, worldOf } from "./standin-kit.mjs";

/** Make a client whose dice show the listed faces. */
function clientWith(...faces) {
  const client = new Client(worldOf(), "gm");
  client.CONFIG.Dice.nextFaces.push(...faces);
  return client;
}

/** Return the total of a formula for the given faces. */
async function total(formula, faces = [], data = {}) {
  const client = clientWith(...faces);
  const roll = await new client.Roll(formula, data).evaluate();
  assert.equal(client.CONFIG.Dice.nextFaces.length, 0, `${formula} rolls ${faces.length} dice`);
  return roll.total;
}

/** Return the faces of a roll's dice that count. */
async function kept(formula, faces) {
  const roll = await new (clientWith(...faces).Roll)(formula).evaluate();
  return roll.dice.flatMap((die) => die.values);
}

test("arithmetic follows operator precedence", async () => {
  assert.equal(await total("2 + 3 * 4"), 14);
  assert.equal(await total("10 / 4"), 2.5);
  assert.equal(await total("2 * (3 + 4) - 10 % 4"), 12);
  assert.equal(await total("-2 + -3 * -4 + +1"), 11);
  assert.equal(await total("10 - 4 - 3"), 3);
  assert.equal(await total("1.5 * 2"), 3);
  assert.equal(await total("7 - @a.b * @c", [], { a: { b: 2 }, c: "3" }), 1);
  assert.equal(await total("1d20 + @nothing", [9]), 9);
});

test("brackets, functions and pools", async () => {
  assert.equal(await total("(1 + 1)d6", [3, 4]), 7);
  assert.equal(await total("2d(3 * 2)", [3, 6]), 9);
  assert.equal(await total("max(1d4, 2) + floor(7 / 2)", [1]), 5);
  assert.equal(await total("{1d8, 1d10 + 1, 3}kh", [4, 6]), 7);
  assert.equal(await total("{1d8, 1d10}kl", [4, 6]), 4);
  assert.equal(await total("{1d6, 1d6, 1d6}cs>=5", [5, 2, 6]), 2);
  assert.equal(await total("max(min(1d6, 3), {1, 2}kh)", [6]), 3);
  assert.equal(await total("dc + 2df", [1, 1, -1]), 1);
});

test("modifiers of dice", async () => {
  assert.deepEqual(await kept("4d6r1", [1, 4, 5, 6, 3]), [4, 5, 6, 3]);
  assert.deepEqual(await kept("2d6r1", [1, 4, 1]), [4, 1], "r rolls again once");
  assert.deepEqual(await kept("2d6rr1", [1, 4, 1, 2]), [4, 2], "rr as often as it takes");
  assert.deepEqual(await kept("3d6r<3", [1, 2, 6, 5, 4]), [6, 5, 4]);
  assert.deepEqual(await kept("2d20r1=1", [1, 1, 8]), [1, 8], "at most once");
  assert.deepEqual(await kept("2d6x", [6, 2, 6, 1]), [6, 2, 6, 1]);
  assert.deepEqual(await kept("2d6xo", [6, 2, 6]), [6, 2, 6]);
  assert.deepEqual(await kept("1d6x>=5", [5, 2]), [5, 2]);
  assert.deepEqual(await kept("2d20kh", [4, 17]), [17]);
  assert.deepEqual(await kept("4d6dl1", [4, 1, 5, 1]), [4, 5, 1], "one of two equal ones goes");
  assert.deepEqual(await kept("4d6d2", [4, 1, 5, 2]), [4, 5]);
  assert.deepEqual(await kept("4d6dh", [4, 1, 5, 2]), [4, 1, 2]);
  assert.deepEqual(await kept("3d20kl2", [4, 17, 2]), [4, 2]);
  assert.equal(await total("3d6min2max5", [1, 6, 3]), 10);
  assert.equal(await total("4d6cs>4", [5, 6, 4, 1]), 2);
  assert.equal(await total("4d6cf<=2", [5, 2, 4, 1]), 2);
  assert.equal(await total("4d6even", [2, 4, 3, 1]), 2);
  assert.equal(await total("2d6ms>8", [6, 4]), 2);
  assert.equal(await total("3d6sf<3", [6, 2, 1]), 3);
  assert.deepEqual(await kept("4d6r1kh3", [1, 4, 5, 6, 3]), [4, 5, 6]);
});

test("flavour stays with its term, and the formula is written out again", () => {
  const roll = new (clientWith().Roll)("2d6kh1[fire]+3[cold]-(1+@x)", { x: 2 });
  assert.equal(roll.formula, "2d6kh1[fire] + 3[cold] - (1+2)");
  assert.deepEqual(
    roll.terms.map((term) => term.flavor),
    ["fire", "", "cold", "", ""],
  );
});

test("an invalid formula is refused when it is read or evaluated, and never runs for ever", async () => {
  const { Roll } = clientWith();
  for (const formula of ["(1d6", "1d6 +", "{1d6", "max(1", "1 2"])
    assert.throws(() => new Roll(formula), /Unable to parse/);
  await assert.rejects(new Roll("1d20 + what").evaluate(), /Unresolved StringTerm what/);
  await assert.rejects(new Roll("nothing(1)").evaluate(), /neither a function/);
  await assert.rejects(new Roll("1000d6").evaluate(), /more than 999/);
  assert.throws(() => new Roll("1d6").evaluateSync(), /cannot be synchronously evaluated/);
  assert.equal(new Roll("2d6 + 1").evaluateSync({ maximize: true }).total, 13);
  assert.equal(new Roll("2d6 + 1").evaluateSync({ strict: false }).total, 1);
  assert.deepEqual(
    ["2d6 + @a", "", "2d6 +", "x + 1"].map((formula) => Roll.validate(formula)),
    [true, true, false, false],
  );
  assert.equal(Roll.safeEval("max(2, 3) * 2"), 6);
});

test("a roll is evaluated once, survives JSON unchanged, and is the same for the same seed", async () => {
  const client = clientWith(4, 17, 2);
  const roll = await new client.Roll("2d20kh + 1d4 - @bonus", { bonus: 1 }).evaluate();
  assert.equal(roll.total, 18);
  assert.deepEqual(roll.dice[0].results, [
    { result: 4, active: false, discarded: true },
    { result: 17, active: true },
  ]);
  await assert.rejects(roll.evaluate(), /already been evaluated/);
  const mixed = await new client.Roll("{1d6, 2}kh + max(1d4, 2) * (1d4 + 1) + (1 + 1)d6").evaluate();
  for (const one of [roll, mixed]) {
    const text = JSON.stringify(one);
    assert.equal(JSON.stringify(client.Roll.fromJSON(text)), text);
    assert.equal(client.Roll.fromJSON(text).dice.length, one.dice.length);
  }
  const rolled = async () => {
    client.CONFIG.Dice.randomUniform = seededUniform(7);
    return (await new client.Roll("10d20").evaluate()).total;
  };
  assert.equal(await rolled(), await rolled());
});

test("Roll can be subclassed: the subclass's steps are used, and a message restores its class", async () => {
  const [gm, player] = await clients(worldOf(), "gm", "player");
  for (const client of [gm, player]) {
    class DoubledRoll extends client.Roll {
      static replaceFormulaData(formula, data, options) {
        return super.replaceFormulaData(formula, data, options).replaceAll("half", "0.5");
      }

      _evaluateTotal() {
        return super._evaluateTotal() * 2;
      }
    }
    client.CONFIG.Dice.rolls = [DoubledRoll];
  }
  const [DoubledRoll] = gm.CONFIG.Dice.rolls;
  gm.CONFIG.Dice.nextFaces.push(7);
  const roll = gm.Roll.create("1d20 + half");
  assert.ok(roll instanceof DoubledRoll);
  const message = await roll.toMessage({ flavor: "twice" });
  await settled();
  const there = player.game.messages.get(message.id).rolls[0];
  assert.ok(there instanceof player.CONFIG.Dice.rolls[0]);
  assert.deepEqual([there.total, there.dice[0].total], [15, 7]);
  const { terms } = gm.dice;
  const made = DoubledRoll.fromTerms([
    new terms.Die({ number: 2, faces: 8 }),
    new terms.OperatorTerm({ operator: "+" }),
    new terms.NumericTerm({ number: 4 }),
  ]);
  assert.equal(made.formula, "2d8 + 4");
  assert.ok(made instanceof DoubledRoll);
});

test("another module's die class is used for its letter, in formulas and from messages", async () => {
  const [gm, player] = await clients(worldOf(), "gm", "player");
  for (const client of [gm, player]) {
    class OddDie extends client.dice.terms.Die {
      static MODIFIERS = { ...super.MODIFIERS, adv: "advantage" };

      async advantage() {
        await this.roll();
        this.keep("kh");
      }
    }
    client.CONFIG.Dice.terms.d = OddDie;
  }
  gm.CONFIG.Dice.nextFaces.push(3, 18);
  const roll = await new gm.Roll("1d20adv + 2").evaluate();
  assert.deepEqual([roll.total, roll.dice[0].results.length], [20, 2]);
  const { id } = await roll.toMessage();
  await settled();
  assert.equal(player.game.messages.get(id).rolls[0].dice[0].constructor.name, "OddDie");
});

test("a roll of an unknown class is left out and reported; the message still arrives", async () => {
  const world = worldOf();
  const reported = [];
  const gm = await new Client(world, "gm").start();
  const player = await new Client(world, "player", { report: (error) => reported.push(error.message) }).start();
  class TheirRoll extends gm.Roll {}
  gm.CONFIG.Dice.rolls.push(TheirRoll);
  const message = await (await new TheirRoll("1d20").evaluate()).toMessage();
  await settled();
  assert.equal(message.rolls.length, 1);
  assert.equal(player.game.messages.get(message.id).rolls.length, 0);
  assert.deepEqual(reported, ["Unable to recreate TheirRoll instance from provided data"]);
});

test("a roll's recipients follow the given mode, else the setting", async () => {
  for (const [generation, setting, blind] of [
    [13, "rollMode", "blindroll"],
    [14, "messageMode", "blind"],
  ]) {
    const [gm] = await clients(worldOf({ generation }), "gm");
    const given = await new gm.Roll("1d6").toMessage({}, { rollMode: blind });
    assert.deepEqual([given.blind, given.whisper], [true, ["gm", "gm2"]]);
    assert.deepEqual((await new gm.Roll("1d6").toMessage()).whisper, []);
    await gm.game.settings.set("core", setting, generation >= 14 ? "self" : "selfroll");
    assert.deepEqual((await new gm.Roll("1d6").toMessage()).whisper, ["gm"]);
    const data = await new gm.Roll("1d6").toMessage({}, { create: false, rollMode: blind });
    assert.deepEqual([data.blind, data.rolls.length], [true, 1]);
  }
});
