/** Modifiers in the rolls of dnd5e: in the dice, in the dialog and in the message, each once. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { provedIn } from "../../../../foundry-module/scripts/attack/included.mjs";
import { PendingRoll } from "../../../../foundry-module/scripts/systems/dnd5e/pending.mjs";
import { dnd5e } from "../../../../foundry-module/scripts/systems/dnd5e/record.mjs";
import { readRoll } from "../../../../foundry-module/scripts/systems/rolls.mjs";
import { dialogOf, TARGET } from "../../../browser/dnd5e-kit.mjs";
import { settled } from "../../../browser/standin-kit.mjs";
import { answered } from "../../result-kit.mjs";
import { additions, atOnce, later, modifier } from "../rolls-kit.mjs";
import { ABOVE, archerWith, BANE, COVER, drawn, HIGH_GROUND, opened, PRONE } from "./rolls-kit.mjs";

const FAST = { configure: false };
const included = ({ flags }) => (flags.coign?.included ?? []).map((one) => one.modifier);
const only = ({ messages }) => messages.contents.at(-1).toObject();

for (const generation of [13, 14])
  test(`a die, a flat bonus and an armour class are in a roll without a dialog (v${generation})`, async () => {
    const rear = modifier("rear", { kind: "flat", value: 2, to: "attack" });
    const { client, activity } = await archerWith(atOnce(HIGH_GROUND, rear, COVER), { generation });
    const target = client.scenes.get("scene").tokens.get(TARGET);
    await target.actor.update({ system: { attributes: { ac: { value: 13 } } } });
    client.CONFIG.Dice.nextFaces.push(11, 3);
    const [roll] = await activity.rollAttack({}, FAST);
    assert.equal(roll.formula, "1d20 + 5 + 1d4[Coign: high-ground] + 2[Coign: rear]");
    assert.equal(roll.total, 21);
    assert.equal(roll.options.target, 15);
    const message = only(client);
    const [entry] = generation === 14 ? message.system.targets : message.flags.dnd5e.targets;
    assert.equal(entry.ac, 15);
    assert.deepEqual(included(message), ["high-ground", "rear", "cover"]);
    assert.equal(client.messages.size, 1);
  });

test("a die that is taken off counts against the roll", async () => {
  const { client, activity } = await archerWith(atOnce(BANE));
  client.CONFIG.Dice.nextFaces.push(11, 3);
  const [roll] = await activity.rollAttack({}, FAST);
  assert.equal(roll.total, 13);
});

test("advantage is in the dice, and cancels the roll's own disadvantage", async () => {
  const { client, activity } = await archerWith(atOnce(ABOVE));
  const [better] = await activity.rollAttack({}, FAST);
  assert.equal(better.options.advantageMode, 1);
  assert.equal(better.d20.results.length, 2);
  const [neither] = await activity.rollAttack({ disadvantage: true }, FAST);
  assert.equal(neither.options.advantageMode, 0);
  assert.deepEqual([neither.options.advantage, neither.options.disadvantage], [true, true]);
  assert.deepEqual(client.messages.contents.map(included), [["above"], ["above"]]);
});

test("a held key that cancels the advantage leaves it in the roll; one that overrules it switches it off", async () => {
  const { client, activity } = await archerWith(atOnce(ABOVE));
  const [cancelled] = await activity.rollAttack({ keys: { disadvantage: true } });
  assert.equal(cancelled.options.advantageMode, 0);
  assert.deepEqual([cancelled.options.advantage, cancelled.options.disadvantage], [true, true]);
  assert.deepEqual(included(only(client)), ["above"]);
  const [overruled] = await activity.rollAttack({ keys: { normal: true, disadvantage: true } });
  assert.equal(overruled.options.advantageMode, -1);
  const { flags } = only(client);
  assert.deepEqual(flags.coign.included, []);
  assert.deepEqual(
    flags.coign.overrides.map(({ modifier, state, scope }) => [modifier, state, scope]),
    [["above", "off", "roll"]],
  );
});

test("a button other than the default one overrules advantage, and the GM's card has it off", async () => {
  const { client, activity } = await archerWith(atOnce(ABOVE));
  const rolling = activity.rollAttack();
  const dialog = await dialogOf();
  assert.equal(dialog.config.rolls[0].options.advantageMode, 1, "its button is the default one");
  dialog.press("normal");
  const [roll] = await rolling;
  assert.equal(roll.options.advantageMode, 0);
  assert.deepEqual([roll.options.advantage, roll.options.disadvantage], [false, false]);
  assert.deepEqual(
    only(client).flags.coign.overrides.map((one) => one.modifier),
    ["above"],
  );
});

test("a line that is switched off is in neither the dice nor the list of what was put in", async () => {
  const made = await archerWith(atOnce(HIGH_GROUND, PRONE));
  const { client } = made;
  const { dialog, lines, rolling, flip } = await opened(made);
  assert.equal(dialog.rolls[0].formula, "1d20dis + 5 + 1d4[Coign: high-ground]");
  assert.deepEqual(lines(), ["high-ground", "prone"]);
  flip("prone");
  assert.equal(dialog.rolls[0].formula, "1d20 + 5 + 1d4[Coign: high-ground]");
  flip("high-ground");
  flip("prone");
  assert.equal(dialog.rolls[0].formula, "1d20dis + 5");
  dialog.press("disadvantage");
  await rolling;
  const { coign } = only(client).flags;
  assert.deepEqual(
    coign.included.map((one) => one.modifier),
    ["prone"],
  );
  assert.deepEqual(
    coign.overrides.map((one) => one.modifier),
    ["high-ground"],
  );
});

test("a switch asks again, and what it lets in comes with the lines that stay off", async () => {
  const halfCover = modifier("half", { kind: "flat", value: -2, to: "attack" });
  const ask = ({ targets, overrides = [] }) => {
    const held = [HIGH_GROUND, PRONE, ...(overrides.length ? [halfCover] : [])];
    const answer = Promise.resolve(additions(targets, held, "attack", overrides));
    return { inTime: answer, late: answer };
  };
  const made = await archerWith(ask);
  const { queries } = made;
  const { dialog, lines, flip } = await opened(made);
  flip("high-ground");
  await settled();
  assert.deepEqual(
    queries.at(-1).overrides.map((one) => one.modifier),
    ["high-ground"],
  );
  assert.deepEqual(lines(), ["high-ground", "prone", "half"]);
  assert.equal(dialog.rolls[0].formula, "1d20dis + 5 +  - 2[Coign: half]");
  await dialog.close();
});

test("a late answer comes into the open dialog, and its rebuild into the roll", async () => {
  const { ask, give } = later();
  const made = await archerWith(ask);
  const { client } = made;
  const { dialog, lines, rolling } = await opened(made);
  assert.equal(dialog.rolls[0].formula, "1d20 + 5");
  assert.deepEqual(lines(), []);
  give(additions([TARGET], [HIGH_GROUND, ABOVE]));
  await settled();
  assert.deepEqual(lines(), ["high-ground", "above"]);
  assert.equal(dialog.rolls[0].formula, "1d20adv + 5 + 1d4[Coign: high-ground]");
  dialog.press("advantage");
  await rolling;
  assert.deepEqual(included(only(client)), ["high-ground", "above"]);
});

test("an answer that comes before the dialog is drawn waits for its first rendering", async () => {
  const { ask, give } = later();
  const { client, activity } = await archerWith(ask);
  const rolling = activity.rollAttack();
  const dialog = await dialogOf();
  give(additions([TARGET], [HIGH_GROUND]));
  await settled();
  assert.equal(dialog.rolls[0].formula, "1d20 + 5");
  drawn(client, dialog);
  assert.equal(dialog.rolls[0].formula, "1d20 + 5 + 1d4[Coign: high-ground]");
  await dialog.close();
  assert.equal(await rolling, null);
  assert.equal(client.messages.size, 0);
});

test("an answer after the dice have fallen changes nothing", async () => {
  const { ask, give } = later();
  const { client, activity } = await archerWith(ask);
  const [roll] = await activity.rollAttack({}, FAST);
  const before = JSON.stringify(only(client));
  give(additions([TARGET], [HIGH_GROUND]));
  await settled();
  assert.equal(JSON.stringify(only(client)), before);
  assert.equal(roll.formula, "1d20 + 5");
  assert.equal(only(client).flags.coign, undefined);
});

test("a change of the scene is asked about anew while the dialog is open, once for many changes", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const now = [HIGH_GROUND, BANE];
  const made = await passing(
    context,
    archerWith((query) => atOnce(...now)(query)),
  );
  const { dialog, lines, rolling, flip } = await passing(context, opened(made));
  flip("high-ground");
  now.splice(1, 1, PRONE);
  const asked = made.queries.length;
  for (let n = 0; n < 5; n++) made.client.Hooks.callAll("coign.sceneChanged", n ? "scene" : "another");
  context.mock.timers.tick(300);
  await new Promise(setImmediate);
  assert.equal(made.queries.length, asked + 1);
  assert.deepEqual(lines(), ["high-ground", "prone"], "and what was switched off stays so");
  assert.equal(dialog.rolls[0].formula, "1d20dis + 5");
  await dialog.close();
  await rolling;
});

/** Wait for something while the mocked timers of the stand-in go on. */
async function passing(context, promise) {
  let done = false;
  promise.finally(() => (done = true));
  while (!done) {
    context.mock.timers.tick(1);
    await new Promise(setImmediate);
  }
  return promise;
}

