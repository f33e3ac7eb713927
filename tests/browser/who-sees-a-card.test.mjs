/**
 * Cards for every game system and module that docs/who-sees-a-card.md lists. Shortened real messages are put into the
 * chat as a player's client would. Their sources are in tests/data/NOTICE.md.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { hedge, synced } from "./quick.mjs";
import { oneTable } from "./setup.mjs";
import { cardOf, SOON, TOKENS } from "./table.mjs";

const { gm, player } = await oneTable({ query: "v=14" });
await hedge(gm); // half cover, whatever the attack is

// classes of rolls and dice, which the systems' own scripts define
for (const frame of [gm, player])
  await frame.evaluate(() => {
    CONFIG.Dice.rolls.push(
      class CheckRoll extends Roll {},
      class SFRPGRoll extends Roll {},
      class TraitRoll extends Roll {},
      class PowerRoll extends Roll {},
      class RollSD extends Roll {},
    );
    CONFIG.Dice.termTypes.WildDie = class WildDie extends foundry.dice.terms.Die {};
  });

const [scene, actor] = await gm.evaluate((id) => [canvas.scene.id, canvas.scene.tokens.get(id).actorId], TOKENS.ilse);

/** Return the messages of a file, with the ids of this table's scene and tokens in place of the recorded ones. */
function recorded(name) {
  const text = readFileSync(new URL(`../data/chat/${name}.json`, import.meta.url), "utf8")
    .replaceAll("SCENE00000000001", scene)
    .replaceAll("TOKEN00000000001", TOKENS.ilse)
    .replaceAll("TOKEN00000000002", TOKENS.snag)
    .replaceAll("ACTOR00000000001", actor);
  const { message, messages = [message] } = JSON.parse(text);
  return messages.map(({ _id, author: _author, _stats, timestamp: _timestamp, ...source }) => source);
}

/** Set the game system on both clients. */
const play = (id, version) =>
  Promise.all(
    [gm, player].map((frame) => frame.evaluate((system) => Object.assign(game.system, system), { id, version })),
  );

/** Post a message as the player, who targets Snag; returns its id. */
const post = (source) =>
  player.evaluate(
    async ([data, by, at]) => {
      canvas.tokens.setTargets([at]);
      const token = canvas.scene.tokens.get(by);
      return (await ChatMessage.create({ ...data, speaker: ChatMessage.getSpeaker({ token }) })).id;
    },
    [source, TOKENS.ilse, TOKENS.snag],
  );

const update = (id, change) =>
  player.evaluate(async ([message, what]) => (await game.messages.get(message).update(what)).id, [id, change]);

/** Wait until both clients show the card of a message, with the half cover of the hedge. */
async function seen(message) {
  for (const frame of [gm, player])
    await cardOf(frame, message).locator(".coign-chip", { hasText: "Half Cover" }).first().waitFor(SOON);
}

const PLAIN = {
  "dnd5e 4": ["dnd5e", "4.3.9", "dnd5e-4.3.9-shape-attack-with-target"],
  "dnd5e 5": ["dnd5e", "5.3.3", "dnd5e-5.3.3-attack-ranged-with-target"],
  "midi-qol, merged": ["dnd5e", "4.3.9", "dnd5e-4.3-midi-merged"],
  pf2e: ["pf2e", "6.12.0", "pf2e-6.x-attack-roll-flags"],
  "pf1 10": ["pf1", "10.8", "pf1-10.x-full-attack-with-targets"],
  "pf1 11": ["pf1", "11.5", "pf1-11.x-attack-system-model"],
  D35E: ["D35E", "2.0.0", "D35E-2.0.0-attack"],
  sfrpg: ["sfrpg", "0.30.0", "sfrpg-0.30.0-messages"],
  lancer: ["lancer", "3.1.3", "lancer-3.1.3-messages"],
  swade: ["swade", "5.0.0", "swade-5-messages"],
  "draw-steel": ["draw-steel", "1.0.0", "draw-steel-1.0.0-abilities"],
  shadowdark: ["shadowdark", "4.0.4", "shadowdark-4.0.4-attacks"],
};

for (const [name, [system, version, file]] of Object.entries(PLAIN))
  test(name, async () => {
    await play(system, version);
    const [message] = recorded(file);
    await seen(await post(message));
  });

const SIX = {
  type: "attack",
  system: { mode: "twoHanded", targets: [], item: { name: "Shortbow", type: "weapon" }, activity: { type: "attack" } },
};
const attackRolls = () => recorded("dnd5e-5.3.3-attack-ranged-with-target")[0].rolls;

test("dnd5e 6", async () => {
  await play("dnd5e", "6.0.1");
  await seen(await post({ ...SIX, rolls: attackRolls() }));
});

for (const file of ["dnd5e-5.3.3-ready-set-roll-3.5-usage", "dnd5e-5.3.3-rsreforged-4.8-usage"])
  test(file.replace(/^dnd5e-5.3.3-|-usage$/g, ""), async () => {
    await play("dnd5e", "5.3.3");
    const [posted, rolled] = recorded(file);
    const message = await post(posted);
    await update(message, { rolls: rolled.rolls, flags: rolled.flags });
    await seen(message);
  });

