/** A GM's table with its whole page: what Coign draws on the map, in its windows and on cards, and what each button does. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { World } from "../../bridge/tabletop/foundry/world.mjs";
import { documentsFor, systemOf } from "../../bridge/tabletop/systems/index.mjs";
import { STEPS } from "../../foundry-module/contract/practice/fight.mjs";
import { MODULE_FOLDER } from "../../foundry-module/scripts/connection/places.mjs";
import { FORCIBLE, SCHEMA } from "../../foundry-module/scripts/util/wire.mjs";
import { bridge, quiet, startGM, until } from "./attack/kit.mjs";
import { enter, PIXI, pageOf } from "./page-kit.mjs";
import { annotations, holds } from "./recorded.mjs";
import { KNOWN, OPTIONS, ruleset } from "./rulesets-kit.mjs";

const FOLDER = new URL("../../bridge/tabletop/", import.meta.url);
const read = async (path) => JSON.parse(await readFile(new URL(path, FOLDER), "utf8"));
const SYSTEM = "dnd5e";

const page = await pageOf();
enter(page);
const system = systemOf(SYSTEM);
const PACK = { name: "try-it", label: "Try It", type: "Adventure", path: "packs/try-it" };
const world = new World({
  ...{ id: "test", title: "Test", generation: 14, version: "14.351", system: { id: SYSTEM, version: "6.0.1" } },
  modules: [{ id: "coign", version: "0", flags: { coign: {} }, packs: [PACK] }],
  documents: await documentsFor(system, await read("sample-scene.json"), read),
});

const rolls = [{ occasion: "check", kind: "climb", title: "Climb", dice: [20, 6] }];
const hiding = { ...KNOWN[0].rules[0], id: "unseen", modifier: "unseen-attacker" };
const RULESETS = [
  ...KNOWN.map((one) => (one.id === "fifth-edition-2024" ? { ...one, rolls, rules: [...one.rules, hiding] } : one)),
  ruleset("combat-facing", "vantage", { shared: true, options: OPTIONS }),
];
bridge.instead.hello = () => [
  { type: "welcome", schema: SCHEMA, server: "0", epoch: "1", limits: { bytes: 1 << 20 }, rulesets: RULESETS },
];

const OFFERS = {
  effects: [
    { kind: "flat", to: "attack", bounds: [-20, 20], usual: [-2, 2] },
    { kind: "die", to: "attack", bounds: [2, 20], usual: [4, 6] },
    { kind: "advantage", to: "attack", bounds: null, usual: [] },
  ],
  facts: Object.fromEntries(Object.entries(FORCIBLE).map(([fact, values]) => [fact, values.slice(0, 2)])),
  overriding: true,
};
const LINES = { "combat-facing": "combat-facing: reach=20" };
bridge.instead.configure = () => [{ type: "configured", offers: { attack: OFFERS, save: OFFERS }, lines: LINES }];
bridge.instead.share = () => [{ type: "shared", ruleset: "combat-facing", options: { reach: 30 } }];

/** Answer as the engine once did on another scene. */
const ANSWERS = annotations().filter(({ occasion, results: [{ target }] }) => occasion === "attack" && target === "B");
let nth = 0; // the answer that is given
const answer = ({ actor, targets, scene, viewer = "gm", viewers = [viewer] }) => {
  const { revision } = bridge.sent.findLast((message) => message.scene === scene && message.revision);
  const { id: _, ...recorded } = ANSWERS[nth % ANSWERS.length];
  const [first] = recorded.results;
  const chance = {
    before: 0.6,
    after: 0.45,
    because: [],
    shares: [{ modifier: first.modifiers[0]?.id ?? "", points: -0.15 }],
  };
  const result = {
    ...first,
    outcome: { ...first.outcome, chance, hit: nth % 2 === 0, total: { before: 17, after: 15 } },
  };
  const about = (target) =>
    JSON.parse(JSON.stringify(result).replaceAll('"B"', `"${target}"`).replaceAll('"A"', `"${actor}"`));
  return viewers.map((view) => ({ ...recorded, scene, revision, viewer: view, results: targets.map(about) }));
};
bridge.instead.evaluate = answer;

