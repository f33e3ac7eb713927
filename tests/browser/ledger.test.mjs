/** The memory that GMs alone read: what becomes of a card when the GM presses F5. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, judged, strike, update } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, cardOf, eventually, frameOf, pause, SOON, TOKENS } from "./table.mjs";

const table = await oneTable({ query: "v=14" });
const { page, player } = table;
let { gm } = table;

/** Load the GM's page again, as F5 does. */
async function reload({ connected = true } = {}) {
  await page.evaluate(() => tabletop.open("gm").dataset.client);
  gm = await frameOf(page, "gm");
  if (connected) await gm.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, SOON);
}

const chip = (frame, message, id) => cardOf(frame, message).locator(`.coign-chip[data-modifier="${id}"]`);
const textOf = (message) => cardOf(gm, message).innerText();

test("F5 changes no card, and what is decided after it is judged by where everybody stood", async () => {
  const message = await strike(player);
  await chip(gm, message, "high-ground").waitFor(SOON);
  await judged(player, message);
  const before = await textOf(message);
  assert.match(before, /High Ground/);
  await update(gm, TOKENS.ilse, { x: 300, y: 600, elevation: 0 }); // she has come down after the roll
  await reload();
  await becomes(() => textOf(message), before);

  await chip(gm, message, "high-ground").locator("[aria-pressed]").first().click();
  for (const frame of [gm, player])
    await cardOf(frame, message).locator('.coign-chip[data-modifier="high-ground"][data-state="off"]').waitFor(SOON);
  await reload();
  await cardOf(gm, message).locator('.coign-chip[data-modifier="high-ground"][data-state="off"]').waitFor(SOON);
  await chip(gm, message, "high-ground").locator("[aria-pressed]").first().click();
  for (const frame of [gm, player])
    await cardOf(frame, message).locator('.coign-chip[data-modifier="high-ground"][data-state="on"]').waitFor(SOON);
  await becomes(() => textOf(message), before);
  await update(gm, TOKENS.ilse, { x: 200, y: 200, elevation: 10 });
});

test("an attack that was made while no GM was there waits for a press, and says so", async () => {
  await page.evaluate(() => document.querySelector('iframe[data-client="gm"]').remove());
  await player.waitForFunction(() => !game.users.activeGM, null, SOON);
  const message = await strike(player);
  await page.evaluate(() => tabletop.open("gm").dataset.client);
  await reload();
  const note = gm.locator(`[data-message-id="${message}"] .coign-nothing`);
  await note.getByText("No game master who is here").waitFor(SOON);
  assert.equal(await cardOf(player, message).count(), 0);
  await note.locator('[data-coign="measure"]').click();
  for (const frame of [gm, player]) await chip(frame, message, "high-ground").waitFor(SOON);
});

test("a second game master reads and decides like the first, and a hand-over changes no card", async () => {
  const message = await strike(player);
  await chip(gm, message, "high-ground").waitFor(SOON);
  await update(gm, TOKENS.ilse, { x: 300, y: 600, elevation: 0 });
  await page.evaluate(() => tabletop.open("gm2").dataset.client);
  const second = await frameOf(page, "gm2");
  const before = await textOf(message);
  assert.match(before, /chance to hit/);
  await becomes(() => cardOf(second, message).innerText(), before);

  const sign = (frame) => chip(frame, message, "high-ground").locator("[aria-pressed]").first();
  await sign(second).click();
  for (const frame of [gm, second, player])
    await cardOf(frame, message).locator('.coign-chip[data-modifier="high-ground"][data-state="off"]').waitFor(SOON);
  const off = await textOf(message);
  await becomes(() => cardOf(second, message).innerText(), off);

  await page.evaluate(() => tabletop.close("gm"));
  await second.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, SOON);
  await becomes(() => cardOf(second, message).innerText(), off);
  await sign(second).click();
  await becomes(() => cardOf(second, message).innerText(), before, "what it was, where she stood at the roll");
  await reload({ connected: false });
  await becomes(() => textOf(message), before, "the first is told what the second has judged meanwhile");
  await page.evaluate(() => tabletop.close("gm2"));
  await update(gm, TOKENS.ilse, { x: 200, y: 200, elevation: 10 });
});

/** A generator of whole numbers below a bound that gives the same ones for the same seed. */
function chanceOf(seed) {
  let state = (seed * 2654435761 + 1) % 2147483647;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

const EVENINGS = Number(process.env.COIGN_EVENINGS ?? 2);
const ACTS = 10;

for (let seed = 1; seed <= EVENINGS; seed++)
  test(`two game masters read the same, whatever the order of acts, and nobody's leaving changes a card (${seed})`, async () => {
    const chance = chanceOf(seed);
    const frames = { gm };
    const open = async (name) => {
      await page.evaluate((client) => tabletop.open(client).dataset.client, name);
      frames[name] = await frameOf(page, name);
      gm = frames.gm;
      await gm.waitForFunction(() => game.users.filter((user) => user.isGM && user.active).length === 2, null, SOON);
    };
    await open("gm2");
    const messages = [await strike(player)];
    const read = (name, message) =>
      frames[name]
        .locator(`[data-message-id="${message}"] :is(.coign-card, .coign-nothing)`)
        .allInnerTexts()
        .then((texts) => texts.join());
    const cards = async (name) => {
      const texts = [];
      for (const message of messages) texts.push(await read(name, message));
      return texts.join("\n---\n");
    };
    const isCalm = async () => {
      const [one, two] = [await cards("gm"), await cards("gm2")];
      return one === two && !/Waiting|waits/.test(one) ? one : null;
    };
    const alike = (what) => eventually(isCalm, Boolean, what); // a second look might meet a card that is drawn again
    const pick = () => messages[chance(messages.length)];
    const by = () => frames[chance(2) ? "gm" : "gm2"];
    const acts = {
      strike: async () => messages.push(await strike(player, { at: chance(2) ? TOKENS.snag : TOKENS.grik })),
      move: () =>
        update(gm, TOKENS.ilse, { x: 100 + 100 * chance(6), y: 100 + 100 * chance(4), elevation: 10 * chance(2) }),
      decide: async () => {
        const sign = cardOf(by(), pick()).locator('[data-coign="turn"]').first();
        if (await sign.count()) await sign.click();
      },
      retarget: async () => {
        const frame = by();
        await frame.evaluate((id) => canvas.tokens.setTargets([id]), chance(2) ? TOKENS.snag : TOKENS.mog);
        await choose(frame, pick(), "Measure Against My Targets");
      },
      remove: async () => {
        if (messages.length < 2) return;
        const [id] = messages.splice(chance(messages.length), 1);
        await gm.evaluate((message) => game.messages.get(message).delete(), id);
      },
      "F5 of the first": () => open("gm"),
      "F5 of the second": () => open("gm2"),
    };
    const done = [];
    let before = await alike("the first attack");
    assert.match(before, /High Ground/);
    for (let n = 0; n < ACTS; n++) {
      const [name, act] = Object.entries(acts)[chance(Object.keys(acts).length)];
      done.push(name);
      await act();
      if (name === "decide" || name === "retarget") await pause(400);
      const after = await alike(`the cards of both after: ${done.join(", ")}`);
      if (name.startsWith("F5") || name === "move") assert.equal(after, before, done.join(", "));
      before = after;
    }
    await page.evaluate(() => tabletop.close("gm2"));
    await update(gm, TOKENS.ilse, { x: 200, y: 200, elevation: 10 });
  });
