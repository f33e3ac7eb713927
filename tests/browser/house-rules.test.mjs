/**
 * House rules without code: a GM builds them in the rule chooser by hand, attacks, reads the card, and shares them with
 * another world as one line of text. Every step is a click or a key, as a person would do it.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { bridge, browser } from "./setup.mjs";
import { attack, becomes, cardOf, eventually, nextDice, openTable, reads, SOON, TOKENS } from "./table.mjs";

const THREE_MINUTES = 180_000; // ms
const LINE = "house-rules: height=+1; flanking=+2; half-cover=-1d4";

/** A table, and the hand of its GM, which counts what it does. */
async function tableOf(query = "") {
  const table = await openTable(browser, bridge.url, {
    query,
    viewport: { width: 1600, height: 1000 },
    before: (page) => page.context().grantPermissions(["clipboard-read", "clipboard-write"]),
  });
  const { gm } = table;
  let steps = 0;
  const step = (done) => {
    steps += 1;
    return done;
  };
  const hand = {
    steps: () => steps,
    click: (selector, words) => step(gm.locator(selector, words && { hasText: words }).click()),
    choose: async (label, value) => {
      const saved = () => gm.evaluate(() => JSON.stringify(game.settings.get("coign", "options")));
      const before = await saved();
      await step(gm.getByLabel(label, { exact: true }).selectOption({ label: value }));
      await eventually(saved, (now) => now !== before, `${label} is saved`);
    },
    paste: (label) =>
      step(
        gm
          .getByLabel(label, { exact: true })
          .focus()
          .then(() => table.page.keyboard.press("Control+V")),
      ),
  };
  return { ...table, hand };
}

/** Open the rule chooser from the game settings. */
async function openRules({ hand }) {
  await hand.click("#settings");
  await hand.click("#settings-config button", "Open Coign");
  await hand.click('.coign-doors [data-key="rules"]');
}

/** Use the fifth edition's house rules in place of the rules in use. */
async function chooseHouseRules(table) {
  await openRules(table);
  await table.hand.click('#coign-rules [data-action="instead"][data-key="house-rules"]');
  await untilSaved(table.gm, "house-rules");
}

/** Use the d20 family's house rules alone. */
async function chooseD20(table) {
  const { gm, hand } = table;
  await openRules(table);
  await hand.click('#coign-rules [data-family="d20"]');
  await untilSaved(gm, "combat-facing");
  await hand.click('#coign-rules [data-ruleset="house-rules-d20"][type="checkbox"]');
  await untilSaved(gm, "combat-facing", "house-rules-d20");
  await hand.click('#coign-rules [data-ruleset="combat-facing"][type="checkbox"]');
  await untilSaved(gm, "house-rules-d20");
}

const untilSaved = (gm, ...ids) =>
  gm.waitForFunction((wanted) => game.settings.get("coign", "rulesets").join() === wanted, ids.join(), SOON);

/** Return whether an element of a window is inside the part of it that is scrolled into view. */
const isInView = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  const shown = element.closest(".window-content").getBoundingClientRect();
  return top >= shown.top - 1 && bottom <= shown.bottom + 1;
};

const closeWindows = async ({ hand }) => {
  await hand.click('#coign-rules [data-action="close"]');
  await hand.click('#settings-config [data-action="close"]');
};
const savedOptions = (gm, id) => gm.evaluate((key) => game.settings.get("coign", "options")[key], id);
const chips = (frame, message) => cardOf(frame, message).locator('.coign-chip[data-state="on"]').allTextContents();

