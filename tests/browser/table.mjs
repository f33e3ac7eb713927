/** A real bridge for the tests (start, stop, kill), and the tabletop's clients as frames in a real Chromium. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect, isDeepStrictEqual } from "node:util";
import { keepPromises } from "./kept-promises.mjs";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const VENV = join(ROOT, ".venv", process.platform === "win32" ? "Scripts" : "bin", "python");
export const PYTHON = process.env.COIGN_PYTHON ?? (existsSync(VENV) ? VENV : "python3");
const CHROMIUM = process.env.COIGN_CHROMIUM ?? "/usr/bin/chromium";
const FIREFOX = process.env.COIGN_FIREFOX && join(ROOT, "tests", "browser", "firefox.mjs"); // instead of Chromium
const QUIET = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A test computes for too short a time for V8's second, better compilation of WebAssembly to pay.
  ...(process.env.NODE_TEST_CONTEXT ? ["--js-flags=--liftoff-only"] : []),
];
const THROWN = /^An error was thrown in/; // the report of a hook or socket handler that threw, as Foundry writes it
/** The longest wait of a test, in ms: long, because waiting costs nothing when all is well. */
const PATIENCE = Number(process.env.COIGN_PATIENCE ?? 30_000);
/** `PATIENCE` as an option of Playwright. */
export const SOON = { timeout: PATIENCE };
/** The longest start of a bridge or a page, in ms: the page may have to fetch and start the engine. */
export const READY = 2 * PATIENCE;

/** The place where Coign computes at the tables of these tests: on their `bridge`, or in the `page` of the game master's client. */
export const TRANSPORT = process.env.COIGN_TRANSPORT ?? "bridge";

export const TOKENS = {
  ilse: "tokenIlse0000000",
  bram: "tokenBram0000000",
  runa: "tokenRuna0000000",
  snag: "tokenSnag0000000",
  grik: "tokenGrik0000000",
  mog: "tokenMog00000000",
  pim: "tokenPim00000000",
  shade: "tokenShade000000",
};

