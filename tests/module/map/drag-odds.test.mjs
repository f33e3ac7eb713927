/** The plate of a dragged token: who is on it, and what each line says to a GM and to a player. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { askOdds, dragQuestion, oddsPlate } from "../../../foundry-module/scripts/map/drag-odds.mjs";

const t = (key) => key.replace(/^COIGN\.(Said\.(odds|outcome)-|Drag\.)/, "");
const tokenOf = (id, x, more = {}) => ({
  visible: true,
  center: { x: x + 50, y: 50 },
  document: { id, name: id, x, y: 0, disposition: -1, isOwner: true, parent: { id: "scene" }, ...more },
  ...("visible" in more && { visible: more.visible }),
});
const HERO = tokenOf("hero", 0, { disposition: 1 });
const coign = {
  lastAttacks: new Map(),
  traits: { of: ({ traits = {} }) => traits, attacksOf: () => [] },
};
const preview = { ...HERO, w: 100, h: 100 };
const foesAmong = (...tokens) => {
  globalThis.Hooks = { callAll: () => true };
  globalThis.CONFIG = { debug: {} };
  globalThis.canvas = { tokens: { placeables: [HERO, ...tokens] } };
  return dragQuestion(coign, preview)?.foes.map(({ id }) => id) ?? null;
};

beforeEach(() => {
  globalThis.game = { user: { isGM: true }, i18n: { localize: (key) => key } };
});

test("the foes in play are listed, the nearest first, without friends, things, the fallen and who is not seen", () => {
  const orcs = [tokenOf("far", 900), tokenOf("near", 200)];
  assert.deepEqual(foesAmong(...orcs), ["near", "far"]);
  const others = [
    tokenOf("friend", 300, { disposition: 1 }),
    tokenOf("bystander", 300, { disposition: 0 }),
    tokenOf("unseen", 300, { visible: false }),
    tokenOf("chest", 300, { traits: { creature: false } }),
    tokenOf("corpse", 300, { traits: { statuses: ["dead"] } }),
    tokenOf("loser", 300, { traits: { statuses: ["defeated"] } }),
  ];
  assert.deepEqual(foesAmong(...others, ...orcs), ["near", "far"]);
  assert.equal(foesAmong(...others), null);
  assert.deepEqual(foesAmong(...orcs, tokenOf("fights", 500, { inCombat: true })), ["fights"]);
  assert.equal(foesAmong(...Array.from({ length: 30 }, (_, n) => tokenOf(`orc${n}`, 100 * n))).length, 8);
});

test("a player learns of no secret disposition", () => {
  const stranger = tokenOf("stranger", 300, { disposition: -2 });
  assert.deepEqual(foesAmong(stranger), ["stranger"]);
  game.user.isGM = false;
  assert.equal(foesAmong(stranger), null);
});

test("the plate has a line for each foe: numbers for a GM, words for a player, modifiers where nothing is known", () => {
  const foe = (name) => ({ name, isOwner: true });
  const about = { x: 0, y: 0, width: 100, height: 100 };
  const rows = [
    { foe: foe("Grik"), mine: { chance: 0.6, cover: "half" }, theirs: { chance: 0.45, flanked: true } },
    { foe: foe("Mog"), mine: { odds: 7 }, theirs: { possible: false, chance: 0.9 } },
    { foe: foe("Pim"), mine: { label: "blocked", chance: 0 }, theirs: { value: -2.4, cover: "soft" } },
    { foe: foe("Snag"), mine: { label: "advantage", value: 3.3 }, theirs: {} },
  ];
  const [plate] = oddsPlate(rows, about, t);
  assert.deepEqual(
    plate.columns.map((column) => column.split("\n")),
    [
      [" ", "Grik", "Mog", "Pim", "Snag"],
      ["Mine", "60 % ½", "7", "×", "advantage"],
      ["Theirs", "45 % ⇄", "–", "−2 COIGN.Said.degree-soft", "±0"],
    ],
  );
  assert.deepEqual(oddsPlate([], about, t), []);
});

test("one survey asks both ways about the place under the hand, and its parts are put together", async () => {
  const sent = [];
  const request = { scene: "scene", actor: "hero", targets: ["a", "b"] };
  const question = { request, place: [300, 400], foes: ["a", "b"], about: {} };
  const asked = {
    engine: { connected: true, nextId: () => "drag-1" },
    queue: { turn: async (lane) => sent.push(lane) },
  };
  const tokens = new Map();
  game.scenes = new Map([["scene", { tokens }]]);
  asked.scenes = { ready: async () => 1 };
  asked.setting = () => "greater";
  asked.engine.request = async (message, { part }) => {
    sent.push(message);
    part({ start: 0, mine: [{ chance: 0.1 }], theirs: [{ chance: 0.2 }] });
    part({ start: 1, mine: [{ chance: 0.3 }], theirs: [{ chance: 0.4 }] });
  };
  const rows = await askOdds(asked, question);
  assert.deepEqual([sent[0], sent[1].places, sent[1].both], ["previews", [[300, 400]], true]);
  assert.deepEqual(
    rows.map(({ foe, mine, theirs }) => [foe, mine.chance, theirs.chance]),
    [
      ["a", 0.1, 0.2],
      ["b", 0.3, 0.4],
    ],
  );
});
