/** Modifiers in the attacks of Shadowdark: what its own functions, in a short version, make of them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { additionsOf } from "../../../../foundry-module/scripts/in-roll/additions.mjs";
import { wrap } from "../../../../foundry-module/scripts/in-roll/wrap.mjs";
import { wrapDialog } from "../../../../foundry-module/scripts/systems/shadowdark/in-roll.mjs";
import { answered } from "../../result-kit.mjs";

const modifier = (id, source, effect) => ({ id, source, effect, state: "on", reason: "so" });
const HIGH = modifier("height", "Height", { kind: "flat", value: 2, to: "attack" });
const SONG = modifier("song", "Song", { kind: "die", dice: "1d4", to: "attack" });
const COVER = modifier("half-cover", "Half Cover", { kind: "flat", value: 2, to: "ac" });
const UNSEEN = modifier("unseen", "Unseen", { kind: "disadvantage", to: "attack" });

/** The system with its functions of dice in a module that cannot be changed, and its dialog as `during` plays it. */
function tableWith(modifiers, { during = () => {}, goesOn = true } = {}) {
  const hooks = {};
  const dialogs = [];
  const dice = Object.freeze({
    async rollDialog(config) {
      dialogs.push(structuredClone(config.mainRoll));
      during(config, hooks);
      return goesOn;
    },
  });
  const shadowdark = { dice };
  const queries = [];
  const inRoll = {
    active: true,
    meet: () => true,
    list: () => ({}),
    wrap: (path, wrapper) => wrap(path, wrapper, { shadowdark }),
    ask(query) {
      queries.push(query);
      const results = [{ target: "goblin", modifiers }];
      const additions = additionsOf({ players: answered({ results }) }, (key) => key);
      return { inTime: Promise.resolve(additions), late: Promise.resolve(null) };
    },
  };
  const actor = { id: "hero" };
  wrapDialog(inRoll, {
    table: {
      on: (hook, handle) => (hooks[hook] = handle),
      global: () => shadowdark,
      speakerOf: () => ({ scene: "S", token: "hero" }),
      targets: () => [],
    },
    context: { document: () => ({ name: "Bow", actor, system: { range: "far", type: "ranged" } }) },
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
    await shadowdark.dice.rollDialog(config);
    return config;
  };
  return { roll, attack, queries, dialogs, inRoll };
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
  assert.deepEqual(
    [queries[0].targets, queries[0].attack.kind, queries[0].defence.goblin.ac],
    [["goblin"], "ranged", 12],
  );
});

test("disadvantage is the roll's, unless it has some mode already", async () => {
  const plain = tableWith([UNSEEN]);
  assert.equal((await plain.roll(plain.attack())).mainRoll.advantage, -1);
  const twice = tableWith([UNSEEN]);
  const { mainRoll, coign } = await twice.roll(twice.attack({}, { advantage: 1 }));
  assert.deepEqual([mainRoll.advantage, coign], [1, undefined], "the card has it");
});

test("a formula that the system builds anew gets its modifiers again", async () => {
  const during = (config, { renderRollDialogSD }) => {
    config.mainRoll.formula = "d20 + 5";
    renderRollDialogSD(
      { config },
      { querySelector: () => null, querySelectorAll: () => [], append() {}, ownerDocument: {} },
    );
  };
  const { roll, attack } = tableWith([HIGH], { during });
  assert.equal((await roll(attack())).mainRoll.formula, "d20 + 5 + 2[Coign: Height]");
});

test("a closed dialog leaves no note, and other rolls are left alone", async () => {
  const closed = tableWith([HIGH], { goesOn: false });
  assert.equal((await closed.roll(closed.attack())).coign, undefined);
  const { roll, attack, queries, inRoll } = tableWith([HIGH]);
  await roll(attack({ type: "check" }));
  await roll(attack({ targetUuid: "Scene.other.Token.goblin" }));
  inRoll.active = false;
  await roll(attack());
  assert.deepEqual(queries, []);
});
