/** Accessibility of cards, windows, sheets and the table: contrast, 300 px, focus, names, both themes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { faults, ringless } from "./accessibility.mjs";
import { aim, openAddition, playBy, strike, synced, update, wiretap } from "./quick.mjs";
import { bridge, browser, oneTable } from "./setup.mjs";
import { becomes, cardOf, nextDice, openTable, reads, SOON, TOKENS } from "./table.mjs";

const line = wiretap();
const { page, gm, player } = await oneTable({ before: line.before });

const wear = (theme) =>
  page.evaluate((wanted) => {
    if (document.documentElement.dataset.theme !== wanted) document.querySelector("#theme").click();
  }, theme);

/** Check an element for visual faults in both themes. */
async function looksWell(what, locator, how) {
  for (const theme of ["light", "dark"]) {
    await wear(theme);
    await becomes(() => locator.evaluate(faults, how), [], `${what}, ${theme}`);
  }
}

/** For each kind of card, a function that makes one and returns its message. @type {Record<string, () => Promise<string>>} */
const CARDS = {
  "one target": () => strike(player, { at: TOKENS.grik }),
  "several targets, drawings open": async () => {
    await nextDice(player, 6); // the widest row: whether it hits is open, and it has a chance and an armour class
    const message = await strike(player, { at: [TOKENS.snag, TOKENS.grik, TOKENS.mog] });
    for (const frame of [gm, player]) {
      await cardOf(frame, message).waitFor(SOON);
      await frame.evaluate((id) => {
        for (const fold of document.querySelectorAll(`[data-message-id="${id}"] details`)) fold.open = true;
      }, message);
    }
    return message;
  },
  "no such attack": () => strike(player, { at: TOKENS.pim }),
  "rolled, with hit and chance": async () => {
    await gm.evaluate(() => game.settings.set("coign", "showHit", true));
    await gm.evaluate(() => game.settings.set("coign", "showChance", true));
    await nextDice(player, 4); // so that the d4 decides
    const message = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
    await cardOf(player, message).locator('[data-coign="roll"]').click();
    await cardOf(gm, message).locator(".coign-verdict").waitFor(SOON);
    return message;
  },
  "the GM has decided": async () => {
    const message = await strike(player, { at: TOKENS.grik });
    await cardOf(gm, message).locator(".coign-toggle").first().click();
    await cardOf(gm, message).locator('.coign-chip:not([data-decision="measured"])').first().waitFor(SOON);
    return message;
  },
  "facing, 3.5": async () => {
    await playBy(gm, "combat-facing");
    return strike(gm, { by: TOKENS.runa, at: TOKENS.mog, weapon: "Mace" });
  },
  "a miss chance, and long names": async () => {
    await playBy(gm, "combat-modifiers");
    await update(gm, TOKENS.snag, { x: 700, y: 800 });
    return strike(player);
  },
  "a pool of dice, and two set aside": async () => {
    await playBy(gm, "enchanted-realms");
    return strike(player, { at: TOKENS.grik });
  },
  "waiting for the bridge": async () => {
    await playBy(gm, "partial-advantage");
    const message = await strike(player, { at: TOKENS.grik });
    await cardOf(gm, message).waitFor(SOON);
    line.mode = "hold";
    await cardOf(gm, message).locator(".coign-toggle").first().click();
    await cardOf(gm, message).locator(".coign-waiting").waitFor(SOON);
    return message;
  },
};

for (const [kind, make] of Object.entries(CARDS)) {
  test(`a card at 300 px: ${kind}`, async () => {
    const message = await make();
    for (const [who, frame] of [
      ["GM", gm],
      ["player", player],
    ]) {
      const card = cardOf(frame, message);
      await card.waitFor(SOON);
      await looksWell(`${kind}, ${who}`, card, { width: 278, targets: true }); // the width inside a message of 300 px
      await becomes(() => card.evaluate(ringless), [], "no focus ring");
    }
    line.release();
  });
}

