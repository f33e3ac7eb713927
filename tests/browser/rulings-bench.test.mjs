/** The open bench on the site: a drawn case, its link, its test, and the list of published verdicts. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { built, PATIENCE, serveSite } from "./site-kit.mjs";
import { becomes, eventually, PYTHON, ROOT } from "./table.mjs";

let site;

before(async () => {
  if (!built.skip) site = await serveSite();
});

after(() => site?.close());

/** Open the bench, and wait for its first ruling. */
async function openBench(hash = "", how = { viewport: { width: 1280, height: 900 } }) {
  const page = await site.browser.newPage({ locale: "en-GB", ...how });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error));
  await page.goto(`${site.url}tabletop/bench/${hash}`);
  await page.locator("#answer:not([hidden])").waitFor({ timeout: PATIENCE });
  return { page, errors };
}

const rulesThatCount = (page) =>
  page.locator('#answer li[data-state="on"]').evaluateAll((lines) => lines.map((line) => line.dataset.rule));
const annotation = (page) => page.locator("#answer").evaluate((answer) => answer.dataset.annotation);
const settled = (page, before) =>
  page.waitForFunction((old) => document.querySelector("#answer").dataset.annotation !== old, before, {
    timeout: PATIENCE,
  });

test("a change of the map changes the ruling, its drawing and the link", built, async () => {
  const { page, errors } = await openBench();
  await becomes(() => rulesThatCount(page), ["G2"]);
  const [first, link] = [await annotation(page), page.url()];
  await page.fill("#map", "+ + + + +\n A . . B \n+ + + + +");
  await settled(page, first);
  await becomes(() => rulesThatCount(page), []);
  await eventually(
    () => page.url(),
    (url) => url !== link,
    "another link",
  );
  assert.match(await page.locator("#answer img").getAttribute("src"), /^data:image\/svg/);
  assert.deepEqual(errors, []);
  await page.close();
});

test(
  "a link gives the same answer to the byte, and the bridge the same for the test that is copied",
  built,
  async () => {
    const { page } = await openBench();
    const first = await annotation(page);
    await page.selectOption("#ruleset", "pathfinder-2e");
    await settled(page, first);
    const [here, link] = [await annotation(page), page.url()];
    const copied = await page.locator("#answer").evaluate((answer) => answer.dataset.test);
    await page.close();

    const { page: other } = await openBench(new URL(link).hash);
    assert.equal(await annotation(other), here);
    await other.close();

    const folder = await mkdtemp(join(tmpdir(), "coign-case-"));
    const file = join(folder, "case.json");
    await writeFile(file, copied);
    const run = (...more) =>
      spawnSync(PYTHON, ["-m", "coign", "evaluate", "--case", file, ...more], {
        encoding: "utf8",
        env: { ...process.env, PYTHONPATH: join(ROOT, "bridge") },
      });
    assert.equal(run().status, 0, "the copied test passes");
    const [bridge] = run("--json").stdout.trim().split("\n");
    assert.equal(bridge.replace(/"elapsed_us":\d+/, '"elapsed_us":0'), here);
    await rm(folder, { recursive: true });
  },
);

test("what is wrong is told, and the ruling comes back when it is mended", built, async () => {
  const { page } = await openBench();
  await page.fill("#map", "+ + +\n A ? \n+ + +");
  await page.locator("#state[data-wrong]", { hasText: "means nothing on a cell" }).waitFor();
  await page.fill("#map", "+ + +\n A B \n+ + +");
  await page.locator("#answer:not([hidden])").waitFor();
  await page.close();
});

test("a scene of Foundry's is judged, and a sign of the palette is drawn", built, async () => {
  const { page } = await openBench();
  const scene = await page
    .locator("#answer")
    .evaluate((answer) => JSON.stringify(JSON.parse(answer.dataset.test).scene));
  await page.check('[name="form"][value="scene"]');
  const first = await annotation(page);
  await page.fill("#scene", scene.replace('"elevation": 0', '"elevation": 0'));
  await page.locator("#answer:not([hidden])").waitFor();
  assert.deepEqual(JSON.parse(await annotation(page)).results[0].words, JSON.parse(first).results[0].words);
  await page.check('[name="form"][value="map"]');
  await page.locator("#map").evaluate((map) => map.setSelectionRange(map.value.indexOf("C"), map.value.indexOf("C")));
  await page.locator("#signs button", { hasText: "." }).click();
  await page.waitForFunction(() => !document.querySelector('#answer li[data-state="on"]'));
  await page.close();
});

test("the list has every published verdict, narrows, and opens one", built, async () => {
  const { page } = await openBench("?lang=de");
  await page.locator("#published tbody tr").first().waitFor();
  const count = () => page.locator("#count").evaluate((output) => output.value.split(" / ").map(Number));
  await eventually(count, ([all, whole]) => all === whole && whole > 500, "all are there");
  await page.check("#differing");
  await eventually(count, ([some]) => some < 60, "those that differ");
  await page.uncheck("#differing");
  await page.fill("#wanted", "g2-a-row-of-creatures");
  await eventually(count, ([some]) => some === 1, "the one");
  await page.locator("#published td button").click();
  await page.waitForFunction(() => document.querySelector("#map").value.includes("C D"));
  await page.close();
});

test("on a phone nothing is wider than the screen", built, async () => {
  const { page } = await openBench("", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.locator("#published tbody tr").first().waitFor();
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.close();
});