/** Answer a survey in two parts: numbers that differ from square to square, and every kind of a prospect. */
bridge.instead.survey = ({ places, request: { targets }, both }) => {
  const likely = { kind: "ranged", name: "Longbow" };
  const prospect = (n) => ({
    ...{ value: (n % 7) - 3, chance: (n % 10) / 10, cover: ["none", "half", "total"][n % 3], flanked: n % 4 === 0 },
    ...(n % 11 === 10 && { possible: false }),
    ...(n % 13 === 12 && { label: "blocked" }),
  });
  const every = Array.from({ length: places.length * targets.length }, (_, n) => n);
  const middle = Math.ceil(every.length / 2);
  const part = (some, more) => ({
    ...{ type: "surveyed", start: some[0] ?? 0, mine: some.map(prospect), likely },
    ...(both && { theirs: some.map((n) => prospect(3 * n + 1)) }),
    ...more,
  });
  return [part(every.slice(0, middle), { done: false }), part(every.slice(middle), { done: true })];
};

/** Each token faces its own way. */
bridge.instead["scene.put"] = ({ scene, revision }) => {
  const facings = game.scenes.get(scene).tokens.map(({ id }, n) => [id, { facing: 40 * n, steps: [] }]);
  return [{ type: "synced", scene, revision, skipped: [], bearings: Object.fromEntries(facings) }];
};

const { gm, api, errors } = await startGM({ of: world, user: "userGM0000000000", page, PIXI, system });
gm.game.i18n.localize = (key) => key;
gm.game.i18n.format = (key, data) => `${key} ${JSON.stringify(data)}`;
await until(() => api.state === "connected" && bridge.asked("configure").length && bridge.asked("scene.put").length);
await quiet();

/** Answer a press with one override, as the engine would if that is what it comes to. */
bridge.instead.press = ({ request, modifier = "", fact = "", value = "", button }) => {
  const add = [{ ...(fact ? { fact } : { modifier }), state: ["on", "off"].includes(value) ? value : "on" }];
  const views = answer({ ...request, viewers: ["gm", "player"] });
  return [{ type: "pressed", remove: [], add: button === "undo" ? [] : add, views }];
};

/** A map at half its size, moved. */
gm.toPage = ({ x, y }) => ({ x: x / 2 + 10, y: y / 2 + 5 });
gm.toScene = ({ x, y }) => ({ x: 2 * (x - 10), y: 2 * (y - 5) });

/** Do something, and return what is asked for then, and what is shown. */
async function noted(act, shown) {
  const before = bridge.sent.length;
  await act();
  await quiet();
  const sent = bridge.sent.slice(before).map(({ id: _, ...message }) => message);
  return JSON.parse(JSON.stringify([sent, shown(), said()]));
}

/** Return what notifications say, and remove them. */
function said() {
  const list = [...document.querySelectorAll("#notifications li")];
  for (const one of list) one.remove();
  return list.map(({ className, textContent }) => [className, textContent]);
}
const find = (selector) => document.querySelector(selector);
/** Wait for longer than a heat map does before it is measured again: a longer timer would be shortened. */
async function rest() {
  for (const ms of [80, 80]) await new Promise((resolve) => setTimeout(resolve, ms));
}
const token = (name) => gm.canvas.tokens.get(`token${name}`.padEnd(16, "0"));