test("a card by keyboard: each chip shows its reason in readable colours, and nothing needs a mouse", async () => {
  const message = await strike(player, { at: [TOKENS.snag, TOKENS.grik] });
  await cardOf(gm, message).waitFor(SOON);
  await synced(gm, player); // what was still to be drawn has been: for a moment the focus would be lost
  await cardOf(gm, message).locator("summary").first().focus();
  const shown = [];
  for (let n = 0; n < 64; n++) {
    await page.keyboard.press("Tab");
    if (await gm.locator('.coign-of-target[aria-expanded="false"]:focus').count()) {
      await page.keyboard.press("Enter");
      await gm.locator('.coign-of-target[aria-expanded="true"]:focus').waitFor(SOON); // the focus stays where it was
    }
    const reason = gm.locator(".coign-chip:has(.coign-why:focus) .coign-reason");
    if (!(await reason.count())) continue;
    await page.keyboard.press("Enter");
    await reason.waitFor(SOON);
    await looksWell("a reason", reason);
    shown.push(await reason.textContent());
  }
  assert.equal(shown.length, 4, shown.join("; ")); // high ground once for both and below each, and the cover of one
});

test("what a rule always says is behind its line, the degrees of cover stand in theirs, a reason covers nothing", async () => {
  await nextDice(player, 11);
  const message = await strike(player);
  const card = cardOf(gm, message);
  await card.waitFor(SOON);
  await card.evaluate((section) => {
    section.style.width = "278px";
  });
  const heightOf = (element) => element.getBoundingClientRect().height;
  const height = () => card.evaluate(heightOf);
  assert.equal(await card.locator(".coign-note").count(), 0);
  const before = await height();
  const chips = card.locator(".coign-why");
  await chips.first().click();
  const reason = card.locator(".coign-reason[data-open]");
  await reason.waitFor(SOON);
  const [place, open] = await card.evaluate((section) => {
    const boxOf = (part) => section.querySelector(part).getBoundingClientRect().toJSON();
    return [boxOf(".coign-why"), boxOf(".coign-reason[data-open]")]; // at once: the log may scroll in between
  });
  assert.ok(open.y >= place.y + place.height, "below the chips");
  assert.ok((await height()) > before, "and the card grows by it");
  await reads(reason, /abilities that need advantage/);
  const half = card.locator('[data-fact="cover"][data-value=\'"half"\']');
  await card.locator('[data-tool="add"]').click();
  await half.click();
  const cover = card.locator('.coign-chip[data-modifier="half-cover"][data-decision="set"]');
  await cover.waitFor(SOON);
  await gm.waitForFunction(() => document.activeElement?.dataset.value === '"half"', null, SOON);
  await cover.locator(".coign-toggle").click();
  await card.locator('.coign-chip[data-modifier="half-cover"][data-decision="off"]').waitFor(SOON);
  await half.click(); // a degree that is set counts, whatever was switched off before
  await cover.waitFor(SOON);
  await cover.locator('[data-coign="undo"]').click();
  await card.locator('.coign-chip[data-modifier="half-cover"]').waitFor({ state: "detached", ...SOON });
});

test("a roll that nothing changes has one muted line for the GM, which a setting hides", async () => {
  await update(gm, TOKENS.ilse, { x: 300, y: 600, elevation: 0 });
  const message = await strike(player, { at: TOKENS.snag });
  const line = (frame) => frame.locator(`[data-message-id="${message}"] .coign-nothing`);
  await line(gm).waitFor(SOON);
  await synced(gm, player);
  assert.equal(await line(player).count(), 0);
  await gm.evaluate(() => game.settings.set("coign", "showNothing", false));
  const hidden = await strike(player, { at: TOKENS.snag });
  const told = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
  await cardOf(gm, told).waitFor(SOON); // so the one before it has been judged
  assert.equal(await gm.locator(`[data-message-id="${hidden}"] .coign-nothing`).count(), 0);
  await gm.evaluate(() => game.settings.set("coign", "showNothing", true));
  await update(gm, TOKENS.ilse, { x: 200, y: 200, elevation: 10 });
});

