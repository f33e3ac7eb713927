/**
 * Random rolls of Pathfinder 2 with modifiers put in before the dice fall: attacks, saves and Stealth checks, with a bridge
 * that answers at once, in time, late or never, with dialogs, fortune, another module's modifiers, cover that PF2e Toolbelt
 * adds to the DC without a word, and rerolls, which drop our flags. Time is made up.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { seededUniform } from "../../bridge/tabletop/foundry/dice/index.mjs";
import { provedIn, withOwnArmourClass } from "../../foundry-module/scripts/attack/included.mjs";
import { ask, PLAYERS_PATIENCE } from "../../foundry-module/scripts/in-roll/ask.mjs";
import { rollDetails } from "../../foundry-module/scripts/systems/pf2e/saves.mjs";
import { readRoll } from "../../foundry-module/scripts/systems/rolls.mjs";
import { TOKENS } from "../browser/table.mjs";
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
import { strikerWith } from "./systems/pf2e/rolls-kit.mjs";
import { modifier } from "./systems/rolls-kit.mjs";

const ROLLS = Number(process.env.COIGN_RANDOM_ROLLS ?? 400); // all 10,000: COIGN_RANDOM_ROLLS=10000
const PATIENCE = PLAYERS_PATIENCE; // the rolls are players'
const FALLING = 3000; // ms that dice are on their way
const LATER = 10_000; // ms, after which nothing is under way any more
const BASE = 13; // of each of Ilse's rolls: her bow, Reflex and Stealth
const ARMOUR = 16; // Grik's
const SAVE_DC = 20;
const TOOLBELT = "PF2e Toolbelt";
const DEGREES = { 1: "lesser", 2: "standard", 4: "greater" };

const made = decisions(2028);
const { chance, below } = made;

/** Make up what one roll goes through. */
function scenario() {
  const occasion = ["attack", "attack", "save", "stealth"][below(4)];
  const pool = [
    modifier("up", { kind: "flat", value: 1 + below(3), to: occasion }),
    modifier("down", { kind: "flat", value: -1 - below(3), to: occasion }),
    modifier("luck", { kind: "advantage", to: occasion }),
    modifier("edge", { kind: "die", dice: "+1d4", to: occasion }),
    modifier("mist", { kind: "miss-chance", percent: 20 }),
    ...(occasion === "attack" ? [modifier("cover", { kind: "flat", value: 2 + below(3), to: "ac" })] : []),
  ];
  const latency = latencyOf(made, PATIENCE);
  return {
    occasion,
    modifiers: pool.filter(() => chance(0.4)),
    latency, // infinite: the bridge has died
    fails: chance(0.1), // a scene that the bridge does not have, or not any more
    open: chance(0.5) ? 1 + below(6000) : 0, // ms that the dialog is open; 0: without a dialog
    flips: chance(0.2), // "up" is switched off in the dialog, if it is there
    closes: chance(0.1),
    mode: ["normal", "normal", "fortune", "misfortune"][below(4)],
    other: below(4) - 1, // another module's modifier
    foreign: occasion === "attack" && chance(0.3) ? [1, 2, 4][below(3)] : 0, // another module's cover, in the DC
    rerolls: chance(0.3) ? 1 + below(2) : 0, // with and without a hero point
  };
}

/** A table at which Ilse rolls. Her messages are made, and not kept. */
async function tableWith(bridge) {
  const modules = { "pf2e-toolbelt": { title: TOOLBELT } };
  const table = await strikerWith((query) => ask(coignOf(bridge), query), { modules });
  const { client, strike } = table;
  client.CONFIG.Dice.randomUniform = seededUniform(2029);
  const { Check, Modifier } = client.game.pf2e;
  const inner = Check.roll;
  Check.roll = (check, context, ...rest) => {
    const { other, foreign } = bridge.scenario;
    if (other) check.push(new Modifier({ slug: "other", label: "Another module", modifier: other }));
    if (foreign) context.dc.value += foreign;
    return inner(check, context, ...rest);
  };
  const made = { dice: 0, messages: 0 }; // how often dice began to fall, and messages came of it
  const ChatMessage = client.CONFIG.ChatMessage.documentClass;
  ChatMessage.create = async (data) => {
    const message = new ChatMessage(data);
    client.Hooks.call("preCreateChatMessage", message, data, {});
    made.messages++;
    return message;
  };
  const { prototype } = client.CONFIG.Dice.CheckRoll;
  const { evaluate } = prototype;
  prototype.evaluate = async function (...args) {
    made.dice++;
    await new Promise((resolve) => setTimeout(resolve, FALLING));
    return evaluate.apply(this, args);
  };
  const [ilse, snag] = [TOKENS.ilse, TOKENS.snag].map((id) => client.canvas.scene.tokens.get(id).actor);
  const item = snag.items.find(({ name }) => name === "Shortbow");
  const twice = { fortune: "keep-higher", misfortune: "keep-lower" };
  const roll = async ({ occasion, mode, open }) => {
    if (occasion === "attack") return strike(TOKENS.ilse, "Shortbow", { mode, ask: open > 0 });
    let message = null;
    const callback = (_roll, _outcome, made) => (message = made);
    const args = { skipDialog: !open, rollTwice: twice[mode] ?? false, callback };
    if (occasion === "stealth") await ilse.skills.stealth.roll(args);
    else await ilse.saves.reflex.roll({ ...args, origin: snag, item, dc: SAVE_DC });
    return message;
  };
  return { ...table, roll, made };
}