test("the map shows an attack, what a dragged token meets, arrows, and a heat map with its legend", async (t) => {
  const map = () => [gm.canvas.interface, find(".coign-legend")?.outerHTML, document.activeElement?.className];
  const made = [];
  const on = async (name, act) => {
    nth += 1;
    made.push([name, await noted(act, map)]);
  };
  /** Do something while there is a heat map, and wait until it is measured again. */
  const onHeat = (name, act) => on(name, () => Promise.all([act(), rest()]));
  const [ilse, snag, mog] = ["Ilse", "Snag", "Mog"].map(token);
  const hover = (one, over) => Hooks.callAll("hoverToken", one, over);
  const key = (code) => gm.game.keybindings.press({ code, altKey: true, ctrlKey: false, shiftKey: false });
  const look = (view) => {
    const select = find(".coign-view");
    select.focus();
    select.value = view;
    select.dispatchEvent(new page.Event("change", { bubbles: true }));
  };
  const fail = async () => {
    bridge.instead.evaluate = () => [{ type: "error", code: "internal", message: "no" }];
    hover(snag, true);
    await quiet();
    bridge.instead.evaluate = answer;
  };
  const slow = (...slowed) => mog.document.update({ flags: { coign: { slowed } } });

  await on("heat map without a token", () => key("KeyM"));
  await on("nobody attacks", () => hover(snag, true));
  await on("an attacker", () => ilse.control());
  await on("over a foe", () => hover(snag, true));
  await on("the map moves", () => Hooks.callAll("canvasPan"));
  await on("over the attacker", () => hover(ilse, true));
  await on("away", () => hover(snag, false));
  await on("the map moves, with nothing to show", () => Hooks.callAll("canvasPan"));
  await on("target", () => snag.setTarget(true));
  t.mock.method(console, "debug", () => {});
  await on("no answer", fail);
  await on("drag", () => ilse.preview({ x: 300, y: 200 }));
  await on("drag, in the same space", () => ilse.preview({ x: 301, y: 200 }));
  await on("drag and rise", () => ilse.preview({ x: 400, y: 200, elevation: 10 }));
  await on("arrows", () => key("KeyI"));
  await on("end of the drag", () => ilse.preview(null));
  await on("turn", () => mog.document.update({ rotation: 90 }));
  await on("no overlay", () => key("KeyO"));
  await on("over a foe, off", () => hover(mog, true));
  await on("overlay", () => key("KeyO"));
  await on("pointed", () => Hooks.callAll("coign.pointed", { target: snag.id, numbers: new Map([[mog.id, 2]]) }));
  await on("pointed no more", () => Hooks.callAll("coign.pointed", null));
  await on("slowed", () => slow({ combat: "c", round: 1, turn: 0, factor: 0.5, message: "m" }));
  await on("slowed no more", () => slow());
  await onHeat("heat map", () => find('[data-tool="coignHeatMap"]').click());
  for (const view of ["theirs", "trade"]) await onHeat(`view: ${view}`, () => look(view));
  await onHeat("another token", () => snag.control());
  await onHeat("its heat map", () => key("KeyM"));
  await onHeat("against a character", () => ilse.setTarget(true));
  await onHeat("the best place", () => find(".coign-best button").click());
  await onHeat("another scene's change", () => Hooks.callAll("coign.sceneChanged", "elsewhere"));
  await onHeat("this scene's change", () => Hooks.callAll("coign.sceneChanged", gm.canvas.scene.id));
  await onHeat("over a foe on the heat map", () => hover(mog, true));
  await onHeat("another target", () => mog.setTarget(true));
  await on("close", () => find(".coign-close").click());
  await on("no target", () => mog.setTarget(false));
  await on("heat map against all foes", () => key("KeyM"));
  await on("the same key ends it", () => key("KeyM"));
  await on("a hidden arrow", () => gm.canvas.draw());
  await on("no arrows", () => key("KeyI"));
  token("Ilse").control();
  let give;
  bridge.instead.evaluate = (request) => new Promise((resolve) => (give = () => resolve(answer(request))));
  await on("over a foe, until the end", () => hover(token("Snag"), true));
  Hooks.callAll("canvasTearDown", gm.canvas); // before Foundry takes the tokens away
  const empty = JSON.stringify(gm.canvas.interface);
  await on("an answer about what is torn down", () => give());
  assert.equal(JSON.stringify(gm.canvas.interface), empty);
  bridge.instead.evaluate = answer;
  await on("torn down", () => gm.canvas.tearDown());
  await gm.canvas.draw();
  const steps = new Map(made.map(([name, [sent, shown]]) => [name, [sent.map(({ type }) => type).join(), ...shown]]));
  const askedAt = (...names) => names.map((name) => steps.get(name)[0]);
  assert.deepEqual(askedAt("drag", "drag, in the same space", "over a foe, off"), ["evaluate,survey", "", ""]);
  assert.deepEqual(askedAt("another scene's change", "the best place"), ["", "scene.patch,evaluate,survey"]);
  assert.equal(
    steps.get("view: trade")[2].includes("<li>"),
    false,
    "nobody says where a player's character should stand",
  );
  assert.ok(steps.get("against a character")[2].includes("<li>"), "but where a game master's may");
  const { drawn: _, ...left } = steps.get("torn down")[1];
  assert.deepEqual(left, {}, "and nothing of it is left");
  holds("table: map", made);
  assert.deepEqual(errors.map(String), []);
});