export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Start `coign demo`, or another command that serves, in a process of its own; resolves when its pages answer. */
export async function startBridge(port, command = ["demo", "--no-browser"], env = {}) {
  const bridge = spawn(PYTHON, ["-m", "coign", ...command, "--port", String(port)], {
    cwd: ROOT,
    env: { ...process.env, PYTHONPATH: join(ROOT, "bridge"), PYTHONUNBUFFERED: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [bridge.stdout, bridge.stderr]) stream.on("data", (data) => (said += data));
  // No bridge outlives the process of its test, which may end before its first test: without a browser, for example.
  const stop = () => bridge.kill("SIGKILL");
  process.once("exit", stop);
  const gone = new Promise((resolve) => bridge.once("exit", resolve)).then(() => process.off("exit", stop));
  const url = `http://127.0.0.1:${port}`;
  const healthy = async () => (await fetch(`${url}/healthz`).catch(() => null))?.ok; // refused until it listens
  for (const end = Date.now() + READY; !(await healthy()); await pause(50)) {
    if (bridge.exitCode !== null) throw new Error(`the bridge ended at once, saying:\n${said}`);
    if (Date.now() < end) continue;
    bridge.kill("SIGKILL");
    throw new Error(`no bridge at ${url} within ${READY} ms; it said:\n${said}`);
  }
  return {
    url,
    pid: bridge.pid,
    said: () => said,
    /** Kill it at once, as a crash or a power cut would. */
    async kill() {
      bridge.kill("SIGKILL");
      await gone;
    },
  };
}

export async function startBrowser(more = []) {
  const { chromium, firefox } = await import("playwright-core"); // a second, which files without a browser do not need
  return FIREFOX
    ? firefox.launch({ executablePath: FIREFOX, channel: "moz-firefox" })
    : chromium.launch({ executablePath: CHROMIUM, args: [...QUIET, ...more] });
}

/**
 * Open the tabletop and wait until its clients are up.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} url  The bridge's address.
 * @param {object} [how]
 * @param {string} [how.query]  The query of the page's address. Without rules or a game system in it the world plays by
 *   Partial Advantage, which has a modifier for most of what the sample scene shows. Without a view it shows both. No step
 *   plays itself.
 * @param {object} [how.viewport]
 * @param {number} [how.scale]  Pixels of a picture for one of the page.
 * @param {boolean} [how.connected]  Wait until Coign is ready on the game master's client.
 * @param {"page" | "bridge" | "auto"} [how.compute]  Where Coign computes.
 * @param {(page: object) => Promise<void>} [how.before]  Runs before the page is loaded.
 */
export async function openTable(browser, url, how = {}) {
  const {
    query = "",
    viewport = { width: 1440, height: 900 },
    scale = 1,
    connected = true,
    compute = TRANSPORT,
    before,
  } = how;
  const page = keepPromises(await browser.newPage({ viewport, deviceScaleFactor: scale }));
  await before?.(page);
  const errors = [];
  page.on("pageerror", (error) => errors.push(error));
  page.on("console", (line) => THROWN.test(line.text()) && errors.push(new Error(line.text())));
  const rules = /(^|&)(rules|system|setup)\b/.test(query) ? "" : "&rules=partial-advantage";
  const view = /(^|&)view\b/.test(query) ? "" : "&view=both";
  await page.goto(`${url}/tabletop/?path=wait&compute=${compute}&${query}${rules}${view}`);
  const gm = await frameOf(page, "gm");
  const player = await frameOf(page, "player");
  if (connected)
    await gm.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, { timeout: READY });
  return { page, gm, player, errors };
}

/**
 * Take the steps of a newcomer in a world into which nothing is installed (`?setup`): install the module, tick it.
 * @param {object} page  The tabletop's page.
 * @param {string} url  The server's address.
 * @param {(step: string) => Promise<void>} [onStep]  Called after "install" and "tick".
 */
export async function installAndTick(page, url, onStep = async () => {}) {
  await page.fill('#setup [name="manifest"]', `${url}/module.json`);
  await page.click('#setup [type="button"]');
  await page.check('#setup [name="coign"]');
  await onStep("install");
  await page.click('#setup [type="submit"]');
  await onStep("tick");
}

export async function frameOf(page, name) {
  const element = await page.waitForSelector(`iframe[data-client="${name}"]`, { state: "attached" });
  const frame = keepPromises(await element.contentFrame());
  await frame.waitForSelector("body[data-ready]", { timeout: READY, state: "attached" });
  return frame;
}

/** Set the faces of the next dice on this client, in order. */
export const nextDice = (frame, ...faces) => frame.evaluate((next) => tabletop.dice.nextFaces.push(...next), faces);

/** Attack as a person would: pick the fighter, target the foe, press the weapon. Returns the message's id. */
export async function attack(frame, { by, at, weapon }) {
  await frame.click(bodyOf(by));
  await frame.evaluate(() => tabletop.client.game.canvas.tokens.setTargets([]));
  for (const target of [at].flat()) await aimByHand(frame, target, { by, how: { modifiers: ["Shift"] } });
  const aimed = (ids) => game.user.targets.size === ids.length && ids.every((id) => game.user.targets.ids.includes(id));
  await frame.waitForFunction(aimed, [at].flat(), SOON);
  const before = await frame.evaluate(() => game.messages.size);
  await frame.click(`.weapon:has-text("${weapon}")`);
  await frame.waitForFunction((count) => game.messages.size > count, before, SOON);
  return frame.evaluate(() => game.messages.contents.at(-1).id);
}

/**
 * Aim at a foe by a double click. On a busy machine the two clicks may come so late one after the other that they are no
 * double click: then the fighter is picked again, and it is tried once more.
 */
export async function aimByHand(frame, foe, { by, how = {}, press = (body) => frame.dblclick(body, how) }) {
  const isAimed = () => frame.evaluate((id) => game.user.targets.ids.includes(id), foe);
  const tried = async () => {
    await press(bodyOf(foe));
    if (await isAimed()) return true;
    await frame.click(bodyOf(by));
    return false;
  };
  await eventually(tried, Boolean, `${by} aims at ${foe}`);
}

const bodyOf = (token) => `[data-token-id="${token}"] .body`;

/**
 * Read something again and again until it is right. What a page shows may be on its way when it is read for the first
 * time, so every claim that something is there waits for it. That something is *not* there says nothing until something
 * else has come that comes later.
 *
 * @template Value
 * @param {() => Value | Promise<Value>} read
 * @param {(value: Value) => unknown} isRight
 * @param {string} what  the claim, for the report if it never holds
 * @returns {Promise<Value>} what is right
 */
export async function eventually(read, isRight, what) {
  for (const end = Date.now() + PATIENCE; ; await pause(20)) {
    const value = await read();
    if (isRight(value)) return value;
    if (Date.now() > end) assert.fail(`${what}: not within ${PATIENCE} ms; at last it was ${inspect(value)}`);
  }
}

/** Wait until what is read is equal to what is wanted. */
export const becomes = (read, wanted, what = "the value") =>
  eventually(read, (value) => isDeepStrictEqual(value, wanted), `${what} is ${inspect(wanted)}`);

/** Wait until a locator's one element has this text, or one that matches; returns it. */
export async function reads(locator, wanted, what = "the text") {
  const fits = (text) => (typeof wanted === "string" ? text === wanted : wanted.test(text));
  const isRight = (texts) => texts.length === 1 && fits(texts[0]);
  return (await eventually(() => locator.allTextContents(), isRight, `${what} is ${wanted}`))[0];
}

/** Wait until a locator has so many elements. */
export const counts = (locator, wanted, what) => becomes(() => locator.count(), wanted, what);

/** Return the box of a token's body on the page. While the map is drawn again it is missing for a moment. */
export async function bodyBox(frame, id) {
  const body = frame.locator(bodyOf(id)).first();
  return eventually(() => body.boundingBox(), Boolean, `token ${id} is drawn`);
}

/** Return the Coign section of a message's card on this client's page. */
export const cardOf = (frame, message) => frame.locator(`[data-message-id="${message}"] .coign-card`);

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
