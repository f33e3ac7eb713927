/**
 * From a chat message to its flags and back: a table of what can happen to a roll, in the stand-in's world with a fake
 * bridge. Each row plays at the same table; `told` is what the bridge was asked about the row's rolls.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Contract } from "../../../foundry-module/contract/contract.mjs";
import { attackBefore } from "../../../foundry-module/scripts/attack/damage.mjs";
import { isRolled, removeDice, rollDice } from "../../../foundry-module/scripts/attack/dice.mjs";
import { messageDeleted, messageUpdated } from "../../../foundry-module/scripts/attack/follow-chat.mjs";
import { maybeSave, occasionsFor } from "../../../foundry-module/scripts/attack/read-attack.mjs";
import { Rolls } from "../../../foundry-module/scripts/ledger/rolls.mjs";
import { adapterFor } from "../../../foundry-module/scripts/systems/index.mjs";
import {
  annotations,
  assertNoErrors,
  bridge,
  cardOf,
  flagsOf,
  join,
  MODIFIER,
  quiet,
  roll,
  shown,
  startTable,
  until,
  world,
} from "./kit.mjs";

const table = await startTable();
const { gm, player, api, warnings } = table;
const annotated = [];
Hooks.on("coign.annotated", (message, annotation) => annotated.push({ id: message.id, annotation }));
const unjudged = [];
Hooks.on("coign.unjudged", ({ id }) => unjudged.push(id));
const waited = [];
Hooks.on("coign.waiting", ({ id }) => waited.push({ id, says: /COIGN\.Card\.Awaited/.test(cardOf(id)) }));
const setting = (name, value) => game.settings.set("coign", name, value);
const refusal = (code, detail = {}) => [{ type: "error", code, message: code, detail }];
const OFF = { modifier: "high-ground", scope: "roll", state: "off", target: "goblin" };
const MALFORMED = [
  7,
  "melee",
  [],
  { kind: "sword" },
  { kind: 7, name: 7 },
  { kind: "ranged", range: "80" },
  { kind: "ranged", range: { normal: "far", long: {} } },
  { reach: "far" },
  { reach: 1e300 },
  { spell: "yes" },
  { primary: 1, guessed: 1 },
  { name: "x".repeat(2 << 20) },
  { abilities: "all", ignores: "all" },
  { abilities: [7], ignores: [{}] },
  { abilities: Array(100_000).fill("sneak-attack") },
  { reach: null, range: null },
];
const FORGED = [{ modifier: "cover", scope: "roll", state: "off" }];

/** Hold back the bridge's answers; the function returned lets the first one go. */
function held() {
  const waiting = [];
  bridge.instead.evaluate = (request) => new Promise((resolve) => waiting.push(() => resolve(annotations(request))));
  return { waiting, release: () => waiting.shift()() };
}

/** Ask as a player's client does. */
const query = (name, request, client = player) =>
  client.users.get("gm").query(`coign.${name}`, { scene: "scene", actor: "hero", targets: ["goblin"], ...request });
const KEY = () => player.keys.at(-1);
/** Ask until the budget, which earlier rows spent from, is full enough for an answer. */
const answerTo = (name, request) =>
  until(() =>
    query(name, { key: KEY(), ...request }).catch((problem) => {
      if (!problem.message.includes("TooMany")) throw problem;
    }),
  );

