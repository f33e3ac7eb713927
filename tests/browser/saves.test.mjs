/** Saves against areas of effect: measured from the area's origin, in 13 by its template, in 14 by its region. */

import assert from "node:assert/strict";
import { choose, flagsOf, hedge, passed, strike, wiretap } from "./quick.mjs";
import { atTable } from "./setup.mjs";
import { cardOf, counts, nextDice, SOON, TOKENS } from "./table.mjs";

const EAST = { x: 550, y: 250 }; // east of the hedge, while Ilse is west of it
const WEST = { x: 150, y: 250 };
const BALL = "Actor.actorSnag0000000.Item.itemBall00000000";

/** Run a test at tables of its own, in the shapes of 13 and of 14, with a hedge to the east of Ilse. */
function inBoth(name, run) {
  for (const version of [13, 14]) {
    const line = wiretap();
    atTable(`${name}, ${version}`, { query: `v=${version}`, before: line.before }, async (table) => {
      await hedge(table.gm);
      await run({ ...table, line });
    });
  }
}

/** Place a template, or in 14 the region that replaces it. Returns its id. */
const place = (gm, { x, y, name = "Fireball", ...more }) =>
  gm.evaluate(
    async ([at, called, extra]) => {
      const region = { name: called, shapes: [{ type: "circle", radius: 400, ...at }], ...extra };
      const [kind, data] = canvas.scene.levels
        ? ["Region", region]
        : ["MeasuredTemplate", { t: "circle", distance: 20, ...at, ...extra }];
      return (await canvas.scene.createEmbeddedDocuments(kind, [data]))[0].id;
    },
    [{ x, y }, name, more],
  );

const remove = (gm, id) =>
  gm.evaluate(
    (gone) => canvas.scene.deleteEmbeddedDocuments(canvas.scene.levels ? "Region" : "MeasuredTemplate", [gone]),
    id,
  );

/** Roll a save for Ilse; `card` is the message that she rolls it from. Returns the message's id. */
const save = (player, card = null) =>
  player.evaluate(
    async ([id, origin]) => {
      const roll = await new Roll("1d20 + 3").evaluate();
      const speaker = ChatMessage.getSpeaker({ token: canvas.scene.tokens.get(id) });
      const six = game.system.version.startsWith("6");
      const said = six
        ? { type: "save", system: { ability: "dex", origin } }
        : { flags: { dnd5e: { roll: { type: "save", ability: "dex" }, originatingMessage: origin } } };
      return (await ChatMessage.create({ rolls: [roll], speaker, ...said })).id;
    },
    [TOKENS.ilse, card],
  );

/** Post Snag's card of a spell. */
const cast = (gm) =>
  gm.evaluate(
    async ([id, ball]) => {
      const speaker = ChatMessage.getSpeaker({ token: canvas.scene.tokens.get(id) });
      const uses = { item: { uuid: ball }, activity: { uuid: `${ball}.Activity.x` } };
      const six = game.system.version.startsWith("6");
      const said = six ? { type: "usage", system: uses } : { flags: { dnd5e: { messageType: "usage", ...uses } } };
      return (await ChatMessage.create({ content: "<p>A ball of fire.</p>", speaker, ...said })).id;
    },
    [TOKENS.snag, BALL],
  );

const half = (frame, message) => cardOf(frame, message).locator(".coign-chip", { hasText: "Half Cover+2 save" });

inBoth("the GM says that a save is against the area on the map", async ({ gm, player }) => {
  const id = await place(gm, EAST);
  const message = await save(player);
  await choose(gm, message, "save against an area");
  for (const frame of [gm, player]) await half(frame, message).waitFor(SOON);
  await remove(gm, id);
  const chip = half(gm, message);
  await chip.locator(".coign-toggle").click();
  await cardOf(player, message).locator('.coign-chip[data-state="off"]').waitFor(SOON);
  await chip.locator(".coign-toggle").click();
  await cardOf(player, message).locator('.coign-chip[data-state="on"]').waitFor(SOON);
});

inBoth("of several areas the GM picks one by its name", async ({ gm, player }) => {
  await place(gm, { ...EAST, name: "Fireball" });
  await place(gm, { ...WEST, name: "Web" });
  const message = await save(player);
  await choose(gm, message, "save against an area");
  const options = gm.locator("dialog select[name=picked] option");
  await options.first().waitFor({ state: "attached", ...SOON });
  await counts(options, 2);
  await gm.selectOption("dialog select[name=picked]", { index: 1 }); // the newest comes first
  await gm.click("dialog footer button");
  await half(player, message).waitFor(SOON);
});

