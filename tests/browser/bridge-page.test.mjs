/** The bridge's page as a person uses it: from the first visit by its buttons to an attack, and to the stop. */

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  attack,
  becomes,
  cardOf,
  counts,
  eventually,
  frameOf,
  freePort,
  reads,
  SOON,
  startBridge,
  startBrowser,
  TOKENS,
} from "./table.mjs";

const ADDRESS = /(http:\S+\/\?key=[\w-]+)/;
const KEY = "k".repeat(16);
/** Parts of a world's title that look like markup: the page must show them as text. */
const HOSTILE = `<img src=x onerror="document.title = 'run'"><script>document.title = "run"</script>`;
/** The state of a bridge at which nothing has happened. */
const QUIET = {
  version: "0.1.0",
  demo: false,
  key: true,
  installed: false,
  worlds: [],
  asks: [],
  paired: 0,
  problem: "",
  open: false,
  code: "",
  minutes: 0,
  release: "",
  buttons: ["approve", "refuse", "open", "code", "practice", "stop"],
  log: false,
};
const WORLD = { title: "The Crypt", origin: "http://localhost:30000", user: "gm", rules: ["Plain"], scenes: [] };
/** A folder for pictures of the page; none are taken without it. */
const PICTURES = process.env.COIGN_PICTURES;

let browser;
let bridge;
let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "coign-"));
  await writeFile(join(folder, "empty.toml"), "");
  const places = { COIGN_STATE: folder, COIGN_CONFIG: join(folder, "empty.toml"), XDG_CONFIG_HOME: folder };
  bridge = await startBridge(await freePort(), ["serve"], { ...places, COIGN_LOG: join(folder, "coign.log") });
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await bridge?.kill();
  if (folder) await rm(folder, { recursive: true });
});

/** Check that nothing is cut off at either width and in either theme, and take the pictures that are wanted. */
async function look(page, name) {
  for (const width of [1280, 800, 400])
    for (const colorScheme of ["light", "dark"]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
        `${name} at ${width} px is wider than its window`,
      );
      if (PICTURES)
        await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
}

