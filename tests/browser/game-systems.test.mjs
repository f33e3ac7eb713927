/**
 * From nothing to the first right card, in a world of each game system: the browser is paired by a code, nobody
 * chooses rules or touches another setting, and somebody attacks. What the system has counted is not counted again.
 */

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { judged as annotated, patient, update } from "./quick.mjs";
import {
  attack,
  becomes,
  cardOf,
  freePort,
  nextDice,
  openTable,
  SOON,
  startBridge,
  startBrowser,
  TOKENS,
} from "./table.mjs";

const KEY = /\?key=([\w-]+)/;
let folder;
let bridge;
let browser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "coign-"));
  await writeFile(join(folder, "empty.toml"), "");
  const own = { COIGN_STATE: folder, COIGN_CONFIG: join(folder, "empty.toml"), COIGN_LOG: "-" };
  bridge = await startBridge(await freePort(), ["serve"], own);
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await bridge?.kill();
  if (folder) await rm(folder, { recursive: true });
});

/** Press the button of the bridge's own page that approves a code. */
const approve = (code) =>
  fetch(`${bridge.url}/press?key=${KEY.exec(bridge.said())[1]}&approve=${encodeURIComponent(code)}`, {
    method: "POST",
    headers: { Origin: bridge.url },
  });

/** A table at a new world of a system, whose game master has paired the browser and done nothing else. */
async function paired(query) {
  const table = await openTable(browser, bridge.url, { query, connected: false, before: patient });
  const { gm } = table;
  await gm.click('[data-tool="coign"]');
  await gm.fill("#coign-pairing [name=address]", bridge.url);
  await gm.click('#coign-pairing [data-action="pair"]');
  const code = await (await gm.waitForSelector("#coign-pairing .coign-code strong", SOON)).textContent();
  await approve(code);
  await gm.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, SOON);
  await gm.click("#coign-pairing .header-control");
  return table;
}

/** Nobody has set a setting of the world: what a browser keeps of its pairing is its own. */
const untouched = (page) =>
  page.evaluate(() => [...tabletop.world.settings.keys()].filter((key) => /rule|option/.test(key)));

/** A message's modifiers as the game master's client has them: `{id: [state, effect]}`, and the total. */
async function judged(gm, message) {
  await annotated(gm, message);
  return gm.evaluate((id) => {
    const [{ results }] = game.messages.get(id).flags.coign.annotations;
    const { ac, attack } = results[0].outcome?.flat ?? {};
    return {
      modifiers: results[0].modifiers.map(({ id: modifier, state, reason }) => [modifier, state, reason]),
      flat: { ac, attack },
    };
  }, message);
}

async function card(gm, frame, what, face = 10) {
  await nextDice(frame, face);
  const message = await attack(frame, what);
  await cardOf(gm, message).waitFor(SOON);
  return { ...(await judged(gm, message)), text: await cardOf(gm, message).textContent(), message };
}

const ids = ({ modifiers }, state = "on") => modifiers.filter(([, is]) => is === state).map(([id]) => id);

