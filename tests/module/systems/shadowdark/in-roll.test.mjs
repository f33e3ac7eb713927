/** Modifiers in the attacks of Shadowdark: what its own functions, in a short version, make of them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "happy-dom";
import { additionsOf } from "../../../../foundry-module/scripts/in-roll/additions.mjs";
import { wrap } from "../../../../foundry-module/scripts/in-roll/wrap.mjs";
import { wrapDialog } from "../../../../foundry-module/scripts/systems/shadowdark/in-roll.mjs";
import { answered } from "../../result-kit.mjs";
import { settled } from "../rolls-kit.mjs";

const modifier = (id, source, effect) => ({ id, source, effect, state: "on", reason: "so" });
const HIGH = modifier("height", "Height", { kind: "flat", value: 2, to: "attack" });
const SONG = modifier("song", "Song", { kind: "die", dice: "1d4", to: "attack" });
const COVER = modifier("half-cover", "Half Cover", { kind: "flat", value: 2, to: "ac" });
const UNSEEN = modifier("unseen", "Unseen", { kind: "disadvantage", to: "attack" });

const ACTOR = { id: "hero" };
const BOW = { name: "Bow", actor: ACTOR, system: { ranges: ["far"] } };
const additionsFor = (modifiers) =>
  additionsOf({ players: answered({ results: [{ target: "goblin", modifiers }] }) }, (key) => key);
const atOnce = (modifiers) => ({ inTime: Promise.resolve(additionsFor(modifiers)), late: Promise.resolve(null) });

/**
 * The system with its functions of dice in a module that cannot be changed, and its dialog as `during` plays it. `world` is
 * who speaks, what is targeted, and the item.
 */
function tableWith(modifiers, { during = () => {}, goesOn = true, ask = () => atOnce(modifiers), ...world } = {}) {
  const hooks = {};
  const dialogs = [];
  const dice = Object.freeze({
    async rollDialog(config) {
      dialogs.push(structuredClone(config.mainRoll));
      await during(config, hooks);
      return goesOn;
    },
  });
  const shadowdark = { dice };
  const queries = [];
  const goOn = []; // what the system was told, roll by roll
  const inRoll = {
    active: true,
    meet: (check) => check === "shadowdark-dialog",
    list: (_, { document, changed }) =>
      Object.assign(document.createElement("ul"), { className: "coign-in-roll", changed }),
    wrap: (path, wrapper) => wrap(path, wrapper, { shadowdark }),
    ask(query) {
      queries.push(query);
      return ask(query);
    },
  };
  const { speaker = { scene: "S", token: "hero" }, targets = [], item = BOW } = world;
  wrapDialog(inRoll, {
    table: {
      on: (hook, handle) => (hooks[hook] = handle),
      global: () => shadowdark,
      speakerOf: (actor) => (actor === ACTOR ? speaker : { scene: "S", token: "another" }),
      targets: () => targets,
    },
    context: { document: (uuid) => (uuid === "Actor.hero.Item.bow" ? item : null) },
  });
  const attack = (more = {}, main = {}) => ({
    type: "attack",
    itemUuid: "Actor.hero.Item.bow",
    targetUuid: "Scene.S.Token.goblin",
    attack: { type: "ranged" },
    ...more,
    mainRoll: { formula: "d20 + 3", advantage: 0, dc: 12, ...main },
  });
  const roll = async (config) => {
    goOn.push(await shadowdark.dice.rollDialog(config));
    return config;
  };
  return { roll, attack, queries, dialogs, inRoll, goOn };
}

test("numbers and dice are in the formula, cover in the armour class, and the configuration says so", async () => {
  const { roll, attack, queries, dialogs } = tableWith([HIGH, SONG, COVER]);
  const { mainRoll, coign } = await roll(attack());
  assert.equal(mainRoll.formula, "d20 + 3 + 2[Coign: Height] + 1d4[Coign: Song]");
  assert.deepEqual([mainRoll.dc, mainRoll.advantage], [14, 0]);
  assert.deepEqual(dialogs[0], mainRoll, "before the dialog opens");
  assert.deepEqual(
    coign.map((one) => one.modifier),
    ["height", "song", "half-cover"],
  );
  assert.deepEqual(queries, [ASKED]);
});

const ASKED = {
  actorToken: { scene: "S", token: "hero" },
  targets: ["goblin"],
  attack: { kind: "ranged", name: "Bow", guessed: false },
  mode: "normal",
  defence: { goblin: { ac: 12, applied: null } },
};

test("the question has the kind, the mode and the armour class, as far as the roll says them", async () => {
  const asked = async (config, main, world) => {
    const { roll, attack, queries } = tableWith([], world);
    await roll(attack(config, main));
    return queries[0];
  };
  const { attack } = ASKED;
  const spear = { item: { ...BOW, system: { ranges: ["close", "near"] } } };
  assert.deepEqual(await asked({}, {}, spear), { ...ASKED, attack: { ...attack, kind: "melee", guessed: true } });
  const claws = { item: { ...BOW, system: {} } };
  assert.deepEqual(await asked({ attack: { type: "melee" } }, {}, claws), {
    ...ASKED,
    attack: { ...attack, kind: "melee" },
  });
  const modes = [1, -1, undefined].map(async (advantage) => (await asked({}, { advantage })).mode);
  assert.deepEqual(await Promise.all(modes), ["advantage", "disadvantage", "normal"]);
  assert.deepEqual((await asked({}, { dc: undefined })).defence, { goblin: { ac: null, applied: null } });
  const targets = [{ id: "goblin" }, { id: "orc" }];
  assert.deepEqual(await asked({ targetUuid: undefined }, {}, { targets }), ASKED, "the first that the user targets");
});

