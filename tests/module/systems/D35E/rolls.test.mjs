/** Modifiers in the attacks of D&D 3.5: with its dialog, without it, and never twice. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { TOKENS } from "../../../browser/table.mjs";
import { additions, atOnce, DIE, LUCK, later, modifier, settled } from "../rolls-kit.mjs";
import { attackIn, fighterWith } from "./rolls-kit.mjs";

const FLANKING = modifier("flanking", { kind: "flat", value: 2, to: "attack" });
const CROWD = modifier("crowd", { kind: "flat", value: -2, to: "attack" });
const COVER = modifier("cover", { kind: "flat", value: 4, to: "ac" });
const NEVER = () => ({ inTime: Promise.resolve(null), late: new Promise(() => {}) });

/** The formula of a message's first attack, and what it says was put in. */
const rolled = (message) => ({
  formula: attackIn(message).rolls[0].formula.replace("+  -", "-"), // the system joins its parts with "+"
  claimed: (message.flags.coign?.included ?? []).map((one) => one.modifier),
});

/** Use the weapon with the dialog; `act` handles it. */
async function withDialog({ strike, opened }, act) {
  const striking = strike({ ask: true });
  await settled();
  await act(opened.at(-1));
  return striking;
}

test("without the dialog, numbers and dice go in by their names; cover and advantage stay on the card", async () => {
  const { strike, read, client, queries } = await fighterWith(atOnce(FLANKING, CROWD, DIE, COVER, LUCK));
  client.CONFIG.Dice.nextFaces.push(10, 3);
  const message = await strike();
  assert.deepEqual(rolled(message), {
    formula: "1d20 + 2[Coign: flanking] - 2[Coign: crowd] + 1d4[Coign: edge] + 8",
    claimed: ["flanking", "crowd", "edge"],
  });
  assert.deepEqual(
    read(message).roll.shown.terms.map(({ flavor, value }) => [flavor, value]),
    [
      ["Coign: flanking", 2],
      ["Coign: crowd", -2],
      ["Coign: edge", 3],
    ],
  );
  const asked = { actorToken: { scene: "sceneQuarry00000", token: TOKENS.bram }, targets: [TOKENS.mog] };
  assert.deepEqual(queries, [{ ...asked, attack: { kind: "melee", name: "Longsword" } }]);
});

test("with the dialog they go in too; a switch takes one out, which is a GM's override", async () => {
  const fighter = await fighterWith(atOnce(FLANKING, CROWD));
  const message = await withDialog(fighter, ({ root, press }, dialog = fighter.opened.at(-1)) => {
    const { lines, press: turn } = root.lists.at(-1);
    turn(lines.find((line) => line.modifier === "crowd"));
    return press.call(dialog);
  });
  assert.deepEqual(rolled(message), { formula: "1d20 + 2[Coign: flanking] + 8", claimed: ["flanking"] });
  assert.deepEqual(
    message.flags.coign.overrides.map((one) => [one.modifier, one.state]),
    [["crowd", "off"]],
  );
});

test("what the user ticks in the system's own dialog is counted by the system, once", async () => {
  const fighter = await fighterWith(atOnce(FLANKING, CROWD));
  const message = await withDialog(fighter, (dialog) => {
    dialog.root.fields.flanking = { checked: true };
    dialog.press();
  });
  assert.deepEqual(rolled(message), { formula: "1d20 - 2[Coign: crowd] + 8 + 2", claimed: ["crowd"] });
  assert.deepEqual(fighter.read(message).counted, ["flanking"]);
});

test("a late answer goes into an open dialog, and into no roll that has been made", async () => {
  const { ask, give } = later();
  const fighter = await fighterWith(ask);
  const message = await withDialog(fighter, async (dialog) => {
    assert.deepEqual(dialog.root.lists, []);
    give(additions([TOKENS.mog], [FLANKING]));
    await settled();
    dialog.press();
  });
  assert.deepEqual(rolled(message).claimed, ["flanking"]);

  const second = later();
  const other = await fighterWith(second.ask);
  const alone = await withDialog(other, (dialog) => dialog.press());
  second.give(additions([TOKENS.mog], [FLANKING]));
  await settled();
  assert.deepEqual(rolled(alone), { formula: "1d20 + 8", claimed: [] });
});

test("without an answer the roll is as the system makes it; a closed dialog rolls nothing and leaves nothing behind", async () => {
  const { strike } = await fighterWith(NEVER);
  assert.deepEqual(rolled(await strike()), { formula: "1d20 + 8", claimed: [] });

  const fighter = await fighterWith(atOnce(FLANKING));
  assert.equal(await withDialog(fighter, (dialog) => dialog.close()), null);
  await settled();
  const bram = fighter.client.canvas.scene.tokens.get(TOKENS.bram).actor;
  const shown = {};
  bram.items.find(({ name }) => name === "Longsword")._addCombatChangesToRollData([], shown);
  assert.deepEqual(shown, {}, "a sheet that works out its numbers now gets nothing of ours");
});

test("an item that is no attack, no targets, and a world that does not want it are left alone", async () => {
  const { strike, queries, inRoll, aim } = await fighterWith(atOnce(FLANKING));
  inRoll.active = false;
  assert.deepEqual(rolled(await strike()).claimed, []);
  inRoll.active = true;
  aim();
  assert.deepEqual(rolled(await strike()).claimed, []);
  assert.equal(queries.length, 0);
});

test("the damage in the attack's own message is read with the attack", async () => {
  const { strike, read, client } = await fighterWith(NEVER);
  client.CONFIG.Dice.nextFaces.push(10, 7);
  const message = await strike();
  assert.deepEqual(read(message).roll.rolled, { damage: [attackIn(message).damage.total] });
  assert.ok(attackIn(message).damage.total >= 7);
});