for (const v of [13, 14]) {
  test(`dnd5e: half cover adds 2 to AC, by the rules that the world plays by (v${v})`, async () => {
    const { page, gm, player, errors } = await paired(`system=dnd5e&v=${v}`);
    const seen = await card(gm, player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
    assert.deepEqual([ids(seen), seen.flat.ac], [["half-cover"], 2]);
    assert.match(seen.text, /Half Cover ?\+2 AC/);
    assert.deepEqual(await untouched(page), []);
    assert.deepEqual(errors, []);
    await page.close();
  });

  // Starfinder 2 is pf2e's own program under another id: each of them is played on one version of Foundry.
  const twin = v === 13 ? "pf2e" : "sf2e";
  test(`${twin}: a creature in the way is lesser cover; the system's own flanking and cover count once (v${v})`, async () => {
    const { page, gm, player, errors } = await paired(`system=${twin}&v=${v}`);
    const shot = await card(gm, gm, { by: TOKENS.snag, at: TOKENS.runa, weapon: "Shortbow" });
    assert.deepEqual([ids(shot), shot.flat.ac], [["lesser-cover"], 1]);
    assert.match(shot.text, /Lesser Cover ?\+1 AC/);

    const flanked = await card(gm, player, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Longsword" });
    assert.deepEqual([ids(flanked), flanked.flat.ac], [[], 0], "the system's AC has it");
    assert.match(flanked.modifiers.find(([id]) => id === "flanking")[2], /the game system has counted it already/);

    await gm.evaluate(async (runa) => {
      const cover = { flags: { pf2e: { rulesSelections: { cover: { bonus: 1, level: "lesser" } } } } };
      const { actor } = canvas.scene.tokens.get(runa);
      await actor.createEmbeddedDocuments("Item", [{ name: "Effect: Cover", type: "effect", system: {}, ...cover }]);
    }, TOKENS.runa);
    const taken = await card(gm, gm, { by: TOKENS.snag, at: TOKENS.runa, weapon: "Shortbow" });
    assert.deepEqual([ids(taken), taken.flat.ac], [[], 0]);
    assert.match(taken.modifiers.find(([id]) => id === "lesser-cover")[2], /the game system has already added \+1/);

    await update(gm, TOKENS.snag, { x: 1200, y: 700 });
    await update(gm, TOKENS.bram, { x: 100, y: 700 });
    const far = await card(gm, player, { by: TOKENS.bram, at: TOKENS.snag, weapon: "Javelin" });
    assert.match(far.modifiers.find(([id]) => id === "range-increments")[2], /counted it already/);
    assert.deepEqual(await untouched(page), []);
    assert.deepEqual(errors, []);
    await page.close();
  });

  test(`pf1: cover adds 4 to AC, flanking 2 to the attack (v${v})`, async () => {
    const { page, gm, player, errors } = await paired(`system=pf1&v=${v}`);
    const shot = await card(gm, player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
    assert.deepEqual([ids(shot), shot.flat.ac], [["cover"], 4]);
    const flanked = await card(gm, player, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Longsword" });
    assert.deepEqual([ids(flanked), flanked.flat.attack], [["flanking"], 2]);
    assert.match(flanked.text, /18 ?→ ?20/);
    assert.deepEqual(await untouched(page), []);
    assert.deepEqual(errors, []);
    await page.close();
  });

  test(`D35E: the same by v3.5, and what the dialog has counted counts once (v${v})`, async () => {
    const { page, gm, player, errors } = await paired(`system=D35E&v=${v}`);
    const shot = await card(gm, player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
    assert.deepEqual([ids(shot), shot.flat.ac], [["cover"], 4]);
    const flanked = await card(gm, player, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Longsword" });
    assert.deepEqual([ids(flanked), flanked.flat.attack], [["flanking"], 2]);

    await player.selectOption('label:has-text("Dialog") select', "dialog");
    await player.evaluate(() => tabletop.dice.nextFaces.push(10));
    await player.click('.weapon:has-text("Longsword")');
    await player.check('#windows [name="flanking"]');
    await player.click("#windows .dialog-button.normal");
    const twice = await player.waitForFunction((old) => {
      const last = game.messages.contents.at(-1);
      return last.id !== old && last.flags.coign?.annotations ? last.id : null;
    }, flanked.message);
    const counted = await judged(gm, await twice.jsonValue());
    assert.deepEqual([ids(counted), counted.flat.attack], [[], 0]);
    assert.match(counted.modifiers.find(([id]) => id === "flanking")[2], /the game system has counted it already/);
    assert.deepEqual(await untouched(page), []);
    assert.deepEqual(errors, []);
    await page.close();
  });
}

test("sfrpg: partial cover adds 2 to the armour class that the weapon meets, flanking 2 to the attack", async () => {
  const { page, gm, player, errors } = await paired("system=sfrpg");
  const shot = await card(gm, player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Laser Pistol" });
  assert.deepEqual([ids(shot), shot.flat.ac], [["cover"], 2]);
  const flanked = await card(gm, player, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Longsword" });
  assert.deepEqual([ids(flanked), flanked.flat.attack], [["flanking"], 2]);
  assert.match(flanked.text, /18 ?→ ?20/);
  assert.deepEqual(await untouched(page), []);
  assert.deepEqual(errors, []);
  await page.close();
});

test("lancer: the card names the cover, the window has it, and the system rolls it", async () => {
  const { page, gm, player, errors } = await paired("system=lancer");
  const shot = await card(gm, player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Long Rifle" });
  assert.deepEqual(ids(shot), ["hard-cover"]);
  assert.match(shot.text, /Hard cover.*2 difficulty/s);
  await gm.evaluate(() => game.settings.set("coign", "inRoll", "everybody"));
  await player.evaluate(() => tabletop.dice.nextFaces.push(10, 3, 4));
  await player.waitForFunction(() => game.settings.get("coign", "inRoll") === "everybody", null, SOON);
  const next = await card(gm, player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Long Rifle" });
  const formula = await gm.evaluate((id) => game.messages.get(id).rolls[0].formula, next.message);
  assert.equal(formula, "1d20 + 2 - 2d6kh1");
  assert.deepEqual(errors, []);
  await page.close();
});

test("swade: the share of the body that is hidden, and a gang-up, change the total of the better die", async () => {
  const { page, gm, player, errors } = await paired("system=swade");
  const shot = await card(gm, player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Bow" }, 6);
  assert.deepEqual(ids(shot), ["quarter-hidden"]);
  assert.equal(shot.flat.attack, -2);
  const ganged = await card(gm, player, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Sabre" }, 6);
  assert.deepEqual([ids(ganged), ganged.flat.attack], [["gang-up"], 1]);
  await gm.evaluate(() => game.settings.set("coign", "inRoll", "everybody"));
  await player.waitForFunction(() => game.settings.get("coign", "inRoll") === "everybody", null, SOON);
  const next = await card(gm, player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Bow" }, 6);
  const formula = await gm.evaluate((id) => game.messages.get(id).rolls[0].formula, next.message);
  assert.match(formula, /kh\s*-\s*2\[Coign: A quarter hidden\]$/);
  assert.deepEqual(ids(next), ["quarter-hidden"]);
  assert.deepEqual(errors, []);
  await page.close();
});

test("shadowdark: house rules as the table sets them, in the roll's formula and armour class", async () => {
  const { page, gm, player, errors } = await paired("system=shadowdark");
  const shot = await card(gm, player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
  assert.deepEqual([ids(shot), shot.flat.ac], [["half-cover"], 2]);
  await gm.evaluate(() => game.settings.set("coign", "inRoll", "everybody"));
  await player.waitForFunction(() => game.settings.get("coign", "inRoll") === "everybody", null, SOON);
  const next = await card(gm, player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
  const config = await gm.evaluate((id) => game.messages.get(id).flags.shadowdark.rollConfig, next.message);
  await gm.evaluate(
    async ([by, at]) => {
      const token = canvas.tokens.get(by);
      canvas.tokens.setTargets([at]);
      const config = {
        type: "attack",
        itemUuid: token.actor.items.contents[0].uuid,
        heading: "",
        attack: { type: "ranged" },
      };
      shadowdark.dice.rollDialog({
        ...config,
        mainRoll: { label: "Attack", formula: "1d20 + 3", advantage: 0, dc: 11 },
      });
    },
    [TOKENS.ilse, TOKENS.grik],
  );
  await gm.locator("#sd-roll-dialog .coign-in-roll", { hasText: "Half cover" }).waitFor(SOON);
  assert.deepEqual([config.mainRoll.dc, config.coign.map(({ modifier }) => modifier)], [13, ["half-cover"]]);
  assert.deepEqual(ids(next), ["half-cover"]);
  assert.deepEqual(await untouched(page), []);
  assert.deepEqual(errors, []);
  await page.close();
});

test("pf2e: a flat check is rolled from the card, and decides", async () => {
  const { page, gm, player, errors } = await paired("system=pf2e");
  await update(gm, TOKENS.snag, { x: 900, y: 800 }); // into the mist
  const shot = await card(gm, player, { by: TOKENS.ilse, at: TOKENS.snag, weapon: "Shortbow" }, 15);
  assert.deepEqual(ids(shot), ["concealed"]);
  const shown = cardOf(gm, shot.message);
  await shown.getByText("before the attack: a flat check against 5, or it fails").waitFor(SOON);
  assert.equal(await shown.locator(".coign-verdict").count(), 0);
  await nextDice(player, 4);
  await cardOf(player, shot.message).locator('[data-coign="roll"]').click();
  await shown.getByText("the flat check against 5 failed with 4: the attack fails").waitFor(SOON);
  await becomes(() => shown.locator(".coign-verdict").getAttribute("data-verdict"), "miss");
  await cardOf(player, shot.message).locator('[data-coign="unroll"]').click();
  await nextDice(player, 5);
  await cardOf(player, shot.message).locator('[data-coign="roll"]').click();
  await shown.getByText("the flat check against 5 succeeded with 5").waitFor(SOON);
  await becomes(() => shown.locator(".coign-verdict").getAttribute("data-verdict"), "hit");
  assert.deepEqual(errors, []);
  await page.close();
});
