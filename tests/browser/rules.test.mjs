/** The rules window, the status of the rules in force, and the test of the set-up, as a GM uses them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { faults } from "./accessibility.mjs";
import { judged, reconnect, strike, wiretap } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, counts, frameOf, reads, SOON } from "./table.mjs";

const PICTURES = process.env.COIGN_PICTURES;
const line = wiretap();
line.before = ((tap) => async (page) => {
  await tap(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
})(line.before);
const { page, gm, player } = await oneTable({ before: line.before });

const open = (name) => gm.evaluate((key) => game.modules.get("coign").api.open(key), name);
const close = (id) => gm.click(`#${id} [data-action="close"]`);
const inWindow = (selector) => gm.locator(`#coign-rules ${selector}`);
const saved = () => gm.evaluate(() => [...game.settings.get("coign", "rulesets")]);
const untilSaved = (...ids) =>
  gm.waitForFunction((wanted) => game.settings.get("coign", "rulesets").join() === wanted, ids.join(), SOON);
const told = () => line.sent.findLast(({ type }) => type === "configure");
const known = () => line.said.findLast(({ type }) => type === "welcome").rulesets;
const controlState = () => gm.getAttribute('[data-tool="coign"]', "data-coign-state");

test("nothing is saved until the GM chooses; the game system's default is selected, each option in words", async () => {
  await open("rules");
  await inWindow("[data-family]:checked").waitFor(SOON);
  assert.deepEqual(await saved(), ["partial-advantage"], "what the demo's world begins with");
  await inWindow('[data-action="usual"]').click();
  await untilSaved();
  await reads(inWindow(".hint").first(), /^Chosen by the game system \(Fifth edition\)/);
  const { options } = known().find(({ id }) => id === "fifth-edition-2024");
  for (const { name, values, title, labels } of options) {
    const inputs = inWindow(`[data-option="${name}"]`);
    await counts(inputs, values.length || 2, name);
    const field = inWindow(".coign-option").filter({ has: gm.locator(`[data-option="${name}"]`) });
    const shown = await field.textContent();
    for (const words of [title, ...Object.values(labels)]) assert.ok(shown.includes(words), `${name}: ${shown}`);
    assert.ok(!name.includes("-") || !shown.includes(name), `no id: ${shown}`);
  }
});

test("whose rolls get their modifiers is asked once, with the GM's preselected, and nowhere else", async () => {
  const inRoll = () => gm.evaluate(() => game.settings.get("coign", "inRoll"));
  const shown = () => inWindow('[name="inRoll"]:checked').getAttribute("value");
  await becomes(async () => [await inRoll(), await shown()], ["", "gm"]);
  await inWindow('[data-action="answerInRoll"]').click();
  await inWindow('[data-action="answerInRoll"]').waitFor({ state: "detached", ...SOON });
  await becomes(async () => [await inRoll(), await shown()], ["gm", "gm"]);
  await inWindow('[name="inRoll"][value="after"]').click();
  await gm.waitForFunction(() => game.settings.get("coign", "inRoll") === "after", null, SOON);
  await becomes(() => gm.evaluate(() => document.activeElement.value), "after", "the focus stays");
  assert.equal(await gm.evaluate(() => game.settings.settings.get("coign.inRoll").config), false);
});

test("a changed option is saved and sent, and counts from the next attack on", async () => {
  await gm.evaluate(() => game.settings.set("coign", "rulesets", ["partial-advantage"]));
  await inWindow('[name="partial-advantage.half-cover"][value="true"]').click();
  await gm.waitForFunction(
    () => game.settings.get("coign", "options")["partial-advantage"]?.["half-cover"],
    null,
    SOON,
  );
  await gm.waitForFunction(() => document.querySelector("#coign-rules [value=true]:checked"), null, SOON);
  await becomes(() => told()?.options["partial-advantage"]?.["half-cover"], true);
  await becomes(() => gm.evaluate(() => document.activeElement.value), "true", "the focus stays on the button pressed");
  await gm.evaluate(() => game.settings.set("coign", "options", {}));
});

test("the text of the rules can be read, and stays open when the window is drawn again", async () => {
  const fold = inWindow("details.coign-rule-texts");
  const { rules } = known().find(({ id }) => id === "partial-advantage");
  const quoted = () => fold.locator("blockquote").allTextContents();
  await becomes(quoted, rules.map(({ text }) => text).filter(Boolean));
  await fold.locator("summary").click();
  await fold.locator("blockquote").first().waitFor(SOON);
  await gm.evaluate(() => foundry.applications.instances.get("coign-rules").render());
  assert.equal(await fold.evaluate((details) => details.open), true);
  await fold.locator("summary").click();
});

test("a reading of ours is explained beside its rule, under the words that mark it on the card", async () => {
  await gm.evaluate(() => game.settings.set("coign", "rulesets", ["combat-facing"]));
  await untilSaved("combat-facing");
  const fold = inWindow("details.coign-rule-texts");
  await fold
    .locator(".coign-reading")
    .first()
    .waitFor({ state: "attached", ...SOON });
  await fold.locator("summary").click();
  const { rules, interpretations } = known().find(({ id }) => id === "combat-facing");
  const readings = [...interpretations, ...rules.flatMap((rule) => rule.interpretations)];
  assert.ok(readings.length > 0);
  await fold.locator(".coign-reading").first().waitFor(SOON);
  await becomes(
    () => fold.locator(".coign-reading").allTextContents(),
    readings.map(({ mark, text }) => `${mark}: ${text}`),
  );
  for (const one of await fold.locator(".coign-reading").all()) {
    const { width, height } = await one.boundingBox();
    assert.ok(width > 200 && height > 12, "it can be read");
  }
  await fold.locator("summary").click();
  await gm.evaluate(() => game.settings.set("coign", "rulesets", ["partial-advantage"]));
  await untilSaved("partial-advantage");
});

test("only one family at a time; two editions of one system are refused with a reason, and not saved", async () => {
  await inWindow('[data-family="enchanted-realms"]').click();
  await untilSaved("enchanted-realms");
  const other = inWindow('[data-ruleset="coign-of-vantage"][type="checkbox"]');
  await other.waitFor(SOON);
  await becomes(() => other.isDisabled(), true);
  await reads(inWindow(".coign-clash"), /Does not combine with “Enchanted Realms: Advantage”/);
  await inWindow('[data-action="instead"]').click();
  await untilSaved("coign-of-vantage");
  await inWindow('[data-family="d20"]').click();
  const [first, second] = known()
    .filter(({ family }) => family === "d20")
    .map(({ id }) => id);
  await untilSaved(first);
  await inWindow(`[data-ruleset="${second}"][type="checkbox"]`).click();
  await untilSaved(first, second);
  await inWindow(`[data-action="raise"][data-key="${second}"]`).click();
  await untilSaved(second, first);
  await becomes(() => told().rulesets, [second, first]);
});

test("the last ruleset can be unticked: connected, but without rules, and rules can be chosen again", async () => {
  for (const id of await saved()) {
    await inWindow(`[data-ruleset="${id}"][type="checkbox"]:checked`).click();
    await inWindow(`[data-ruleset="${id}"][type="checkbox"]:checked`).waitFor({ state: "detached", ...SOON });
  }
  await untilSaved("none");
  await gm.waitForSelector('[data-tool="coign"][data-coign-state="no-rules"]', SOON);
  await open("pairing");
  const status = gm.locator("#coign-pairing .coign-status");
  await reads(status, /Connected, but no rules.*No rules are chosen/);
  const message = await strike(player);
  await close("coign-pairing");
  await gm.evaluate(() => game.settings.set("coign", "rulesets", ["partial-advantage"])); // whose modifiers apply here
  await judged(gm, message); // earlier rolls are judged once there are rules
  await becomes(controlState, "connected");
});

test("conflicting rulesets in the settings are not sent: the status says why, after a reconnect too", async () => {
  line.sent.splice(0);
  await gm.evaluate(() => game.settings.set("coign", "rulesets", ["partial-advantage", "combat-modifiers"]));
  await gm.waitForSelector('[data-tool="coign"][data-coign-state="no-rules"]', SOON);
  await inWindow("[role=alert]", { hasText: "do not combine" }).waitFor(SOON);
  const welcomes = () => line.said.filter(({ type }) => type === "welcome").length;
  const before = welcomes();
  await reconnect(gm);
  await becomes(welcomes, before + 1);
  await gm.waitForSelector('[data-tool="coign"][data-coign-state="no-rules"]', SOON);
  assert.equal(told(), undefined);
  await inWindow('[data-ruleset="combat-modifiers"][type="checkbox"]').first().waitFor(SOON);
  await inWindow('[data-family="fifth"]').click();
  await inWindow('[data-action="usual"]').click();
  await untilSaved();
  await gm.waitForSelector('[data-tool="coign"][data-coign-state="connected"]', SOON);
  await close("coign-rules");
});

test("numbers and long lists, for a ruleset that consists of options", async () => {
  await gm.evaluate(() => {
    const steps = ["nothing", "+1", "+2", "+1d4", "advantage"];
    const option = (name, initial, more) => ({ name, default: initial, help: "", values: [], labels: {}, ...more });
    const house = {
      ...{ id: "house", title: "House Rules", family: "other", source: "", rules: [], degrees: [], rolls: [] },
      ...{ interpretations: [], excludes: [], over: [], shared: true },
      options: [
        option("flanking", "nothing", {
          title: "Flanking gives",
          values: steps,
          labels: Object.fromEntries(steps.map((step) => [step, step])),
        }),
        option("height", 10, { title: "High ground begins at", bounds: [0, 50] }),
      ],
    };
    const Window = game.settings.menus.get("coign.coign").type;
    const { engine } = new Window().coign;
    engine.status = { ...engine.status, welcome: { ...engine.status.welcome, rulesets: [house] } };
    return game.settings.set("coign", "rulesets", ["house"]);
  });
  await open("rules");
  await inWindow('select[data-option="flanking"]').selectOption("+2");
  await gm.waitForFunction(() => game.settings.get("coign", "options").house?.flanking === "+2", null, SOON);
  // The window is drawn again once the first option is saved, maybe between the typing and Enter.
  const entered = async (value, read) => {
    await inWindow('input[data-option="height"]').fill(value);
    await inWindow('input[data-option="height"]').press("Enter");
    return read();
  };
  const height = () => gm.evaluate(() => game.settings.get("coign", "options").house?.height);
  await becomes(() => entered("5", height), 5, "the height that is saved");
  const refused = inWindow("[role=alert]", { hasText: "does not allow “99”" });
  await becomes(() => entered("99", () => refused.count()), 1, "the refusals of 99");
  assert.equal(await gm.evaluate(() => game.settings.get("coign", "options").house.height), 5);
  for (const theme of ["light", "dark"]) {
    await page.evaluate((wanted) => {
      if (document.documentElement.dataset.theme !== wanted) document.querySelector("#theme").click();
    }, theme);
    await becomes(() => gm.locator("#coign-rules .coign-panel").evaluate(faults, { targets: true }), [], theme);
  }
  await close("coign-rules");
  await gm.evaluate(async () => {
    await game.settings.set("coign", "options", {});
    await game.settings.set("coign", "rulesets", []);
  });
});

test("one button of Foundry's settings leads to every window of Coign, with the keyboard alone", async () => {
  await gm.click("#settings");
  const ours = gm.locator("#settings-config button", { hasText: "Open Coign" });
  assert.equal(await gm.evaluate(() => [...game.settings.menus.keys()].filter((key) => /^coign/.test(key)).length), 1);
  await ours.press("Enter");
  const doors = gm.getByRole("navigation", { name: "Windows of Coign" });
  await doors.waitFor(SOON);
  await close("settings-config");
  const windows = { rules: "rules", inForce: "overrides", things: "things", fight: "fight", test: "test" };
  for (const [door, id] of Object.entries(windows)) {
    await doors.locator(`[data-key="${door}"]`).press("Enter");
    await gm.locator(`#coign-${id}`).waitFor(SOON);
    await close(`coign-${id}`);
  }
  await doors.getByRole("button", { name: /^Play the Practice Fight Plays Coign/ }).press("Enter");
  await gm.locator("dialog", { hasText: "two actors" }).locator('[data-action="close"]').click(SOON);
  await close("coign-test");
  assert.deepEqual(await gm.locator("#coign-pairing .coign-panel").evaluate(faults, { targets: true }), []);
  if (PICTURES) await gm.locator("#coign-pairing").screenshot({ path: `${PICTURES}/coign-window.png` });
  await close("coign-pairing");
});

test("test my set-up: judges an attack and shows its card, or says what is missing", async () => {
  await page.reload();
  const again = await frameOf(page, "gm");
  await again.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, SOON);
  await again.click('[data-tool="coign"]');
  await again.click('#coign-pairing [data-key="test"]');
  const shown = again.locator("#coign-test");
  await shown.locator(".coign-card").waitFor(SOON);
  await reads(shown, /Coign is ready.*Rules: Partial Advantage.*Scene: .*judged in \d+ ms/s);
  assert.equal(await again.evaluate(() => game.messages.size), 0, "nothing is rolled");
  await again.evaluate(() => game.settings.set("coign", "rulesets", ["none"]));
  await again.waitForSelector('[data-tool="coign"][data-coign-state="no-rules"]', SOON);
  await shown.locator('[data-action="test"]').click();
  await shown.locator("li:not([data-done])", { hasText: "No rules are chosen" }).waitFor(SOON);
  assert.equal(await shown.locator(".coign-card").count(), 0);
  await again.evaluate(() => game.settings.set("coign", "rulesets", []));
  await again.waitForSelector('[data-tool="coign"][data-coign-state="connected"]', SOON);
  await again.evaluate(async () => {
    const [scene] = await Scene.createDocuments([{ name: "Bare" }]);
    await tabletop.client.view(scene);
  });
  await shown.locator('[data-action="test"]').click();
  await shown.locator("li", { hasText: "“Bare” has fewer than two tokens" }).waitFor(SOON);
});
