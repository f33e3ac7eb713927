/** Which attack or save a message is read as: by the game system, and by what a game master has said of it. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { readAttack } from "../../../foundry-module/scripts/attack/read-attack.mjs";

const term = { faces: 20, modifiers: [], results: [{ result: 12, active: true }] };
const SAVE = {
  id: "M",
  rolls: [{ terms: [term], total: 14 }],
  speaker: { scene: "s", token: "hero" },
  flags: { here: { roll: { ability: "dex" } } },
};
const AREA = { x: 5, y: 6, flags: { here: { origin: "Actor.a.Item.web" } } };
const HERO = { scene: "s", token: "hero" };
const CASTER = { scene: "s", token: "caster" };

/** Read a roll of a token in a scene; the game system says what it is against, and that it is no attack. */
function read(against, flags = {}, more = {}) {
  const tokens = new Map(["hero", "caster"].map((id) => [id, { id, parent: { id: "s" } }]));
  globalThis.game = {
    system: { id: "here" },
    scenes: new Map([["s", { id: "s", tokens, templates: more.areas ?? [] }]]),
    messages: { contents: [] },
  };
  const adapter = {
    id: "here",
    saveAgainst: () => against,
    readAttack: () => null,
    rollDetails: () => ({}),
    checkOccasion: () => more.check ?? null,
  };
  const coign = { adapter, records: { originOf: (_id, point) => point } };
  const { attack, problem } = readAttack(coign, SAVE, flags);
  assert.equal(problem, "");
  if (!attack) return null;
  const { occasion, ability, actorToken, targets, origin, check, key, defence } = attack;
  return { occasion, ability, actorToken, targets, origin, check, key: key.replace(/^.*\//, ""), defence };
}
const saved = (more) => ({
  ...{ occasion: "save", key: "save", ability: "dex", defence: {}, check: undefined, origin: undefined },
  ...{ targets: [HERO], actorToken: HERO, ...more },
});

afterEach(() => {
  delete globalThis.game;
});

test("a save is against the token that the game system names, or from the point where its effect begins", () => {
  const by = { scene: "s", token: "caster", made: [], ability: "wis", effect: {}, area: null };
  assert.deepEqual(read(by), saved({ ability: "wis", actorToken: CASTER }));
  assert.deepEqual(read({ ...by, area: true }), saved({ ability: "wis", actorToken: CASTER, check: { area: true } }));
  assert.deepEqual(read({ ...by, area: false }).check, { area: false });
  const web = { ...by, made: ["Actor.a.Item.web"], area: true };
  const origin = { x: 5, y: 6, elevation: 0 };
  assert.deepEqual(read(web, {}, { areas: [AREA] }), saved({ ability: "wis", origin }), "then the roller is the actor");
  assert.equal(read(web, {}, { areas: [{ ...AREA, hidden: true }] }), null, "where it begins is a secret");
  assert.deepEqual(read(by, {}, { areas: [AREA] }), read(by), "another effect's");
  assert.equal(read({ ...by, token: null }), null);
  assert.equal(read({ ...by, scene: "another" }), null, "of another scene");
  assert.equal(read(null), null);
});

test("what a game master says of a roll counts first", () => {
  const by = { scene: "s", token: "caster", made: [], ability: "wis", effect: {}, area: null };
  assert.deepEqual(read(null, { save: "Scene.s.Token.caster" }), saved({ actorToken: CASTER }));
  assert.deepEqual(read(by, { save: { x: 1, y: 2 } }), saved({ ability: "wis", origin: { x: 1, y: 2 } }));
  assert.equal(read(by, { save: "Scene.another.Token.caster" }), null);
  assert.deepEqual(read(by, { occasion: "save" }), saved({}));
  const { occasion, key, targets } = read(by, { occasion: "stealth" });
  assert.deepEqual([occasion, key, targets], ["stealth", "stealth", []]);
});

test("a roll that got modifiers before it was made is what the game system calls it; else it has no card", () => {
  assert.equal(read(null), null);
  assert.equal(read(null, { included: [] }, { check: "perception" }).occasion, "perception");
  assert.equal(read(null, { included: [] }), null);
});