test("from the first visit to a card in three clicks, and the page shows the world", async () => {
  const [, address] = ADDRESS.exec(bridge.said());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("response", (answer) => answer.ok() || errors.push(`${answer.status()} ${answer.url()}`));
  await page.goto(address);
  await reads(page.locator(".state"), /Waiting for Foundry/);
  await reads(page.locator(".code"), /^[A-Z0-9]{4}-[A-Z0-9]{4} good for \d+ more minutes$/);
  await counts(page.locator("ol > li svg[role=img]"), 3);
  await look(page, "waiting");

  const table = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await table.goto(address);
  await table.click("text=Open the practice table");
  await table.waitForURL(/\/tabletop\//);
  await table.click('nav [data-view="both"]'); // both sides play here
  const [gm, player] = [await frameOf(table, "gm"), await frameOf(table, "player")];
  await gm.waitForFunction(() => game.modules.get("coign").api.state === "connected", null, SOON);
  const message = await attack(player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
  await cardOf(gm, message).waitFor(SOON);

  await page.waitForSelector(".state:has-text('The practice table is open.')", SOON); // the script has updated the page
  await reads(page.locator("#worlds"), /Coign demo.*Gamemaster/s);
  const [back] = await Promise.all([table.context().waitForEvent("page"), table.click("#own")]);
  await back.waitForSelector("text=Stop Coign", SOON);
  await back.close();
  assert.equal(await page.locator("ol .done").count(), 0, "no step of Foundry's is done by practising");
  await look(page, "fight");
  assert.deepEqual(errors, []);
  await table.close();
  await page.close();
});

/** Open the page with an answer of the bridge that a test has made. */
async function told(status, options = {}) {
  const page = await browser.newPage(options);
  const [, address] = ADDRESS.exec(bridge.said());
  await page.route("**/status.json*", (route) => route.fulfill({ json: { ...QUIET, ...status } }));
  await page.goto(address);
  await page.waitForSelector(".state", SOON);
  return page;
}

test("what others have written is put in as text, wherever it stands", async () => {
  const world = { title: HOSTILE, origin: HOSTILE, user: HOSTILE, rules: [HOSTILE], practice: false };
  const page = await told({
    version: HOSTILE,
    worlds: [{ ...world, scenes: [{ name: HOSTILE, counts: { tokens: 1, walls: 2 } }] }],
    asks: [{ label: HOSTILE, user: HOSTILE, world: HOSTILE, origin: HOSTILE, code: HOSTILE }],
    problem: HOSTILE,
    code: HOSTILE,
    release: HOSTILE,
  });
  const text = () => page.evaluate(() => document.body.textContent);
  await becomes(async () => (await text()).split(HOSTILE).length - 1, 15);
  assert.equal(await page.locator("img, script").count(), 1, "the page's own script");
  assert.equal(await page.title(), "Coign");
  await reads(page.locator("#worlds"), /\(1 token, 2 walls\)/);
  await page.close();
});

test("a name without a blank makes the page no wider", async () => {
  const name = "W".repeat(300);
  const world = { ...WORLD, title: name, user: name, rules: [name], scenes: [{ name, counts: { tokens: 1 } }] };
  const page = await told({
    worlds: [world, { ...world, rules: [] }],
    asks: [{ label: name, user: name, world: name, origin: name, code: "1234" }],
    problem: name,
  });
  await look(page, "long-names");
  await page.close();
});

test("the page says in each state what is, and what to do next", async () => {
  const states = [
    [{}, "Waiting for Foundry"],
    [{ worlds: [{ ...WORLD, practice: true }] }, "The practice table is open."],
    [{ worlds: [{ ...WORLD, practice: false }] }, "Foundry is connected: The Crypt."],
    [
      { worlds: [{ ...WORLD, rules: [], practice: false }] },
      "No rules are chosen in The Crypt, so attacks there are not annotated.",
    ],
    [{ demo: true }, "This is the demo."],
  ];
  for (const [status, words] of states) {
    const page = await told(status);
    await page.locator(".state", { hasText: words }).waitFor(SOON);
    assert.equal(await page.locator(".code").count(), 0, "a code is shown only where there is one");
    await page.close();
  }
  const page = await told({
    code: "K7QF-2MXA",
    minutes: 1,
    release: "https://forge.example/module.json",
    installed: true,
  });
  await reads(page.locator(".code"), "K7QF-2MXA good for 1 more minute");
  await reads(page.locator("#module"), /https:\/\/forge\.example\/module\.json.*the published release/);
  await reads(page.locator("ol .done h3"), "Install the module (done)");
  await page.close();
});

test("the page is in the language of who reads it", async () => {
  const german = await told({}, { locale: "de-AT" });
  assert.equal(await german.getAttribute("html", "lang"), "de");
  await reads(german.locator(".state"), /^Wartet auf Foundry/);
  await reads(german.locator("ol text.title").first(), "Modul installieren");
  await german.unroute("**/status.json*");
  await german.route("**/status.json*", (route) => route.abort());
  await german.waitForSelector(".state:has-text('Die Brücke antwortet nicht.')", SOON);
  await german.close();
  const other = await told({}, { locale: "fr" });
  assert.equal(await other.getAttribute("html", "lang"), "en");
  await reads(other.locator(".state"), /^Waiting for Foundry/);
  await other.close();
});

test("without the key the page has no buttons and says where the code is", async () => {
  const page = await browser.newPage();
  await page.goto(bridge.url);
  await page.waitForSelector(".state", SOON);
  assert.equal(await page.locator("button, form").count(), 0);
  assert.equal(await page.locator(".code").filter({ visible: true }).count(), 0);
  await reads(page.locator("#pair"), /Paste the code that the bridge has printed and press Connect\./);
  await reads(page.locator("#pairing"), /To answer requests here, open the address that the bridge printed/);
  await page.close();
});

test("without scripts the page says that it needs one, and where the code is", async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(ADDRESS.exec(bridge.said())[1]);
  assert.match(await page.textContent("noscript"), /needs JavaScript.*in the terminal in which Coign runs/s);
  assert.equal(await page.locator("main").isVisible(), false);
  await page.close();
});

test("from another machine the page has its style and its script with the key alone", async () => {
  const places = { COIGN_STATE: folder, COIGN_CONFIG: join(folder, "empty.toml"), COIGN_LOG: "-" };
  const open = await startBridge(await freePort(), ["serve", "--host", "0.0.0.0", "--key", KEY], places);
  const page = await browser.newPage();
  const refused = [];
  page.on("response", (answer) => answer.ok() || refused.push(`${answer.status()} ${answer.url()}`));
  await page.goto(`${open.url}/?key=${KEY}`);
  await page.waitForSelector(".state.waiting", SOON);
  const weight = () => page.evaluate(() => getComputedStyle(document.querySelector(".state")).fontWeight);
  await eventually(weight, (found) => found !== "400", "the style is there");
  assert.equal(await page.locator("text=Stop Coign").count(), 0, "this is for the machine itself");
  assert.deepEqual(refused, []);
  await page.goto(open.url);
  assert.match(await page.textContent("body"), /only with the key/);
  await page.close();
  await open.kill();
});

test("the buttons for this computer work, and Stop stops the bridge", async () => {
  const [, address] = ADDRESS.exec(bridge.said());
  const page = await browser.newPage();
  await page.goto(address);
  const [log] = await Promise.all([page.waitForEvent("download"), page.click("text=Download the log")]);
  assert.equal(log.suggestedFilename(), "coign.log");
  await page.click("text=Stop Coign");
  await page.waitForSelector("text=Coign has stopped", SOON);
  await reads(page.locator("main"), /You may close this page\./);
  await becomes(() => fetch(`${bridge.url}/healthz`).catch(() => null), null, "it answers no more");
});
