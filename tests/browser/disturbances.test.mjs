/** Disturbances at a table: deleted documents, changed scenes, other modules' errors, a bridge that misbehaves. */

import assert from "node:assert/strict";
import { flagsOf, judged, passed, strike, synced, update, wiretap } from "./quick.mjs";
import { atTable } from "./setup.mjs";
import { becomes, cardOf, eventually, frameOf, SOON, TOKENS } from "./table.mjs";

const HIGH_GROUND = '.coign-chip[data-modifier="high-ground"]';

let line;
let table;

/** Run a test at a table of its own, by default in v14's shape, with control of the messages from the bridge. */
function hazard(name, run, { query = "v=14" } = {}) {
  const own = wiretap();
  atTable(name, { query, before: own.before }, (opened) => {
    [table, line] = [opened, own];
    return run(opened);
  });
}

/** Wait until a client has a token. */
const arrived = (frame, token) => frame.waitForFunction((id) => canvas.tokens.get(id), token);

/** Make an attack and check that it is annotated. */
async function allIsWell({ gm, player }) {
  const message = await strike(player);
  for (const frame of [gm, player]) await cardOf(frame, message).locator(HIGH_GROUND).waitFor(SOON);
  return message;
}

hazard("a message whose token is gone, and one whose token never was", async ({ gm, player }) => {
  line.mode = "hold"; // the token is deleted before the bridge's answer arrives
  const orphan = await strike(player, { by: TOKENS.bram, at: TOKENS.mog });
  await gm.evaluate((id) => canvas.scene.tokens.get(id).delete(), TOKENS.bram);
  line.release();
  const speaker = { scene: "gone", token: "gone", actor: "gone", alias: "Nobody" };
  const stranger = await player.evaluate(
    async (from) => (await ChatMessage.create({ speaker: from, rolls: [await new Roll("1d20").evaluate()] })).id,
    speaker,
  );
  await allIsWell(table);
  for (const message of [orphan, stranger])
    await player.waitForSelector(`[data-message-id="${message}"] .dice-total`, SOON);
  assert.equal(await cardOf(gm, stranger).count(), 0);
});

hazard("tokens without an actor, on either side", async ({ gm, player }) => {
  await gm.evaluate(async () => {
    const bare = { name: "Barrel", actorId: null, width: 1, height: 1 };
    const places = [
      { _id: "tokenBarrel00000", x: 700, y: 600 },
      { _id: "tokenStatue00000", x: 800, y: 500 },
    ];
    await canvas.scene.createEmbeddedDocuments(
      "Token",
      places.map((place) => ({ ...bare, ...place })),
      { keepId: true },
    );
  });
  await arrived(player, "tokenStatue00000");
  const message = await strike(player, { at: ["tokenBarrel00000", "tokenStatue00000"] });
  await judged(player, message);
  assert.deepEqual((await flagsOf(player, message)).annotations[0].results.map(({ target }) => target).sort(), [
    "tokenBarrel00000",
    "tokenStatue00000",
  ]);
});

hazard("two tokens of one actor among the targets are two rows", async ({ gm, player }) => {
  await gm.evaluate(async (id) => {
    const twin = canvas.scene.tokens.get(id).toObject();
    const other = { ...twin, _id: "tokenTwin0000000", x: twin.x + 100 };
    await canvas.scene.createEmbeddedDocuments("Token", [other], { keepId: true });
  }, TOKENS.snag);
  await arrived(player, "tokenTwin0000000");
  const message = await strike(player, { at: [TOKENS.snag, "tokenTwin0000000"] });
  for (const target of [TOKENS.snag, "tokenTwin0000000"])
    await cardOf(gm, message).locator(`.coign-row[data-target="${target}"]`).waitFor(SOON);
});

hazard("the game master looks at another scene, and at another level", async ({ gm }) => {
  await gm.evaluate(async () => {
    const upstairs = { _id: "levelUp000000000", name: "Upstairs", elevation: { bottom: 20, top: 40 } };
    await canvas.scene.createEmbeddedDocuments("Level", [upstairs], { keepId: true });
    await tabletop.client.view(canvas.scene, canvas.scene.levels.get("levelUp000000000"));
  });
  await allIsWell(table);
  await gm.evaluate(async () => {
    const [other] = await Scene.createDocuments([{ name: "Elsewhere", width: 1000, height: 1000 }]);
    await tabletop.client.view(other);
  });
  assert.equal(await gm.evaluate(() => canvas.scene.name), "Elsewhere");
  await allIsWell(table);
});

