/**
 * More complaints of other modules' users from those modules' issue trackers: permissions, lag, messages, worlds with
 * odd data. Each test is named for its complaint; see also known-complaints.test.mjs.
 */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { aim, clearHedge, flagsOf, hedge, judged, passed, reconnect, strike, update, wiretap } from "./quick.mjs";
import { bridge, browser, oneTable } from "./setup.mjs";
import { cardOf, frameOf, openTable, reads, SOON, TOKENS } from "./table.mjs";

const line = wiretap();
const { page, gm, player } = await oneTable({ query: "v=14", before: line.before });

beforeEach(() => {
  line.sent.splice(0);
  line.said.splice(0);
});

const chip = (frame, message, words) => cardOf(frame, message).locator(".coign-chip", { hasText: words });

test("permissions, simbuls-cover-calculator 307: nobody needs permission for another's token", async () => {
  const target = () => gm.evaluate((id) => canvas.scene.tokens.get(id).toObject(), TOKENS.snag);
  const before = await target();
  assert.equal(await player.evaluate((id) => canvas.scene.tokens.get(id).isOwner, TOKENS.snag), false);
  await hedge(gm, { y: 0, height: 900 });
  const message = await strike(player);
  for (const frame of [gm, player]) await chip(frame, message, "Half Cover").waitFor(SOON);
  assert.deepEqual(await target(), before);
});

test("explicit, pf2e-visioner 87: the card says in words what cover there is, what it adds, and why", async () => {
  const message = await strike(player);
  await reads(chip(player, message, "Half Cover"), /Half Cover.*\+2 AC.*\S{3,}/);
});

test("double counting, dnd5e 4493: cover that the system has added to the AC is not added again", async () => {
  const added = async () => {
    line.said.splice(0);
    const message = await strike(player);
    await judged(player, message);
    return line.said.find(({ type, viewer }) => type === "annotation" && viewer === "gm").results[0].outcome.flat.ac;
  };
  assert.equal(await added(), 2);
  const effects = [{ _id: "effectCover00000", name: "Half Cover", statuses: ["coverHalf"], disabled: false }];
  await update(gm, TOKENS.snag, { delta: { effects } });
  assert.equal(await added(), 0);
  await update(gm, TOKENS.snag, { delta: { effects: [] } });
  assert.equal(await added(), 2);
  await clearHedge(gm);
});

test("previews, pf2e-visioner 56: while a token is dragged, the lines are measured from its new place", async () => {
  await aim(gm, TOKENS.ilse, TOKENS.snag);
  const { x, y } = await gm.evaluate((id) => canvas.scene.tokens.get(id)._source, TOKENS.ilse);
  line.sent.splice(0);
  await gm.evaluate(([id, place]) => canvas.tokens.get(id).preview(place), [TOKENS.ilse, { x: x + 100, y }]);
  const { at } = await passed(line.sent, (packet) => packet.at, "a preview");
  assert.deepEqual(at, { x: x + 100, y, elevation: null }, "the ground there");
  await gm.evaluate((id) => canvas.tokens.get(id).preview(null), TOKENS.ilse);
});

test("lag, monks-wall-enhancement 48 and elevated-vision 29: among 700 walls, a moved token sends only itself", async () => {
  await gm.evaluate(async () => {
    const walls = Array.from({ length: 700 }, (_, n) => ({
      c: [(n % 40) * 20, 1500 + n, (n % 40) * 20 + 15, 1500 + n],
    }));
    globalThis.many = (await canvas.scene.createEmbeddedDocuments("Wall", walls)).map(({ id }) => id);
  });
  await judged(player, await strike(player)); // so that the walls have been sent
  line.sent.splice(0);
  for (const x of [600, 700, 500]) await update(gm, TOKENS.snag, { x });
  await judged(player, await strike(player)); // so that the last move has been sent too
  const told = line.sent.filter(({ type }) => type === "scene.patch").flatMap(({ changes }) => changes);
  assert.ok(told.length >= 1 && told.length <= 3, `${told.length} changes`);
  assert.deepEqual([...new Set(told.map(({ document, id }) => `${document} ${id}`))], [`Token ${TOKENS.snag}`]);
  await gm.evaluate(() => canvas.scene.deleteEmbeddedDocuments("Wall", globalThis.many));
});

