/** The site that any web host can serve: the table under a path of its own, with nothing but files behind it. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { built, PATH, PATIENCE, serveSite } from "./site-kit.mjs";
import { aimByHand, attack, becomes, cardOf, counts, frameOf, TOKENS } from "./table.mjs";

const bundled = process.env.COIGN_MODULE ? built : { skip: "only the bundle is ever elsewhere" };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let site;

before(async () => {
  if (!built.skip) site = await serveSite();
});

after(() => site?.close());

/** Open the table at both views, or as a visitor finds it, and gather what it asks of whom. */
async function openSite({ before, query = "view=both&path=wait", ...how }) {
  const page = await site.browser.newPage(how);
  await before?.(page);
  const [errors, failed, sockets, elsewhere] = [[], [], [], []];
  page.on("pageerror", (error) => errors.push(error));
  page.on("websocket", (socket) => sockets.push(socket.url()));
  page.on("response", (response) => {
    if (response.status() >= 400) failed.push(response.url());
  });
  page.on("request", (request) => {
    const ours = request.url().startsWith(site.url) || /^(blob|data):/.test(request.url());
    if (!ours) elsewhere.push(request.url());
  });
  await page.goto(`${site.url}tabletop/?${query}`);
  const gm = await frameOf(page, "gm");
  const ready = () => game.modules.get("coign").api.state === "connected";
  await gm.waitForFunction(ready, null, { timeout: PATIENCE });
  return { page, gm, asked: { errors, failed, sockets, elsewhere } };
}

const body = (token) => `[data-token-id="${token}"] .body`;
const NOTHING = { errors: [], failed: [], sockets: [], elsewhere: [] };

test("an attack gets its card, on both clients, under any path of a host that serves files", built, async () => {
  const { page, gm, asked } = await openSite({ viewport: { width: 1440, height: 900 } });
  const player = await frameOf(page, "player");
  const shot = await attack(player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
  for (const frame of [player, gm]) await cardOf(frame, shot).locator('[data-modifier="half-cover"]').first().waitFor();
  assert.match(await page.locator("#own").evaluate((link) => link.href), new RegExp(`/${PATH}/$`));
  assert.deepEqual(asked, NOTHING);
  await page.close();
});

test(
  "the engine starts from the folder of the bundle, which the Forge's Bazaar names for each version",
  bundled,
  async () => {
    const bazaar = "/bazaar/modules/coign-2d960ceba80cc778/";
    const before = async (page) => {
      await page.route("**/modules/coign/module.json", async (route) => {
        const manifest = await (await route.fetch()).json();
        await route.fulfill({ json: { ...manifest, esmodules: [`../..${bazaar}coign.mjs`] } });
      });
      await page.route("**/modules/coign/engine/**", (route) => route.abort());
      await page.route(`**${bazaar}**`, async (route) => {
        const url = route.request().url().replace(bazaar, "/modules/coign/");
        await route.fulfill({ response: await route.fetch({ url }) });
      });
    };
    const { page, gm } = await openSite({ before });
    assert.equal(await gm.evaluate(() => game.modules.get("coign").api.state), "connected");
    await page.close();
  },
);

test("on a phone: one view, a first card by itself, and an attack by touch", built, async () => {
  const { page, gm, asked } = await openSite({ ...PHONE, query: "" });
  await counts(page.locator("iframe:visible"), 1);
  await gm.locator('.coign-card .coign-chip[data-modifier="half-cover"]').waitFor();
  for (const frame of [page, gm])
    await becomes(() => frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await gm.tap(body(TOKENS.ilse));
  const twice = async (foe) => {
    for (let taps = 0; taps < 2; taps++) await gm.tap(foe);
  };
  await aimByHand(gm, TOKENS.grik, { by: TOKENS.ilse, press: twice });
  await gm.tap('.weapon:has-text("Shortbow")');
  await counts(gm.locator('.coign-card .coign-chip[data-modifier="half-cover"]'), 2);
  await gm.locator("#panel").evaluate((panel) => panel.scrollIntoView());
  const cut = (weapons) => weapons.filter((one) => one.scrollWidth > one.clientWidth).length;
  await becomes(() => gm.locator("#panel button").evaluateAll(cut), 0, "no button is cut off");
  if (process.env.COIGN_PICTURE) await page.screenshot({ path: process.env.COIGN_PICTURE });
  assert.deepEqual(asked, NOTHING);
  await page.close();
});