test("flanking +2, high ground +1, half cover -1d4: built in the window, shared, and used in another world", async () => {
  const table = await tableOf();
  const { page, gm, player, hand } = table;
  const begun = Date.now();
  await chooseHouseRules(table);
  await hand.choose("Flanking", "+2 on the attack");
  await hand.choose("Higher ground", "+1 on the attack");
  await hand.choose("Half cover", "-1d4 on the attack");
  await closeWindows(table);
  const took = Date.now() - begun;
  assert.ok(took < THREE_MINUTES, `${took} ms`);
  assert.equal(hand.steps(), 9, "settings, Coign, rules, house rules, three lists, two windows closed");
  await becomes(() => savedOptions(gm, "house-rules"), { flanking: "+2", height: "+1", "half-cover": "-1d4" });

  await nextDice(player, 12);
  const flanked = await attack(player, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Longsword" });
  await cardOf(player, flanked).waitFor(SOON);
  assert.match((await chips(player, flanked)).join(" | "), /^[^|]*Flanking\+2 attack[^|]*$/);
  const shot = await attack(player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
  await cardOf(player, shot).waitFor(SOON);
  const both = (await chips(player, shot)).join(" | ");
  assert.match(both, /Higher ground\+1 attack/);
  assert.match(both, /Half cover[−-]1d4/);

  await openRules(table);
  await hand.click('#coign-rules [data-fold="sharing house-rules"] summary');
  await hand.click('#coign-rules [data-action="copyRules"]');
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "", null, SOON);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), LINE);

  const other = await tableOf();
  await other.page.evaluate((line) => navigator.clipboard.writeText(line), LINE);
  await openRules(other);
  await other.hand.click('#coign-rules [data-fold="taking"] summary');
  await other.hand.paste("Another Table’s Line");
  await other.hand.click('#coign-rules [data-action="takeRules"]');
  await untilSaved(other.gm, "house-rules");
  await becomes(() => savedOptions(other.gm, "house-rules"), await savedOptions(gm, "house-rules"));
  for (const [broken, words] of [
    ["flanking +2", "no line of rules: one begins with the name of a rule system"],
    ["house-rules: flanking=+100", "cannot be read at “flanking=+100”"],
    ["mud-rules: flanking=+2", "Coign has no rules called “mud-rules”"],
  ]) {
    await other.gm.getByLabel("Another Table’s Line", { exact: true }).fill(broken);
    await other.hand.click('#coign-rules [data-action="takeRules"]');
    const alert = other.gm.locator("#coign-rules [role=alert]", { hasText: words });
    await alert.waitFor(SOON);
    await becomes(() => alert.evaluate(isInView), true, "the reason is in view");
    assert.equal((await savedOptions(other.gm, "house-rules")).flanking, "+2", "a broken line changes nothing");
  }
  for (const { errors, page: own } of [table, other]) {
    assert.deepEqual(errors, []);
    await own.close();
  }
});

/** Ten house rules that tables play, field by field as the window asks for them, and the value that is saved for each. */
const TEN = {
  "house-rules": [
    ["height", "+1@10, +2@20", [{ at: "10" }, { number: "2", at: "20" }]],
    [
      "flanking",
      "+2 not-smaller, +4@2",
      [
        { number: "2", size: "not-smaller" },
        { number: "4", at: "2" },
      ],
    ],
    ["into-melee", "-3 not-flying-target", [{ kind: "number", number: "-3", target: "not-flying-target" }]],
    ["rear", "+1d8", [{ kind: "die", sides: "8" }]],
    ["half-cover-on-saves", "advantage", [{ kind: "advantage" }]],
    ["creature-cover", "-2 each", [{ kind: "number", number: "-2", each: "each" }]],
    ["point-blank", "+1, +2@10", [{}, { number: "2", at: "10" }]],
    ["long-range", "-7", [{ kind: "number", number: "-7" }]],
    [
      "lightly-obscured",
      "-1d6 ranged, -1 melee",
      [
        { kind: "die", sign: "-", sides: "6", attack: "ranged" },
        { number: "-1", attack: "melee" },
      ],
    ],
    ["far-shot", "-2@90 engaged-target", [{ kind: "number", number: "-2", at: "90", fight: "engaged-target" }]],
  ],
  "house-rules-d20": [
    ["height", "+1@10, +2@20", [{ at: "10" }, { number: "2", at: "20" }]],
    [
      "flanking",
      "+2 not-smaller, +4@2",
      [
        { number: "2", size: "not-smaller" },
        { number: "4", at: "2" },
      ],
    ],
    ["side", "+1", [{}]],
    ["rear", "+1d8", [{ kind: "die", sides: "8" }]],
    ["cover-on-saves", "+3", [{ kind: "number", number: "3" }]],
    [
      "soft-cover",
      "-2 larger-blocker each",
      [{ kind: "number", number: "-2", blocker: "larger-blocker", each: "each" }],
    ],
    ["point-blank", "+1, +2@10", [{}, { number: "2", at: "10" }]],
    ["range-increment", "-1 each", [{ number: "-1" }]],
    [
      "concealment",
      "-1d6 ranged, -1 melee",
      [
        { kind: "die", sign: "-", sides: "6", attack: "ranged" },
        { number: "-1", attack: "melee" },
      ],
    ],
    ["into-melee", "-7 not-flying", [{ number: "-7", flying: "not-flying" }]],
  ],
};