test("the attack mode of the dialog is asked about anew, and the old answer is taken out", async () => {
  const ask = ({ targets, attack }) => {
    const answer = Promise.resolve(additions(targets, attack.kind === "melee" ? [HIGH_GROUND] : [PRONE]));
    return { inTime: answer, late: answer };
  };
  const made = await archerWith(ask);
  const { activity, queries } = made;
  const { dialog } = await opened(made);
  assert.deepEqual(queries, [
    {
      actorToken: { scene: "scene", token: "tokenA0000000000" },
      targets: [TARGET],
      attack: { kind: "ranged", reach: null, range: null, name: "Bow", abilities: [], spell: false },
      ...{ mode: "normal", modeOpen: true },
      defence: { [TARGET]: { ac: null, applied: null } },
    },
  ]);
  activity.attack.type = undefined;
  activity.item.updateSource({
    system: { properties: ["thr"], activities: { shoot: { attack: { type: { value: "melee" } } } } },
  });
  Object.assign(dialog.form, { attackMode: "oneHanded" });
  dialog.rebuild();
  await settled();
  assert.equal(queries.at(-1).attack.kind, "melee");
  assert.equal(dialog.rolls[0].formula, "1d20 + 5 + 1d4[Coign: high-ground]");
  await dialog.close();
});