test("a zoom draws the numbers of tokens again, in the size in which they are seen", async () => {
  const numbers = () =>
    gm.canvas.interface.children
      .flatMap(({ children }) => children)
      .filter(({ text }) => text === "2")
      .map(({ style, scale }) => [style.fontSize, scale.x]);
  const { toScene } = gm;
  Hooks.callAll("coign.pointed", { target: token("Snag").id, numbers: new Map([[token("Mog").id, 2]]) });
  assert.deepEqual(numbers(), [[12, 2]], "the map is seen at half its size");
  gm.toScene = ({ x, y }) => ({ x: 3 * x, y: 3 * y });
  Hooks.callAll("canvasPan");
  await quiet();
  assert.deepEqual(numbers(), [[12, 3]], "larger in the scene, where it would be too small");
  Object.assign(gm, { toScene });
  Hooks.callAll("coign.pointed", null);
});

/** Return Coign's part of a card. */
const cardOf = (id) => find(`#chat-log [data-message-id="${id}"] :is(.coign-card, .coign-nothing)`);
const flagsOf = (id) => game.messages.get(id)?.flags.coign ?? null;

/** Answer the dialog that is open with its first button. Returns its fields, whose values are changed first. */
async function answerDialog() {
  const dialog = find("dialog");
  if (!dialog) return null;
  for (const list of dialog.querySelectorAll("select")) list.value = list.options[list.options.length - 1].value;
  for (const input of dialog.querySelectorAll("input")) {
    if (input.type === "checkbox") input.checked = true;
    else if (input.type !== "radio") input.value = "3";
    input.dispatchEvent(new page.Event("change", { bubbles: true }));
  }
  const shown = dialog.querySelector(".window-content").innerHTML.replace(/coign-[A-Za-z0-9]{16}/g, "id");
  dialog.querySelector("footer button").click();
  await quiet();
  return shown;
}

/** Name what a button does, without what it does it to: two buttons of one kind have one name. */
const kindOf = ({ dataset: { coign, action, fact, tool, nth, fold = "" } }) =>
  [coign ?? action, fact ?? tool ?? nth, fold.split(" ")[0]].join(" ").trim();

/** Press one button of each kind, with those that come after a press. */
async function pressEach(buttons, shown, made) {
  const done = new Set();
  for (let button = buttons()[0]; button; button = buttons().find((one) => !done.has(kindOf(one)))) {
    const name = kindOf(button);
    done.add(name);
    let dialog = null;
    const press = async () => {
      button.click();
      await quiet();
      dialog = await answerDialog();
    };
    made.push([name, await noted(press, () => [dialog, ...shown()])]);
  }
}

