/**
 * Every entry in the menu of a roll's message, in every game system. It changes the request or the places, and so the card.
 * If it cannot, the game master reads why.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { DATA } from "./attack/kit.mjs";
import { openTable } from "./referee/threads.mjs";
import { message, messages } from "./systems/kit.mjs";

/** A message with an attack for each game system, as it was recorded, with the version of the system. */
const ATTACKS = {
  dnd5e: ["5.3.3", message("dnd5e-5.3.3-attack-ranged-with-target")],
  pf2e: ["6.12.0", message("pf2e-6.x-attack-roll-flags")],
  pf1: ["11.6", message("pf1-11.x-attack-system-model")],
  D35E: ["2.0.0", message("D35E-2.0.0-attack")],
  sfrpg: ["0.30.0", messages("sfrpg-0.30.0-messages")[0]],
  shadowdark: ["4.0.4", messages("shadowdark-4.0.4-attacks")[1]],
  "draw-steel": ["1.0.0", messages("draw-steel-1.0.0-abilities")[0]],
  lancer: ["3.1.3", messages("lancer-3.1.3-messages")[0]],
  swade: ["5.0.0", messages("swade-5-messages")[0]],
  homebrew: ["1", null],
};

const [scene, ...scenes] = DATA.documents.Scene;
const documents = {
  ...DATA.documents,
  Actor: [{ _id: "all", name: "All", ownership: { ann: 3 } }],
  Scene: [{ ...scene, tokens: scene.tokens.map((token) => ({ ...token, actorId: "all" })) }, ...scenes],
};

/** The answers of a game master to the dialogs of entries. */
const ANSWERS = { "COIGN.Menu.As": [{ picked: 1 }], "COIGN.Menu.Area": [{ picked: 0 }] };
/** The entry whose dialog is the rulebook's to answer: `overrides/dialog.mjs`. */
const ASKS = "COIGN.Menu.Add";
const AGAIN = "COIGN.Menu.Again";

/** Wait until a roll is judged in another way than before. Return how; if nothing changes, return `before`. */
async function judgedOtherwise(page, id, before) {
  for (let tries = 0; tries < 6000; tries++) {
    const now = await page.run("judged", id);
    if (now !== before) return now;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return before;
}

/** The entries that were chosen in some system. */
const chosenIn = new Set();

for (const [id, [version, recorded]] of Object.entries(ATTACKS))
  test(`${id}: every entry of the menu changes the card, or says why not`, { timeout: 120_000 }, async () => {
    const { player, pages, open, close } = await openTable({ ...DATA, documents, system: { id, version } });
    await open("gm");
    const page = pages.gm;
    const hero = player.scenes.get("scene").tokens.get("hero");
    const attack = async () => {
      const { _id, author, user, whisper, ...rest } = recorded ?? {};
      const rolls = recorded ? rest.rolls : [await new player.Roll("1d20 + 3").evaluate()];
      const flags = { ...rest.flags, coign: { targets: ["Scene.scene.Token.goblin"] } };
      const speaker = { scene: "scene", token: "hero" };
      const made = await player.classOf("ChatMessage").create({ ...rest, rolls, flags, speaker });
      const first = await judgedOtherwise(page, made.id, "null");
      assert.notEqual(first, "null", "it is judged");
      await hero.update({ x: hero._source.x + 100 });
      return { message: made.id, first };
    };
    try {
      const entries = await page.run("menu", (await attack()).message);
      for (const usual of ["Add", "Retarget", "Again", "BeforeMove"])
        assert.ok(entries.includes(`COIGN.Menu.${usual}`));
      for (const name of entries.filter((entry) => entry !== ASKS))
        for (const targets of [["orc"], []]) {
          const { message: chosen, first } = await attack();
          const told = await page.run("choose", [name, chosen, targets, ANSWERS[name]]);
          chosenIn.add(name);
          if (told.length) continue;
          const changed = await judgedOtherwise(page, chosen, first);
          assert.notEqual(changed, first, `${name}: nothing changed, and nothing was said`);
          if (name === AGAIN) continue; // which decides nothing
          await page.run("takeBack");
          assert.equal(await judgedOtherwise(page, chosen, changed), first, `${name}: it is taken back`);
        }
      assert.deepEqual(await page.run("errors"), []);
    } finally {
      await close("gm");
    }
  });

test("every entry that an attack alone can have was chosen", () => {
  const names = ["Again", "As", "BeforeMove", "Retarget", "Save"].map((name) => `COIGN.Menu.${name}`);
  assert.deepEqual([...chosenIn].sort(), names);
});
