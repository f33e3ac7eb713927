/**
 * Random rolls of dnd5e with modifiers: bridges that answer at once, late, wrongly or never, dialogs with switches and
 * buttons, held keys, other modules in the same hooks, and cover that Simple Cover 5e has put into the armour class. A
 * clock of our own moves in milliseconds.
 */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { seededUniform } from "../../bridge/tabletop/foundry/dice/index.mjs";
import { provedIn, withOwnArmourClass } from "../../foundry-module/scripts/attack/included.mjs";
import { ask, PLAYERS_PATIENCE } from "../../foundry-module/scripts/in-roll/ask.mjs";
import { adapterFor } from "../../foundry-module/scripts/systems/index.mjs";
import { readRoll } from "../../foundry-module/scripts/systems/rolls.mjs";
import { TARGET } from "../browser/dnd5e-kit.mjs";
import { expected, install, Model, scenario } from "./random-dnd5e-rolls-kit.mjs";
import { coignOf, flushed, gameOf, inMadeUpTime, playAll } from "./random-rolls-kit.mjs";
import { answered } from "./result-kit.mjs";
import { archerWith, drawn, openDialogs, SIMPLE_COVER, simpleCover, WORTH } from "./systems/dnd5e/rolls-kit.mjs";

const ROLLS = Number(process.env.COIGN_RANDOM_ROLLS ?? 1000); // all 10,000: COIGN_RANDOM_ROLLS=10000
const PATIENCE = PLAYERS_PATIENCE; // the rolls are players'
const QUIET = 250; // ms after a change of the scene, before it is asked about
const OWN_AC = 13;

/** The clock, and the moments at which an answer comes. */
const clock = { time: 0, due: [] };

/** Let time pass until a moment, with a stop at each answer that comes before. */
async function until(moment) {
  do {
    const stop = Math.min(moment, ...clock.due.filter((at) => at > clock.time));
    const step = Math.max(0, stop - clock.time);
    clock.time += step;
    mock.timers.tick(step);
    await flushed();
  } while (clock.time < moment);
  clock.due = clock.due.filter((at) => at > clock.time);
}

test(`${ROLLS} random rolls: each modifier in time is in the dice, none is late, lost or counted twice`, async () => {
  const thrown = mock.method(console, "error", () => {}); // where the stand-in reports what throws in a hook
  const counts = { inDice: 0, late: 0, alone: 0, closed: 0, foreign: 0 };
  const bridge = { ask: null };
  await inMadeUpTime(gameOf(false), async () => {
    const coign = coignOf({ evaluate: (request) => bridge.ask(request) });
    const modules = {};
    const made = await quick(archerWith((query) => ask(coign, query), { modules }));
    const { client, activity, messages } = made;
    client.CONFIG.Dice.randomUniform = seededUniform(2027);
    await playAll(ROLLS, scenario, async (what) => {
      const model = new Model();
      let moved = 0;
      const idsFor = () => [...what.holds[moved]];
      const answerFor = (ids) =>
        answered({ results: [{ target: TARGET, modifiers: what.truth.filter(({ id }) => ids.includes(id)) }] });
      bridge.last = null;
      const asked =
        what.own.advantage === what.own.disadvantage ? "normal" : what.own.advantage ? "advantage" : "disadvantage";
      bridge.ask = ({ roll }) => {
        if (roll.mode !== asked) return bridge.last ?? Promise.resolve(answerFor(idsFor())); // the same in all modes
        const question = ++model.question;
        const ids = idsFor();
        const [latency, fails] = [what.latency(), what.fails()];
        bridge.last = new Promise((resolve, reject) => {
          if (latency === Infinity) return;
          clock.due.push(clock.time + latency);
          setTimeout(() => {
            if (fails) return reject(new Error("unknown scene"));
            if (!model.over) model.answer(question, ids);
            resolve(answerFor(ids));
          }, latency);
        });
        return bridge.last;
      };
      const remove = [install(client, what.others), ...(what.foreign ? [simpleCover(client, what.foreign)] : [])];
      modules.simplecover5e = what.foreign && { title: SIMPLE_COVER };
      game.modules.set("simplecover5e", { active: Boolean(what.foreign), title: SIMPLE_COVER });
      messages.length = 0;
      openDialogs.length = 0;
      const began = clock.time;
      let result;
      const rolling = activity
        .rollAttack({ ...what.own, keys: what.keys }, { configure: what.dialog ? undefined : false })
        .then((rolls) => {
          result = { rolls, at: clock.time };
          model.over = true;
        });
      await flushed();
      const { due } = clock;
      for (const at of [...due, began + PATIENCE].sort((one, other) => one - other))
        if (!result && !openDialogs.length) await until(Math.min(at, began + PATIENCE));
      assert.ok(result || openDialogs.length, "the roll, or its dialog, waits no longer than that");
      const [dialog] = openDialogs;
      if (dialog) {
        drawn(client, dialog);
        const opened = clock.time;
        const events = [...what.flips, ...(what.move ? [what.move] : []), { at: what.open, end: true }].sort(
          (one, other) => one.at - other.at,
        );
        for (const event of events) {
          await until(opened + event.at);
          if (event.end) break;
          if (event.moves) {
            moved = 1;
            client.Hooks.callAll("coign.sceneChanged", "scene");
            clock.due.push(clock.time + QUIET);
            continue;
          }
          const lines = dialog.pending.additions?.lines.filter(({ held }) => !held) ?? [];
          const line = lines[Math.floor(event.line * lines.length)];
          if (!line) continue;
          model.flip(line.modifier);
          dialog.pending.additions.turn(line);
          dialog.pending.switched();
          dialog.rebuild();
          await flushed();
        }
        model.over = true;
        const first = dialog.defaultButton();
        if (what.button === "close") await dialog.close();
        else dialog.press(what.button === "default" ? first : what.button);
        await flushed();
      }
      await rolling;
      for (const one of remove) one();
      clock.time += 6000; // whatever comes now comes too late
      clock.due = [];
      mock.timers.tick(6000);
      await flushed();
      try {
        check(what, model, { ...made, result, closed: dialog && what.button === "close" }, counts);
      } catch (problem) {
        throw Object.assign(problem, { found: { on: [...model.on], messages } });
      }
    });
  });
  thrown.mock.restore();
  const ours = thrown.mock.calls
    .map(({ arguments: [where, problem] }) => `${where} ${problem}`)
    .filter((text) => text.startsWith("An error was thrown") && !text.endsWith("another module's"));
  assert.deepEqual(ours, [], "nothing of ours throws");
  assert.ok(
    counts.inDice > ROLLS / 4 && counts.late > ROLLS / 20 && counts.alone > ROLLS / 50 && counts.foreign > ROLLS / 100,
    JSON.stringify(counts),
  );
});

