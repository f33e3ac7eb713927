/** Problems of the connection: what the status says, what is tried again, and how to solve them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { judged, strike } from "./quick.mjs";
import { bridge, browser } from "./setup.mjs";
import { becomes, openTable, pause, SOON } from "./table.mjs";

const A_WHILE = 2500; // longer than the first waits between attempts to connect

const until = (frame, wanted) =>
  frame.waitForFunction((state) => game.modules.get("coign").api.state === state, wanted, SOON);
const says = (frame, words) => frame.locator("#coign-pairing .coign-status", { hasText: words }).waitFor(SOON);
const open = (frame) => frame.click('[data-tool="coign"]');
const press = (frame, action) => frame.click(`#coign-pairing [data-action="${action}"]`);

/** Make the bridge answer `hello` with an error and a close code, until `line.say` is null. */
function unwilling(error, code) {
  const line = { say: error, tries: 0 };
  line.before = (page) =>
    page.routeWebSocket(/\/ws\//, (socket) => {
      line.tries += 1;
      const server = line.say ? null : socket.connectToServer();
      if (server) return;
      socket.onMessage(async () => {
        socket.send(JSON.stringify({ type: "error", id: null, detail: {}, ...line.say }));
        await socket.close({ code });
      });
    });
  return line;
}

test("module and bridge of different versions: the status says so, and nothing is tried again without a click", async () => {
  const line = unwilling({ code: "version", message: "this bridge speaks version 2 of the protocol, not 1" }, 4002);
  const { page, gm, player, errors } = await openTable(browser, bridge.url, { connected: false, before: line.before });
  await until(gm, "version");
  await becomes(() => gm.getAttribute('[data-tool="coign"]', "data-coign-state"), "version");
  await open(gm);
  await says(gm, "this bridge speaks version 2 of the protocol, not 1");
  await says(gm, "Update the older of the two");
  await pause(A_WHILE);
  assert.equal(line.tries, 1);
  const plain = await strike(player);
  await player.waitForSelector(`[data-message-id="${plain}"] .dice-total`, SOON);
  line.say = null; // updated
  await press(gm, "connect");
  await until(gm, "connected");
  await judged(player, plain);
  assert.deepEqual(errors, []);
  await page.close();
});

test("a bridge that has forgotten this browser: the status says so and offers to pair again", async () => {
  const line = unwilling({ code: "unauthorised", message: "this browser is not paired with this bridge" }, 4001);
  const { page, gm, errors } = await openTable(browser, bridge.url, { connected: false, before: line.before });
  await until(gm, "refused");
  await open(gm);
  await says(gm, "Pair this browser again");
  await gm.locator("#coign-pairing [name=code]").waitFor();
  await gm.locator('#coign-pairing [data-action="pair"]').waitFor();
  await pause(A_WHILE);
  assert.equal(line.tries, 1);
  assert.deepEqual(errors, []);
  await page.close();
});

test("another browser has the bridge: the status says so, and the next attempt is after a long wait", async () => {
  const line = unwilling({ code: "busy", message: "another browser keeps this world's connection" }, 4003);
  const { page, gm, errors } = await openTable(browser, bridge.url, { connected: false, before: line.before });
  await until(gm, "busy");
  await open(gm);
  await says(gm, "One browser at a time");
  await pause(A_WHILE);
  assert.equal(line.tries, 1);
  line.say = null; // it has gone
  await press(gm, "connect");
  await until(gm, "connected");
  assert.deepEqual(errors, []);
  await page.close();
});

test("a server that is not a bridge gets no token, and the status says so", async () => {
  const heard = [];
  const foreign = async (page) => {
    await page.routeWebSocket(/\/ws\//, (socket) => socket.onMessage((text) => heard.push(text)));
    // The other side has chosen no subprotocol.
    await page.addInitScript(() => {
      const construct = (target, given) =>
        Object.defineProperty(Reflect.construct(target, given), "protocol", { get: () => "", set() {} });
      window.WebSocket = new Proxy(window.WebSocket, { construct });
    });
  };
  const { page, gm, errors } = await openTable(browser, bridge.url, { connected: false, before: foreign });
  await until(gm, "version");
  await open(gm);
  await says(gm, "it is no Coign bridge");
  assert.deepEqual(heard, []);
  assert.deepEqual(errors, []);
  await page.close();
});

test("taken over by another browser, it does not reconnect by itself, and takes over again on a click", async () => {
  const first = await openTable(browser, bridge.url);
  const context = await browser.newContext(); // a browser of its own: another client id
  const second = await openTable(context, bridge.url);
  await until(first.gm, "taken-over");
  await open(first.gm);
  await says(first.gm, "Take it back with the button below");
  await pause(A_WHILE);
  assert.equal(await first.gm.evaluate(() => game.modules.get("coign").api.state), "taken-over");
  assert.equal(await second.gm.evaluate(() => game.modules.get("coign").api.state), "connected");
  await press(first.gm, "connect");
  await until(first.gm, "connected");
  await until(second.gm, "taken-over");
  const message = await strike(first.player);
  await judged(first.player, message);
  for (const { page, errors } of [first, second]) {
    assert.deepEqual(errors, []);
    await page.close();
  }
  await context.close();
});

test("the status names a version of the game system that has not been tested", async () => {
  const { page, gm, errors } = await openTable(browser, bridge.url);
  const hint = gm.locator("#coign-pairing p.hint", { hasText: "not been tested with" });
  await open(gm);
  await says(gm, "connected");
  assert.equal(await hint.count(), 0);
  await gm.click('#coign-pairing [data-action="close"]');
  await gm.evaluate(() => Object.assign(game.system, { version: "9.0.0" }));
  await open(gm);
  await hint.waitFor(SOON);
  assert.deepEqual(errors, []);
  await page.close();
});