test("nothing is asked for a roll that somebody else lets fall, without targets, or while the world is set otherwise", async () => {
  const { client, activity, inRoll, queries } = await archerWith(atOnce(HIGH_GROUND));
  await activity.rollAttack({ evaluate: false }, FAST);
  client.canvas.tokens.setTargets([]);
  await activity.rollAttack({}, FAST);
  client.canvas.tokens.setTargets([TARGET]);
  inRoll.active = false;
  const [roll] = await activity.rollAttack({}, FAST);
  assert.deepEqual(queries, []);
  assert.equal(roll.formula, "1d20 + 5");
});

/** The card that a module makes of a roll which posted no message: the roll and the system's flags, none of ours. */
const cardOf = (rolls) => ({
  flags: { dnd5e: { activity: { type: "attack" } } },
  rolls: JSON.parse(JSON.stringify(rolls)),
});

/** Return what is taken as included in the roll of such a card. */
function believedOn(card) {
  const { mode, shown } = readRoll(card.rolls[0]);
  return provedIn(dnd5e.includedIn(card), { occasion: "attack", mode, shown }).included ?? [];
}

for (const how of ["asks", "stops"])
  test(`a roll whose card another module makes has its modifiers, and says so itself (it ${how})`, async () => {
    const { client, activity } = await archerWith(atOnce(HIGH_GROUND, ABOVE, COVER));
    if (how === "stops")
      client.Hooks.on("dnd5e.preRollAttackV2", (_config, dialog, message) => {
        dialog.configure = false;
        message.create = false;
      });
    const [roll] = await activity.rollAttack({}, FAST, how === "asks" ? { create: false } : {});
    assert.equal(roll.formula, "2d20adv + 5 + 1d4[Coign: high-ground]");
    assert.equal(client.messages.size, 0);
    const ids = (included) => included.map(({ modifier }) => modifier);
    assert.deepEqual(ids(believedOn(cardOf([roll]))), ["above", "high-ground"], "cover stays for our card");
    const joined = client.Roll.fromTerms([
      ...roll.terms,
      ...(await client.Roll.create("0 + 2").evaluate()).terms.slice(1),
    ]);
    assert.deepEqual(ids(believedOn(cardOf([joined]))).includes("high-ground"), true, "also once more was added to it");
    const lying = cardOf([roll]);
    lying.rolls[0].terms = lying.rolls[0].terms.map((term) => ({ ...term, options: { ...term.options, flavor: "" } }));
    assert.deepEqual(ids(believedOn(lying)), ["above"], "a term without our label shows nothing");
  });

