/**
 * Enchanted Realms at the table: each row of both editions' tables is played once, with the chat menu and the dialog.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, playBy, strike, update, wiretap } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { cardOf, eventually, nextDice, reads, SOON, TOKENS } from "./table.mjs";

const line = wiretap();
const { gm, player } = await oneTable({ query: "v=14", before: line.before });

/** Post a roll of Ilse's whose kind no document names. Returns the message's id. */
const roll = (formula, ...faces) => post("", formula, ...faces);

/** Post a roll of Ilse's under these words. Returns the message's id. */
async function post(flavor, formula, ...faces) {
  await nextDice(player, ...faces);
  const message = await player.evaluate(
    async ([dice, id, words]) => {
      canvas.tokens.setTargets([]);
      const rolled = await new Roll(dice).evaluate();
      const speaker = ChatMessage.getSpeaker({ token: canvas.scene.tokens.get(id) });
      return (await ChatMessage.create({ rolls: [rolled], speaker, flavor: words })).id;
    },
    [formula, TOKENS.ilse, flavor],
  );
  await gm.locator(`[data-message-id="${message}"]`).waitFor(SOON);
  return message;
}

/** Set the kind of a roll as GM, in the message's menu. Returns all kinds that the menu offers. */
async function thisIs(message, title) {
  await choose(gm, message, "this roll is");
  const options = gm.locator("dialog select[name=picked] option");
  await options.first().waitFor({ state: "attached", ...SOON });
  const offered = await options.allTextContents();
  await gm.selectOption("dialog select[name=picked]", { label: title });
  await gm.click("dialog footer button");
  await gm.locator("dialog").waitFor({ state: "detached", ...SOON });
  return offered;
}

/** Add an effect in the GM's dialog "Add to this roll", from the message's menu. */
async function add(message, effect) {
  await choose(gm, message, "add to this roll");
  await gm
    .locator("dialog select[name=what] option")
    .first()
    .waitFor({ state: "attached", ...SOON });
  await gm.selectOption("dialog select[name=what]", { label: effect[0].toUpperCase() + effect.slice(1) });
  await gm.fill("dialog input[name=why]", "a blessing");
  await gm.click("dialog footer button");
  await gm.locator("dialog").waitFor({ state: "detached", ...SOON });
}

/** Wait for an annotation in the GM's browser whose outcome meets the condition. */
async function outcomeWith(holds) {
  const found = () =>
    line.said
      .filter(({ type, viewer }) => type === "annotation" && viewer === "gm")
      .flatMap(({ results }) => results.map(({ outcome }) => outcome))
      .findLast(holds);
  return eventually(found, Boolean, `an outcome with ${holds}`);
}

/** The rows: title, roll, the GM's addition, and the expected outcome. */
const EARLIER = [
  ["Check", "1d20 + 2", [7], "advantage", { dice: "2d20", keep: "highest", to_roll: ["1d20"] }],
  ["Save", "1d20 + 2", [8], "disadvantage", { dice: "2d20", keep: "lowest", movement: 0.5 }],
  ["Competition", "1d12", [9], "advantage", { dice: "2d12", keep: "highest", to_roll: ["1d12"] }],
];
const LATER = [
  ...EARLIER,
  ["Reaction", "1d8", [5], "advantage", { dice: "2d8", keep: "highest", to_roll: ["1d8"] }],
  ["Stealth", "2d6", [3, 4], "advantage", { dice: "1d6", to_roll: ["1d6"] }],
  ["Stealth (d20)", "1d20", [6], "disadvantage", { dice: "2d20", keep: "lowest" }],
  ["Divine incantation", "1d20", [10], "advantage", { notes: ["spirit cost -1"] }],
  ["Sorcery axiom", "1d20", [10], "disadvantage", { notes: ["double casting time"], movement: 0.5 }],
  ["Concentration", "1d20", [12], "advantage", { dice: "2d20", keep: "highest" }],
];