hazard("the game master who keeps the bridge leaves in the middle of a request", async ({ page, player }) => {
  await page.evaluate(() => tabletop.open("gm2"));
  const second = await frameOf(page, "gm2");
  line.mode = "drop";
  line.sent.splice(0);
  const message = await strike(player);
  await passed(line.sent, ({ type, roll }) => type === "evaluate" && roll?.d20, "the attack is asked about");
  await page.evaluate(() => tabletop.close("gm"));
  line.mode = "through";
  await cardOf(player, message).locator(HIGH_GROUND).waitFor(SOON);
  await cardOf(second, message).locator(HIGH_GROUND).waitFor(SOON);
});

/** Request a preview as a second GM, through the GM who has the bridge. Resolves with the result. */
const preview = (frame) =>
  frame.evaluate(
    async ([actor, target]) => {
      const question = { scene: canvas.scene.id, actor, targets: [target], attack: { kind: "ranged" } };
      return game.modules
        .get("coign")
        .api.evaluate(question)
        .then(
          ({ results }) => `${results.length} result`,
          (problem) => problem.message,
        );
    },
    [TOKENS.ilse, TOKENS.snag],
  );

hazard("a second game master asks, and leaves before the answer", async ({ page }) => {
  await page.evaluate(() => tabletop.open("gm2"));
  const second = await frameOf(page, "gm2");
  await becomes(() => preview(second), "1 result");
  line.mode = "hold";
  line.sent.splice(0);
  await second.evaluate(
    ([actor, target]) => {
      const question = { scene: canvas.scene.id, actor, targets: [target] };
      void game.modules.get("coign").api.evaluate(question);
    },
    [TOKENS.ilse, TOKENS.snag],
  );
  await passed(line.sent, ({ type }) => type === "evaluate", "the bridge is asked");
  await page.evaluate(() => tabletop.close("gm2"));
  line.release();
  await allIsWell(table);
});

hazard(
  "a second game master asks, and the one who keeps the bridge leaves before the answer",
  async ({ page, player }) => {
    await page.evaluate(() => tabletop.open("gm2"));
    const second = await frameOf(page, "gm2");
    line.mode = "drop";
    line.sent.splice(0);
    const asked = preview(second);
    await passed(line.sent, ({ type }) => type === "evaluate", "the bridge is asked");
    await page.evaluate(() => tabletop.close("gm"));
    line.mode = "through";
    assert.match(await asked, /\S+ \S+/, "a sentence, not silence");
    await second.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, SOON);
    await becomes(() => preview(second), "1 result");
    await allIsWell({ gm: second, player });
  },
);

hazard("the player deletes the message while the bridge is asked", async ({ gm, player }) => {
  line.mode = "hold";
  const message = await strike(player);
  await player.evaluate((id) => game.messages.get(id).delete(), message);
  await gm.waitForFunction((id) => !game.messages.has(id), message);
  line.release();
  await allIsWell(table);
});

hazard("the bridge answers late, then twice, then never", async ({ gm, player }) => {
  line.mode = "hold";
  const late = await strike(player);
  for (const frame of [gm, player]) await frame.waitForSelector(`[data-message-id="${late}"] .dice-total`, SOON);
  await eventually(() => line.held.length, Boolean, "the bridge has answered");
  await synced(gm, player);
  assert.equal(await cardOf(gm, late).count(), 0, "a plain card, and nothing on it that waits");
  line.release();
  await cardOf(player, late).locator(HIGH_GROUND).waitFor(SOON);

  line.mode = "twice";
  await gm.evaluate(() => {
    globalThis.changed = [];
    Hooks.on("updateChatMessage", ({ id }) => globalThis.changed.push(id));
  });
  const twice = await strike(player);
  await cardOf(player, twice).locator(HIGH_GROUND).waitFor(SOON);
  await allIsWell(table); // later: by now the second answer has been taken too
  const changes = await gm.evaluate((id) => globalThis.changed.filter((one) => one === id).length, twice);
  assert.equal(changes, 1, "one annotation, written once");

  line.mode = "drop";
  line.sent.splice(0);
  line.said.splice(0);
  const never = await strike(player);
  await player.waitForSelector(`[data-message-id="${never}"] .dice-total`, SOON);
  const { viewers } = await passed(line.sent, ({ type, roll }) => type === "evaluate" && roll?.d20, "the question");
  const dropped = () => line.said.filter(({ type }) => type === "annotation").length;
  await eventually(dropped, (views) => views >= viewers.length, "every view of the answer is dropped");
  line.mode = "through";
  await allIsWell(table);
  assert.equal(await cardOf(gm, never).count(), 0);
});