for (const generation of [13, 14])
  test(`targets that a macro takes back at once are still the roll's (v${generation})`, async () => {
    const { client, activity } = await archerWith(atOnce(HIGH_GROUND), { generation });
    const target = client.scenes.get("scene").tokens.get(TARGET);
    await target.actor.update({ system: { attributes: { ac: { value: 13 } } } });
    const data = generation === 14 ? { system: { origin: "card" } } : { "flags.dnd5e.originatingMessage": "card" };
    const rolling = activity.rollAttack({}, FAST, { data });
    client.canvas.tokens.setTargets([]);
    const [roll] = await rolling;
    const message = only(client);
    assert.equal(generation === 14 ? message.system.origin : message.flags.dnd5e.originatingMessage, "card");
    const entries = generation === 14 ? message.system.targets : message.flags.dnd5e.targets;
    assert.deepEqual(
      entries.map(({ name, ac }) => [name, ac]),
      [["B", 13]],
    );
    assert.equal(roll.options.target, 13);
    assert.deepEqual(included(message), ["high-ground"]);
  });

test("two tokens of one actor share an entry: it has cover only if both have it", async () => {
  const one = (target, ...modifiers) => ({ target, modifiers });
  const { additionsOf } = await import("../../../../foundry-module/scripts/in-roll/additions.mjs");
  for (const [second, ac, put] of [
    [[COVER], 15, ["cover", "cover"]],
    [[], 13, []],
  ]) {
    const ask = ({ targets: [a, b] }) => {
      const results = [one(a, COVER), one(b, ...second)];
      const answer = Promise.resolve(additionsOf({ players: answered({ results }) }, (key) => key));
      return { inTime: answer, late: answer };
    };
    const { client, activity } = await archerWith(ask);
    const scene = client.scenes.get("scene");
    const [twin] = await scene.createEmbeddedDocuments("Token", [
      { name: "B2", actorId: "actorB0000000000", actorLink: true },
    ]);
    const target = scene.tokens.get(TARGET);
    await target.update({ actorLink: true });
    await target.actor.update({ system: { attributes: { ac: { value: 13 } } } });
    await client.canvas.draw(scene);
    client.canvas.tokens.setTargets([TARGET, twin.id]);
    const [roll] = await activity.rollAttack({}, FAST);
    const message = only(client);
    assert.deepEqual(
      message.flags.dnd5e.targets.map((entry) => entry.ac),
      [ac],
    );
    assert.equal(roll.options.target, ac);
    assert.deepEqual(included(message), put);
  }
});