test("a card that its reader has folded stays folded after updates, for that reader alone", async () => {
  await nextDice(player, 4); // so that the d4 decides
  const message = await strike(player);
  await cardOf(gm, message)
    .locator("summary")
    .first()
    .click({ position: { x: 12, y: 8 } }); // the button to roll stands at its end
  const open = (frame) =>
    cardOf(frame, message)
      .locator(".coign-fold")
      .evaluate((fold) => fold.open);
  await becomes(() => open(gm), false, "folded");
  await nextDice(player, 3);
  await cardOf(player, message).locator('[data-coign="roll"]').click();
  await gm.waitForFunction((id) => game.messages.get(id).flags.coign.rolled?.length, message, SOON);
  for (const frame of [gm, player])
    await frame.waitForFunction(
      (id) => document.querySelector(`[data-message-id="${id}"] .coign-total`)?.textContent.includes("→"),
      message,
      SOON,
    );
  assert.deepEqual([await open(gm), await open(player)], [false, true]);
});

test("a card for screen readers: names, states, reasons and totals in words, the drawing in a sentence", async () => {
  await nextDice(player, 11);
  const message = await strike(player, { at: TOKENS.grik });
  for (const line of ["high-ground", "half-cover"])
    await cardOf(gm, message).locator(`[data-modifier="${line}"] .coign-why`).click();
  await cardOf(gm, message).locator('[data-fold^="drawing"]').click();
  await cardOf(gm, message).locator(".coign-figure").first().waitFor(SOON);
  const heard = await cardOf(gm, message).ariaSnapshot();
  assert.match(heard, /group "Coign: the effect of position on this roll"/);
  assert.match(heard, /Total: 17 \+ 1d4/);
  assert.match(heard, /button "High Ground counts" \[pressed\]/);
  assert.match(heard, /button "High Ground \+1d4 helps the roll" \[expanded\]/);
  assert.match(heard, /button "Cover: half" \[pressed\]/);
  assert.match(heard, /button "More about High Ground"/);
  assert.match(heard, /button "Add to This Roll…"/);
  assert.match(heard, /img "Drawing of the lines and spaces"/);
  assert.match(heard, /img "from the side"/);
  assert.doesNotMatch(heard, /button(?! ")/, "no button without a name");
});

test("windows, sheets, dialogs and the legend are readable in both themes, and every field has a name", async () => {
  const message = await strike(player, { at: TOKENS.grik });
  const open = {
    ...Object.fromEntries(
      ["rules", "pairing", "inForce"].map((name) => [
        name,
        () => gm.evaluate((key) => game.modules.get("coign").api.open(key), name),
      ]),
    ),
    settings: () => gm.click("#settings"),
    token: async () => {
      await gm.evaluate((id) => tabletop.client.sheets.openToken(canvas.scene.tokens.get(id)), TOKENS.ilse);
      await gm.click('.sheet-tabs [data-tab="coign"]');
    },
    wall: () => gm.evaluate(() => tabletop.client.sheets.openWall(canvas.scene.walls.contents[0])),
    add: () => openAddition(gm, message),
    more: async () => {
      await cardOf(gm, message).locator(".coign-why").first().click();
      await cardOf(gm, message).locator('[data-coign="more"]').first().click();
    },
  };
  await cardOf(gm, message).waitFor(SOON);
  for (const [name, show] of Object.entries(open)) {
    await show();
    const opened = gm.locator("#windows > .application, dialog[open]").last();
    await opened.waitFor(SOON);
    await looksWell(name, opened);
    const heard = await opened.ariaSnapshot();
    assert.doesNotMatch(
      heard,
      /^\s*- (button|checkbox|radio|combobox|textbox|spinbutton|slider)(:|$)/m,
      `${name}: ${heard}`,
    );
    await opened.locator('[data-action="close"]').first().click();
    await opened.waitFor({ state: "detached" });
  }
  await aim(gm, TOKENS.bram, TOKENS.mog);
  await gm.click('[data-tool="coignHeatMap"]');
  const legend = gm.locator(".coign-legend");
  await legend.waitFor(SOON);
  await looksWell("the legend", legend);
  await becomes(() => legend.evaluate(ringless), []);
  await legend.locator(".coign-close").click();
});

test("the table: all texts are readable, all buttons have names", async () => {
  for (const frame of [gm, player]) {
    for (const part of ["#panel", "#sidebar > header", "#scene-controls"]) {
      await looksWell(part, frame.locator(part));
      await becomes(() => frame.locator(part).evaluate(ringless), [], part);
    }
  }
  await looksWell("the bar", page.locator("#bar"));
  assert.doesNotMatch(await gm.locator("#interface").ariaSnapshot(), /^\s*- button(:|$)/m);
});

test("the page fits the window, from a small one to a large one", async () => {
  for (const width of [800, 1024, 1280, 1366, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth), width);
    for (const frame of [gm, player])
      await becomes(
        () => frame.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        true,
        `${width}`,
      );
  }
});

test("hit or miss is shown as soon as it is certain, and a die is asked for only if it matters", async () => {
  const cardAfter = async (face) => {
    await nextDice(player, face);
    const card = cardOf(gm, await strike(player, { at: TOKENS.grik }));
    await card.waitFor(SOON);
    return card;
  };
  const [certain, open, hopeless] = [await cardAfter(11), await cardAfter(7), await cardAfter(2)]; // +6 +1d4 against 16
  await reads(certain.locator(".coign-verdict"), /hit/);
  await reads(hopeless.locator(".coign-verdict"), /miss/);
  assert.equal(await open.locator(".coign-verdict").count(), 0);
  assert.deepEqual(
    await Promise.all([certain, open, hopeless].map((card) => card.locator('[data-coign="roll"]').count())),
    [0, 1, 0],
  );
});

test("the drawing is always open if the reader has set it so", async () => {
  await gm.evaluate(() => game.settings.set("coign", "drawing", true));
  const message = await strike(player, { at: TOKENS.grik });
  await cardOf(gm, message).locator(".coign-figure").first().waitFor(SOON);
  await cardOf(player, message).waitFor(SOON);
  assert.equal(await cardOf(player, message).locator(".coign-figure").count(), 0);
  await gm.evaluate(() => game.settings.set("coign", "drawing", false));
});

test("a touch opens a reason and sets a degree of cover", async () => {
  const touch = await browser.newContext({ hasTouch: true, viewport: { width: 1366, height: 900 } });
  const { gm, errors } = await openTable(touch, bridge.url);
  const message = await strike(gm, { at: TOKENS.grik });
  const card = cardOf(gm, message);
  await card.locator('.coign-chip[data-modifier="half-cover"] .coign-why').tap();
  await card.locator(".coign-reason[data-open]").waitFor(SOON);
  await card.locator('[data-fact="cover"][data-value=\'"three-quarters"\']').tap();
  await card.locator('.coign-chip[data-modifier="three-quarters-cover"]:not([data-decision="measured"])').waitFor(SOON);
  assert.deepEqual(errors, []);
  await touch.close();
});

test("by keyboard alone: go to a fighter, choose it, aim at a foe, roll", async () => {
  await player.evaluate(() => canvas.tokens.setTargets([]));
  await player.locator(`[data-token-id="${TOKENS.bram}"]`).focus();
  await page.keyboard.press("Enter");
  await player.waitForFunction((id) => canvas.tokens.controlled[0]?.id === id, TOKENS.bram);
  await player.locator(`[data-token-id="${TOKENS.mog}"]`).focus();
  await page.keyboard.press("t");
  await player.waitForFunction((id) => game.user.targets.ids.includes(id), TOKENS.mog);
  const before = await player.evaluate(() => game.messages.size);
  await player.locator(".weapon").first().focus();
  await page.keyboard.press("Enter");
  await player.waitForFunction((count) => game.messages.size > count, before);
  const isOnWeapon = () => player.evaluate(() => document.activeElement.classList.contains("weapon"));
  await becomes(isOnWeapon, true, "and may roll again");
});
