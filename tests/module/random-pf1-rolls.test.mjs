/**
 * Random rolls of Pathfinder 1 with modifiers put in before the dice fall: attacks, and saves from the button of a card,
 * with a bridge that answers at once, in time, late or never, with dialogs, their switches and chosen dice. Time is made up.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { seededUniform } from "../../bridge/tabletop/foundry/dice/index.mjs";
import { provedIn } from "../../foundry-module/scripts/attack/included.mjs";
import { ask, PLAYERS_PATIENCE } from "../../foundry-module/scripts/in-roll/ask.mjs";
import { pf1 } from "../../foundry-module/scripts/systems/pf1/record.mjs";
import { readRoll } from "../../foundry-module/scripts/systems/rolls.mjs";
import {
  Bridge,
  coignOf,
  decisions,
  flushed,
  gameOf,
  inMadeUpTime,
  latencyOf,
  pass,
  playAll,
} from "./random-rolls-kit.mjs";
import { archerWith } from "./systems/pf1/rolls-kit.mjs";
import { saversWith } from "./systems/pf1/saves-kit.mjs";
import { modifier } from "./systems/rolls-kit.mjs";

const ROLLS = Number(process.env.COIGN_RANDOM_ROLLS ?? 400); // all 10,000: COIGN_RANDOM_ROLLS=10000
const PATIENCE = PLAYERS_PATIENCE; // the rolls are players'
const LATER = 10_000; // ms, after which nothing is under way any more
const BASE = { attack: 8, save: 5 }; // of Ilse's bow and of her Reflex

const made = decisions(2030);
const { chance, below } = made;

/** Make up what one roll goes through. */
function scenario() {
  const occasion = ["attack", "save"][below(2)];
  const pool = [
    modifier("up", { kind: "flat", value: 1 + below(3), to: occasion }),
    modifier("down", { kind: "flat", value: -1 - below(3), to: occasion }),
    modifier("luck", { kind: "advantage", to: occasion }),
    modifier("woe", { kind: "disadvantage", to: occasion }),
    modifier("edge", { kind: "die", dice: "+1d4", to: occasion }),
    modifier("mist", { kind: "miss-chance", percent: 20 }),
    ...(occasion === "attack" ? [modifier("cover", { kind: "flat", value: 2 + below(3), to: "ac" })] : []),
  ];
  const latency = latencyOf(made, PATIENCE);
  const open = chance(0.5) ? 1 + below(6000) : 0;
  return {
    occasion,
    modifiers: pool.filter(() => chance(0.4)),
    latency, // infinite: the bridge has died
    fails: chance(0.1), // a scene that the bridge does not have, or not any more
    open, // ms that the dialog is open; 0: without a dialog
    flips: occasion === "save" && chance(0.2), // "up" is switched off in the dialog, if it is there
    closes: chance(0.1),
    bonus: occasion === "save" && chance(0.3) ? 1 + below(3) : 0, // a macro's own
    dice: occasion === "save" && chance(0.2) ? "2d20kl" : "1d20",
  };
}

/** Tables at which Ilse shoots and saves. Their messages are made, and not kept. */
async function tablesWith(bridge) {
  const question = (query) => ask(coignOf(bridge), query);
  const [archer, savers] = [await archerWith(question, { isGM: false }), await saversWith(question, { isGM: false })];
  const card = await savers.thrown();
  const made = { messages: [] };
  for (const { client } of [archer, savers]) {
    client.CONFIG.Dice.randomUniform = seededUniform(2031);
    const ChatMessage = client.CONFIG.ChatMessage.documentClass;
    ChatMessage.create = async (data) => {
      const message = new ChatMessage(data);
      client.Hooks.call("preCreateChatMessage", message, data, {});
      made.messages.push(message);
      return message;
    };
  }
  const roll = ({ occasion, open, bonus, dice }) => {
    if (occasion === "attack") return archer.shot({ ask: open > 0 });
    const options = { skipDialog: !open, dice, ...(bonus && { bonus: `${bonus}[Bless]` }) };
    return savers.press(card, undefined, options)[0];
  };
  return { opened: { attack: archer.opened, save: savers.opened }, context: archer.context, roll, made };
}

