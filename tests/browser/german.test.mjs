/** A table in German: no window of Coign's and no card shows a key, or an English text. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { playBy, strike } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { becomes, cardOf, eventually, reads, SOON, TOKENS } from "./table.mjs";

const { gm, player } = await oneTable({ query: "lang=de" });

test("a German table reads German: card, menu, settings, windows, sheets", async () => {
  const message = await strike(player, { at: [TOKENS.grik, TOKENS.snag] });
  const card = cardOf(gm, message);
  await reads(card, /2 Ziele.*Höhere Position/);
  await gm.evaluate(async (ilse) => {
    for (const name of ["pairing", "rules", "inForce", "things", "fight", "test"])
      await game.modules.get("coign").api.open(name);
    await tabletop.client.sheets.openSettings();
    await tabletop.client.sheets.openToken(canvas.scene.tokens.get(ilse));
    await tabletop.client.sheets.openWall(canvas.scene.walls.contents[0]);
  }, TOKENS.ilse);
  await gm.click(`[data-message-id="${message}"] .dice-total`, { button: "right", force: true });
  const text = await eventually(
    () => gm.evaluate(() => document.body.textContent),
    (all) => /Übungskampf spielen/.test(all) && /Coign: neu messen/.test(all),
    "the windows and the menu are open",
  );
  assert.doesNotMatch(text, /COIGN\.|TYPES\./);
  assert.doesNotMatch(text, /as measured|Measure Again|Overrides in Force|Facing Arrows|not paired/);
  const tooWide = (all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map(({ parentElement }) => parentElement.id);
  await becomes(() => gm.locator(".window-content").evaluateAll(tooWide), [], "the windows that cut their own content");
});

/** Return the English texts of Coign that have at least two words and differ from the German ones. */
function englishTexts() {
  const read = (name) =>
    JSON.parse(readFileSync(new URL(`../../foundry-module/lang/${name}`, import.meta.url), "utf8"));
  const flat = (value, path = "") =>
    typeof value === "string"
      ? [[path, value]]
      : Object.entries(value).flatMap(([key, one]) => flat(one, `${path}.${key}`));
  const texts = ["json", "map.json", "rules.json"].flatMap((kind) => {
    const german = new Map(flat(read(`de.${kind}`)));
    return flat(read(`en.${kind}`)).filter(([key, text]) => german.get(key) !== text);
  });
  const parts = texts.flatMap(([, text]) => text.split(/\{\w+\}/).map((part) => part.trim()));
  return [...new Set(parts)].filter((part) => part.split(" ").length > 1 && part.length > 7);
}

test("no card of any rule system has English names, reasons, notes or assumptions", async () => {
  await gm.evaluate(() => game.settings.set("coign", "drawing", true));
  const english = englishTexts();
  assert.ok(english.length > 300);
  const fights = [
    ["partial-advantage", TOKENS.grik],
    ["combat-modifiers", TOKENS.grik],
    ["combat-facing", TOKENS.mog],
    ["enchanted-realms", TOKENS.grik],
    ["coign-of-vantage", TOKENS.snag],
    ["partial-advantage", TOKENS.pim],
  ];
  for (const [ruleset, target] of fights) {
    await playBy(gm, ruleset);
    const facing = ruleset === "combat-facing";
    const message = facing
      ? await strike(gm, { by: TOKENS.runa, at: target, weapon: "Mace" })
      : await strike(player, { at: target });
    for (const frame of [gm, player]) {
      const card = cardOf(frame, message);
      await card.waitFor(SOON);
      const text = await card.textContent();
      const left = english.filter((part) => text.includes(part));
      assert.deepEqual(left, [], `${ruleset}: ${text}`);
    }
  }
});
