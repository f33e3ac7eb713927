/** Modifiers in the attacks and saves of Starfinder 1: with its dialog, without it, and never twice. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sfrpg } from "../../../../foundry-module/scripts/systems/sfrpg/record.mjs";
import { TOKENS } from "../../../browser/table.mjs";
import { additions, atOnce, DIE, LUCK, later, modifier, settled } from "../rolls-kit.mjs";
import { playersWith } from "./rolls-kit.mjs";

const SCENE = "sceneQuarry00000";
const FLANKING = modifier("flanking", { kind: "flat", value: 2, to: "attack" });
const CROWD = modifier("crowd", { kind: "flat", value: -2, to: "attack" });
const COVER = modifier("cover", { kind: "flat", value: 4, to: "ac" });
const REFLEX = modifier("cover", { kind: "flat", value: 2, to: "save" });
const NEVER = () => ({ inTime: Promise.resolve(null), late: new Promise(() => {}) });

const claimed = ({ flags }) => (flags.coign?.included ?? []).map((one) => one.modifier);
const saving =
  (...modifiers) =>
  ({ targets }) => {
    const answer = Promise.resolve(additions(targets, modifiers, "save"));
    return { inTime: answer, late: answer };
  };

/** Use the weapon with the dialog; `act` handles it. */
async function withDialog({ strike, opened }, act) {
  const striking = strike({ ask: true });
  await settled();
  await act(opened.at(-1));
  return striking;
}