for (const [edition, rows, damage] of [
  ["enchanted-realms", EARLIER, "+1d3"],
  ["coign-of-vantage", LATER, "+2"],
]) {
  test(`${edition}: combat with advantage rolls one more d20 and changes the damage`, async () => {
    await playBy(gm, edition);
    line.said.splice(0);
    await nextDice(player, 4);
    const message = await strike(player);
    await cardOf(gm, message).locator(".coign-chip", { hasText: "higher ground" }).waitFor(SOON);
    const outcome = await outcomeWith(({ pool }) => pool?.after === 2);
    assert.equal(outcome.damage, damage);
    await reads(cardOf(gm, message), /2d20 instead of 1d20/);
  });

  for (const [title, formula, faces, effect, expected] of rows) {
    test(`${edition}: ${title} with ${effect}`, async () => {
      const message = await roll(formula, ...faces);
      const offered = await thisIs(message, title);
      assert.ok(offered.includes("Competition"), offered.join());
      line.said.splice(0);
      await add(message, effect);
      const outcome = await outcomeWith(({ label }) => label === effect);
      for (const [name, value] of Object.entries(expected)) assert.deepEqual(outcome[name], value, name);
      await cardOf(player, message).locator(".coign-chip").first().waitFor(SOON);
    });
  }
}

test("coign-of-vantage: an effect that overrides cancelling wins", async () => {
  const message = await roll("1d20", 11);
  await thisIs(message, "Check");
  await add(message, "disadvantage");
  await outcomeWith(({ label }) => label === "disadvantage");
  line.said.splice(0);
  await add(message, "advantage, overrides cancelling");
  await outcomeWith(({ label }) => label === "advantage");
});

/** Attack with two points of damage less. */
async function attackInVain() {
  await update(gm, TOKENS.ilse, { x: 300, y: 600, elevation: 0 }); // no higher ground, so that the cover alone counts
  line.said.splice(0);
  await nextDice(player, 15);
  const message = await strike(player, { at: TOKENS.grik });
  await cardOf(gm, message).waitFor(SOON);
  await outcomeWith(({ damage: change }) => change === "-2");
}

test("coign-of-vantage: an attack misses once the damage in the chat is reduced to nothing", async () => {
  await playBy(gm, "coign-of-vantage");
  await attackInVain();
  await post("Longsword damage", "1d6", 2);
  const outcome = await outcomeWith(({ hit }) => hit === false);
  assert.match(outcome.notes.join(), /no damage is left/);
});

test("coign-of-vantage: the GM names a roll as damage that nothing shows to be it", async () => {
  await playBy(gm, "coign-of-vantage");
  await attackInVain();
  const other = await post("fire", "1d6", 2);
  await gm.evaluate(
    ([actor, target]) => game.modules.get("coign").api.evaluate({ scene: canvas.scene.id, actor, targets: [target] }),
    [TOKENS.ilse, TOKENS.snag],
  ); // asked later, so that whatever was asked about the roll has been answered
  assert.notEqual((await outcomeWith(({ damage: change }) => change === "-2")).hit, false);
  await choose(gm, other, "damage of the last attack");
  const outcome = await outcomeWith(({ hit }) => hit === false);
  assert.match(outcome.notes.join(), /no damage is left/);
});

test("an effect that cannot apply to the roll is removed, and the GM reads why", async () => {
  await playBy(gm, "coign-of-vantage");
  const message = await roll("1d20", 9);
  await thisIs(message, "Check");
  await gm.evaluate(() => {
    globalThis.warnings = [];
    const warn = ui.notifications.warn.bind(ui.notifications);
    ui.notifications.warn = (text, ...more) => {
      globalThis.warnings.push(text);
      return warn(text, ...more);
    };
  });
  await gm.evaluate(async (id) => {
    const effect = { kind: "miss-chance", percent: 20 };
    const override = { scope: "roll", modifier: "by-hand-x", effect, state: "on", why: "a mist" };
    await game.messages.get(id).update({ flags: { coign: { overrides: [override] } } });
  }, message);
  await gm.waitForFunction((id) => game.messages.get(id).flags.coign.overrides.length === 0, message, SOON);
  assert.match(await gm.evaluate(() => globalThis.warnings.join()), /20 % miss chance.* cannot act on this roll \(/);
});