/** Make one roll. Returns its message, undefined if the dialog was closed, and what must be in it. */
async function play({ roll, opened, made }, what) {
  const dialogs = opened[what.occasion];
  dialogs.length = 0;
  made.messages.length = 0;
  const fine = !what.fails && what.latency < Number.POSITIVE_INFINITY;
  let has = fine && what.latency < PATIENCE;
  let flipped = false;
  const rolling = roll(what);
  await flushed();
  await pass(Math.min(PATIENCE, what.latency));
  if (what.open) {
    const [dialog] = dialogs;
    assert.ok(dialog, "a dialog waits no longer than that");
    await pass(what.open);
    has ||= fine && what.latency <= PATIENCE + what.open;
    const { lines, press } = dialog.root?.lists.at(-1) ?? {};
    const up = what.flips ? lines?.find((line) => line.modifier === "up" && !line.held) : null;
    flipped = Boolean(up);
    if (up) {
      press(up);
    }
    if (!what.closes) dialog.press();
    else if (what.occasion === "save") dialog.close();
    else dialog.resolve(null);
    await flushed();
  }
  const once = what.open > 0 && what.closes ? 0 : 1;
  await rolling;
  assert.equal(made.messages.length, once, "the dice fall once, and wait no longer than that");
  await pass(LATER); // an answer that comes now comes too late
  const { modifiers, dice } = what;
  const both = ["luck", "woe"].every((id) => modifiers.some((one) => one.id === id));
  const possible = ({ id, effect }) => {
    if (effect.to === "ac" || effect.kind === "miss-chance" || (flipped && id === "up")) return false;
    return effect.kind === "flat" || effect.kind === "die" || (!both && dice === "1d20");
  };
  return { message: made.messages[0], expected: has ? modifiers.filter(possible) : [], flipped };
}

const idsOf = (list = []) => list.map((one) => one.modifier).sort();

/** Check that a message has each modifier that it must have, once, names it, and is believed. */
function check({ context }, { occasion, bonus, dice }, { message, expected }) {
  const ids = expected.map(({ id }) => id).sort();
  const { included } = message.flags.coign ?? {};
  assert.deepEqual(idsOf(included), ids);
  const roll = occasion === "attack" ? message.system.rolls.attacks[0].attack : message.rolls[0].toJSON();
  const seen = occasion === "attack" ? pf1.readAttack(message, context).roll : readRoll(roll);
  assert.deepEqual(idsOf(provedIn(included, { occasion, ...seen }).included), ids, "believed");
  const natural = seen.d20.find(({ kept }) => kept).value;
  const sum = expected.reduce((all, { effect }) => all + (effect.value ?? 0), 0);
  const die = seen.shown?.terms.find(({ faces }) => faces === 4)?.value ?? 0;
  assert.equal(roll.total, natural + BASE[occasion] + sum + die + bonus);
  const aimed = ids.includes("luck") ? "2d20kh" : ids.includes("woe") ? "2d20kl" : dice;
  assert.ok(roll.formula.startsWith(`${aimed} `), roll.formula);
}

test(`${ROLLS} random rolls of pf1: each modifier in time is in the dice, none is late, lost or counted twice`, async () => {
  const bridge = new Bridge();
  bridge.scenario = scenario();
  const tables = await tablesWith(bridge);
  const counts = { included: 0, late: 0, flipped: 0, saves: 0 };
  const one = async (what) => {
    bridge.scenario = what;
    const result = await play(tables, what);
    if (!result.message) return; // its dialog was closed
    check(tables, what, result);
    counts.included += result.expected.length;
    if (what.latency > PATIENCE) counts.late += result.expected.length;
    counts.flipped += Number(result.flipped);
    counts.saves += Number(what.occasion === "save");
  };
  await inMadeUpTime(gameOf(false), () => playAll(ROLLS, scenario, one));
  const { included, late, flipped, saves } = counts;
  assert.ok(
    included > ROLLS / 3 && late > ROLLS / 20 && flipped > ROLLS / 200 && saves > ROLLS / 4,
    JSON.stringify(counts),
  );
});