/** @type {Record<string, (told: () => any[]) => Promise<void>>} */
const ROWS = {
  "a roll is asked about once, for both viewers": async (told) => {
    const id = await roll(player);
    await until(() => shown(id));
    const [{ viewers, actor, targets, secret, occasion }] = told();
    assert.deepEqual([viewers, actor, targets, secret, occasion], [["gm", "player"], "hero", ["goblin"], [], "attack"]);
    assert.deepEqual(shown(id), ["goblin on"]);
    await quiet();
    assert.equal(told().length, 1);
  },
  "the flags hold no facts, and nothing that counts requests": async () => {
    const id = await roll(gm);
    const [{ results, id: request, revision, elapsed_us }] = await until(() => flagsOf(id).annotations);
    assert.deepEqual([results[0].facts, request, revision, elapsed_us], [null, "", 0, 0]);
    assert.ok(annotated.find((one) => one.id === id).annotation.results[0].facts, "the GM's has them");
  },
  "a message without a d20 is no attack": async (told) => {
    await roll(gm, { formula: "2d6" });
    await quiet();
    assert.deepEqual(told(), []);
  },
  "an attack without a target is not asked about": async (told) => {
    const id = await roll(gm, { targets: [] });
    await quiet();
    assert.deepEqual([told(), warnings.filter((text) => text.includes(id))], [[], []]);
  },
  "a token that is not in the scene is no target": async (told) => {
    await roll(gm, { targets: ["nobody", "orc"] });
    assert.deepEqual((await until(() => told()[0])).targets, ["orc"]);
  },
  "a target that was deleted since is asked about as it was": async (told) => {
    const [rat] = await game.scenes.get("scene").createEmbeddedDocuments("Token", [{ name: "rat", x: 600, y: 100 }]);
    const id = await roll(gm, { targets: [rat.id] });
    await until(() => shown(id));
    await rat.delete();
    await game.messages.get(id).update({ flags: { coign: { recheck: 1 } } });
    await until(() => told().length === 2);
    assert.deepEqual([told()[1].targets, told()[1].secret], [[rat.id], []], "players have read of it");
  },
  "of a roll whose scene was deleted a decision is not waited for, and what was judged stands": async (told) => {
    const attic = await Scene.create({ name: "attic" });
    const animals = ["rat", "cat"].map((name) => ({ name, x: 100, y: 100 }));
    const [rat, cat] = (await attic.createEmbeddedDocuments("Token", animals)).map(({ id }) => id);
    const speaker = { scene: attic.id, token: rat };
    const flags = { targets: [`Scene.${attic.id}.Token.${cat}`] };
    const id = await roll(gm, { targets: [], flags, speaker });
    await until(() => told().length === 1 && flagsOf(id).annotations);
    const before = cardOf(id);
    await attic.delete();
    const decision = [{ ...OFF, target: cat }, attic.id, game.messages.get(id)];
    await api.override(...decision);
    await until(() => unjudged.includes(id));
    assert.match(cardOf(id), /COIGN\.Card\.Unjudged/);
    assert.doesNotMatch(cardOf(id), /COIGN\.Card\.Waiting/);
    await api.removeOverride(...decision);
    await until(() => cardOf(id) === before);
    assert.equal(told().length, 1);
  },
  "a judged roll whose message loses its targets keeps its verdict, whoever took them out": async (told) => {
    for (const [client, lost] of /** @type {const} */ ([
      [player, { "flags.coign.-=targets": null }],
      [gm, { "flags.-=coign": null }],
    ])) {
      const id = await roll(player);
      await until(() => shown(id));
      const before = cardOf(id);
      const asked = told().length;
      await client.messages.get(id).update(lost);
      const next = await roll(gm);
      await until(() => shown(next));
      assert.equal(cardOf(id), before);
      assert.equal(told().length, asked + 1);
      await game.messages.get(id).update({ flags: { coign: { against: ["Scene.scene.Token.orc"] } } });
      await until(() => shown(id)?.[0].startsWith("orc"));
      assert.doesNotMatch(cardOf(id), /Unjudged|Waiting/);
    }
  },
  "so is the attack of an attacker that was deleted since": async (told) => {
    const [rat] = await game.scenes.get("scene").createEmbeddedDocuments("Token", [{ name: "rat", x: 600, y: 100 }]);
    const id = await roll(gm, { by: rat.id });
    await until(() => shown(id));
    await rat.delete();
    await game.messages.get(id).update({ flags: { coign: { recheck: 1 } } });
    await until(() => told().length === 2);
    assert.deepEqual([told()[1].actor, told()[1].secret], [rat.id, []]);
  },
  "an actor that is not in the scene does not attack": async (told) => {
    await roll(gm, { by: "nobody" });
    await quiet();
    assert.deepEqual(told(), []);
  },
  "two targets are one request": async (told) => {
    const id = await roll(player, { targets: ["goblin", "orc"] });
    await until(() => shown(id));
    assert.deepEqual([told().length, shown(id)], [1, ["goblin on", "orc on"]]);
  },
  "without captured targets the author's of the moment count": async (told) => {
    player.user.broadcastActivity({ targets: ["orc"] });
    await until(() => game.users.get("ann").targets.size);
    await roll(player, { targets: [] });
    assert.deepEqual((await until(() => told()[0])).targets, ["orc"]);
    const id = await roll(player, { targets: [], timestamp: Date.now() - 40_000 });
    await until(() => told().length === 2);
    player.user.broadcastActivity({ targets: [] });
    await until(() => !game.users.get("ann").targets.size);
    await game.messages.get(id).update({ flags: { coign: { recheck: 1 } } });
    await until(() => told().length === 3);
    assert.deepEqual(told()[2].targets, ["orc"], "whatever the clock says, and whom the author targets later");
  },
  "a hidden target is marked, and players read nothing of it": async (told) => {
    const id = await roll(gm, { targets: ["goblin", "spy"] });
    await until(() => shown(id));
    assert.deepEqual([told()[0].secret, told()[0].targets], [["spy"], ["goblin", "spy"]]);
    assert.deepEqual(shown(id), ["goblin on"]);
    assert.equal(annotated.find((one) => one.id === id).annotation.results.length, 2);
  },
  "the author's hidden targets are kept in no flag, and asked about": async (told) => {
    player.user.broadcastActivity({ targets: ["orc", "spy"] });
    await until(() => game.users.get("ann").targets.size === 2);
    const id = await roll(player, { targets: ["orc"] });
    await until(() => shown(id));
    assert.deepEqual([told()[0].targets, told()[0].secret], [["orc", "spy"], ["spy"]]);
    assert.ok(!JSON.stringify(flagsOf(id)).includes("spy"));
    player.user.broadcastActivity({ targets: [] });
    await until(() => !game.users.get("ann").targets.size);
  },
  "of a hidden attacker players read nothing": async (told) => {
    const id = await roll(gm, { by: "spy" });
    await until(() => annotated.some((one) => one.id === id));
    assert.deepEqual(
      [told()[0].secret, flagsOf(id).annotations, flagsOf(id).annotationKey],
      [["spy"], undefined, undefined],
    );
  },
  "a blind roll is the GM's alone": async (told) => {
    const id = await roll(player, { blind: true, whisper: ["gm"] });
    await until(() => annotated.some((one) => one.id === id));
    assert.deepEqual([told()[0].viewers, shown(id)], [["gm"], undefined]);
  },
  "of a GM's roll for GMs alone no flag names a target, captured or set later": async (told) => {
    const menu = [];
    Hooks.callAll("getChatMessageContextOptions", null, menu);
    const { callback: retarget } = menu.find(({ name }) => name === "COIGN.Menu.Retarget");
    for (const secret of [{ blind: true, whisper: ["gm"] }, { whisper: ["gm"] }]) {
      const before = told().length;
      canvas.tokens.setTargets(["goblin", "orc"]);
      const id = await roll(gm, { targets: [], ...secret });
      canvas.tokens.setTargets([]);
      await until(() => annotated.some((one) => one.id === id));
      assert.deepEqual([told()[before].targets, told()[before].viewers], [["goblin", "orc"], ["gm"]]);
      canvas.tokens.setTargets(["orc"]);
      await retarget({ dataset: { messageId: id }, querySelectorAll: () => [], closest: () => null });
      canvas.tokens.setTargets([]);
      await until(() => told().length === before + 2);
      assert.deepEqual(told().at(-1).targets, ["orc"]);
      assert.doesNotMatch(JSON.stringify(game.messages.get(id).flags), /goblin|orc/);
    }
  },
  "an override that nothing would obey is refused, and not kept": async () => {
    const id = await roll(gm);
    await until(() => shown(id));
    const before = JSON.stringify(game.messages.get(id).flags);
    for (const wrong of [{ fact: "cover", value: "a bit" }, { fact: "luck", value: "half" }, { scope: "for ever" }, {}])
      await assert.rejects(
        () => api.override({ ...wrong, target: "goblin" }, "scene", game.messages.get(id)),
        /Malformed/,
      );
    assert.equal(JSON.stringify(game.messages.get(id).flags), before);
  },
  "a GM's whisper to himself is the GM's alone": async (told) => {
    const id = await roll(gm, { whisper: ["gm"] });
    await until(() => annotated.some((one) => one.id === id));
    assert.deepEqual([told()[0].viewers, shown(id)], [["gm"], undefined]);
  },
  "a whisper that a player reads or wrote is published": async (told) => {
    await until(async () => shown(await roll(gm, { whisper: ["ann"] })) ?? told().length > 0);
    const id = await roll(player, { whisper: ["gm"] });
    await until(() => shown(id));
    assert.deepEqual([...new Set(told().map(({ viewers }) => viewers.length))], [2]);
  },
  "what a player's own attack ignores does not count, what it is made with does": async (told) => {
    const attack = { kind: "ranged", name: "Bow", ignores: ["half"], abilities: ["sneak-attack"] };
    await roll(player, { flags: { attack } });
    const [{ attack: asked }] = await until(() => told().length && told());
    assert.deepEqual([asked.kind, asked.name, asked.ignores, asked.abilities], ["ranged", "Bow", undefined, []]);
    await roll(gm, { flags: { attack } });
    const [, { attack: theGMs }] = await until(() => told().length > 1 && told());
    assert.deepEqual([theGMs.ignores, theGMs.abilities], [["half"], ["sneak-attack"]]);
  },
  "an attack that is described in a malformed way is judged without that": async (told) => {
    const deep = Array.from({ length: 90 }).reduce((inside) => [inside], "x");
    for (const attack of MALFORMED) await roll(player, { flags: { attack } });
    await roll(player, { flags: { attack: { name: [deep] }, moment: deep, rolled: deep } });
    await until(() => told().length === MALFORMED.length + 1);
    for (const { attack } of told()) {
      assert.ok(["melee", "ranged"].includes(attack.kind));
      assert.ok(typeof attack.name === "string" && attack.name.length <= 1000);
      assert.ok(attack.reach === null || typeof attack.reach === "number");
      assert.ok(attack.range === null || typeof attack.range === "object");
      assert.equal(typeof attack.spell, "boolean");
    }
  },
  "a token with megabytes in its flags and its name disconnects nobody": async (told) => {
    const huge = "x".repeat(2 << 20);
    const hero = game.scenes.get("scene").tokens.get("hero");
    const flags = { coign: { formation: huge, mount: huge, facing: huge }, "about-face": { direction: 0, huge } };
    await hero.update({ name: huge, flags });
    await roll(player);
    await until(() => told().length);
    assert.equal(api.state, "connected");
    await hero.update({
      name: "hero",
      flags: { coign: { formation: null, mount: null, facing: null }, "-=about-face": null },
    });
    await quiet();
  },
  "that a disadvantage was ours counts if it was answered before the roll": async (told) => {
    const effect = { kind: "disadvantage", to: "attack" };
    const included = [{ modifier: "high-ground", effect, target: null, flavor: "Coign: High Ground" }];
    const rolls = { formula: "2d20kl + 3", flags: { included } };
    const forged = await roll(player, rolls);
    await until(() => shown(forged));
    assert.deepEqual([told()[0].roll.mode, told()[0].roll.included], ["disadvantage", undefined]);
    assert.deepEqual(flagsOf(forged).included, [], "and nobody believes it later");
    bridge.instead.evaluate = (request) =>
      annotations(request).map((one) => ({
        ...one,
        results: one.results.map((result) => ({ ...result, modifiers: [{ ...MODIFIER, effect }] })),
      }));
    await query("evaluate", { key: KEY() });
    bridge.instead = {};
    const honest = await roll(player, rolls);
    await until(() => shown(honest));
    assert.equal(told().at(-1).roll.included[0].modifier, "high-ground");
    assert.deepEqual(flagsOf(honest).included, included);
    await game.messages.get(honest).update({ flags: { coign: { recheck: 1 } } });
    await until(() => told().length === 4);
    assert.equal(told().at(-1).roll.included[0].modifier, "high-ground", "what was believed once stays believed");
  },
  "a refused roll stays in the chat, and a later change asks again": async (told) => {
    bridge.instead.evaluate = () => refusal("bad-message");
    const id = await roll(player);
    await until(() => warnings.some((text) => text.includes(id)));
    await quiet();
    assert.deepEqual([told().length, shown(id)], [1, undefined]);
    bridge.instead = {};
    await game.messages.get(id).update({ flags: { coign: { recheck: 1 } } });
    await until(() => shown(id));
  },
  "an overloaded bridge is asked again": async (told) => {
    let left = 2;
    bridge.instead.evaluate = (request) => (left-- > 0 ? refusal("overloaded") : annotations(request));
    const id = await roll(player);
    await until(() => shown(id));
    assert.equal(told().length, 3);
  },
  "a bridge that stays overloaded is left alone": async (told) => {
    bridge.instead.evaluate = () => refusal("overloaded");
    await roll(player);
    await until(() => told().length === 3);
    await quiet();
    await quiet();
    assert.equal(told().length, 3);
  },
  "a roll that was deleted is not tried again": async (told) => {
    let refuse;
    bridge.instead.evaluate = () => new Promise((resolve) => (refuse = () => resolve(refusal("overloaded"))));
    const id = await roll(player);
    await until(() => told().length === 1);
    await game.messages.get(id).delete();
    refuse();
    await quiet();
    assert.equal(told().length, 1);
  },
  "an override whose effect cannot act is removed, and the GM is told": async (told) => {
    const id = await roll(gm);
    await until(() => shown(id));
    const effect = { kind: "flat", value: 1, to: "damage" };
    bridge.instead.evaluate = (request) =>
      request.overrides.some((one) => one.effect)
        ? refusal("bad-message", { path: "$.overrides[0].effect.to" })
        : annotations(request);
    const { format } = game.i18n;
    game.i18n.format = (key, data) => `${key} ${data.occasion}`;
    await api.override(
      { modifier: "gm", scope: "roll", state: "on", effect, target: "goblin" },
      "scene",
      game.messages.get(id),
    );
    await until(() => told().length > 1 && flagsOf(id).overrides?.length === 0);
    game.i18n.format = format;
    assert.ok(warnings.includes("COIGN.Errors.CannotAct COIGN.Occasion.attack"));
    const overrides = [{ modifier: "gm", scope: "roll", state: "on", effect, target: "goblin" }];
    const refusing = bridge.instead.evaluate;
    bridge.instead = {};
    await game.messages.get(id).update({ flags: { coign: { overrides } } });
    await until(() => told().at(-1).overrides.length);
    await quiet();
    bridge.instead.evaluate = refusing;
    await api.annotate(game.messages.get(id));
    assert.deepEqual(flagsOf(id).overrides, [], "who waits for the annotation finds it removed");
    await until(() => shown(id)?.[0] === "goblin on");
  },
  "an error about another part of an override removes nothing": async () => {
    const id = await roll(gm);
    await until(() => shown(id));
    bridge.instead.evaluate = () => refusal("bad-message", { path: "$.attack" });
    await api.override(OFF, "scene", game.messages.get(id));
    await quiet();
    assert.equal(flagsOf(id).overrides.length, 1);
  },
  "a message that the bridge refuses says so on its card, until it is judged": async () => {
    bridge.instead.evaluate = () => refusal("bad-message", { path: "$.roll" });
    const id = await roll(player);
    await until(() => unjudged.includes(id));
    assert.match(cardOf(id), /COIGN\.Card\.Unjudged/);
    bridge.instead = {};
    await api.annotate(game.messages.get(id));
    await until(() => shown(id));
    assert.doesNotMatch(cardOf(id), /Unjudged/);
  },
  "a GM's card says that it waits when nothing has answered for three seconds, until something does": async () => {
    const { waiting, release } = held();
    const plain = globalThis.setTimeout;
    globalThis.setTimeout = (task, ms, ...given) => plain(task, ms === 3000 ? 0 : ms, ...given);
    const id = await roll(player);
    await until(() => waiting.length);
    await until(() => cardOf(id));
    globalThis.setTimeout = plain;
    assert.match(cardOf(id), /COIGN\.Card\.Awaited/);
    assert.doesNotMatch(cardOf(id), /button/, "to measure as everybody stands now would lose where they stood");
    release();
    bridge.instead = {};
    await until(() => shown(id));
    assert.doesNotMatch(cardOf(id), /Awaited/);
  },
  "a message whose roll cannot be read says so on its card": async () => {
    const id = await roll(player);
    await until(() => shown(id));
    const torn = new Proxy({}, { get: () => assert.fail("no roll") });
    Object.defineProperty(game.messages.get(id), "rolls", { value: [torn] });
    assert.match(cardOf(id), /COIGN\.Card\.Unjudged/);
    await game.messages.get(id).delete();
  },
  "a die that nobody rolled is told from one that somebody rolled": async (told) => {
    await setting("automatic", true);
    bridge.outcome = { to_roll: ["1d4"] };
    const id = await roll(player);
    const [die] = (await until(() => flagsOf(id).rolled?.length && shown(id))) && flagsOf(id).rolled;
    assert.equal(isRolled(die), true);
    const forged = [
      { dice: "1d4", values: [4] },
      { ...die, values: [(die.values[0] % 4) + 1] },
      { ...die, dice: "1d6" },
      { ...die, roll: "[[[[" },
      { ...die, roll: die.roll.replaceAll('"evaluated":true', '"evaluated":false') },
    ];
    assert.deepEqual(forged.map(isRolled), [false, false, false, false, false]);
    await player.messages.get(id).update({ flags: { coign: { rolled: [forged[0]] } } });
    await until(() => told().at(-1).roll.rolled["1d4"]?.[0] === 4);
  },
  "a message that is deleted while the bridge is asked comes to nothing": async (told) => {
    const { waiting, release } = held();
    const id = await roll(player);
    await until(() => waiting.length);
    await game.messages.get(id).delete();
    release();
    await quiet();
    assert.equal(
      annotated.some((one) => one.id === id),
      false,
    );
    assert.equal(told().length, 1);
  },
  "of a message that changes while the bridge is asked only the last answer counts": async () => {
    const { waiting, release } = held();
    const id = await roll(gm);
    await until(() => waiting.length === 1);
    await game.messages.get(id).update({ flags: { coign: { targets: ["Scene.scene.Token.orc"] } } });
    await until(() => waiting.length === 2);
    waiting.reverse();
    release();
    await until(() => shown(id));
    release();
    await quiet();
    assert.deepEqual(shown(id), ["orc on"]);
    assert.equal(annotated.filter((one) => one.id === id).length, 1);
  },
  "what players read of a target is gone with it, also while it is still being written": async () => {
    const { waiting, release } = held();
    const id = await roll(player);
    await until(() => waiting.length === 1);
    const retargeted = player.messages.get(id).update({ flags: { coign: { targets: ["Scene.scene.Token.spy"] } } });
    release();
    await retargeted;
    await until(() => waiting.length === 1);
    release();
    await until(() => annotated.some((one) => one.id === id && one.annotation.results[0].target === "spy"));
    await quiet();
    assert.deepEqual(shown(id) ?? [], []);
  },
  "while the bridge is asked, the same is not asked again": async (told) => {
    const { waiting, release } = held();
    const id = await roll(gm);
    await until(() => waiting.length);
    await game.messages.get(id).update({ flags: { coign: { recheck: 0 } } });
    await quiet();
    assert.equal(told().length, 1);
    release();
    await until(() => shown(id));
  },
  "an answer that comes twice is written once": async () => {
    bridge.instead.evaluate = (request) => [...annotations(request), ...annotations(request)];
    const id = await roll(player);
    await until(() => shown(id));
    await quiet();
    assert.equal(annotated.filter((one) => one.id === id).length, 1);
  },
  "what a player claims of a roll after it was made is undone, with the bridge away too": async () => {
    bridge.isAway = true;
    bridge.sockets.at(-1).close();
    const id = await roll(player);
    const claim = {
      modifier: "cover",
      target: null,
      flavor: "Coign: cover",
      effect: { kind: "flat", value: 2, to: "ac" },
    };
    await player.messages.get(id).update({ flags: { coign: { included: [claim], card: "another" } } });
    await until(() => player.messages.get(id).flags.coign.card === "");
    assert.deepEqual(player.messages.get(id).flags.coign.included, []);
    bridge.isAway = false;
  },
  "a game master's decision confirms nothing that a player has just forged": async () => {
    const off = (modifier) => ({ scope: "roll", modifier, target: null, state: "off" });
    const id = await roll(player, { flags: { overrides: [off("forged")] } });
    await until(() => game.messages.has(id));
    const before = flagsOf(id).overrides; // the forged one is there still, and is about to be undone
    await api.override(off("decided"), "scene", game.messages.get(id));
    await quiet();
    assert.deepEqual(
      [before, flagsOf(id).overrides].map((list) => list.map(({ modifier }) => modifier)),
      [["forged"], ["decided"]],
    );
  },
  "what came in while the bridge was away is annotated when it is back": async (told) => {
    bridge.isAway = true;
    bridge.sockets.at(-1).close();
    const id = await roll(player);
    const others = [];
    for (const minutes of [-60, 60, -6]) others.push(await roll(player, { timestamp: Date.now() + minutes * 60_000 }));
    const aimless = await roll(player, { targets: [] });
    await quiet();
    assert.equal(told().length, 0);
    const cards = () => [id, ...others, aimless].map((one) => /COIGN\.Card\.Awaited/.test(cardOf(one)));
    assert.deepEqual(cards(), [true, true, true, true, false], "what is to be judged says so to the GM");
    bridge.isAway = false;
    for (const one of [id, ...others]) await until(() => shown(one)); // whatever the clock of the one who rolled says
    assert.deepEqual(cards(), [false, false, false, false, false]);
  },
  "a game master's roll of a minute ago is annotated too, when the bridge is back": async () => {
    bridge.isAway = true;
    bridge.sockets.at(-1).close();
    const id = await roll(gm, { timestamp: Date.now() - 60_000 });
    await quiet();
    bridge.isAway = false;
    await until(() => shown(id));
  },
  "a bridge that goes away while it is asked is asked again, and nobody is warned": async (told) => {
    const { waiting } = held();
    const id = await roll(player);
    await until(() => waiting.length);
    bridge.instead = {};
    const before = waited.length;
    bridge.sockets.at(-1).close();
    await until(() => shown(id));
    assert.equal(told().length, 2);
    assert.deepEqual(waited.slice(before), [{ id, says: true }], "meanwhile its card was drawn again");
    assert.deepEqual([unjudged.includes(id), warnings.filter((text) => text.includes(id))], [false, []]);
  },
  "a bridge that comes back judges no roll anew": async (told) => {
    const id = await roll(player);
    await until(() => shown(id));
    bridge.sockets.at(-1).close();
    await until(() => api.state === "connected");
    await quiet();
    assert.equal(told().length, 1);
  },
  "a bridge that has forgotten the scene gets it, and is asked once more": async (told) => {
    const puts = bridge.asked("scene.put").length;
    let first = true;
    bridge.instead.evaluate = (request) => {
      if (!first) return annotations(request);
      first = false;
      return refusal("unknown-scene");
    };
    const id = await roll(player);
    await until(() => shown(id));
    assert.deepEqual([told().length, bridge.asked("scene.put").length], [2, puts + 1]);
  },
  "a bridge with an older revision is asked once more": async (told) => {
    let first = true;
    bridge.instead.evaluate = (request) => {
      const views = annotations(request);
      if (!first) return views;
      first = false;
      return views.map((view) => ({ ...view, revision: 0 }));
    };
    const id = await roll(player);
    await until(() => shown(id));
    assert.equal(told().length, 2);
  },
  "a player's override is undone, and not asked about": async (told) => {
    const id = await roll(player);
    await until(() => shown(id));
    await player.messages.get(id).update({ flags: { coign: { overrides: FORGED, annotationKey: "forged" } } });
    await until(() => flagsOf(id).overrides?.length === 0 && flagsOf(id).annotationKey !== "forged");
    assert.deepEqual([shown(id), told().length], [["goblin on"], 1]);
  },
  "what a roll included when it was made is written back, whatever its author claims later": async () => {
    const effect = { kind: "flat", value: 2, to: "attack" };
    const included = [{ modifier: "high-ground", effect, target: null, flavor: "Coign: High Ground" }];
    const id = await roll(player, { flags: { included, card: "first" } });
    await until(() => shown(id));
    await player.messages.get(id).update({ flags: { coign: { included: [], card: "second" } } });
    await until(() => flagsOf(id).included.length === 1 && flagsOf(id).card === "first");
  },
  "a player cannot delete a GM's override": async () => {
    const id = await roll(player);
    await until(() => shown(id));
    await api.override(OFF, "scene", game.messages.get(id));
    await until(() => shown(id)[0] === "goblin off");
    await player.messages.get(id).update({ flags: { coign: { overrides: [] } } });
    await until(() => flagsOf(id).overrides.length === 1);
    await api.removeOverride(OFF, "scene", game.messages.get(id));
    await until(() => shown(id)[0] === "goblin on");
  },
  "a GM's decision that crosses a player's forgery on its way is not undone with it": async () => {
    const id = await roll(player);
    await until(() => shown(id));
    const forging = player.messages.get(id).update({ flags: { coign: { overrides: FORGED } } });
    await Promise.all([forging, api.override(OFF, "scene", game.messages.get(id))]);
    await until(() => shown(id)[0] === "goblin off");
    await quiet();
    assert.deepEqual(flagsOf(id).overrides, [OFF]);
  },
  "a player's message that comes with decisions is annotated as if it had none": async (told) => {
    const id = await roll(player, { flags: { overrides: FORGED, annotationKey: "forged", occasion: "opportunity" } });
    await until(() => shown(id));
    assert.deepEqual([told().at(-1).overrides, told().at(-1).occasion], [[], "attack"]);
    assert.deepEqual([flagsOf(id).overrides, flagsOf(id).occasion], [[], ""]);
  },
  "a player's change is undone while there is no bridge": async () => {
    const id = await roll(player);
    await until(() => shown(id));
    const { annotationKey } = flagsOf(id);
    bridge.sockets.at(-1).close();
    await player.messages.get(id).update({ flags: { coign: { annotationKey: "forged" } } });
    await until(() => flagsOf(id).annotationKey === annotationKey);
  },
  "an override counts at once, and its removal too": async (told) => {
    const id = await roll(gm);
    await until(() => shown(id));
    await api.override(OFF, "scene", game.messages.get(id));
    await until(() => shown(id)[0] === "goblin off");
    assert.deepEqual(told().at(-1).overrides[0], OFF);
    await api.removeOverride(OFF, "scene", game.messages.get(id));
    await until(() => shown(id)[0] === "goblin on");
  },
  "an override about a hidden token is marked, and stands in no flag": async (told) => {
    const id = await roll(gm, { targets: ["goblin", "spy"] });
    await until(() => shown(id));
    const { annotationKey } = flagsOf(id);
    await api.override({ ...OFF, target: "spy" }, "scene", game.messages.get(id));
    await until(() => told().length === 2);
    assert.deepEqual(told()[1].overrides, [{ ...OFF, target: "spy", secret: true }]);
    await quiet();
    assert.deepEqual([flagsOf(id).overrides ?? [], flagsOf(id).annotationKey], [[], annotationKey]);
    assert.ok(!JSON.stringify(flagsOf(id).annotations).includes("spy"));
  },
  "an override of the scene is about the roll as it was made": async (told) => {
    const id = await roll(gm, { targets: ["orc"] });
    await until(() => shown(id));
    const { revision } = annotated.find((one) => one.id === id).annotation;
    await game.scenes.get("scene").tokens.get("orc").update({ x: 500 });
    await until(() => bridge.asked("scene.patch").length);
    await api.override({ ...OFF, scope: "scene", scene: "scene", target: undefined }, "scene", game.messages.get(id));
    await until(() => told().length > 1 && shown(id)[0] === "orc off");
    assert.ok(annotated.at(-1).annotation.revision >= revision);
    await api.removeOverride(
      { ...OFF, scope: "scene", scene: "scene", target: undefined },
      "scene",
      game.messages.get(id),
    );
    await until(() => shown(id)[0] === "orc on");
  },
  "a new roll in an old message is asked about": async (told) => {
    const id = await roll(gm);
    await until(() => shown(id));
    const message = game.messages.get(id);
    const before = message.rolls[0].dice[0].total;
    const another = await until(() =>
      new Roll("1d20 + 50").evaluate().then((one) => one.dice[0].total !== before && one),
    );
    await message.update({ rolls: [JSON.stringify(another)] });
    await until(() => told().length === 2);
    assert.ok(told()[1].roll.total > 50);
  },
  "a roll whose total its author changes is asked about again, where all stood when its dice fell": async (told) => {
    const id = await roll(player);
    await until(() => shown(id));
    const [json] = player.messages.get(id).toObject().rolls;
    const other = { ...JSON.parse(json), total: 3 };
    const { revision } = annotated.find((one) => one.id === id).annotation;
    await player.messages.get(id).update({ rolls: [JSON.stringify(other)] });
    await until(() => told().length === 2);
    assert.notEqual(told()[1].roll.total, told()[0].roll.total);
    assert.ok(annotated.at(-1).annotation.revision >= revision);
  },
  "a change of the words alone is not asked about": async (told) => {
    const id = await roll(gm);
    await until(() => shown(id));
    await game.messages.get(id).update({ flavor: "Ouch" });
    await quiet();
    assert.equal(told().length, 1);
  },
  "a GM measures again though nothing changed": async (told) => {
    const id = await roll(gm);
    await until(() => shown(id));
    await api.annotate(game.messages.get(id));
    assert.equal(told().length, 2);
  },
  "dice rolled since are sent, as far as the dice can show them": async (told) => {
    const id = await roll(player);
    await until(() => shown(id));
    const rolled = [
      { dice: "1d4", values: [3] },
      { dice: "1d6", values: [7] },
    ];
    await player.messages.get(id).update({ flags: { coign: { rolled } } });
    await until(() => told().length === 2);
    assert.deepEqual(told()[1].roll.rolled, { "1d4": [3] });
  },
  "automatic dice are rolled once, and sent": async (told) => {
    await setting("automatic", true);
    bridge.outcome = { to_roll: ["1d4"] };
    const id = await roll(player);
    await until(() => told().length === 2 && shown(id));
    const [{ dice, nth, values }] = flagsOf(id).rolled;
    assert.deepEqual([dice, nth, told()[1].roll.rolled], ["1d4", 0, { "1d4": values }]);
    await quiet();
    assert.equal(told().length, 2);
  },
  "a die that only a hidden target asks for is not rolled where players read it": async (told) => {
    await setting("automatic", true);
    bridge.instead.evaluate = (request) =>
      annotations(request).map((view) => ({
        ...view,
        results: view.results.map((one) => ({ ...one, outcome: one.target === "spy" ? { to_roll: ["1d4"] } : {} })),
      }));
    const open = await roll(gm, { targets: ["goblin", "spy"] });
    await until(() => shown(open));
    assert.equal(flagsOf(open).rolled, undefined);
    const secret = await roll(gm, { targets: ["goblin", "spy"], whisper: ["gm"] });
    await until(() => flagsOf(secret).rolled?.length === 1);
    await quiet();
    assert.equal(told().length, 3);
  },
  "a die that is rolled once more takes the place of the first": async () => {
    const id = await roll(player);
    await until(() => shown(id));
    const message = { id, author: { id: "ann" }, whisper: [], blind: false };
    for (const dice of ["1d4", "1d6", "1d4"]) await rollDice(message, [{ dice, nth: 0 }]);
    assert.deepEqual(
      flagsOf(id).rolled.map(({ dice, by }) => [dice, by]),
      [
        ["1d6", "gm"],
        ["1d4", "gm"],
      ],
    );
    await removeDice(message);
    assert.deepEqual(flagsOf(id).rolled, []);
  },
  "without the setting no die is rolled": async () => {
    bridge.outcome = { to_roll: ["1d4"] };
    const id = await roll(player);
    await until(() => shown(id));
    await quiet();
    assert.equal(flagsOf(id).rolled, undefined);
  },
  "damage goes to the attack of its own creature": async () => {
    bridge.outcome = { damage: { zero: "miss" } };
    const [mine, other] = [await roll(gm), await roll(gm, { by: "orc" })];
    await until(() => shown(mine) && shown(other));
    const damage = await roll(gm, { formula: "2d6", targets: [] });
    await until(() => flagsOf(mine).judged);
    assert.equal(flagsOf(mine).judged.damage, game.messages.get(damage).rolls[0].total);
    assert.equal(flagsOf(other).judged, undefined);
    await roll(gm, { formula: "3d6 + 40", targets: [] });
    await quiet();
    assert.ok(flagsOf(mine).judged.damage < 40, "the second damage is another's");
  },
  "damage that is in the chat before the answer is taken with it": async () => {
    bridge.outcome = { damage: { zero: "miss" } };
    const { waiting, release } = held();
    const id = await roll(gm);
    await until(() => waiting.length);
    const damage = await roll(gm, { formula: "2d6", targets: [] });
    bridge.instead = {};
    release();
    await until(() => flagsOf(id).judged);
    assert.equal(flagsOf(id).judged.damage, game.messages.get(damage).rolls[0].total);
  },
  "a GM may name the damage of the last attack of the same creature": async () => {
    const results = [{ outcome: { damage: { zero: "miss" } } }];
    const coign = { records: { annotated: () => ({ annotations: [{ results }] }) } };
    const [first, id] = [await roll(gm, { by: "orc" }), await roll(gm, { by: "orc" })];
    const { speaker, timestamp } = game.messages.get(id);
    const message = { id, speaker, timestamp, hasRolls: true, attack: null };
    assert.equal(attackBefore(coign, message), first);
    assert.equal(attackBefore(coign, { ...message, hasRolls: false }), undefined);
    assert.equal(attackBefore(coign, { ...message, attack: { sure: true } }), undefined);
    assert.equal(attackBefore({ records: { annotated: () => undefined } }, message), undefined);
  },
  "damage is left alone while there is no bridge": async () => {
    bridge.outcome = { damage: { zero: "miss" } };
    const id = await roll(gm);
    await until(() => shown(id));
    bridge.isAway = true;
    bridge.sockets.at(-1).close();
    await roll(gm, { formula: "2d6", targets: [] });
    await quiet();
    Hooks.callAll("coign.annotated", game.messages.get(id), {});
    await quiet();
    assert.equal(flagsOf(id).judged, undefined);
  },
  "damage that was rolled while the bridge was away is taken when it is back": async () => {
    bridge.outcome = { damage: { zero: "miss" } };
    const id = await roll(gm, { timestamp: Date.now() - 60_000 });
    await until(() => shown(id));
    bridge.isAway = true;
    bridge.sockets.at(-1).close();
    const damage = await roll(gm, { formula: "2d6", targets: [] });
    await quiet();
    assert.equal(flagsOf(id).judged, undefined);
    bridge.isAway = false;
    await until(() => flagsOf(id).judged);
    assert.equal(flagsOf(id).judged.damage, game.messages.get(damage).rolls[0].total);
  },
  "damage leaves what a GM said of the roll, and the roll itself": async (told) => {
    bridge.outcome = { damage: { zero: "miss" } };
    const id = await roll(gm);
    const judged = { kind: null, die: null, attack: "ranged", primary: null, damage: null };
    await game.messages.get(id).update({ flags: { coign: { judged } } });
    await until(() => told().at(-1)?.attack.kind === "ranged" && shown(id));
    await roll(gm, { formula: "2d6", targets: [] });
    await until(() => flagsOf(id).judged.damage);
    assert.equal(flagsOf(id).judged.attack, "ranged");
    await until(() => told().at(-1).roll.rolled.damage);
    assert.deepEqual(told().at(-1).roll.d20, told()[0].roll.d20);
  },
  "secret damage does not go to an open attack": async () => {
    bridge.outcome = { damage: { zero: "miss" } };
    const id = await roll(gm, { by: "orc" });
    await until(() => shown(id));
    await roll(gm, { by: "orc", formula: "2d6", targets: [], whisper: ["gm"] });
    await quiet();
    assert.equal(flagsOf(id).judged, undefined);
    await roll(gm, { by: "orc", formula: "2d6", targets: [], timestamp: Date.now() + 11 * 60_000 });
    await quiet();
    assert.equal(flagsOf(id).judged, undefined, "much later it is about something else");
  },
  "an attack that no rule of damage touches takes none": async (told) => {
    const id = await roll(gm);
    await until(() => shown(id));
    await roll(gm, { formula: "2d6", targets: [] });
    await quiet();
    assert.deepEqual([flagsOf(id).judged, told().length], [undefined, 1]);
  },
  "what a GM sets of a roll is sent": async (told) => {
    const id = await roll(gm, { flags: { attack: { kind: "melee", name: "Dagger" } } });
    await until(() => shown(id));
    const judged = { kind: null, die: null, attack: "ranged", primary: false, damage: 7 };
    await game.messages.get(id).update({ flags: { coign: { judged, occasion: "opportunity" } } });
    await until(() => told().length === 2);
    const { occasion, attack, roll: rolled } = told()[1];
    assert.equal(attack.name, "Dagger", "the rest stays");
    assert.deepEqual([occasion, attack.kind, attack.primary, attack.guessed], ["opportunity", "ranged", false, false]);
    assert.deepEqual(rolled.rolled, { damage: [7] });
  },
  "what a roll may be depends on what the system says of it": async () => {
    const coign = { adapter: adapterFor("homebrew", "1") };
    const of = async (more) => game.messages.get(await roll(gm, more));
    const d20 = await of();
    const talk = await ChatMessage.create({ content: "Hello" });
    const attack = ["attack", "opportunity"];
    assert.deepEqual(occasionsFor(coign, d20), [...attack, "perception", "stealth", "check"]);
    assert.deepEqual(occasionsFor(coign, await of({ flags: { attack: { kind: "melee" } } })), attack);
    const check = { formula: "2d6", flavor: "Skill check" };
    assert.deepEqual(occasionsFor(coign, await of(check)), [...attack, "perception", "stealth", "check"], "a GM knows");
    assert.deepEqual(occasionsFor(coign, talk), []);
    const open = { sure: false };
    assert.deepEqual([maybeSave(d20, open), maybeSave(d20, null), maybeSave(d20, { sure: true })], [true, true, false]);
    assert.equal(maybeSave(d20, { sure: true, occasion: "save" }), true);
    assert.equal(maybeSave(talk, null), false);
  },
  "a save that the GM sets is against the token that he names": async (told) => {
    const id = await roll(gm, { targets: [] });
    await game.messages.get(id).update({ flags: { coign: { save: "Scene.scene.Token.orc" } } });
    await until(() => shown(id));
    assert.deepEqual([told()[0].occasion, told()[0].actor, told()[0].targets], ["save", "orc", ["hero"]]);
    assert.deepEqual(shown(id), ["hero on"]);
  },
  "a save that is set on a number without dice is none, and no error": async (told) => {
    const id = await roll(gm, { targets: [], formula: "5" });
    await game.messages.get(id).update({ flags: { coign: { save: "Scene.scene.Token.orc" } } });
    await quiet();
    assert.deepEqual([told(), warnings.filter((text) => text.includes(id))], [[], []]);
  },
  "the ability of a save is read from the message, if it is text": async (told) => {
    for (const more of [{ system: { ability: "dex" } }, { system: { ability: 7 } }, {}]) {
      const id = await roll(gm, { targets: [], ...more });
      await game.messages.get(id).update({ flags: { coign: { save: "Scene.scene.Token.orc" } } });
      await until(() => shown(id));
    }
    assert.deepEqual(
      told().map(({ check }) => check.ability),
      ["dex", null, null],
    );
  },
  "a save asks about the roller's formation too, and shows the roller alone": async (told) => {
    const members = ["hero", "goblin"].map((id) => game.scenes.get("scene").tokens.get(id));
    const form = (formation) => Promise.all(members.map((one) => one.update({ flags: { coign: { formation } } })));
    await form("wedge");
    const id = await roll(gm, { targets: [] });
    await game.messages.get(id).update({ flags: { coign: { save: "Scene.scene.Token.orc" } } });
    await until(() => shown(id));
    assert.deepEqual(told()[0].targets, ["hero", "goblin"]);
    assert.deepEqual(shown(id), ["hero on"]);
    await form(null);
  },
  "the engine is told what players may read, and its view for them is what the flags hold": async () => {
    const shows = () => bridge.sent.findLast(({ type }) => type === "configure").shows;
    await setting("showHit", true);
    await until(() => shows().hit);
    assert.deepEqual(shows(), { hit: true, chance: false });
    bridge.outcome = { hit: true, margin: 3 };
    bridge.playersOutcome = { hit: true };
    const id = await roll(player);
    const [{ results }] = await until(() => flagsOf(id).annotations);
    assert.deepEqual(results[0].outcome, { label: "plain", hit: true });
    bridge.playersOutcome = null;
  },
  "a roll that slows nobody writes to no token": async () => {
    const writes = [];
    const table = game.scenes.get("scene");
    const write = table.updateEmbeddedDocuments;
    table.updateEmbeddedDocuments = async (...given) => writes.push(given);
    try {
      const id = await roll(gm);
      await until(() => shown(id));
      await quiet();
      assert.deepEqual(writes, []);
    } finally {
      table.updateEmbeddedDocuments = write;
    }
  },
  "a roll that slows its attacker marks the token until the message is gone": async () => {
    const marks = () => game.scenes.get("scene").tokens.get("orc").flags.coign?.slowed ?? [];
    bridge.outcome = { movement: 0.5 };
    const id = await roll(gm, { by: "orc" });
    await until(() => marks().length);
    const [{ factor, message, combat, round, turn }] = marks();
    assert.deepEqual([factor, message, combat, round, turn], [0.5, id, "fight", 1, 0]);
    const secret = await roll(gm, { by: "orc", whisper: ["gm"] });
    await until(() => annotated.some((one) => one.id === secret));
    await quiet();
    assert.equal(marks().length, 1, "of a secret roll no flag tells");
    await game.messages.get(id).delete();
    await until(() => !marks().length);
  },
  "a message of no scene is deleted like any other": async () => {
    const id = await roll(gm, {
      speaker: { alias: "Nobody" },
      flags: { moment: { combat: "fight", round: 1, turn: 0 } },
    });
    await game.messages.get(id).delete();
    await quiet();
    assert.equal(game.messages.has(id), false);
  },
  "a mark ends when the creature's next turn begins, and with its combat": async () => {
    const marks = () => game.scenes.get("scene").tokens.get("orc").flags.coign?.slowed ?? [];
    const fight = game.combats.get("fight");
    bridge.outcome = { movement: 0.5 };
    const first = await roll(gm, { by: "orc" });
    await until(() => marks().length);
    await fight.update({ round: 1, turn: 1 });
    await until(() => !marks().length);
    await roll(gm, { by: "orc" });
    await until(() => marks().length === 1);
    await fight.update({ round: 2, turn: 0 });
    await quiet();
    assert.deepEqual([marks().length, marks()[0].message === first], [1, false]);
    await fight.update({ round: 2, turn: 1 });
    await until(() => !marks().length);
    await fight.update({ round: 1, turn: 0 });
  },
  "an attacker that has turned on the spot is counted": async (told) => {
    const fight = game.combats.get("fight");
    const hero = game.scenes.get("scene").tokens.get("hero");
    await fight.update({ round: 1, turn: 1 });
    await fight.update({ round: 1, turn: 0 });
    await roll(gm);
    await until(() => told().length === 1);
    await hero.update({ rotation: hero.rotation + 90 });
    const id = await roll(gm);
    await until(() => told().length === 2);
    await hero.update({ rotation: hero.rotation + 90 });
    await until(() => shown(id));
    await api.annotate(game.messages.get(id));
    assert.deepEqual(
      told().map(({ turned }) => turned ?? 0),
      [0, 1, 1],
      "as often as when it was made",
    );
    await hero.update({ x: 100, y: 500 });
    await roll(gm);
    await until(() => told().length === 4);
    assert.equal(told()[3].turned ?? 0, 0, "who moves turns freely");
    await hero.update({ x: 100, y: 100 });
  },
  "the last attack of a creature is remembered for previews": async () => {
    let changes = 0;
    const hook = Hooks.on("coign.likelyAttackChanged", () => changes++);
    await roll(gm, { by: "goblin", targets: ["orc"], flavor: "Bite" });
    await roll(gm, { by: "goblin", targets: ["orc"], flavor: "Bite" });
    assert.equal(changes, 1);
    await roll(gm, { by: "goblin", targets: ["orc"], flavor: "Claw" });
    assert.equal(changes, 2);
    Hooks.off("coign.likelyAttackChanged", hook);
  },
  "midi-qol's roll is added to its card by the one who rolled": async (told) => {
    const message = await ChatMessage.create({ content: "card", speaker: { scene: "scene", token: "hero" } });
    const attackRoll = await new Roll("1d20 + 2").evaluate();
    const targets = ["goblin", "spy"].map((id) => ({ document: game.scenes.get("scene").tokens.get(id) }));
    Hooks.callAll("midi-qol.AttackRollComplete", { attackRoll, itemCardId: message.id, targets });
    await until(() => flagsOf(message.id).attackRoll);
    assert.deepEqual(flagsOf(message.id).targets, ["Scene.scene.Token.goblin"]);
    assert.equal(flagsOf(message.id).attackRoll.total, attackRoll.total);
    assert.deepEqual(told(), [], "only dnd5e has such cards");
  },
  "the author's targets and the turn are captured with the roll": async () => {
    game.user.targets.clear?.();
    const id = await roll(gm, { targets: ["goblin"] });
    assert.deepEqual(flagsOf(id).moment, { combat: "fight", round: 1, turn: 0 });
    assert.deepEqual(flagsOf(id).targets, ["Scene.scene.Token.goblin"]);
    const talk = await ChatMessage.create({ content: "Hello" });
    assert.equal(flagsOf(talk.id).moment, undefined);
    await until(() => shown(id));
  },
  "a player's query is answered with what a player may know": async (told) => {
    const defence = { goblin: { ac: 3, applied: "half", by: "A module" }, orc: { ac: 4 } };
    const asked = { key: KEY(), targets: ["goblin", "spy", "nobody"], defence, overrides: FORGED, viewer: "gm" };
    const answer = await query("evaluate", asked);
    const [{ viewer, targets, defence: kept, overrides }] = told();
    assert.deepEqual([viewer, targets, overrides], ["player", ["goblin"], []]);
    assert.deepEqual(kept, { goblin: { applied: "half", by: "A module" } });
    assert.deepEqual([answer.results[0].facts, answer.id, answer.revision], [null, "", 0]);
  },
  "who asks names no bonus, and reads the odds that the engine tells players": async (told) => {
    const asked = {
      key: KEY(),
      targets: ["goblin"],
      attack: { kind: "melee", name: "Bite", bonus: 30 },
    };
    bridge.playersOutcome = { odds: 6 };
    const answer = await query("evaluate", asked);
    assert.equal(told()[0].attack.bonus, null);
    assert.deepEqual(answer.results[0].outcome.odds, 6);
    bridge.playersOutcome = null;
  },
  "a player's query takes over what a roll may say, and no more": async (told) => {
    const origin = { x: 1, y: 2, secret: true };
    const said = {
      counted: ["a"],
      removesAdvantage: true,
      removesDisadvantage: 1,
      roll: { mode: "advantage", total: 30 },
    };
    await query("evaluate", { key: KEY(), occasion: "save", origin, ...said });
    const { counted, removesAdvantage, removesDisadvantage, roll: rolled, origin: from } = told()[0];
    assert.deepEqual([counted, removesAdvantage, removesDisadvantage], [["a"], true, undefined]);
    assert.deepEqual([rolled, from], [{ mode: "advantage" }, { x: 1, y: 2 }]);
    await query("evaluate", { key: KEY(), origin: "spy" });
    assert.equal(told()[1].origin, undefined);
  },
  "hidden tokens, other scenes and what is not there are one to a player": async (told) => {
    const asked = [
      { targets: ["spy"] },
      { targets: ["nobody"] },
      { actor: "spy" },
      { actor: "nobody" },
      { scene: "cellar" },
      { scene: "nowhere" },
      { targets: "goblin" },
    ];
    const said = [];
    for (const request of asked)
      await query("evaluate", { key: KEY(), ...request }).catch(({ message }) => said.push(message));
    assert.equal(said.length, asked.length);
    assert.equal(new Set(said).size, 1);
    assert.deepEqual(told(), []);
  },
  "a player's heat map needs squares": async () => {
    const bad = [
      undefined,
      "all",
      [[1]],
      [[1, "x"]],
      [[1, Number.NaN]],
      [7],
      [[1, 2], 7],
      [
        [1, 2],
        [1, 2, 3],
      ],
      Array.from({ length: 2001 }, () => [0, 0]),
    ];
    const surveys = bridge.asked("survey").length;
    for (const places of bad)
      await assert.rejects(query("survey", { key: KEY(), places }), JSON.stringify(places)?.slice(0, 40));
    const [far, near] = [[[0, 0], [100, 0]], [[0, 0]]]; // biome-ignore format: one line
    const crowd = Array.from({ length: 21 }, (_, n) => `goblin${n}`);
    for (const more of [
      { places: far, targets: ["goblin", "spy"] },
      { places: near, targets: crowd },
    ])
      await assert.rejects(
        query("survey", { key: KEY(), ...more }),
        "of several targets at most twenty, from one place",
      );
    assert.equal(bridge.asked("survey").length, surveys);
    const places = [[0, 0], [100, 0]]; // biome-ignore format: one line
    const { start, mine } = await answerTo("survey", { places });
    assert.deepEqual([start, mine.length], [0, 2]);
    assert.equal(bridge.asked("survey").at(-1).request.viewer, "player");
    assert.deepEqual(bridge.asked("survey").at(-1).of, []);
    const foes = { places: near, targets: ["goblin", "spy"], both: true };
    await answerTo("survey", foes);
    assert.deepEqual(
      bridge
        .asked("survey")
        .at(-1)
        .of.map(({ token }) => token),
      ["goblin"],
      "of opponents those that players see",
    );
  },
  "players ask as often as they may": async () => {
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => query("evaluate", { key: "no key" })));
    const answered = tries.filter(({ status }) => status === "fulfilled").length;
    assert.ok(answered >= 12 && answered < 16, `${answered}`);
    await answerTo("evaluate");
  },
  "players ask only if the world lets them": async () => {
    const inRoll = game.settings.get("coign", "inRoll");
    await setting("playersAsk", false);
    await assert.rejects(query("evaluate", { key: KEY() }));
    await setting("inRoll", "everybody");
    await answerTo("evaluate");
    await setting("inRoll", inRoll);
    await setting("playersAsk", true);
    bridge.sockets.at(-1).close();
    await assert.rejects(query("evaluate", { key: KEY() }));
    await until(() => api.state === "connected");
  },
  "a player who joins gets a key, and another one when he comes back": async () => {
    const bob = await join("bob");
    const [first] = await until(() => bob.keys.length && bob.keys);
    assert.ok(first.length > 10 && first !== KEY());
    world.disconnect("bob");
    await until(() => !game.users.get("bob").active);
    const again = await join("bob");
    const [second] = await until(() => again.keys.length && again.keys);
    assert.notEqual(second, first);
    assert.equal(player.keys.length, 1, "who stays keeps his own");
  },
};