test("numbers and dice are terms of the roll by their names, and shown in its breakdown; advantage stays on the card", async () => {
  const { strike, read, client, queries } = await playersWith(atOnce(FLANKING, CROWD, DIE, LUCK));
  client.CONFIG.Dice.nextFaces.push(10, 3);
  const message = await strike();
  const [roll] = message.rolls;
  assert.equal(roll.formula, "1d20 + 8 + 2[Coign: flanking] - 2[Coign: crowd] + 1d4[Coign: edge]");
  assert.equal(roll.total, 10 + 8 + 2 - 2 + 3);
  assert.deepEqual(claimed(message), ["flanking", "crowd", "edge"]);
  assert.match(message.content, /breakdown">1d20 \+ 8\[@item.attackBonus\]<br \/> \+ 2\[Coign: flanking\]/);
  assert.deepEqual(
    read(message).roll.shown.terms.map(({ value }) => value),
    [2, -2, 3],
  );
  assert.deepEqual(queries, [
    {
      actorToken: { scene: SCENE, token: TOKENS.bram },
      targets: [TOKENS.mog],
      attack: { kind: "melee", reach: 5, range: null, name: "Longsword", abilities: [], spell: false },
      counted: ["attacker-prone"],
    },
  ]);
});

test("cover is in the armour class that the system compares with, and the card counts it: no message has it", async () => {
  const { strike, client } = await playersWith(atOnce(COVER));
  const { kac } = client.canvas.scene.tokens.get(TOKENS.mog).actor.system.attributes;
  client.CONFIG.Dice.nextFaces.push(kac.value - 8 + 3, kac.value - 8 + 4);
  const [missed, struck] = [await strike(), await strike()];
  assert.deepEqual([missed.flags.sfrpg.rollSuccess, struck.flags.sfrpg.rollSuccess], [false, true]);
  assert.match(missed.content, new RegExp(`KAC ${kac.value + 4}: MISS`));
  assert.deepEqual(claimed(missed), []);
  assert.equal(
    client.canvas.scene.tokens.get(TOKENS.mog).actor.system.attributes.kac.value,
    kac.value,
    "nothing stays",
  );
});

test("of several targets the system knows one, so that cover stays on the card", async () => {
  const { strike, aim, client } = await playersWith(atOnce(COVER));
  const { kac } = client.canvas.scene.tokens.get(TOKENS.mog).actor.system.attributes;
  aim(TOKENS.mog, TOKENS.grik);
  client.CONFIG.Dice.nextFaces.push(kac.value - 8);
  assert.equal((await strike()).flags.sfrpg.rollSuccess, true);
});

test("with the dialog they go in too; a switch takes one out, which is a GM's override", async () => {
  const players = await playersWith(atOnce(FLANKING, CROWD));
  const message = await withDialog(players, (dialog) => {
    const { lines, press } = dialog.root.lists.at(-1);
    press(lines.find((line) => line.modifier === "crowd"));
    dialog.press();
  });
  assert.equal(message.rolls[0].formula, "1d20 + 8 + 2[Coign: flanking]");
  assert.deepEqual(
    message.flags.coign.overrides.map((one) => [one.modifier, one.state]),
    [["crowd", "off"]],
  );
});

test("flanking that is ticked in the system's own list is counted by the system, once", async () => {
  const players = await playersWith(atOnce(FLANKING, CROWD));
  const message = await withDialog(players, (dialog) => {
    const boxes = dialog.data.content.match(/own-[\w-]+/g);
    dialog.root.fields[boxes[1]] = { checked: true };
    dialog.press();
  });
  assert.equal(message.rolls[0].formula, "1d20 + 8 + 2 - 2[Coign: crowd]");
  assert.deepEqual(claimed(message), ["crowd"]);
  assert.deepEqual(players.read(message).counted, ["attacker-prone", "flanking"]);
});

test("a late answer goes into an open dialog, and into no roll that has been made", async () => {
  const { ask, give } = later();
  const players = await playersWith(ask);
  const message = await withDialog(players, async (dialog) => {
    give(additions([TOKENS.mog], [FLANKING]));
    await settled();
    dialog.press();
  });
  assert.deepEqual(claimed(message), ["flanking"]);
  const none = await playersWith(NEVER);
  assert.deepEqual(claimed(await none.strike()), []);
});

test("a closed dialog rolls nothing, and the next roll is its own", async () => {
  const players = await playersWith(atOnce(FLANKING));
  assert.equal(await withDialog(players, (dialog) => dialog.data.close()), null);
  assert.deepEqual(claimed(await players.strike()), ["flanking"]);
});

test("no target, another kind of roll, or the setting switched off: the system rolls as ever", async () => {
  const players = await playersWith(atOnce(FLANKING));
  players.aim();
  assert.equal((await players.strike()).rolls[0].formula, "1d20 + 8");
  players.aim(TOKENS.mog);
  players.inRoll.active = false;
  assert.equal((await players.strike()).rolls[0].formula, "1d20 + 8");
  assert.equal(players.queries.length, 0);
});

test("a save from the button of a card is asked about from its thrower, and says whose card it is against", async () => {
  const players = await playersWith(saving(REFLEX));
  const card = await players.throwGrenade();
  players.client.CONFIG.Dice.nextFaces.push(12);
  const message = await players.save(card);
  assert.equal(message.rolls[0].formula, "1d20 + 5 + 2[Coign: cover]");
  assert.deepEqual(claimed(message), ["cover"]);
  assert.deepEqual(sfrpg.saveAgainst(message, players.context), {
    ...{ scene: SCENE, token: TOKENS.snag, ability: "dex" },
    made: [`Scene.${SCENE}.Token.${TOKENS.snag}.Actor.actorGoblin00000.Item.itemGrenade00000`],
    effect: { name: "Frag Grenade", abilities: [] },
  });
  assert.deepEqual(players.queries, [
    {
      actorToken: { scene: SCENE, token: TOKENS.snag },
      targets: [TOKENS.ilse],
      ...{ occasion: "save", ability: "dex" },
      attack: { kind: "ranged", reach: null, range: null, name: "Frag Grenade", abilities: [] },
    },
  ]);
});

test("a save from the sheet is against nothing that is known", async () => {
  const players = await playersWith(saving(REFLEX));
  const message = await players.save({ id: "nothing" });
  assert.equal(message.rolls[0].formula, "1d20 + 5");
  assert.equal(sfrpg.saveAgainst(message, players.context), null);
});