test("Argon and others that use the system's activities: a usage card, then the attack", async () => {
  await play("dnd5e", "5.3.3");
  const usage = await post(recorded("dnd5e-5.3.3-ready-set-roll-3.5-usage")[0]);
  await seen(await post(recorded("dnd5e-5.3.3-attack-ranged-with-target")[0]));
  assert.equal(await cardOf(gm, usage).count(), 0, "what rolled nothing has no card");
});

test("midi-qol, separate: the roll's message comes before midi's card", async () => {
  await play("dnd5e", "4.3.9");
  const [roll, card] = recorded("dnd5e-4.3-midi-separate");
  const message = await post(roll);
  await post(card);
  await seen(message);
});

test("midi-qol, text alone: the roller's client adds the roll", async () => {
  await play("dnd5e", "5.3.3");
  const message = await post(recorded("dnd5e-5.3-midi-content-only")[0]);
  await player.evaluate(
    async ([id, json]) => {
      const attackRoll = Roll.fromData(JSON.parse(json));
      Hooks.callAll("midi-qol.AttackRollComplete", { attackRoll, itemCardId: id, targets: game.user.targets });
    },
    [message, attackRolls()[0]],
  );
  await seen(message);
});

test("RSReforged 6: inside the usage card that has the hidden attack's roll; its menu too", async () => {
  await play("dnd5e", "6.0.1");
  const place = (frame) =>
    frame.evaluate(() => {
      // as the module does: after the usage card is rendered, it gets an element for each roll
      Hooks.on("renderChatMessageHTML", (message, html) => {
        const shown = message.flags.shows;
        if (!shown) return;
        const inner = html.ownerDocument.createElement("div");
        inner.dataset.messageId = shown;
        html.querySelector(".message-content").append(inner);
      });
    });
  await Promise.all([gm, player].map(place));
  const attack = await post({ ...SIX, rolls: attackRolls() });
  await seen(attack);
  const usage = await post({ type: "usage", system: {}, content: "<p>Shortbow</p>", flags: { shows: attack } });
  for (const frame of [gm, player])
    await frame
      .locator(`[data-message-id="${usage}"] [data-message-id="${attack}"] > .coign-card`)
      .first()
      .waitFor(SOON);
  const offered = await gm.evaluate((id) => {
    const item = document.querySelector(`#chat-log > [data-message-id="${id}"], li[data-message-id="${id}"]`);
    const entries = [];
    Hooks.callAll("getChatMessageContextOptions", ui.chat, entries);
    return entries.filter(({ visible }) => visible(item)).length;
  }, usage);
  assert.ok(offered > 0, "the usage card offers what is the attack's");
});

test("any other system: a d20 roll with a target", async () => {
  await play("enchanted-realms", "1.0.0");
  const roll = await player.evaluate(async () => JSON.stringify((await new Roll("1d20 + 5").evaluate()).toJSON()));
  await seen(await post({ rolls: [roll] }));
});

test("Beyond20 is not read, and the GM is told so once, and in the status window", async () => {
  await play("dnd5e", "5.3.3");
  await gm.evaluate(() => {
    globalThis.told = [];
    const { info } = ui.notifications;
    ui.notifications.info = (text, ...more) => {
      globalThis.told.push(text);
      return info.call(ui.notifications, text, ...more);
    };
  });
  for (let n = 0; n < 2; n++) await post(recorded("dnd5e-5.3.3-beyond20")[0]);
  await synced(player, gm);
  const told = await gm.evaluate(() => globalThis.told.filter((text) => text.includes("of Beyond20 are not read")));
  assert.equal(told.length, 1);
  await gm.evaluate(() => game.modules.get("coign").api.open("pairing"));
  await gm.locator("#coign-pairing", { hasText: "Attacks of Beyond20 are not read" }).waitFor(SOON);
  await gm.click('#coign-pairing [data-action="close"]');
});

test("the newest card stays in view when its section is added, if the log was at its end", async () => {
  await play("dnd5e", "6.0.1");
  const message = await post({ ...SIX, rolls: attackRolls() });
  await seen(message);
  await player.waitForFunction(
    (id) => {
      const section = document.querySelector(`#chat-log [data-message-id="${id}"] .coign-card`);
      let box = section?.parentElement;
      while (box && !/^(auto|scroll)$/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
      return box && section.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom + 1;
    },
    message,
    SOON,
  );
});

test("a window of Coign's opens once, however often its button is pressed", async () => {
  const open = () =>
    gm.evaluate(() => new (game.settings.menus.get("coign.coign").type)().render({ force: true }).then(() => null));
  await open();
  await open();
  assert.equal(await gm.locator("#coign-pairing").count(), 1);
  await gm.click('#coign-pairing [data-action="close"]');
});