test("cover by one of the system's own statuses is named as counted", async () => {
  const { client, activity, queries } = await archerWith(atOnce(HIGH_GROUND));
  const target = client.scenes.get("scene").tokens.get(TARGET);
  await activity.rollAttack({}, FAST);
  await target.actor.toggleStatusEffect("coverHalf", { active: true });
  await activity.rollAttack({}, FAST);
  assert.deepEqual(
    queries.map(({ defence }) => defence[TARGET].applied),
    [null, "half"],
  );
});

test("a message without rolls, or of a roll without an answer, is as the system makes it", async () => {
  for (const [ask, rolls] of [
    [atOnce(HIGH_GROUND), []],
    [later().ask, [{ options: {}, terms: [] }]],
  ]) {
    const pending = new PendingRoll({ query: { targets: [TARGET] }, ask, user: {}, tokenOf: () => null });
    await pending.ask();
    const [message, before] = [{}, structuredClone(rolls)];
    pending.finish(rolls, message);
    assert.deepEqual([message, rolls, pending.over], [{}, before, true]);
  }
});

test("a modifier that another module takes out of the formula is left to the card", async () => {
  const { client, activity } = await archerWith(atOnce(HIGH_GROUND, COVER));
  client.Hooks.on("dnd5e.postAttackRollConfiguration", ([roll]) => {
    roll.terms = roll.terms.slice(0, 3);
    roll.resetFormula();
  });
  const [roll] = await activity.rollAttack({}, FAST);
  assert.equal(roll.formula, "1d20 + 5");
  assert.deepEqual(included(only(client)), []);
});

test("a saving throw asks whose effect it is against; one from nowhere is left alone", async () => {
  const shadow = modifier("shadow", { kind: "flat", value: 2, to: "save" });
  const { client, actor, queries } = await archerWith(atOnce(shadow));
  await actor.rollSavingThrow({ ability: "dex" }, FAST);
  assert.deepEqual(queries, []);
  const speaker = { scene: "scene", token: TARGET };
  const [card] = await client.classes.ChatMessage.createDocuments([
    { speaker, flags: { dnd5e: { item: { uuid: "Actor.actorB0000000000.Item.spell" } } } },
  ]);
  const event = { target: { closest: () => ({ dataset: { messageId: card.id } }) } };
  client.CONFIG.Dice.nextFaces.push(10);
  const [roll] = await actor.rollSavingThrow({ ability: "dex", event }, FAST);
  assert.deepEqual(queries, [
    {
      actorToken: { scene: "scene", token: TARGET },
      targets: ["tokenA0000000000"],
      ...{ occasion: "save", ability: "dex", mode: "normal", modeOpen: true },
      attack: { kind: "ranged", reach: null, range: null, name: "", abilities: [] },
    },
  ]);
  assert.equal(roll.total, 12);
  assert.deepEqual(included(only(client)), ["shadow"]);
});

test("the saves of several creatures are asked about together, at the first of them", async () => {
  const shadow = modifier("shadow", { kind: "flat", value: 2, to: "save" });
  const waits = [];
  const ask = ({ targets, occasion }) => {
    const answer = new Promise((resolve) => waits.push(() => resolve(additions(targets, [shadow], occasion))));
    return { inTime: answer, late: answer };
  };
  const { client, actor, queries } = await archerWith(ask, { selected: ["tokenA0000000000", TARGET] });
  const other = client.scenes.get("scene").tokens.get(TARGET).actor;
  const speaker = { scene: "scene", token: TARGET };
  const [card] = await client.classes.ChatMessage.createDocuments([
    { speaker, flags: { dnd5e: { item: { uuid: "Actor.actorB0000000000.Item.spell" } } } },
  ]);
  const event = { target: { closest: () => ({ dataset: { messageId: card.id } }) } };
  const rolling = actor.rollSavingThrow({ ability: "dex", event }, FAST);
  await settled();
  assert.deepEqual(
    queries.map(({ targets }) => targets[0]),
    ["tokenA0000000000", TARGET],
  );
  for (const answer of waits) answer();
  await rolling;
  await other.rollSavingThrow({ ability: "dex", event }, FAST);
  assert.equal(queries.length, 2, "the second creature asks nothing more");
  assert.deepEqual(included(only(client)), ["shadow"]);
});