hazard("a world of 300 scenes: the bridge is told of the one that is played on", async ({ gm }) => {
  await gm.evaluate(() =>
    Scene.createDocuments(
      Array.from({ length: 300 }, (_, n) => ({ name: `Scene ${n}`, walls: [{ c: [0, 0, 100, n] }] })),
    ),
  );
  await allIsWell(table);
  const told = new Set(line.sent.filter(({ type }) => type === "scene.put").map(({ scene }) => scene));
  assert.equal(told.size, 1);
});

hazard("sixty tokens move at once: one patch, and the next attack is right", async ({ gm, player }) => {
  const ids = await gm.evaluate(async () => {
    const crowd = Array.from({ length: 60 }, (_, n) => ({ name: `Rat ${n}`, x: (n % 12) * 100, y: 900 }));
    return (await canvas.scene.createEmbeddedDocuments("Token", crowd)).map(({ id }) => id);
  });
  await allIsWell(table);
  line.sent.splice(0);
  await gm.evaluate(
    (moved) =>
      canvas.scene.updateEmbeddedDocuments(
        "Token",
        moved.map((_id) => ({ _id, y: 800 })),
      ),
    ids,
  );
  const [rat] = ids;
  const message = await strike(player, { at: rat });
  await judged(player, message);
  const patches = line.sent.filter(({ type }) => type === "scene.patch");
  assert.deepEqual(
    patches.map(({ changes }) => changes.length),
    [60],
  );
});

hazard("switched off, old cards stand there without the section; switched on, they have it again", async ({ page }) => {
  const message = await allIsWell(table);
  const off = (route) => route.fulfill({ contentType: "text/javascript", body: "" });
  const script = /\/modules\/coign\/(scripts\/main|coign)\.mjs$/; // as sources, and bundled
  await page.route(script, off);
  await page.evaluate(() => ["gm", "player"].map((name) => tabletop.open(name)).length);
  const bare = await frameOf(page, "player");
  await bare.waitForSelector(`[data-message-id="${message}"] .dice-total`, SOON);
  assert.equal(await bare.locator(".coign-card").count(), 0);
  await page.unroute(script, off);
  await page.evaluate(() => ["gm", "player"].map((name) => tabletop.open(name)).length);
  const again = await frameOf(page, "player");
  await cardOf(again, message).locator(HIGH_GROUND).waitFor(SOON);
});

hazard("another module throws in every hook of ours, before us and after", async ({ gm, player }) => {
  for (const frame of [gm, player]) {
    await frame.evaluate(() => {
      const broken = () => {
        throw new Error("another module's fault");
      };
      for (const entries of Object.values(Hooks.events)) {
        entries.unshift({ id: -1, fn: broken, once: false });
        entries.push({ id: -2, fn: broken, once: false });
      }
    });
  }
  await allIsWell(table);
  const ours = table.errors.filter(({ message }) => !message.includes("another module's fault"));
  assert.ok(table.errors.length > ours.length, "it did throw");
  await table.page.removeAllListeners("console");
  table.errors.splice(0, Infinity, ...ours);
});

hazard("the viewed scene is gone: whatever is drawn goes with it, and another serves", async ({ gm, player }) => {
  await allIsWell(table);
  await gm.evaluate(async () => {
    const copy = { ...canvas.scene.toObject(), _id: "sceneCopy0000000", active: false };
    const [other] = await Scene.createDocuments([copy], { keepId: true });
    const first = canvas.scene;
    await tabletop.client.view(other);
    await first.delete();
  });
  await player.waitForFunction(() => !game.scenes.has("sceneQuarry00000") && game.scenes.has("sceneCopy0000000"));
  await player.evaluate(() => tabletop.client.view(game.scenes.get("sceneCopy0000000")));
  await update(gm, TOKENS.ilse, { elevation: 15 });
  await allIsWell(table);
  await passed(line.sent, ({ type }) => type === "scene.drop", "the bridge is told");
});