inBoth(
  "a save from a spell's card is measured from the area that the spell has placed, and nobody has to say it",
  async ({ gm, player, line }) => {
    const flags = { dnd5e: { origin: `${BALL}.Activity.x`, item: BALL } };
    const web = await place(gm, { ...WEST, flags });
    const card = await cast(gm);
    const open = await save(player, card);
    const isAnswer = ({ type, occasion, viewer }) => type === "annotation" && occasion === "save" && viewer === "gm";
    await passed(line.said, isAnswer, "the save is judged");
    await remove(gm, web);

    const ball = await place(gm, { ...EAST, flags });
    const covered = await save(player, card);
    for (const frame of [gm, player]) await half(frame, covered).waitFor(SOON);
    assert.equal(await cardOf(gm, open).count(), 0, "no hedge in between, though there is one to Snag");
    await remove(gm, ball); // no longer needed
    await half(gm, covered).locator(".coign-toggle").click();
    await cardOf(player, covered).locator('.coign-chip[data-state="off"]').waitFor(SOON);
    assert.deepEqual(line.sent.findLast(({ occasion }) => occasion === "save").origin, { ...EAST, elevation: 0 });
  },
);

inBoth("a save from a card without an area is measured from whose card it is", async ({ gm, player }) => {
  const message = await save(player, await cast(gm));
  for (const frame of [gm, player]) await half(frame, message).waitFor(SOON);
});

inBoth(
  "a formation saves from the worst place that any of it has, and each roll has the roller's card alone",
  async ({ gm, player, line }) => {
    const card = await cast(gm);
    const alone = await save(player, card);
    await half(player, alone).waitFor(SOON);
    const form = (word) =>
      gm.evaluate(
        async ([tokens, formation]) => {
          for (const id of tokens) await canvas.scene.tokens.get(id).update({ flags: { coign: { formation } } });
        },
        [[TOKENS.ilse, TOKENS.bram], word],
      );
    await form("shield wall"); // Bram is on Snag's side of the hedge
    const together = await save(player, card);
    const isAnswer = ({ type, viewer, results }) => type === "annotation" && viewer === "gm" && results.length === 2;
    const { results } = await passed(line.said, isAnswer, "the formation is judged");
    assert.deepEqual(
      results.map(({ target, outcome }) => [target, outcome.flat.save]),
      [
        [TOKENS.ilse, 0],
        [TOKENS.bram, 0],
      ],
    );
    assert.match(results[0].outcome.notes.join(), /saves with the position of Bram/);

    await gm.evaluate(
      ([mate, { x, y }]) => canvas.scene.tokens.get(mate).update({ x, y }, { animate: false }),
      [TOKENS.bram, { x: 200, y: 300 }], // beside Ilse
    );
    const covered = await save(player, card);
    for (const frame of [gm, player]) await half(frame, covered).waitFor(SOON);
    assert.equal(await half(gm, together).count(), 0);
    await counts(cardOf(gm, covered).locator(".coign-row"), 1);
  },
);

for (const version of [13, 14])
  atTable(
    `D35E keeps a save's dice with its card: the GM says what it is against, ${version}`,
    { query: `system=D35E&v=${version}` },
    async ({ gm, player }) => {
      await hedge(gm);
      await nextDice(gm, 11);
      await gm.evaluate(
        ([id, foe]) => {
          canvas.tokens.setTargets([foe]);
          canvas.scene.tokens.get(id).actor.rollSavingThrow("ref", null, 15);
        },
        [TOKENS.ilse, TOKENS.snag],
      );
      await gm.locator("#windows .dialog-button.normal").click();
      await gm.waitForFunction(() => game.messages.size === 1, null, SOON);
      const message = await gm.evaluate(() => game.messages.contents[0].id);
      await choose(gm, message, "save against my target");
      for (const frame of [gm, player])
        await cardOf(frame, message).locator(".coign-chip", { hasText: "+2 save" }).waitFor(SOON);
      const seen = await gm.evaluate(
        (id) => game.messages.get(id).flags.coign.annotations[0].results[0].outcome.total,
        message,
      );
      assert.deepEqual(seen, { before: 11 + 5, after: 11 + 5 + 2 });
    },
  );

inBoth("where a hidden area starts is told to nobody", async ({ gm, player }) => {
  await place(gm, { ...EAST, hidden: true, flags: { dnd5e: { item: BALL } } });
  const message = await save(player, await cast(gm));
  await gm.click(`[data-message-id="${message}"] .dice-total`, { button: "right" });
  await gm.locator("#context-menu button").first().waitFor(SOON);
  assert.equal(await gm.locator("#context-menu button", { hasText: "an area" }).count(), 0);
  const told = await strike(player);
  await cardOf(player, told).waitFor(SOON); // so the save has been judged, if it is
  assert.equal((await flagsOf(player, message)).annotations, undefined);
});