/** Make one roll. Returns its message, null if the dialog was closed, and what must be in it. */
async function play({ roll, opened, made }, what) {
  opened.length = 0;
  Object.assign(made, { dice: 0, messages: 0 });
  const fine = !what.fails && what.latency < Number.POSITIVE_INFINITY;
  let has = fine && what.latency < PATIENCE;
  let flipped = false;
  let message;
  const rolling = roll(what).then((result) => (message = result));
  await flushed();
  await pass(Math.min(PATIENCE, what.latency));
  if (what.open) {
    const [dialog] = opened;
    assert.ok(dialog, "a dialog waits no longer than that");
    await pass(what.open);
    has ||= fine && what.latency <= PATIENCE + what.open;
    flipped = what.flips && dialog.check.modifiers.some(({ slug }) => slug === "coign-up");
    if (flipped) dialog.flip("coign-up");
    if (what.closes) dialog.close();
    else dialog.press();
    await flushed();
  }
  const once = what.open > 0 && what.closes ? 0 : 1;
  assert.equal(made.dice, once, "the dice wait no longer than that");
  await pass(FALLING);
  await rolling;
  assert.deepEqual(made, { dice: once, messages: once }, "they fall once");
  await pass(LATER); // an answer that comes now comes too late
  const possible = ({ id, effect }) =>
    effect.kind === "flat" ? !(flipped && id === "up") : effect.kind === "advantage" && what.mode === "normal";
  return { message, expected: has ? what.modifiers.filter(possible) : [], flipped };
}

/** Return the modifiers that are taken as included in a message's roll, once its claims were checked. */
function believed({ read, adapter, client }, message, occasion) {
  const seen = readRoll(message.rolls[0]);
  const { shown } = { ...seen, ...rollDetails(message, seen) };
  const claimed = message.flags.coign?.included ?? adapter.includedIn(message);
  const roll = provedIn(claimed, { occasion, mode: seen.mode, shown });
  if (occasion !== "attack") return roll.included ?? [];
  const own = (token) => adapter.armourClass(client.canvas.scene.tokens.get(token).actor, message);
  const checked = withOwnArmourClass({ roll, defence: read(message).defence }, own).roll.included ?? [];
  return checked.filter(({ refuted }) => !refuted);
}

const idsOf = (list = []) => list.map((one) => one.modifier).sort();

/** Check that a first message has each modifier that it must have, and names it. */
function check(table, what, { message, expected, flipped }) {
  assert.deepEqual(idsOf(message.flags.coign?.included), expected.map(({ id }) => id).sort());
  assert.deepEqual(idsOf(message.flags.coign?.overrides), flipped ? ["up"] : []);
  checkDice(table, what, message, expected);
}

/** Roll a message's check again, as the system does it, and check that the new one has the same in it. */
async function checkRerolls(table, what, { message, expected }) {
  let last = message;
  for (let n = 0; n < what.rerolls; n++) {
    last.delete = async () => {};
    const rolling = table.client.game.pf2e.Check.rerollFromMessage(last, { heroPoint: n === 0 });
    await flushed();
    await pass(FALLING);
    last = await rolling;
    assert.equal(last.flags.coign?.included, undefined);
    checkDice(table, what, last, expected);
  }
}

/** Check that a message's roll and DC have what they must have, once, and nothing else. */
function checkDice(table, what, message, expected) {
  const ids = expected.map(({ id }) => id).sort();
  const { flags, rolls, system } = message;
  assert.deepEqual(idsOf(believed(table, message, what.occasion)), ids);
  const [roll] = rolls;
  const natural = roll.dice[0].results.find(({ active, discarded }) => active && !discarded).result;
  const sum = (to) => expected.reduce((all, { effect }) => all + (effect.to === to ? (effect.value ?? 0) : 0), 0);
  assert.equal(roll.total, natural + BASE + what.other + sum(what.occasion));
  assert.equal(roll.formula.startsWith("2d20"), what.mode !== "normal" || ids.includes("luck"));
  const { dc } = system.context ?? flags.pf2e.context;
  const own = { attack: ARMOUR, save: SAVE_DC }[what.occasion];
  assert.equal(dc?.value, own && own + sum("ac") + what.foreign);
  if (what.occasion !== "attack") return;
  const [{ applied, by }] = Object.values(table.read(message).defence);
  assert.deepEqual([applied, by], what.foreign ? [DEGREES[what.foreign], TOOLBELT] : [null, undefined], "theirs");
}

test(`${ROLLS} random rolls of pf2e: each modifier in time is in the dice, none is late, lost or counted twice`, async () => {
  const bridge = new Bridge();
  const table = await tableWith(bridge);
  const counts = { included: 0, late: 0, flipped: 0, rerolled: 0 };
  const one = async (what) => {
    bridge.scenario = what;
    const result = await play(table, what);
    if (!result.message) return; // its dialog was closed
    check(table, what, result);
    await checkRerolls(table, what, result);
    counts.rerolled += what.rerolls;
    counts.included += result.expected.length;
    if (what.latency > PATIENCE) counts.late += result.expected.length;
    counts.flipped += Number(result.flipped);
  };
  await inMadeUpTime(gameOf(true), () => playAll(ROLLS, scenario, one));
  assert.ok(
    counts.included > ROLLS / 3 && counts.late > ROLLS / 20 && counts.flipped > ROLLS / 100,
    JSON.stringify(counts),
  );
});