test("each button of a card does what it says", async () => {
  const made = [];
  const [ilse, snag, grik] = ["Ilse", "Snag", "Grik"].map(token);
  const turns = [ilse, snag].map(({ id }, n) => ({ tokenId: id, sceneId: gm.canvas.scene.id, initiative: 9 - n }));
  const Combat = gm.classOf("Combat");
  const combat = await Combat.create({ scene: gm.canvas.scene.id, active: true, round: 1, turn: 0, combatants: turns });
  ilse.control();
  for (const [one, targets] of [
    [10, [snag]],
    [20, [snag, grik]],
  ]) {
    nth = one;
    gm.canvas.tokens.setTargets(targets.map(({ id }) => id));
    const [weapon] = system.weapons(ilse.document);
    const { id } = await system.attack(gm, ilse.document, weapon, {});
    await quiet();
    made.push([`${ANSWERS[nth].rulesets}`, cardOf(id).outerHTML]);
    const buttons = () => [...cardOf(id).querySelectorAll("[data-coign]:not([disabled])")];
    await pressEach(buttons, () => [cardOf(id).outerHTML, flagsOf(id)], made);
  }
  // Reading, without a press of a button.
  const section = cardOf(game.messages.contents.at(-1).id);
  const row = section.querySelector(".coign-row[data-target]");
  const pointed = [];
  Hooks.on("coign.pointed", (one) => pointed.push(one && [one.target, [...one.numbers]]));
  for (const [enter, leave] of [
    ["pointerover", "pointerleave"],
    ["focusin", "focusout"],
  ]) {
    for (const type of [enter, enter]) row.dispatchEvent(new page.Event(type, { bubbles: true }));
    section.dispatchEvent(new page.Event(leave));
    const targets = pointed.splice(0).map((one) => one?.[0] ?? null);
    assert.deepEqual(targets, [row.dataset.target, null], enter);
  }
  const panel = section.querySelector(".coign-offers button");
  const key = Object.assign(new page.Event("keydown", { bubbles: true }), { key: "Escape" });
  made.push([
    "escape",
    await noted(
      () => panel.dispatchEvent(key),
      () => [document.activeElement?.outerHTML],
    ),
  ]);
  const keys = [...game.keybindings.actions].filter(([name]) => name.startsWith("coign."));
  for (const [name, { onDown }] of keys)
    made.push([
      name,
      await noted(
        () => onDown({}),
        () => [section.isConnected, find("#chat-log .coign-card:last-child").outerHTML],
      ),
    ]);
  made.push([
    "the fight ends",
    await noted(
      () => combat.delete(),
      () => null,
    ),
  ]);
  assert.deepEqual(errors.map(String), []);
  holds("table: card", made);
});

test("each entry of a message's menu is there where it fits, and does what it says", async () => {
  const made = [];
  const [ilse, snag] = ["Ilse", "Snag"].map(token);
  nth = 0;
  const roll = async (formula, more) => new gm.Roll(formula).evaluate().then((one) => one.toMessage({ ...more }));
  const speaker = { scene: gm.canvas.scene.id, token: ilse.id };
  const aim = (...tokens) => gm.canvas.tokens.setTargets(tokens.map(({ id }) => id));
  aim(snag);
  const messages = {
    attack: await system.attack(gm, ilse.document, system.weapons(ilse.document)[0], {}),
    damage: await system.damage(gm, ilse.document, system.weapons(ilse.document)[0]),
    die: await roll("1d20 + 3", { speaker }),
    "die of nobody": await roll("1d20"),
    words: await gm.classOf("ChatMessage").create({ content: "Hello", speaker }),
  };
  await quiet();
  const area = (name, type) => ({ name, shapes: [{ type, x: 300, y: 400, radius: 200, angle: 90, rotation: 0 }] });
  await gm.canvas.scene.createEmbeddedDocuments("Region", [area("Fireball", "circle"), area("Breath", "cone")]);
  const menuOf = (id) => {
    const event = new page.Event("contextmenu", { bubbles: true });
    find(`#chat-log [data-message-id="${id}"]`).dispatchEvent(event);
    const entries = [...document.querySelectorAll("#context-menu button")];
    return entries.filter(({ textContent }) => textContent.startsWith("COIGN"));
  };
  for (const [kind, { id }] of Object.entries(messages)) {
    const labels = menuOf(id).map(({ textContent }) => textContent);
    made.push([kind, labels]);
    for (const label of labels)
      for (const targets of [[], [snag, ilse]]) {
        aim(...targets);
        let dialog = null;
        const press = async () => {
          menuOf(id)
            .find(({ textContent }) => textContent === label)
            .click();
          await quiet();
          dialog = await answerDialog();
        };
        const shown = () => [dialog, cardOf(id)?.outerHTML, flagsOf(id)];
        made.push([`${kind}: ${label}, ${targets.length}`, await noted(press, shown)]);
      }
  }
  assert.deepEqual(errors.map(String), []);
  holds("table: menu", made);
});

