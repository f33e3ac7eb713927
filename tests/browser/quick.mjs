/** Attacks and edits by the API instead of the pointer, for tests that are about the result. */

import { eventually, SOON, TOKENS } from "./table.mjs";

/** The weapons that tests name, by their names in English: a world in another language has other names. */
const ITEMS = {
  Shortbow: "itemBow000000000",
  Longsword: "itemSword0000000",
  Mace: "itemMace00000000",
  Greatclub: "itemClub00000000",
};
const WEAPONS = { [TOKENS.ilse]: "Shortbow", [TOKENS.bram]: "Longsword" };

/**
 * Attack without a pointer. Returns the message's id.
 *
 * @param {import("playwright-core").Frame} frame  The client that rolls.
 * @param {{by?: string, at?: string | string[], weapon?: string, whisper?: string[], blind?: boolean}} [what]
 */
export function strike(frame, { by = TOKENS.ilse, at = TOKENS.snag, weapon = WEAPONS[by], ...how } = {}) {
  return frame.evaluate(
    async ([attacker, targets, name, id, more]) => {
      const { attack } = await import("/tabletop/attack.mjs");
      const token = canvas.scene.tokens.get(attacker);
      canvas.tokens.setTargets(targets);
      const item = token.actor.items.find((one) => one.name === name) ?? token.actor.items.get(id);
      return (await attack(tabletop.client, token, item, more)).id;
    },
    [by, [at].flat(), weapon, ITEMS[weapon], how],
  );
}

/**
 * Before the page loads, make rolls wait for their modifiers as long as a busy machine needs, for tests that are about
 * something else than the time: a game master's wait 150 ms, and a player's 300, for an answer that takes at most 5000.
 */
export const patient = (page) =>
  page.addInitScript((long) => {
    const plain = globalThis.setTimeout;
    globalThis.setTimeout = (task, ms, ...given) => plain(task, [150, 300, 5000].includes(ms) ? long : ms, ...given);
  }, SOON.timeout);

/**
 * From now on no timer of a second or more runs out on these clients: what happens all the same has waited for none.
 * Returns a function that lets later timers run out again.
 */
export async function stopTimers(...frames) {
  for (const frame of frames)
    await frame.evaluate(() => {
      globalThis.plainTimeout ??= globalThis.setTimeout;
      globalThis.setTimeout = (task, ms = 0, ...given) => (ms < 1000 ? globalThis.plainTimeout(task, ms, ...given) : 0);
    });
  return async () => {
    for (const frame of frames)
      await frame.evaluate(() => {
        globalThis.setTimeout = globalThis.plainTimeout;
      });
  };
}

/** Wait until another client has what this one has written so far, and has drawn it: changes come in their order. */
export async function synced(from, to) {
  const id = await from.evaluate(async () => (await ChatMessage.create({ content: "So far." })).id);
  await to.waitForSelector(`[data-message-id="${id}"]`, { state: "attached", ...SOON });
}

/** Wait for what passes between the module and where Coign computes: `line.sent` or `line.said` has one that fits. */
export const passed = (packets, fits, what) => eventually(() => packets.findLast(fits), Boolean, what);

/** Wait until a message's flags on this client have an annotation. */
export const judged = (frame, message) =>
  frame.waitForFunction((id) => Boolean(game.messages.get(id)?.flags.coign?.annotationKey), message, SOON);

export const update = (frame, token, change) =>
  frame.evaluate(([id, what]) => canvas.scene.tokens.get(id).update(what, { animate: false }), [token, change]);

/** Control a token and target a foe. */
export const aim = (frame, own, foe) =>
  frame.evaluate(
    ([mine, other]) => {
      canvas.tokens.get(mine).control();
      canvas.tokens.setTargets([other]);
    },
    [own, foe],
  );

/** Wait until the heat map is whole. If it ends instead, a notification says why, and so does the report. */
export const heatMapOf = (frame) =>
  eventually(
    () =>
      frame.evaluate(() => ({
        isWhole: document.querySelector(".coign-legend progress")?.hidden ?? false,
        legend: document.querySelector(".coign-legend")?.textContent,
        notifications: document.querySelector("#notifications")?.textContent,
      })),
    ({ isWhole }) => isWhole,
    "the heat map is whole",
  );