test("a check asks with its occasion; to perceive needs somebody to perceive", async () => {
  const dark = modifier("dark", { kind: "disadvantage", to: "perception" });
  const { client, actor, queries } = await archerWith(atOnce(dark));
  const [seen] = await actor.rollSkill({ skill: "prc" }, FAST);
  assert.equal(seen.options.advantageMode, -1);
  client.canvas.tokens.setTargets([]);
  await actor.rollSkill({ skill: "prc" }, FAST);
  await actor.rollSkill({ skill: "ste" }, FAST);
  await actor.rollAbilityCheck({ ability: "str" }, FAST);
  assert.deepEqual(
    queries.map(({ occasion, targets }) => [occasion, targets.length]),
    [
      ["perception", 1],
      ["stealth", 0],
      ["check", 0],
    ],
  );
});

/** A rule text that sets the die aside wherever the roll has advantage or disadvantage of its own. */
const partial =
  (modifiers) =>
  ({ targets, mode = "normal" }) => {
    const of = (own) =>
      additions(
        targets,
        modifiers.filter(({ effect }) => own === "normal" || effect.kind !== "die"),
      );
    const answer = Promise.resolve(of(mode));
    return { inTime: answer, late: answer, inMode: of };
  };

/** An archer whose target has an armour class. */
async function armoured(ask) {
  const made = await archerWith(ask);
  const target = made.client.scenes.get("scene").tokens.get(TARGET);
  await target.actor.update({ system: { attributes: { ac: { value: 13 } } } });
  return made;
}

const DIRECTIONS = { normal: 0, advantage: 1, disadvantage: -1 };

for (const source of Object.keys(DIRECTIONS))
  for (const decided of Object.keys(DIRECTIONS)) {
    const goes = Math.sign(DIRECTIONS[source] + DIRECTIONS[decided]);
    test(`keys: ${decided} held, ${source} from elsewhere: the die is in the roll if its mode leaves it`, async () => {
      const { activity, client } = await armoured(partial([HIGH_GROUND, COVER]));
      const own = source === "normal" ? {} : { [source]: true };
      const keys = decided === "normal" ? {} : { [decided]: true };
      const [roll] = await activity.rollAttack({ ...own, keys }, FAST);
      agree(roll, only(client), goes);
    });
    test(`buttons: ${decided} pressed, ${source} from elsewhere: the die is in the roll if its mode leaves it`, async () => {
      const made = await armoured(partial([HIGH_GROUND, COVER]));
      const own = source === "normal" ? {} : { [source]: true };
      const { dialog, rolling } = await opened(made, own);
      dialog.press(decided);
      const [roll] = await rolling;
      agree(roll, only(made.client), DIRECTIONS[decided]);
    });
    test(`hooks: ${source} by another module before the dice, ${decided} asked for`, async () => {
      const made = await armoured(partial([HIGH_GROUND, COVER]));
      if (source !== "normal")
        made.client.Hooks.on("dnd5e.preRollAttackV2", ({ rolls }) => {
          rolls[0].options[source] = true;
        });
      const own = decided === "normal" ? {} : { [decided]: true };
      const [roll] = await made.activity.rollAttack(own, FAST);
      agree(roll, only(made.client), goes);
    });
  }

/** Check that dice, total, flags and mode of a roll say the same: the die is there in a plain roll alone. */
function agree(roll, message, mode) {
  assert.equal(roll.options.advantageMode, mode);
  assert.equal(roll.terms[0].number, mode ? 2 : 1);
  const die = roll.terms.filter(({ flavor }) => flavor === "Coign: high-ground");
  assert.equal(die.length, mode ? 0 : 1);
  assert.deepEqual(included(message), mode ? ["cover"] : ["high-ground", "cover"]);
  const natural = roll.terms[0].total;
  assert.equal(roll.total, natural + 5 + (die[0]?.total ?? 0));
  assert.deepEqual([roll.options.target, message.flags.dnd5e.targets[0].ac], [15, 15]);
}