/** Build the cases of an option, as a GM does: open it, add a case where one is missing, and fill its fields one by one. */
async function build({ gm, hand }, ruleset, option, cases) {
  const fold = `#coign-rules [data-fold="cases ${ruleset} ${option}"]`;
  const saved = () =>
    gm.evaluate(([id, name]) => game.settings.get("coign", "options")[id]?.[name] ?? "", [ruleset, option]);
  const changing = async (act) => {
    const before = await saved();
    await act();
    await gm.waitForFunction(
      ([id, name, was]) => {
        const value = game.settings.get("coign", "options")[id]?.[name];
        return value !== was && document.querySelector(`#coign-rules select[name="${id}.${name}"]`)?.value === value;
      },
      [ruleset, option, before],
      SOON,
    );
  };
  if (!(await gm.locator(fold).evaluate((one) => one.open))) await hand.click(`${fold} summary`);
  for (const [index, { kind = "number", ...more }] of cases.entries()) {
    if (index) await changing(() => hand.click(`${fold} [data-action="addCase"]`));
    const field = (part) => gm.locator(`#coign-rules [name="${ruleset}.${option}.${index}.${part}"]`);
    if ((await field("kind").inputValue()) !== kind) await changing(() => field("kind").selectOption(kind));
    for (const [name, value] of Object.entries(more)) {
      const part = ["number", "sides", "sign", "at"].includes(name) ? name : `word.${name}`;
      if ((await field(part).inputValue()) === value) continue;
      const list = await field(part).evaluate((one) => one.localName === "select");
      await changing(() =>
        list
          ? field(part).selectOption(value)
          : field(part)
              .fill(value)
              .then(() => field(part).blur()),
      );
    }
  }
  return saved();
}

const CHOSEN = { "house-rules": chooseHouseRules, "house-rules-d20": chooseD20 };

for (const [ruleset, ten] of Object.entries(TEN)) {
  test(`ten house rules that tables play, each built field by field, and their line: ${ruleset}`, async () => {
    const table = await tableOf();
    const { gm, player } = table;
    await CHOSEN[ruleset](table);
    for (const [option, value, cases] of ten) assert.equal(await build(table, ruleset, option, cases), value, option);
    const said = gm.locator(`#coign-rules select[name="${ruleset}.height"] option:checked`);
    await reads(said, "+1 on the attack, 10 ft above or more; +2 on the attack, 20 ft above or more");
    await gm.locator(`#coign-rules [data-fold="cases ${ruleset} flanking"] [data-action="dropCase"]`).first().click();
    await gm.waitForFunction((id) => game.settings.get("coign", "options")[id].flanking === "+4@2", ruleset, SOON);
    const line = `#coign-rules [name="line.${ruleset}"]`;
    // The bridge makes the line of the saved rules, and the window shows it when it comes.
    await gm.waitForFunction((field) => document.querySelector(field)?.value.includes("flanking=+4@2"), line, SOON);
    const shared = await gm.locator(line).inputValue();
    assert.ok(shared.startsWith(`${ruleset}: `), shared);
    for (const part of ["height=+1@10, +2@20", "rear=+1d8"]) assert.ok(shared.includes(part), shared);
    await closeWindows(table);
    await nextDice(player, 12);
    const shot = await attack(player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
    await cardOf(player, shot).waitFor(SOON);
    if (ruleset === "house-rules") assert.match((await chips(player, shot)).join(" | "), /Higher ground\+1 attack/);
    assert.deepEqual(table.errors, []);
    await table.page.close();
  });
}

test("the d20 house rules are built the same way", async () => {
  const table = await tableOf();
  const { gm, player, hand } = table;
  await chooseD20(table);
  await hand.choose("Flanking", "+3 on the attack");
  await hand.choose("Cover", "-1d4 on the attack");
  await closeWindows(table);
  assert.equal(hand.steps(), 10);
  await becomes(() => savedOptions(gm, "house-rules-d20"), { flanking: "+3", cover: "-1d4" });
  const flanked = await attack(player, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Longsword" });
  await cardOf(player, flanked).waitFor(SOON);
  assert.match((await chips(player, flanked)).join(" | "), /Flanking\+3 attack/);
  const shot = await attack(player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
  await cardOf(player, shot).waitFor(SOON);
  assert.match((await chips(player, shot)).join(" | "), /Cover[−-]1d4/);
  assert.deepEqual(table.errors, []);
  await table.page.close();
});