test("the practice fight is played to its end, leaves nothing, and meets what it meets in the stand-in", async (t) => {
  const came = [`${MODULE_FOLDER}coign.mjs?v=1`, "https://elsewhere.example/x.mjs"];
  const loaded = came.map((name) => ({ name, transferSize: 12, duration: 3.6 }));
  t.mock.method(performance, "getEntriesByType", () => loaded);
  foundry.utils.getRoute = () => "/vtt/";
  const saved = [];
  foundry.utils.saveDataToFile = (text, _type, name) => saved.push([name, JSON.parse(text)]);
  const traces = () => [game.scenes.size, game.actors.size, game.messages.size, gm.canvas.scene.id];
  const before = traces();
  const facts = { cover: { degree: "half" }, range: { distance: 30 }, elevation: { difference: 0 } };
  bridge.instead.evaluate = (request) =>
    answer(request).map(({ results, ...one }) => ({
      ...one,
      results: results.map((result) => ({ ...result, facts })),
    }));
  const played = api.practiceFight();
  await until(() => find("dialog"));
  await answerDialog();
  await played;
  delete foundry.utils.getRoute;
  bridge.instead.evaluate = answer;
  assert.deepEqual(traces(), before);
  const [[name, report]] = saved;
  const { differences, seen, times, checks, ...more } = report;
  assert.equal(name, "coign-practice-fight.json");
  const HINT = "div.form-group: no p.hint, which the stand-in has"; // of a field of the wall's sheet, of rules that are not here
  assert.deepEqual(
    differences.filter((one) => !one.endsWith(HINT)),
    [],
  );
  assert.deepEqual(more, {
    ...{ kind: "coign practice fight", format: 1, lines: [], left: [], modules: ["coign 0"], rules: [system.rules] },
    versions: { foundry: "14.351", system: "dnd5e 6.0.1", coign: "0", browser: "" },
    place: { protocol: "https:", host: "other", prefix: true, files: [{ file: "coign.mjs", bytes: 12, ms: 4 }] },
    notPlayed: { reroll: "the system has none, or none that is known", "a player's attack": "nobody was asked" },
  });
  assert.deepEqual(Object.keys(times), [...Object.keys(STEPS), "show again", "remove", "all"]);
  const { untried, ...outcome } = checks;
  assert.deepEqual(outcome, { kept: [], notices: [], left: [], failed: {} });
  assert.deepEqual(Object.keys(seen).sort(), ["checks", "documents", "elements", "faults", "hooks", "orders", "steps"]);
  const outcomes = Object.entries(seen.checks).map(([check, found]) =>
    found === "holds" ? "holds" : `${check} ${found}`,
  );
  assert.deepEqual(
    [...new Set(outcomes)].sort(),
    ["holds", ...Object.keys(untried).map((one) => `${one} nothing`)].sort(),
  );
  for (const word of ["Ilse", "Snag", "Longbow", "Test"]) assert.ok(!JSON.stringify(report).includes(word), word);
});

test("a player takes part in a practice fight after a question, and in nothing else", async () => {
  const scene = gm.canvas.scene;
  const ids = { scene: scene.id, hero: token("Ilse").id, foe: token("Snag").id };
  const asks = () => CONFIG.queries["coign.practice"](ids);
  assert.deepEqual(await asks(), { agreed: false }, "a game master's client");
  const isPlayer = () => Object.defineProperty(game.user, "isGM", { value: false, configurable: true });
  isPlayer();
  assert.deepEqual(await asks(), { agreed: false }, "no scene of a practice fight");
  await scene.update({ flags: { coign: { scratch: true } } });
  const answers = [];
  for (const button of ["no", "yes"]) {
    isPlayer();
    const answer = asks();
    await until(() => find("dialog"));
    delete game.user.isGM; // whose client judges the attack
    find(`dialog [data-action="${button}"]`).click();
    answers.push(await answer);
  }
  assert.deepEqual(answers, [{ agreed: false }, { agreed: true, card: "drawn", targets: "1", preview: "answered" }]);
  const { whisper } = game.messages.contents.at(-1);
  const judges = game.users.filter(({ isGM }) => isGM).map(({ id }) => id);
  assert.deepEqual([...new Set(whisper)].sort(), judges.sort(), "nobody else sees the roll");
  await scene.update({ flags: { coign: { "-=scratch": null } } });
});

