/** Modifiers in the checks of Pathfinder 2: in the total, in the DC, in the dialog and in the message, each once. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { provedIn, withOwnArmourClass } from "../../../../foundry-module/scripts/attack/included.mjs";
import { TOKENS } from "../../../browser/table.mjs";
import { additions, atOnce, COVER, DIE, HEIGHT, LUCK, later, modifier, settled } from "../rolls-kit.mjs";
import { strikerWith } from "./rolls-kit.mjs";

const contextOf = ({ system, flags }) => system.context ?? (flags.pf2e ?? flags.sf2e).context;
const claimed = ({ flags }) => (flags.coign?.included ?? []).map((one) => one.modifier);

/** Return the modifiers that the bridge takes as included in a message's roll, once its claims were checked. */
function believed({ read, adapter, client }, message) {
  const { roll, defence } = read(message);
  const { shown, ...rest } = roll;
  const claims = message.flags.coign?.included ?? adapter.includedIn(message);
  const request = {
    defence,
    roll: { ...rest, ...provedIn(claims, { occasion: "attack", mode: roll.mode, shown }) },
  };
  const own = (token) => adapter.armourClass(client.canvas.scene.tokens.get(token).actor, message);
  const checked = withOwnArmourClass(request, own);
  return (checked.roll.included ?? []).filter((one) => !one.refuted).map((one) => one.modifier);
}

/** Do something when the dice of a check begin to fall. */
function asDiceFall(client, act) {
  const { CheckRoll } = client.CONFIG.Dice;
  const { evaluate } = CheckRoll.prototype;
  CheckRoll.prototype.evaluate = async function (...args) {
    act();
    await settled();
    return evaluate.apply(this, args);
  };
}

for (const [id, generation] of [
  ["pf2e", 13],
  ["pf2e", 14],
  ["sf2e", 13],
  ["sf2e", 14],
])
  test(`${id}: a bonus is in the total and cover in the DC, and the message says so (v${generation})`, async () => {
    const table = await strikerWith(atOnce(HEIGHT, COVER), { id, generation });
    table.client.CONFIG.Dice.nextFaces.push(10);
    const message = await table.strike(TOKENS.ilse, "Shortbow");
    assert.equal(message.rolls[0].total, 10 + 13 + 1);
    assert.equal(contextOf(message).dc.value, 16 + 2);
    assert.equal(message.flags[id].modifiers.at(-1).label, "Coign: height");
    assert.deepEqual(claimed(message), ["height", "standard-cover"]);
    assert.deepEqual(believed(table, message), ["height", "standard-cover"]);
    assert.equal(table.client.messages.size, 1);
  });

test("the question has the target's AC, what is counted, and the attack", async () => {
  const { queries, strike, aim } = await strikerWith(atOnce());
  aim(TOKENS.mog);
  await strike(TOKENS.bram, "Longsword");
  assert.deepEqual(queries, [
    {
      actorToken: { scene: "sceneQuarry00000", token: TOKENS.bram },
      targets: [TOKENS.mog],
      attack: { kind: "melee", reach: 5, range: null, name: "Longsword", abilities: ["piercing"], spell: false },
      mode: "normal",
      defence: { [TOKENS.mog]: { ac: 15, applied: null } },
      counted: ["range-increments", "flanking", "unseen-attacker", "aquatic-target"],
    },
  ]);
});

test("what an actor has in hand is what its rolls ask about, so that the map shows what the roll gets", async () => {
  const { client, adapter, queries, strike, aim } = await strikerWith(atOnce());
  const asked = async (by, at, weapon) => {
    aim(at);
    await strike(by, weapon);
    return queries.at(-1).attack;
  };
  const inHand = (id) => adapter.attacksOf(client.canvas.scene.tokens.get(id));
  for (const [by, at, weapon] of [
    [TOKENS.ilse, TOKENS.grik, "Shortbow"],
    [TOKENS.ilse, TOKENS.grik, "Dagger"],
    [TOKENS.bram, TOKENS.mog, "Longsword"],
    [TOKENS.bram, TOKENS.snag, "Javelin"],
    [TOKENS.mog, TOKENS.bram, "Greatclub"],
    [TOKENS.snag, TOKENS.runa, "Shortbow"],
  ]) {
    const attack = await asked(by, at, weapon);
    assert.deepEqual(
      inHand(by).find(({ name }) => name === weapon),
      attack,
    );
  }
});