/** Compare a roll and its message with what they must be. */
function check(what, model, { client, context, result, messages, closed }, counts) {
  if (what.others.includes("stops") || closed) {
    counts.closed++;
    assert.equal(result.rolls, null);
    assert.equal(messages.length, 0);
    return;
  }
  assert.equal(messages.length, 1, "no roll is lost or made twice");
  const [message] = messages;
  const data = JSON.parse(message.rolls[0]);
  const roll = readRoll(data);
  const mode = data.options.advantageMode ?? 0;
  const put = expected(what, model.on, mode);

  const claimed = message.flags.coign?.included ?? [];
  assert.deepEqual(claimed.map((one) => one.modifier).sort(), put, "the message claims what was put in");
  const included = provedIn(claimed, { occasion: "attack", mode: roll.mode, shown: roll.shown });
  const adapter = adapterFor("dnd5e", "5.3.3", context);
  const { defence } = adapter.readAttack(message);
  const own = (token) => adapter.armourClass(client.scenes.get("scene").tokens.get(token).actor, message);
  const believed = withOwnArmourClass({ roll: included, defence }, own).roll.included ?? [];
  const sure = believed.filter(({ refuted }) => !refuted);
  assert.deepEqual(sure.map((one) => one.modifier).sort(), put, "and the card believes all of it");

  const terms = data.terms.flatMap(({ options }) => (options.flavor?.startsWith("Coign: ") ? [options.flavor] : []));
  const inFormula = what.truth
    .filter(
      ({ id, effect }) => put.includes(id) && (effect.kind === "die" || effect.to === "attack") && "kind" in effect,
    )
    .filter(({ effect }) => effect.kind === "die" || effect.kind === "flat")
    .map(({ id }) => `Coign: ${id}`);
  assert.deepEqual(terms.sort(), inFormula.sort(), "each once, and nothing else of ours");

  const cover = what.truth.reduce(
    (sum, { id, effect }) => sum + (put.includes(id) && effect.to === "ac" ? effect.value : 0),
    0,
  );
  const theirs = WORTH[what.foreign?.degree ?? "none"];
  assert.equal(message.flags.dnd5e.targets[0].ac, OWN_AC + theirs + cover);
  assert.equal(data.options.target, OWN_AC + theirs + cover);
  const degree = { 0: what.foreign?.noted ? "none" : null, 2: "half", 5: "three-quarters" }[theirs];
  assert.equal(defence[TARGET].applied, degree, "their cover is known, and no modifier of ours is taken for it");
  if (theirs && cover) counts.foreign++;

  const others = what.others.filter((name) => name === "bless" || name === "guidance").length;
  const flavours = data.terms.filter(({ options }) => ["Bless", "Guidance"].includes(options.flavor));
  assert.equal(flavours.length, others, "other modules' modifiers stay");
  if (put.length) counts.inDice++;
  else if (what.truth.length) counts.late++;
  else counts.alone++;
}

/** Let messages be kept in a list alone, so that ten thousand of them take no time. */
async function quick(making) {
  const made = await real(making);
  const { client } = made;
  const messages = [];
  client.CONFIG.ChatMessage.documentClass = class {
    constructor(data) {
      this.data = structuredClone(data);
    }

    static async create(data) {
      messages.push(data);
      return { id: "message" };
    }

    toObject() {
      return this.data;
    }
  };
  const target = client.scenes.get("scene").tokens.get(TARGET);
  await real(target.actor.update({ system: { attributes: { ac: { value: OWN_AC } } } }));
  return { ...made, messages };
}

/** Wait for what the stand-in's world does, whose packets are timers. */
async function real(promise) {
  let done = false;
  promise.finally(() => (done = true));
  while (!done) {
    mock.timers.tick(1);
    await flushed();
  }
  return promise;
}
