/** Saves of Pathfinder 1 that are rolled from a card: what they are against, and what is put in before the dice fall. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { messageFlags } from "../../../../foundry-module/scripts/overrides/message-flags.mjs";
import { pf1 } from "../../../../foundry-module/scripts/systems/pf1/record.mjs";
import { readRoll } from "../../../../foundry-module/scripts/systems/rolls.mjs";
import { firstNote } from "../../../../foundry-module/scripts/util/provenance.mjs";
import { TOKENS } from "../../../browser/table.mjs";
import { world } from "../kit.mjs";
import { additions, later, modifier, settled } from "../rolls-kit.mjs";
import { saversWith } from "./saves-kit.mjs";

const COVER = modifier("cover", { kind: "flat", value: 2, to: "save" });
const CROWD = modifier("crowd", { kind: "flat", value: -1, to: "save" });
const EDGE = modifier("edge", { kind: "die", dice: "+1d4", to: "save" });
const LUCK = modifier("luck", { kind: "advantage", to: "save" });
const BASE = 5; // of everybody's Reflex

const answerOf = (targets, ...modifiers) => additions(targets, modifiers, "save");
const atOnce =
  (...modifiers) =>
  ({ targets, overrides }) => {
    const answer = Promise.resolve(additions(targets, modifiers, "save", overrides));
    return { inTime: answer, late: answer };
  };
const claimed = ({ flags }) => (flags.coign?.included ?? []).map((one) => one.modifier);

test("numbers, dice and advantage are in the save by their names, and the message tells whose card it is against", async () => {
  const { client, thrown, press, queries, against } = await saversWith(atOnce(COVER, CROWD, EDGE, LUCK));
  const card = await thrown();
  client.CONFIG.Dice.nextFaces.push(4, 15, 3);
  const [message] = await Promise.all(press(card));
  const [roll] = message.rolls;
  assert.match(
    roll.formula,
    /^2d20kh \+ 5\[Base\] \+ 2\[Coign: cover\] \+ ? ?- 1\[Coign: crowd\] \+ 1d4\[Coign: edge\]$/,
  );
  assert.equal(roll.total, 15 + BASE + 2 - 1 + 3);
  assert.deepEqual(claimed(message), ["cover", "crowd", "edge", "luck"]);
  assert.deepEqual(
    readRoll(roll).shown.terms.map(({ value }) => value),
    [2, -1, 3],
  );
  assert.equal(message.flags.coign.card, card.id);
  assert.deepEqual(against(message), {
    ...{ scene: "sceneQuarry00000", token: TOKENS.snag, ability: "dex" },
    made: [`Scene.sceneQuarry00000.Token.${TOKENS.snag}.Actor.actorGoblin00000.Item.itemFlask0000000`],
    effect: { name: "Acid Flask", abilities: [] },
  });
  assert.deepEqual(queries, [
    {
      actorToken: { scene: "sceneQuarry00000", token: TOKENS.snag },
      targets: [TOKENS.ilse],
      ...{ occasion: "save", ability: "dex" },
      attack: { kind: "ranged", reach: null, range: null, name: "Acid Flask", abilities: [] },
    },
  ]);
});

test("an area that the card's action has placed is where the save is measured from; a hidden one is asked nothing", async () => {
  const { client, thrown, press, queries, against } = await saversWith(atOnce(COVER));
  const { scene } = client.canvas;
  const place = (hidden) =>
    scene.createEmbeddedDocuments("MeasuredTemplate", [{ t: "circle", x: 700, y: 400, distance: 5, hidden }]);
  const [template] = await place(false);
  const [message] = await Promise.all(press(await thrown(template)));
  assert.deepEqual([queries[0].actorToken.token, queries[0].origin], [TOKENS.ilse, { x: 700, y: 400, elevation: 0 }]);
  assert.equal(against(message).made[0], template.uuid);
  const [secret] = await place(true);
  const [other] = await Promise.all(press(await thrown(secret)));
  assert.deepEqual([queries.length, claimed(other)], [1, []]);
});

test("the saves of several tokens ask together, and each message has its own", async () => {
  const waiting = [];
  const ask = ({ targets }) => {
    const answer = new Promise((resolve) =>
      waiting.push(() => resolve(answerOf(targets, targets[0] === TOKENS.ilse ? COVER : CROWD))),
    );
    return { inTime: answer, late: answer };
  };
  const { thrown, press } = await saversWith(ask);
  const rolling = press(await thrown(), [TOKENS.ilse, TOKENS.bram, TOKENS.runa]);
  await settled();
  assert.equal(waiting.length, 3, "nobody waits for another's answer");
  for (const give of waiting) give();
  const messages = await Promise.all(rolling);
  assert.deepEqual(
    messages.map((message) => [message.speaker.token, claimed(message)]),
    [
      [TOKENS.ilse, ["cover"]],
      [TOKENS.bram, ["crowd"]],
      [TOKENS.runa, ["crowd"]],
    ],
  );
});

test("the dialog shows the lines; a switch changes its fields, and what the user deletes there is left to the card", async () => {
  const { thrown, press, opened } = await saversWith(atOnce(COVER, LUCK));
  const card = await thrown();
  const asked = async (act) => {
    const [rolling] = press(card, [TOKENS.ilse], { skipDialog: false, bonus: "1[Bless]" });
    await settled();
    act(opened.at(-1));
    return rolling;
  };
  const kept = await asked((dialog) => {
    assert.equal(dialog.root.fields.bonus.value, "1[Bless] + 2[Coign: cover]");
    assert.equal(dialog.root.fields.d20.value, "2d20kh");
    dialog.press();
  });
  assert.deepEqual(claimed(kept), ["cover", "luck"]);
  const switched = await asked((dialog) => {
    const { lines, press } = dialog.root.lists.at(-1);
    for (const line of lines) press(line);
    assert.deepEqual([dialog.root.fields.bonus.value, dialog.root.fields.d20.value], ["1[Bless]", "1d20"]);
    dialog.press();
  });
  assert.deepEqual([claimed(switched), switched.flags.coign.overrides.length], [[], 2]);
  assert.match(switched.rolls[0].formula, /^1d20 \+ 5\[Base\] \+ 1\[Bless\]$/);
  const deleted = await asked((dialog) => {
    Object.assign(dialog.root.fields.bonus, { value: "4" });
    Object.assign(dialog.root.fields.d20, { value: "1d20" });
    dialog.press();
  });
  assert.deepEqual([claimed(deleted), deleted.rolls[0].formula], [[], "1d20 + 5[Base] + 4"]);
});

test("a late answer goes into an open dialog, and into no roll that has been made", async () => {
  const { ask, give } = later();
  const { thrown, press, opened } = await saversWith(ask);
  const card = await thrown();
  const [rolling] = press(card, [TOKENS.ilse], { skipDialog: false });
  await settled();
  give(answerOf([TOKENS.ilse], COVER));
  await settled();
  assert.equal(opened[0].root.fields.bonus.value, "2[Coign: cover]");
  opened[0].press();
  assert.deepEqual(claimed(await rolling), ["cover"]);

  const second = later();
  const other = await saversWith(second.ask);
  const [message] = await Promise.all(other.press(await other.thrown()));
  second.give(answerOf([TOKENS.ilse], COVER));
  await settled();
  assert.deepEqual([claimed(message), message.rolls[0].formula], [[], "1d20 + 5[Base]"]);
  assert.ok(message.flags.coign.card, "the card is judged afterwards all the same");
});

test("dice that somebody has chosen stay, and so does a refused or closed save", async () => {
  const { client, thrown, press, opened } = await saversWith(atOnce(COVER, LUCK));
  const card = await thrown();
  const [chosen] = await Promise.all(press(card, [TOKENS.ilse], { dice: "2d20kl" }));
  assert.match(chosen.rolls[0].formula, /^2d20kl/);
  assert.deepEqual(claimed(chosen), ["cover"]);
  const [rolling] = press(card, [TOKENS.ilse], { skipDialog: false });
  await settled();
  opened[0].close();
  assert.equal(await rolling, undefined);
  client.Hooks.once("pf1PreActorRollSave", () => false);
  assert.deepEqual(await Promise.all(press(card)), [undefined]);
  const [plain] = await Promise.all(press(card));
  assert.deepEqual(claimed(plain), ["cover", "luck"], "nothing of those is left");
});

test("a save from a sheet, and one in a world that does not want it, is left alone", async () => {
  const { thrown, press, queries, inRoll, tokenOf, against } = await saversWith(atOnce(COVER));
  const message = await tokenOf(TOKENS.ilse).actor.rollSavingThrow("ref", { skipDialog: true });
  assert.equal(against(message), null);
  inRoll.active = false;
  const [other] = await Promise.all(press(await thrown()));
  assert.deepEqual([queries.length, other.flags.coign, message.flags.coign], [0, undefined, undefined]);
});

test("10: the card's data are in its flags; a card that is gone, an attack and a forged flag say nothing", () => {
  const metadata = { actor: "Actor.goblin", item: "flask", template: "Scene.S.MeasuredTemplate.t" };
  const card = { speaker: { scene: "S", token: "snag" }, flags: { pf1: { metadata } } };
  const context = world("S", [{ _id: "snag", actorId: "goblin" }], { "ChatMessage.card": card });
  const save = (flags) => ({ flags: { pf1: { subject: { save: "will" } }, coign: flags } });
  const against = pf1.saveAgainst(save({ card: "card" }), context);
  assert.deepEqual(against, {
    scene: "S",
    token: "snag",
    made: ["Scene.S.MeasuredTemplate.t", "Actor.goblin.Item.flask"],
    ability: "wis",
  });
  assert.equal(pf1.saveAgainst(save({ card: "gone" }), context), null);
  assert.equal(pf1.saveAgainst(save({ card: 7 }), context), null);
  assert.equal(
    pf1.saveAgainst({ ...save({ card: "card" }), flags: { pf1: { subject: { skill: "acr" } } } }, context),
    null,
  );
  assert.equal(messageFlags(save({ card: "card" })).card, "card");
  assert.deepEqual(
    [firstNote({ card: "card" }, false), firstNote({ save: "Scene.S.Token.t" }, false)],
    [{ card: "card" }, {}],
    "who makes the message may say the card, and not what a GM sets",
  );
});