for (const [name, play] of Object.entries(ROWS))
  test(name, async () => {
    await until(() => api.state === "connected");
    const before = bridge.asked().length;
    try {
      await play(() => bridge.asked().slice(before));
    } finally {
      Object.assign(bridge, { instead: {}, outcome: {}, isAway: false });
      for (const setup of ["automatic", "showHit"]) await setting(setup, false);
      await quiet();
    }
  });

test("nothing failed in a hook", () => assertNoErrors(table.errors));

test("of all changes of a message, those of a decision or of the roll wait to be annotated", () => {
  const records = new Rolls();
  const coign = { engine: { connected: false }, records, adapter: adapterFor("homebrew", "1") };
  const waits = (id, change) => {
    messageUpdated(coign, { id, flags: {}, rolls: [] }, change, {}, "gm");
    return records.of(id)?.open;
  };
  const decisions = [
    "targets",
    "against",
    "overrides",
    "rolled",
    "save",
    "occasion",
    "judged",
    "recheck",
    "attackRoll",
  ];
  for (const name of decisions) assert.ok(waits(name, { flags: { coign: { [name]: [] } } }), name);
  for (const name of ["rolls", "system", "content", "speaker"]) assert.ok(waits(name, { [name]: {} }), name);
  assert.ok(waits("by the system", { flags: { [game.system.id]: {} } }));
  for (const name of ["annotations", "annotationKey"])
    assert.ok(!waits(name, { flags: { coign: { [name]: [] } } }), name);
  assert.ok(!waits("flavour", { flavor: "Ouch" }));
});

test("what this client alone knew of a message is forgotten with it", () => {
  const forgotten = [];
  messageDeleted({ records: { forget: (id) => forgotten.push(id) } }, { id: "m", flags: {} });
  assert.deepEqual(forgotten, ["m"]);
});

test("a player's client without a bridge tells of an annotation as it arrives", () => {
  const [before, here] = [globalThis.game, annotated.length];
  const coign = { contract: new Contract(), setting: () => "page" };
  globalThis.game = { ...before, user: { isGM: false } };
  try {
    const arrives = (connected, annotations) =>
      messageUpdated({ ...coign, engine: { connected } }, { id: "m" }, { flags: { coign: { annotations } } });
    arrives(false, [{ viewer: "player" }]);
    arrives(true, [{ viewer: "player" }]);
    arrives(false, []);
  } finally {
    globalThis.game = before;
  }
  assert.deepEqual(annotated.slice(here), [{ id: "m", annotation: { viewer: "player" } }]);
});
