/** Modifiers in the attacks of Pathfinder 1: in the formula, in the dialog and in the message, each once. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { provedIn } from "../../../../foundry-module/scripts/attack/included.mjs";
import { pf1 } from "../../../../foundry-module/scripts/systems/pf1/record.mjs";
import { TOKENS } from "../../../browser/table.mjs";
import { additions, atOnce, COVER, DIE, HEIGHT, LUCK, later, modifier, settled } from "../rolls-kit.mjs";
import { archerWith } from "./rolls-kit.mjs";

const FLANKING = modifier("flanking", { kind: "flat", value: 2, to: "attack" });
const MELEE = modifier("into-melee", { kind: "flat", value: -4, to: "attack" });

const claimed = ({ flags }) => (flags.coign?.included ?? []).map((one) => one.modifier);
const attackOf = (message) => message.system.rolls.attacks[0].attack;

/** Return the modifiers that the bridge takes as included in a message's roll. */
function believed({ context }, message) {
  const { roll } = pf1.readAttack(message, context);
  const { shown, mode } = roll;
  const { included = [] } = provedIn(message.flags.coign?.included, { occasion: "attack", mode, shown });
  return included.map((one) => one.modifier);
}

test("bonuses, penalties and dice are in the formula, each with its name; cover stays for the card", async () => {
  const table = await archerWith(atOnce(FLANKING, MELEE, DIE, COVER));
  table.client.CONFIG.Dice.nextFaces.push(10, 3);
  const message = await table.shot();
  assert.equal(attackOf(message).total, 10 + 8 + 2 - 4 + 3);
  assert.equal(
    attackOf(message).formula,
    "1d20 + 8[Attack Bonus] + 2[Coign: flanking] - 4[Coign: into-melee] + 1d4[Coign: edge]",
  );
  assert.deepEqual(claimed(message), ["flanking", "into-melee", "edge"]);
  assert.deepEqual(believed(table, message), ["flanking", "into-melee", "edge"]);
  assert.equal(table.client.messages.size, 1);
});

test("the question is about the action's targets, and says what the system counts", async () => {
  const { queries, shot } = await archerWith(atOnce());
  await shot();
  assert.deepEqual(queries, [
    {
      actorToken: { scene: "sceneQuarry00000", token: TOKENS.ilse },
      targets: [TOKENS.grik],
      attack: { kind: "ranged", reach: null, range: null, name: "Shortbow", abilities: [], spell: false },
      counted: ["attacker-prone"],
    },
  ]);
});

test("advantage is the system's own 2d20kh; where another d20 is chosen it stays for the card", async () => {
  const table = await archerWith(atOnce(LUCK));
  const message = await table.shot();
  assert.match(attackOf(message).formula, /^2d20kh/);
  assert.deepEqual(believed(table, message), ["luck"]);
  const rolling = table.shot({ ask: true });
  await settled();
  table.opened[0].press({ d20: "2d20kl" });
  const other = await rolling;
  assert.match(attackOf(other).formula, /^2d20kl/);
  assert.deepEqual(claimed(other), []);
});

test("the dialog is not kept waiting, and takes a late answer; after it nothing is taken", async () => {
  const { ask, give } = later();
  const table = await archerWith(ask);
  const rolling = table.shot({ ask: true });
  await settled();
  assert.equal(table.opened.length, 1);
  give(additions([TOKENS.grik], [FLANKING, HEIGHT]));
  await settled();
  table.opened[0].press({ "attack-bonus": "1[Aid]" });
  const message = await rolling;
  assert.match(attackOf(message).formula, /1\[Aid\] \+ 2\[Coign: flanking\] \+ 1\[Coign: height\]$/);
  assert.deepEqual(claimed(message), ["flanking", "height"]);
  assert.equal(table.queries.length, 1, "the same question is asked once");

  const second = later();
  const late = await archerWith(second.ask);
  late.client.Hooks.on("pf1PreAttackRoll", () => second.give(additions([TOKENS.grik], [FLANKING])));
  const without = await late.shot();
  assert.deepEqual([claimed(without), attackOf(without).formula], [[], "1d20 + 8[Attack Bonus]"]);
});