test("other modules get answers, and sentences where there is none", async () => {
  const [ilse, snag] = ["Ilse", "Snag"].map(token);
  const made = [];
  const { result: _, ...odds } = await api.odds(ilse.id, snag.id);
  made.push(["odds", odds]);
  for (const ids of [
    ["nobody", snag.id],
    [ilse.id, "nobody"],
    [ilse.id, snag.id, "elsewhere"],
  ])
    await assert.rejects(api.odds(...ids), /COIGN.Errors.NoSuchThing/);
  const scene = gm.canvas.scene.id;
  const message = game.messages.contents.findLast(({ flags }) => flags.coign?.annotations);
  const override = { modifier: "flanking", state: "off", scope: "roll" };
  const flags = () => message.flags.coign.overrides;
  made.push(["override", await noted(() => api.override(override, scene, message), flags)]);
  made.push(["no override", await noted(() => api.removeOverride(override, scene, message), flags)]);
  made.push([
    "annotate",
    await noted(
      () => api.annotate(message),
      () => null,
    ),
  ]);
  made.push(["rulesets", api.rulesets]);
  Object.defineProperty(game.user, "isGM", { value: false, configurable: true });
  assert.throws(() => api.open("rules"), /COIGN.Errors.OnlyGM/);
  for (const forGMs of [api.practiceFight, api.fightReport]) await assert.rejects(forGMs(), /COIGN.Errors.OnlyGM/);
  delete game.user.isGM;
  made.push(["report", (await api.fightReport()).rows]);
  holds("table: other modules", made);
});

test("where rules know unseen attackers, a GM says whether who is hidden attacks from hiding", async () => {
  const [ilse, snag] = ["Ilse", "Snag"].map(token);
  bridge.instead.evaluate = (request) =>
    answer(request).map((one) => ({ ...one, results: one.results.map((result) => ({ ...result, modifiers: [] })) }));
  gm.canvas.tokens.setTargets([snag.id]);
  const shown = [];
  for (const hidden of [false, true]) {
    await ilse.document.update({ hidden });
    const { id } = await system.attack(gm, ilse.document, system.weapons(ilse.document)[0], {});
    await quiet();
    shown.push(cardOf(id).textContent.replace("+", ""));
    cardOf(id).querySelector('[data-coign="hiding"]')?.click();
    await quiet();
  }
  await ilse.document.update({ hidden: false });
  gm.canvas.tokens.setTargets([]);
  const { id } = await system.attack(gm, ilse.document, system.weapons(ilse.document)[0], {});
  await quiet();
  shown.push(cardOf(id)?.textContent);
  bridge.instead.evaluate = answer;
  assert.deepEqual(shown, [
    "COIGN.Card.NothingApplies",
    "COIGN.Card.Hiding",
    " COIGN.Card.NoTarget COIGN.Card.AgainstMine",
  ]);
  const { button, modifier, value, why } = bridge.sent.findLast(({ type }) => type === "press");
  assert.deepEqual([button, modifier, value, why], ["turn", "unseen-attacker", "on", "COIGN.Card.FromHiding"]);
});

test("a practice fight is not played during a combat, without its map, or if the GM does not agree", async (t) => {
  const saved = [];
  foundry.utils.saveDataToFile = (text) => saved.push(text);
  const heard = [];
  const users = [{ active: true, isGM: true }, { isGM: false }, { active: true, isGM: false, name: "Paul" }];
  for (const [on, name, value] of [
    [game.combats, "some", (test) => test({ started: true })],
    [game.packs, "get", () => undefined],
    [game.users, "find", (test) => users.find(test)],
  ]) {
    const { mock } = t.mock.method(on, name, value);
    const played = api.practiceFight();
    if (name === "find") await until(() => find("dialog"));
    const text = find("dialog .window-content")?.textContent;
    find('dialog [data-action="close"], dialog [data-action="cancel"]')?.click();
    await played;
    mock.restore();
    heard.push(text ?? said());
  }
  assert.deepEqual(heard, [
    [["notification warning", "COIGN.Practice.Combat"]],
    [["notification warning", "COIGN.Practice.NoMap"]],
    'COIGN.Practice.MakesCOIGN.Practice.FileCOIGN.Practice.AskPlayer {"name":"Paul"}COIGN.Dialog.Ok',
  ]);
  assert.deepEqual(saved, []);
});

