/**
 * Foundry on public pages: the browser asks the person before the page may reach this machine, or forbids it. The page
 * is served as if it came from the internet, and the test sets the browser's permission.
 */

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { wiretap } from "./quick.mjs";
import { bridge, browser } from "./setup.mjs";
import { becomes, eventually, openTable, pause, SOON } from "./table.mjs";

const A_WHILE = 2500; // longer than the first waits between attempts to connect

let welcome;

before(async () => {
  welcome = await realWelcome();
});

/** Return the bridge's `welcome` to a paired browser. */
async function realWelcome() {
  const line = wiretap();
  const { page } = await openTable(browser, bridge.url, { before: line.before });
  await page.close();
  return line.said.find(({ type }) => type === "welcome");
}

const lanes = Array.from({ length: 6 }, () => Promise.resolve());
let turn = 0;

/** Fetch a page from the bridge, at most six at a time as a browser does; the bridge limits connections. */
function fetched(url) {
  const lane = turn++ % lanes.length;
  const answer = lanes[lane].then(async () => {
    const found = await fetch(url);
    const headers = { "content-type": found.headers.get("content-type") ?? "" };
    return { status: found.status, headers, body: Buffer.from(await found.arrayBuffer()) };
  });
  lanes[lane] = answer.catch(() => {}); // the caller handles the error
  return answer;
}

/**
 * Open a table at a public address. `state` is the browser's permission; `sockets` are those that the page has opened,
 * each pending until `answer` lets it through.
 */
async function publicTable(origin, state, { paired = true } = {}) {
  const page = { state, sockets: [], answer: () => {} };
  const open = async (tab) => {
    await tab.addInitScript(() => {
      const query = async ({ name }) => {
        if (name !== "loopback-network") throw new TypeError(`${name} is no permission`);
        return { state: await window.permissionNow() };
      };
      Object.defineProperty(navigator, "permissions", { value: { query } });
    });
    await tab.exposeFunction("permissionNow", () => page.state);
    await tab.route(`${origin}/**`, async (route) => {
      await route.fulfill(await fetched(bridge.url + new URL(route.request().url()).pathname));
    });
    if (!paired) await tab.route("**/tabletop/demo.json", (route) => route.fulfill({ status: 404, body: "" }));
    await tab.routeWebSocket(/\/ws\//, async (socket) => {
      page.sockets.push(socket);
      socket.onMessage((text) => {
        const { type, id = null } = JSON.parse(text);
        if (type === "hello") socket.send(JSON.stringify({ type: "welcome", ...welcome }));
        if (type === "configure") socket.send(JSON.stringify({ type: "configured", id, rulesets: [], options: {} }));
      });
      await new Promise((resolve) => {
        page.answer = resolve;
      });
    });
  };
  return Object.assign(page, await openTable(browser, origin, { connected: false, before: open }));
}

/** Run a test, or a part of one, at such a table. */
async function onPublicPage(origin, state, run, how) {
  const table = await publicTable(origin, state, how);
  try {
    const told = await run(table);
    assert.deepEqual(table.errors, []);
    return told;
  } finally {
    await table.page.close();
  }
}

/** Let the next socket that the page opens through. */
async function nextSocket(table, act) {
  const before = table.sockets.length;
  await act();
  await eventually(
    () => table.sockets.length,
    (count) => count > before,
    "the page opens a socket",
  );
  table.answer();
  return table.sockets.at(-1);
}

const until = (frame, wanted) =>
  frame.waitForFunction((state) => game.modules.get("coign").api.state === state, wanted, SOON);
const says = (frame, words) => frame.locator("#coign-pairing .coign-status", { hasText: words }).waitFor(SOON);
const press = (frame, action) => frame.click(`#coign-pairing [data-action="${action}"]`);

const HTTPS = "https://foundry.example";

async function clickByClick(table) {
  const { gm } = table;
  await until(gm, "asking");
  await becomes(() => gm.getAttribute('[data-tool="coign"]', "data-coign-state"), "asking");
  await pause(A_WHILE);
  assert.equal(table.sockets.length, 0, "nothing raises the prompt by itself");
  await gm.click('[data-tool="coign"]');
  await says(gm, "Press Connect, then Allow");
  await says(gm, "comes from the internet");

  await press(gm, "connect");
  await until(gm, "connecting");
  await says(gm, "allow it");
  await pause(A_WHILE);
  assert.equal(await gm.evaluate(() => game.modules.get("coign").api.state), "connecting", "no time-out of ours");
  assert.equal(table.sockets.length, 1);
  table.state = "granted";
  table.answer();
  await until(gm, "connected");

  await table.sockets[0].close({ code: 1012 });
  await until(gm, "reconnecting");
  await becomes(() => table.sockets.length, 2, "what was allowed needs no second click");
  table.answer();
  await until(gm, "connected");

  table.state = "prompt"; // allowed for this time only
  await table.sockets[1].close({ code: 1012 });
  await until(gm, "asking");
  await pause(A_WHILE);
  assert.equal(table.sockets.length, 2, "no retry while the browser would ask");
}

test("no socket before a click; it waits while the browser asks; once allowed, it connects, later without a click", () =>
  onPublicPage(HTTPS, "prompt", clickByClick));

test("a click that fails is not followed by another prompt", () =>
  onPublicPage(HTTPS, "prompt", async (table) => {
    const { gm } = table;
    await until(gm, "asking");
    await gm.click('[data-tool="coign"]');
    const socket = await nextSocket(table, () => press(gm, "connect"));
    await socket.close({ code: 1011 }); // no bridge runs, or the person has dismissed the prompt
    await until(gm, "asking");
    await pause(A_WHILE);
    assert.equal(table.sockets.length, 1);
  }));

test("denied, it says where to allow it, does not try, and connects on a click once it is allowed", () =>
  onPublicPage(HTTPS, "denied", async (table) => {
    const { gm } = table;
    await until(gm, "blocked");
    await gm.click('[data-tool="coign"]');
    await says(gm, "click the symbol left of the address");
    await pause(A_WHILE);
    assert.equal(table.sockets.length, 0);
    table.state = "granted";
    await nextSocket(table, () => press(gm, "connect"));
    await until(gm, "connected");
  }));

test("failed pairing names the cause: denied by the browser, or a page that may not reach this machine", async () => {
  const failing = (origin, state) =>
    onPublicPage(
      origin,
      state,
      async (table) => {
        const { gm } = table;
        await until(gm, "unpaired");
        await gm.click('[data-tool="coign"]');
        const socket = await nextSocket(table, () => press(gm, "pair"));
        await socket.close({ code: 1011 });
        return (await gm.waitForSelector('#coign-pairing [role="alert"]', SOON)).textContent();
      },
      { paired: false },
    );
  assert.match(await failing(HTTPS, "denied"), /Pairing failed: Allow this page/);
  assert.match(await failing(HTTPS, "granted"), /Pairing failed: nothing answers at ws:/);
  assert.match(await failing("http://foundry.example", "prompt"), /Pairing failed: .*over plain http/);
});