test("cover beside the system's own flanking is believed: the AC is that of the sheet, off-guard", async () => {
  const table = await strikerWith(atOnce(COVER));
  table.aim(TOKENS.mog);
  const message = await table.strike(TOKENS.bram, "Longsword");
  assert.equal(contextOf(message).dc.value, 17 - 2 + 2);
  assert.deepEqual(believed(table, message), ["standard-cover"]);
});

test("a message that claims what its roll does not have is not believed", async () => {
  const table = await strikerWith(atOnce(HEIGHT, COVER));
  const source = (await table.strike(TOKENS.ilse, "Shortbow")).toObject();
  const lying = structuredClone(source);
  lying.flags.pf2e.modifiers.at(-1).modifier = 9;
  lying.flags.coign.included[0].effect.value = 9;
  assert.deepEqual(believed(table, lying), ["standard-cover"], "the sum does not fit the roll");
  const other = structuredClone(source);
  other.flags.pf2e.context.dc.value = 16;
  assert.deepEqual(believed(table, other), ["height"], "the DC is the target's own");
});

test("advantage is fortune; where fortune is there already, it stays for the card", async () => {
  const table = await strikerWith(atOnce(LUCK));
  const message = await table.strike(TOKENS.ilse, "Shortbow");
  assert.equal(message.rolls[0].formula, "2d20kh + 13");
  assert.deepEqual(believed(table, message), ["luck"]);
  const unlucky = await table.strike(TOKENS.ilse, "Shortbow", { mode: "misfortune" });
  assert.equal(unlucky.rolls[0].formula, "2d20kl + 13");
  assert.deepEqual(claimed(unlucky), []);
});

test("misfortune beside a feat's fortune cancels both in the system, and counts as in the roll, after a reroll too", async () => {
  const woe = modifier("woe", { kind: "disadvantage", to: "attack" });
  const table = await strikerWith(atOnce(woe));
  const { Check } = table.client.game.pf2e;
  const inner = Check.roll;
  const feat = { slug: "sure-shot", label: "Sure Shot", value: 10, effectType: "fortune", selected: true };
  Check.roll = (check, context, ...rest) => inner(check, Object.assign(context, { substitutions: [feat] }), ...rest);
  const message = await table.strike(TOKENS.ilse, "Shortbow");
  assert.equal(message.rolls[0].formula, "1d20 + 13");
  assert.deepEqual([claimed(message), believed(table, message)], [["woe"], ["woe"]]);
  const again = await Check.rerollFromMessage(message, { heroPoint: true });
  assert.deepEqual(believed(table, again), ["woe"]);
  feat.effectType = "misfortune";
  assert.equal((await table.strike(TOKENS.ilse, "Shortbow")).rolls[0].formula, "10 + 13");
});

test("a die has no place beside a check's d20 and stays for the card", async () => {
  const { strike } = await strikerWith(atOnce(DIE, HEIGHT));
  const message = await strike(TOKENS.ilse, "Shortbow");
  assert.deepEqual(claimed(message), ["height"]);
});

test("in the dialog a bonus is one of the system's modifiers: switched off there it is off on the GM's card", async () => {
  const { strike, opened } = await strikerWith(atOnce(HEIGHT, COVER));
  const rolling = strike(TOKENS.ilse, "Shortbow", { ask: true });
  await settled();
  const [dialog] = opened;
  assert.deepEqual(
    dialog.check.modifiers.map(({ slug }) => slug),
    ["base", "coign-height"],
  );
  assert.equal(dialog.context.dc.value, 18);
  dialog.flip("coign-height");
  dialog.press();
  const message = await rolling;
  assert.equal(message.flags.pf2e.modifiers.at(-1).enabled, false);
  assert.deepEqual(claimed(message), ["standard-cover"]);
  assert.deepEqual(
    message.flags.coign.overrides.map(({ modifier, state, scope }) => [modifier, state, scope]),
    [["height", "off", "roll"]],
  );
});

test("the dialog shows above its buttons what is none of its own modifiers", async () => {
  const { strike, opened, inRoll } = await strikerWith(atOnce(HEIGHT, COVER, DIE));
  const shown = [];
  const before = (name) => ({ before: ({ lines }) => shown.push([name, lines.map(({ modifier }) => modifier)]) });
  const content = (button) => ({ querySelector: (part) => (part === "button.roll" ? button : null) });
  const within = { closest: (part) => (part === ".dialog-buttons, footer" ? before("its place") : null) };
  const alone = { ...before("the button"), closest: () => null };
  const draw = async (root) => {
    opened.content = root;
    const rolling = strike(TOKENS.ilse, "Shortbow", { ask: true });
    await settled();
    opened.at(-1).press();
    await rolling;
    return shown.splice(0).at(-1);
  };
  const besides = ["standard-cover", "edge"];
  assert.deepEqual(await draw([content(within)]), ["its place", besides]);
  assert.deepEqual(await draw(content(alone)), ["the button", besides]);
  assert.equal(await draw(content(null)), undefined, "a dialog without a button");
  inRoll.meet = () => false;
  assert.equal(await draw(content(within)), undefined);
});

