/** Attacks in messages that other modules have changed: merged into a card of theirs, or beside one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { explainedBy } from "../../../../foundry-module/scripts/systems/dnd5e/messages.mjs";
import { dnd5e } from "../../../../foundry-module/scripts/systems/dnd5e/record.mjs";
import { unreadBy } from "../../../../foundry-module/scripts/systems/index.mjs";
import { message, messages, world } from "../kit.mjs";

const SCENE = "SCENE00000000001";
const field = (chat = [], modules = {}) =>
  world(SCENE, [{ _id: "TOKEN00000000001" }, { _id: "TOKEN00000000002" }], {}, "ft", { messages: chat, modules });

/** Assert the attack in all these messages: a die of 14, a total of 19, against the second token. */
function isTheAttack(seen) {
  assert.deepEqual(seen.actorToken, { scene: SCENE, token: "TOKEN00000000001" });
  assert.deepEqual(seen.targets, [{ scene: SCENE, token: "TOKEN00000000002" }]);
  assert.deepEqual([seen.roll.d20, seen.roll.total], [[{ value: 14, kept: true }], 19]);
  assert.equal(seen.sure, true);
}

for (const name of ["dnd5e-5.3.3-ready-set-roll-3.5-usage", "dnd5e-5.3.3-rsreforged-4.8-usage"])
  test(`${name}: no attack when the card is posted, one when its rolls are added`, () => {
    const [posted, rolled] = messages(name);
    assert.equal(dnd5e.readAttack(posted, field()), null);
    const seen = dnd5e.readAttack(rolled, field());
    isTheAttack(seen);
    assert.deepEqual(seen.defence.TOKEN00000000002.ac, 15);
  });

test("the roll marked as an attack is read, not the first d20 of the card", () => {
  const [, card] = messages("dnd5e-5.3.3-ready-set-roll-3.5-usage");
  const inspiration = JSON.parse(card.rolls[1]);
  inspiration.options = { rollType: "check" };
  inspiration.terms[0].results[0].result = 3;
  card.rolls.unshift(JSON.stringify(inspiration));
  isTheAttack(dnd5e.readAttack(card, field()));
});

test("a card whose only d20 roll is a save is no attack", () => {
  const [, card] = messages("dnd5e-5.3.3-ready-set-roll-3.5-usage");
  const save = JSON.parse(card.rolls[1]);
  save.options.rollType = "save";
  card.rolls = [JSON.stringify(save)];
  assert.equal(dnd5e.readAttack(card, field()), null);
});

test("an unknown card with several of the system's rolls is read by the kind of its activity", () => {
  const [, card] = messages("dnd5e-5.3.3-ready-set-roll-3.5-usage");
  const roll = JSON.parse(card.rolls[1]);
  roll.options = {};
  card.rolls = [JSON.stringify(roll)];
  isTheAttack(dnd5e.readAttack(card, field()));
  card.flags.dnd5e.activity.type = "check";
  assert.equal(dnd5e.readAttack(card, field()), null);
});

test("midi-qol, merged: the first roll, and the targets of midi's own flags", () => {
  const card = message("dnd5e-4.3-midi-merged");
  const seen = dnd5e.readAttack(card, field());
  isTheAttack(seen);
  assert.equal(seen.roll.mode, "advantage");
  card.flags.dnd5e.roll.type = "save";
  assert.equal(dnd5e.readAttack(card, field()), null, "a save that midi asked for");
});

test("midi-qol, merged: the item is the one that dnd5e names, else midi, else the use", () => {
  const [dagger, bow] = ["dagger", "bow"].map((name) => `Actor.ACTOR00000000001.Item.${name}`);
  const items = { [dagger]: { name: "Dagger" }, [bow]: { name: "Bow" } };
  const table = world(SCENE, [{ _id: "TOKEN00000000001" }, { _id: "TOKEN00000000002" }], items);
  const nameOf = (/** @type {any} */ own, /** @type {any} */ midi, /** @type {any} */ use) => {
    const card = message("dnd5e-4.3-midi-merged");
    Object.assign(card.flags.dnd5e, { item: own && { uuid: own }, use: { itemUuid: use } });
    Object.assign(card.flags["midi-qol"], { itemId: undefined, itemUuid: midi });
    return dnd5e.readAttack(card, table).attack.name;
  };
  assert.deepEqual([nameOf(bow, dagger, dagger), nameOf(undefined, bow, dagger)], ["Bow", "Bow"]);
  assert.equal(nameOf(undefined, undefined, bow), "Bow");
});

test("midi-qol, merged: a card without its roll yet is no attack", () => {
  assert.equal(dnd5e.readAttack({ ...message("dnd5e-4.3-midi-merged"), rolls: [] }, field()), null);
});

test("midi-qol, separate: the roll is read with the card of the same speaker, in any order", () => {
  const [roll, card, check] = messages("dnd5e-4.3-midi-separate");
  assert.equal(dnd5e.readAttack(roll, field([roll])), null, "nothing says what was rolled");
  isTheAttack(dnd5e.readAttack(roll, field([roll, card])));
  assert.deepEqual(explainedBy(card, field([roll, card, check])), [roll]);
  assert.equal(dnd5e.readAttack(check, field([roll, card, check])), null, "a check beside it");
});

test("midi-qol, separate: not with another speaker's card, or one that is a minute older", () => {
  const [roll, card] = messages("dnd5e-4.3-midi-separate");
  const strange = { ...card, speaker: { ...card.speaker, token: "TOKEN00000000002" } };
  const old = { ...card, timestamp: card.timestamp - 60_000 };
  assert.equal(dnd5e.readAttack(roll, field([strange, old, roll])), null);
});

test("midi-qol, text alone: the roll that the roller's client added is read", () => {
  const card = message("dnd5e-5.3-midi-content-only");
  assert.equal(dnd5e.readAttack(card, field()), null);
  const [roll] = messages("dnd5e-4.3-midi-separate");
  card.flags.coign = { attackRoll: JSON.parse(roll.rolls[0]) };
  isTheAttack(dnd5e.readAttack(card, field()));
});

test("a roll that the author adds does not replace a roll of the message", () => {
  const better = JSON.parse(messages("dnd5e-4.3-midi-separate")[0].rolls[0]);
  better.terms[0].results[0].result = 20;
  for (const name of ["dnd5e-4.3.9-shape-attack-with-target", "dnd5e-4.3-midi-merged"]) {
    const said = message(name);
    const { roll } = dnd5e.readAttack(said, field());
    said.flags.coign = { attackRoll: better };
    assert.deepEqual(dnd5e.readAttack(said, field()).roll, roll, name);
  }
});

test("a message of Beyond20 is reported as unread; a readable card, or one without an attack, is not", () => {
  const modules = { beyond20: "Beyond20", shiny: "Shiny Cards" };
  const unread = (said) => unreadBy(said, dnd5e, field([], modules));
  assert.equal(unread(message("dnd5e-5.3.3-beyond20")), "Beyond20");
  const [posted, rolled] = messages("dnd5e-5.3.3-ready-set-roll-3.5-usage");
  assert.equal(unread(rolled), null);
  assert.equal(unread(posted), null, "nothing rolled yet");
  const merged = { ...posted, content: '<h4 class="dice-total">19</h4>', flags: { ...posted.flags, shiny: {} } };
  assert.equal(unread(merged), "Shiny Cards");
  assert.equal(unread(message("dnd5e-5.3-midi-content-only")), null, "its roll comes by midi's own hook");
});