/** Create a region that gives half cover, by default between Ilse and her foes. */
export const hedge = (frame, { x = 380, y = 150, width = 60, height = 300 } = {}) =>
  frame.evaluate(
    async (place) => {
      const behaviors = [{ name: "Bushes", type: "coign.cover", system: { degree: "half" } }];
      const shapes = [{ type: "rectangle", ...place, rotation: 0, hole: false }];
      await canvas.scene.createEmbeddedDocuments("Region", [{ name: "Hedge", shapes, behaviors }]);
    },
    { x, y, width, height },
  );

export const clearHedge = (frame) =>
  frame.evaluate(() => canvas.scene.regions.find(({ name }) => name === "Hedge").delete());

/** Start a combat of these tokens, in this order; the first has its turn. */
export const startCombat = (frame, tokens) =>
  frame.evaluate(async (ids) => {
    const [combat] = await Combat.createDocuments([{ scene: canvas.scene.id }]);
    const sceneId = canvas.scene.id;
    await combat.createEmbeddedDocuments(
      "Combatant",
      ids.map((tokenId, n) => ({ tokenId, sceneId, initiative: 20 - n })),
    );
    await combat.startCombat();
  }, tokens);

/** Set the world's rulesets. */
export const playBy = (frame, ...rulesets) =>
  frame.evaluate((picked) => game.settings.set("coign", "rulesets", picked), rulesets);

/** Choose an entry of a message's menu by a part of its text. */
export async function choose(frame, message, words) {
  await frame.click(`[data-message-id="${message}"] .dice-total`, { button: "right" });
  await frame.locator("#context-menu button", { hasText: words }).evaluate((button) => button.click());
}

/** Open the dialog that adds anything to a roll: behind the "+" on a GM's card, and there behind "More…". */
export async function openAddition(frame, message) {
  const card = frame.locator(`[data-message-id="${message}"] .coign-card`);
  await card.locator('[data-tool="add"]').first().click();
  await card.locator('[data-coign="add"]').first().click();
}

export const flagsOf = (frame, message) =>
  frame.evaluate((id) => structuredClone(game.messages.get(id).toObject().flags.coign ?? {}), message);

export const state = (frame) => frame.evaluate(() => game.modules.get("coign").api.state);

/** Connect in the pairing window, as a person does. */
export async function reconnect(frame) {
  await frame.evaluate(() => game.modules.get("coign").api.open("pairing"));
  const press = (action) =>
    frame.locator(`#coign-pairing [data-action="${action}"]`).evaluate((button) => button.click());
  if ((await state(frame)) === "connected") await press("disconnect");
  await press("connect");
  await frame.evaluate(() => foundry.applications.instances.get("coign-pairing").close());
}

/**
 * Intercept what passes between the module and where Coign computes: let it through, hold, drop or repeat what comes back.
 * For `openTable`'s `before`.
 */
export function wiretap() {
  const line = { mode: "through", held: [], sent: [], said: [] };
  const send = (text) => line.sent.push(JSON.parse(text));
  const say = (text, deliver) => {
    line.said.push(JSON.parse(text));
    if (line.mode === "hold") line.held.push(deliver);
    if (line.mode === "through" || line.mode === "twice") deliver();
    if (line.mode === "twice") deliver();
  };
  line.before = async (page) => {
    await page.routeWebSocket(/\/ws\//, (client) => {
      const server = client.connectToServer();
      client.onMessage((text) => {
        send(text);
        server.send(text);
      });
      server.onMessage((text) => say(text, () => client.send(text)));
    });
    await page.exposeFunction("lineSent", (text) => void send(text));
    await page.exposeBinding("lineSaid", ({ frame }, text) =>
      say(text, () => frame.evaluate((data) => globalThis.lineDeliver(data), text).catch(() => {})),
    ); // a frame that is gone hears nothing
    await page.addInitScript(tapWorkers);
  };
  line.release = () => {
    line.mode = "through";
    for (const deliver of line.held.splice(0)) deliver();
  };
  return line;
}

/** In a page: tell the test what a Worker is sent and what it says; the test delivers the latter by `lineDeliver`. */
function tapWorkers() {
  const { lineSent, lineSaid } = globalThis;
  globalThis.Worker = class extends Worker {
    postMessage(data) {
      if (typeof data === "string") lineSent(data);
      super.postMessage(data);
    }

    set onmessage(hear) {
      globalThis.lineDeliver = (data) => hear({ data });
      super.onmessage = ({ data }) => (typeof data === "string" ? lineSaid(data) : hear({ data }));
    }
  };
}