test("a late answer comes into the open dialog, and into nothing else", async () => {
  const { ask, give } = later();
  const table = await strikerWith(ask);
  const rolling = table.strike(TOKENS.ilse, "Shortbow", { ask: true });
  await settled();
  const [dialog] = table.opened;
  assert.equal(dialog.context.dc.value, 16);
  give(additions([TOKENS.grik], [HEIGHT, COVER]));
  await settled();
  assert.equal(dialog.check.totalModifier, 14);
  assert.equal(dialog.context.dc.value, 18);
  dialog.press();
  assert.deepEqual(claimed(await rolling), ["height", "standard-cover"]);

  const second = later();
  const without = await strikerWith(second.ask);
  asDiceFall(without.client, () => second.give(additions([TOKENS.grik], [HEIGHT, COVER])));
  const message = await without.strike(TOKENS.ilse, "Shortbow");
  assert.deepEqual([contextOf(message).dc.value, claimed(message)], [16, []], "the dice have begun to fall");
});

test("a dialog that is closed makes no roll, and a question without an answer changes none", async () => {
  const { client, strike, opened } = await strikerWith(atOnce(HEIGHT));
  const rolling = strike(TOKENS.ilse, "Shortbow", { ask: true });
  await settled();
  opened[0].close();
  assert.equal(await rolling, null);
  assert.equal(client.messages.size, 0);
  const silent = await strikerWith(() => ({ inTime: Promise.resolve(null), late: new Promise(() => {}) }));
  const message = await silent.strike(TOKENS.ilse, "Shortbow");
  assert.deepEqual([message.flags.pf2e.modifiers.length, claimed(message)], [1, []]);
});

test("rerolls, checks of other kinds, and rolls without a message are left alone", async () => {
  const { client, queries, inRoll, strike } = await strikerWith(atOnce(HEIGHT));
  const { Check, CheckModifier, Modifier, StatisticModifier } = client.game.pf2e;
  const statistic = new StatisticModifier("stealth", [new Modifier({ label: "Base", modifier: 5 })]);
  const actor = client.canvas.scene.tokens.get(TOKENS.ilse).actor;
  await Check.roll(new CheckModifier("stealth", statistic), { type: "skill-check", actor, skipDialog: true });
  assert.equal(queries.length, 0);
  inRoll.active = false;
  await strike(TOKENS.ilse, "Shortbow");
  assert.equal(queries.length, 0);
});

for (const generation of [13, 14])
  for (const heroPoint of [false, true])
    test(`a reroll has in it what the first roll had, though our flags are gone (v${generation}, hero point: ${heroPoint})`, async () => {
      const table = await strikerWith(atOnce(HEIGHT, COVER, LUCK), { generation });
      const { client } = table;
      const first = await table.strike(TOKENS.ilse, "Shortbow");
      client.CONFIG.Dice.nextFaces.push(3, 4);
      const second = await client.game.pf2e.Check.rerollFromMessage(first, { heroPoint });
      assert.deepEqual([second.flags.coign?.included, contextOf(second).isReroll], [undefined, true]);
      assert.deepEqual([second.rolls[0].total, contextOf(second).dc.value], [4 + 13 + 1, 18]);
      assert.deepEqual(believed(table, second), ["height", "standard-cover", "luck"]);
      assert.equal(client.messages.size, 1, "the first message is gone");
      const third = await client.game.pf2e.Check.rerollFromMessage(second, { keep: "higher" });
      assert.deepEqual(believed(table, third), ["height", "standard-cover", "luck"], "also a reroll of a reroll");
    });

test("a reroll by another client belongs to no roll of that client", async () => {
  const one = await strikerWith(atOnce(HEIGHT));
  const other = await strikerWith(atOnce(COVER));
  const keyOf = async ({ strike }) =>
    contextOf(await strike(TOKENS.ilse, "Shortbow")).options.find((option) => option.startsWith("coign:roll:"));
  assert.notEqual(await keyOf(one), await keyOf(other));
});