test("each button and field of a window does what it says", async () => {
  const made = [];
  const written = [];
  const { settings } = game;
  const set = settings.set.bind(settings);
  settings.set = (scope, name, value) => {
    written.push([name, value]);
    return set(scope, name, value);
  };
  for (const hook of ["updateScene", "updateTile", "createChatMessage", "createJournalEntry"])
    Hooks.on(hook, ({ content = "" }, { flags } = {}) => written.push([hook, content, flags]));
  foundry.utils.saveDataToFile = (_text, type, name) => written.push([name, type]);
  const [ilse, snag] = ["Ilse", "Snag"].map(token);
  ilse.control();
  gm.canvas.tokens.setTargets([snag.id]);
  await game.settings.set("coign", "rulesets", ["combat-facing"]);
  await game.settings.set("coign", "overrides", [{ modifier: "flanking", state: "off", scope: "world" }]);
  const { token: hud } = gm.canvas.hud;
  await api.override({ fact: "cover", value: "half", scope: "scene", actor: ilse.id }, gm.canvas.scene.id);
  await quiet();
  await hud.bind(ilse);
  const ready = () => hud.element.querySelector(".coign-ready").click();
  made.push(["readied against a target", await noted(ready, () => find("dialog")?.innerHTML)]);
  await answerDialog();
  await hud.close?.();
  for (const name of ["rules", "inForce", "things", "fight", "test", "pairing"]) {
    await api.open(name);
    await quiet();
    const window = foundry.applications.instances.get(`coign-${name === "inForce" ? "overrides" : name}`);
    const shown = () => {
      const html = document.querySelector("#windows").innerHTML.replace(/\d+ ms|"ms":"\d+"/g, "ms");
      return [html, written.splice(0), gm.canvas.interface];
    };
    made.push([name, shown()]);
    const isOurs = ({ dataset: { action }, disabled }) => !disabled && !/^(close|practise|door|check)$/.test(action);
    const buttons = () => [...window.element.querySelectorAll("button[data-action]")].filter(isOurs);
    await pressEach(buttons, shown, made);
    for (const { name: field } of window.element.querySelectorAll(":is(input, select)[name]")) {
      const change = () => {
        const one = window.element.querySelector(`[name="${field}"]`);
        if (one.type === "checkbox") one.checked = !one.checked;
        else one.value = one.tagName === "SELECT" ? one.options[one.options.length - 1].value : "4";
        one.dispatchEvent(new page.Event("change", { bubbles: true }));
      };
      if (window.element.querySelector(`[name="${field}"]`))
        made.push([`${name}: ${field}`, await noted(change, shown)]);
    }
    if (name === "test") {
      window.element.querySelector('[data-action="check"]').click();
      await until(() => find(".coign-report[data-failed]"));
      made.push(["check", shown()]);
      for (const action of ["save", "copy"]) {
        const press = () => window.element.querySelector(`[data-action="${action}"]`).click();
        made.push([action, await noted(press, shown)]);
      }
    }
    await window.close();
  }
  await game.settings.set("coign", "rulesets", ["combat-facing"]);
  await quiet();
  for (const name of ["coign-thing", "coign-ready"]) {
    await hud.bind(snag);
    const press = () => hud.element.querySelector(`.${name}`)?.click();
    const around = () => [
      hud.element.querySelector(`.${name}`)?.outerHTML,
      snag.document.flags.coign,
      find("dialog")?.innerHTML,
    ];
    made.push([name, await noted(press, around)]);
    await answerDialog();
  }
  await hud.close?.();
  settings.set = set;
  assert.deepEqual(errors.map(String), []);
  holds("table: windows", made);
});