test("crashes, token-cover 38 and 43: malformed flags in a world are skipped", async () => {
  const odd = { overrides: "none", slowed: 7, attacks: 3, senses: "keen", reach: "far", statuses: {}, shield: "yes" };
  await gm.evaluate(
    async ([id, flags]) => {
      await canvas.scene.tokens.get(id).update({ flags: { coign: flags } });
      await canvas.scene.update({ flags: { coign: { overrides: 5 } } });
      const [wall] = await canvas.scene.createEmbeddedDocuments("Wall", [{ c: [0, 1500, 9, 1500] }]);
      await wall.update({ flags: { coign: { cover: { degree: 9 } }, "wall-height": { top: "high" } } });
    },
    [TOKENS.snag, odd],
  );
  const message = await strike(player);
  await chip(player, message, "High Ground").waitFor(SOON);
  const none = Object.fromEntries(Object.keys(odd).map((name) => [name, null]));
  await gm.evaluate(
    async ([id, flags]) => {
      await canvas.scene.tokens.get(id).update({ flags: { coign: flags } });
      await canvas.scene.update({ flags: { coign: { overrides: null } } });
    },
    [TOKENS.snag, none],
  );
});

test("heights, simplecover5e on v14: each token is sent with its depth and level", async () => {
  const fresh = wiretap();
  const other = await openTable(browser, bridge.url, { query: "v=14", before: fresh.before });
  await judged(other.player, await strike(other.player));
  const { data } = fresh.sent.find((message) => message.type === "scene.put" && message.data);
  for (const token of data.tokens) assert.deepEqual([token.depth, token.level], [1, "defaultLevel0000"], token.name);
  assert.ok(data.levels.length);
  await other.page.close();
  await reconnect(gm);
});

test("one card for all, ready-set-roll and midi-qol: an attack added to an older card is judged there", async () => {
  const message = await player.evaluate(
    async ([by, at]) => {
      const token = canvas.scene.tokens.get(by);
      canvas.tokens.setTargets([at]);
      const item = token.actor.items.find(({ name }) => name === "Shortbow");
      const uses = { item: { uuid: item.uuid, id: item.id, type: "weapon" }, activity: { id: "dnd5eactivity000" } };
      const speaker = ChatMessage.getSpeaker({ token });
      const card = await ChatMessage.create({ content: "<p>A bow.</p>", speaker, flags: { dnd5e: uses } });
      const roll = await new Roll("1d20 + 6").evaluate();
      await card.update({ rolls: [roll], flags: { dnd5e: { roll: { type: "attack", attackMode: "ranged" } } } });
      return card.id;
    },
    [TOKENS.ilse, TOKENS.snag],
  );
  for (const frame of [gm, player]) await chip(frame, message, "High Ground").waitFor(SOON);
});

test("a GM online, simplecover5e: without a GM a roll stays plain, and is annotated by a press when one is back", async () => {
  await page.evaluate(() => tabletop.close("gm"));
  await player.waitForFunction(() => game.users.activeGM === null, null, SOON);
  const message = await strike(player);
  await player.waitForSelector(`[data-message-id="${message}"] .dice-total`, SOON);
  assert.equal(await cardOf(player, message).count(), 0);
  await page.evaluate(() => tabletop.open("gm").dataset.client);
  const gm = await frameOf(page, "gm");
  // Where everybody stood is not known any more, so a GM says when it is measured.
  await gm.locator(`[data-message-id="${message}"] .coign-nothing [data-coign="measure"]`).click(SOON);
  for (const frame of [gm, player]) await chip(frame, message, "High Ground").waitFor(SOON);
  assert.deepEqual((await flagsOf(player, message)).overrides ?? [], []);
});