test("the dialog shows all lines above its buttons, and a switch in it takes one out of the roll", async () => {
  const table = await archerWith(atOnce(FLANKING, HEIGHT));
  const rolling = table.shot({ ask: true });
  await settled();
  const [dialog] = table.opened;
  const [{ lines, press }, ...more] = dialog.root.lists;
  assert.deepEqual([lines.map(({ modifier }) => modifier), more], [["flanking", "height"], []]);
  press(lines[0]);
  assert.equal(dialog.root.lists.length, 2, "and shows them again");
  dialog.press();
  assert.deepEqual(claimed(await rolling), ["height"]);
});

test("a line that was switched off is off on the GM's card; another target is asked about anew", async () => {
  const off = ({ targets }) => {
    const answer = additions(targets, [FLANKING, HEIGHT]);
    answer.turn(answer.lines[0]);
    return { inTime: Promise.resolve(answer), late: Promise.resolve(answer) };
  };
  const table = await archerWith(off);
  const rolling = table.shot({ ask: true });
  await settled();
  table.aim(TOKENS.snag);
  table.opened[0].press();
  const message = await rolling;
  assert.deepEqual(claimed(message), ["height"]);
  assert.deepEqual(
    message.flags.coign.overrides.map((one) => one.modifier),
    ["flanking"],
  );
  assert.deepEqual(
    table.queries.map(({ targets }) => targets),
    [[TOKENS.grik], [TOKENS.snag]],
  );
});

test("a part that another module takes out of the formula is left to the card", async () => {
  const table = await archerWith(atOnce(FLANKING, HEIGHT));
  table.client.Hooks.on("pf1PreAttackRoll", (_action, _config, _data, _options, parts) => {
    parts.splice(
      parts.findIndex((part) => part.includes("flanking")),
      1,
    );
  });
  assert.deepEqual(claimed(await table.shot()), ["height"]);
});

test("a dialog that is closed makes no message; without an answer the attack is as it was", async () => {
  const table = await archerWith(atOnce(FLANKING));
  const rolling = table.shot({ ask: true });
  await settled();
  table.opened[0].resolve(null);
  assert.equal(await rolling, null);
  assert.equal(table.client.messages.size, 0);
  table.inRoll.active = false;
  assert.equal(attackOf(await table.shot()).formula, "1d20 + 8[Attack Bonus]");
  assert.equal(table.queries.length, 1);
});

test("200 attacks with any latency and dialog: each modifier is in the formula once, or not at all", async () => {
  let state = 11;
  const below = (limit) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * limit);
  };
  let now;
  const ask = ({ targets }) => {
    const answer = now.dead ? null : additions(targets, now.modifiers);
    const late =
      now.latency <= 150 ? Promise.resolve(answer) : new Promise((resolve) => (now.arrive = () => resolve(answer)));
    return { inTime: now.latency <= 150 ? late : Promise.resolve(null), late };
  };
  const table = await archerWith(ask);
  table.client.Hooks.on("pf1PreAttackRoll", (_action, _config, _data, _options, parts) => {
    now.arrive();
    if (now.other) parts.push(`${now.other}[Another module]`);
  });
  for (let nth = 0; nth < 200; nth++) {
    const open = below(2) ? 1 + below(5000) : 0; // ms that the dialog is open
    now = {
      latency: below(2) ? below(200) : below(5000),
      dead: below(10) === 0,
      modifiers: [FLANKING, MELEE, HEIGHT, COVER, LUCK].filter(() => below(2)),
      other: below(3),
      arrive: () => {},
    };
    const rolling = table.shot({ ask: open > 0 });
    if (open) {
      await settled();
      if (now.latency < open) now.arrive();
      await settled();
      table.opened.at(-1).press();
    }
    const message = await rolling;
    const inTime = !now.dead && now.latency <= Math.max(150, open - 1);
    const expected = inTime ? now.modifiers.filter((one) => one !== COVER) : [];
    const ids = expected.map(({ id }) => id);
    assert.deepEqual(claimed(message), ids);
    assert.deepEqual(believed(table, message), ids);
    const { total, terms } = attackOf(message);
    const natural = terms[0].results.find(({ active, discarded }) => active && !discarded).result;
    assert.equal(total, natural + 8 + now.other + expected.reduce((sum, { effect }) => sum + (effect.value ?? 0), 0));
  }
  assert.equal(table.client.messages.size, 200, "no attack is lost, or made twice");
});