test("options that say what the DC and the roll do not show are not believed", async () => {
  const table = await strikerWith(atOnce());
  const source = (await table.strike(TOKENS.ilse, "Shortbow")).toObject();
  contextOf(source).options.push("coign:in:standard-cover:ac:2", "coign:in:luck:attack:advantage");
  assert.deepEqual(believed(table, source), []);
});

test("the variant that adds 10 to a low die rolled again leaves our modifiers in the total", async () => {
  const table = await strikerWith(atOnce(HEIGHT));
  const { client } = table;
  const first = await table.strike(TOKENS.ilse, "Shortbow");
  client.Hooks.on("pf2e.preReroll", (_before, after) => {
    const more = client.Roll.parse("1d20 + 10").slice(1);
    after.terms.push(...more);
    after.resetFormula();
  });
  client.CONFIG.Dice.nextFaces.push(3);
  const second = await client.game.pf2e.Check.rerollFromMessage(first, { heroPoint: true });
  assert.deepEqual([second.rolls[0].total, believed(table, second)], [3 + 13 + 1 + 10, ["height"]]);
});

test("the token that the check is against is the target, also if the user has targeted another one by then", async () => {
  const { client, aim, strike, opened, read } = await strikerWith(atOnce(COVER));
  const rolling = strike(TOKENS.ilse, "Shortbow", { ask: true });
  await settled();
  aim(TOKENS.mog);
  opened[0].press();
  const message = (await rolling).toObject();
  message.flags.coign.targets = [client.canvas.scene.tokens.get(TOKENS.mog).uuid]; // as they are captured by then
  assert.deepEqual(
    read(message).targets.map(({ token }) => token),
    [TOKENS.grik],
  );
});

/** A world with a module that raises the DC for cover without an option that shows it, as PF2e Toolbelt does. */
async function withToolbelt(ask, { outside, bonus = 2, id = "pf2e-toolbelt" }) {
  const title = "PF2e Toolbelt";
  const table = await strikerWith(ask, { modules: { [id]: { title } } });
  const { Check } = table.client.game.pf2e;
  const inner = Check.roll;
  if (outside)
    Check.roll = (check, context, ...rest) => {
      context.dc.value += bonus;
      return inner(check, context, ...rest);
    };
  return { ...table, title };
}

test("cover that PF2e Toolbelt has put into the DC is known, to the question and to the card", async () => {
  const { strike, queries, read, title } = await withToolbelt(atOnce(HEIGHT), { outside: true });
  const message = await strike(TOKENS.ilse, "Shortbow");
  const cover = { ac: 18, applied: "standard", by: title };
  assert.deepEqual(queries[0].defence, { [TOKENS.grik]: cover });
  assert.deepEqual(read(message).defence, { [TOKENS.grik]: cover });
});

test("cover that any other module has put into the DC is known, by what the DC has beyond the sheet", async () => {
  const { strike, read } = await withToolbelt(atOnce(HEIGHT), { outside: true, id: "somebodys-cover" });
  const message = await strike(TOKENS.ilse, "Shortbow");
  const cover = { ac: 18, applied: "standard", by: "COIGN.Card.AnotherModule" };
  assert.deepEqual(read(message).defence, { [TOKENS.grik]: cover });
});

test("what is no degree of cover, and what a creature has itself against this attack, is not another module's", async () => {
  const odd = await withToolbelt(atOnce(HEIGHT), { outside: true, bonus: 3 });
  const message = await odd.strike(TOKENS.ilse, "Shortbow");
  assert.deepEqual(odd.read(message).defence, { [TOKENS.grik]: { ac: 19, applied: null } });

  const { strike, read, client } = await withToolbelt(atOnce(HEIGHT), { outside: true, id: "somebodys-cover" });
  const { actor } = client.canvas.scene.tokens.get(TOKENS.grik);
  Object.defineProperty(actor, "armorClass", { value: { modifiers: [{ modifier: 2, enabled: false }] } });
  assert.deepEqual(read(await strike(TOKENS.ilse, "Shortbow")).defence, { [TOKENS.grik]: { ac: 18, applied: null } });
});

test("our own cover in the DC is not another module's", async () => {
  const { strike, read } = await withToolbelt(atOnce(COVER), { outside: false });
  const message = await strike(TOKENS.ilse, "Shortbow");
  assert.deepEqual(read(message).defence, { [TOKENS.grik]: { ac: 18, applied: null } });
});