test("a roll without an attacker or a target on the map is left alone", async () => {
  for (const [world, config, main] of [
    [{ speaker: null }],
    [{ speaker: { scene: "S" } }],
    [{ item: null }],
    [{ item: { name: "Bow" } }],
    [{}, { targetUuid: undefined }],
    [{}, {}, { formula: "" }],
  ]) {
    const { roll, attack, queries } = tableWith([HIGH], world);
    const made = attack(config, main);
    const { mainRoll } = await roll(structuredClone(made));
    assert.deepEqual([queries, mainRoll], [[], made.mainRoll], JSON.stringify([world, config, main]));
  }
});

test("an answer that comes while the dialog is open is in its fields, with its lines before the footer, and none later", async () => {
  const { document } = new Window();
  const root = document.createElement("form");
  const radios = [1, 0, -1].map((value) => `<input type="radio" name="advantage" value="${value}">`).join("");
  root.innerHTML = `<input name="mainRoll.formula">${radios}<footer></footer>`;
  const gives = [];
  const ask = () => ({ inTime: Promise.resolve(null), late: new Promise((resolve) => gives.push(resolve)) });
  const shown = () => [
    root.querySelector("input").value,
    root.querySelector(":checked")?.value,
    [...root.children].slice(-2).map(({ localName }) => localName),
  ];
  const states = [];
  const during = async (config, { renderRollDialogSD }) => {
    renderRollDialogSD({ config: {} }, root);
    renderRollDialogSD({ config }, root);
    states.push(shown());
    gives[0](additionsFor([HIGH, UNSEEN]));
    await settled();
    renderRollDialogSD({ config }, root);
    states.push(shown());
    root.querySelector(".coign-in-roll").changed();
    gives[1](additionsFor([SONG]));
    await settled();
    renderRollDialogSD({ config }, root);
    states.push(shown());
    root.querySelector(".coign-in-roll").changed();
  };
  const { roll, attack, queries } = tableWith([], { ask, during });
  const { mainRoll, coign } = await roll(attack());
  gives[2](additionsFor([HIGH]));
  await settled();
  const end = ["ul", "footer"];
  assert.deepEqual(states, [
    ["", undefined, ["input", "footer"]],
    ["d20 + 3 + 2[Coign: Height]", "-1", end],
    ["d20 + 3 + 1d4[Coign: Song]", "0", end],
  ]);
  assert.deepEqual([mainRoll.formula, mainRoll.advantage, queries.length], ["d20 + 3 + 1d4[Coign: Song]", 0, 3]);
  assert.deepEqual(
    coign.map((one) => one.modifier),
    ["song"],
  );
});

test("without an armour class cover stays for the card, and so does everything without an answer", async () => {
  const { roll, attack } = tableWith([COVER]);
  const { mainRoll, coign } = await roll(attack({}, { dc: undefined }));
  assert.deepEqual([mainRoll.dc, coign], [undefined, undefined]);
  const none = { inTime: Promise.resolve(null), late: Promise.resolve(null) };
  const silent = tableWith([], { ask: () => none });
  assert.equal((await silent.roll(silent.attack())).coign, undefined);
});

test("disadvantage is the roll's, unless it has some mode already", async () => {
  const plain = tableWith([UNSEEN]);
  assert.equal((await plain.roll(plain.attack({}, { advantage: undefined }))).mainRoll.advantage, -1);
  const twice = tableWith([UNSEEN]);
  const { mainRoll, coign } = await twice.roll(twice.attack({}, { advantage: 1 }));
  assert.deepEqual([mainRoll.advantage, coign], [1, undefined], "the card has it");
});

test("a formula that the system builds anew gets its modifiers again", async () => {
  const during = (config, { renderRollDialogSD }) => {
    config.mainRoll.formula = "d20 + 5";
    renderRollDialogSD({ config }, new Window().document.createElement("form"));
  };
  const { roll, attack } = tableWith([HIGH], { during });
  assert.equal((await roll(attack())).mainRoll.formula, "d20 + 5 + 2[Coign: Height]");
});

test("a closed dialog leaves no note, and other rolls are left alone", async () => {
  const closed = tableWith([HIGH], { goesOn: false });
  assert.equal((await closed.roll(closed.attack())).coign, undefined);
  const { roll, attack, queries, inRoll, goOn } = tableWith([HIGH]);
  await roll(attack({ type: "check" }));
  await roll(attack({ targetUuid: "Scene.other.Token.goblin" }));
  inRoll.active = false;
  await roll(attack());
  assert.deepEqual([queries, goOn, closed.goOn], [[], [true, true, true], [false]]);
  inRoll.active = true;
  await roll(attack());
  assert.equal(goOn.at(-1), true);
});
