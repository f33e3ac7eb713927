import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { damageIn } from "../../../foundry-module/scripts/systems/damage.mjs";

const CHAT = new URL("../../data/chat/", import.meta.url);

/** A roll of these dice. */
const roll = (total, faces = 6, more = {}) => ({
  terms: [{ faces, modifiers: [], results: [{ result: total, active: true }] }],
  total,
  ...more,
});

/** Every recorded message of which the file's name has these words. */
const recorded = (/** @type {string} */ words) =>
  readdirSync(CHAT)
    .filter((name) => name.includes(words))
    .flatMap((name) => {
      const { message, messages = [message] } = JSON.parse(readFileSync(new URL(name, CHAT), "utf8"));
      return messages.map((/** @type {any} */ one) => ({ name, message: one }));
    });

test("recorded damage rolls are damage", () => {
  const found = recorded("-damage");
  assert.ok(found.length > 2);
  for (const { name, message } of found) assert.ok(damageIn(message) !== null, name);
});

test("recorded attacks are none", () => {
  const found = recorded("-attack");
  assert.ok(found.length > 20);
  for (const { name, message } of found) assert.equal(damageIn(message), null, name);
});

test("several rolls of one message are damage together", () => {
  const flags = { dnd5e: { roll: { type: "damage" } } };
  assert.equal(damageIn({ flags, rolls: [roll(4), roll(2)] }), 6);
});

test("what a system has noted goes before any words", () => {
  assert.equal(damageIn({ flavor: "Damage", flags: { dnd5e: { roll: { type: "hitDie" } } }, rolls: [roll(4)] }), null);
  assert.equal(
    damageIn({ flavor: "Smite", flags: { pf2e: { context: { type: "damage-roll" } } }, rolls: [roll(4)] }),
    4,
  );
  assert.equal(damageIn({ rolls: [roll(4, 6, { class: "DamageRoll" })] }), 4);
  assert.equal(damageIn({ rolls: [roll(4, 6, { options: { rollType: "damage" } })] }), 4);
});

test("healing is no damage", () => {
  for (const type of ["healing", "temphp"])
    assert.equal(damageIn({ rolls: [roll(4, 8, { class: "DamageRoll", options: { type } })] }), null, type);
});

test("in other systems the words above a roll name it", () => {
  for (const flavor of ["Longsword <em>Damage</em>", "Schaden (Axt)", "Dégâts"])
    assert.equal(damageIn({ flavor, rolls: [roll(3)] }), 3, flavor);
  assert.equal(damageIn({ flavor: "Longsword", rolls: [roll(3)] }, { name: "Longsword" }), 3);
  assert.equal(damageIn({ flavor: "Initiative", rolls: [roll(3)] }, { name: "Longsword", next: true }), null);
});

test("a roll without words is damage only if it comes next after the attack", () => {
  assert.equal(damageIn({ rolls: [roll(3)] }, { next: true }), 3);
  assert.equal(damageIn({ rolls: [roll(3)] }), null);
});

test("a d20, or no dice at all, is no damage", () => {
  assert.equal(damageIn({ flavor: "damage", rolls: [roll(3, 20)] }), null);
  assert.equal(damageIn({ flavor: "damage", rolls: [{ terms: [], total: 3 }] }), null);
  assert.equal(damageIn({ flavor: "damage", rolls: [] }), null);
});
