/** The open bench on the site: a drawn case, its link, its test, and the list of published verdicts. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { caseOf, linkOf } from "../../bridge/tabletop/bench/link.mjs";
import { SENTENCES, sentenceOf, Wrong } from "../../bridge/tabletop/bench/wrong.mjs";
import { built, PATIENCE, serveSite } from "./site-kit.mjs";
import { becomes, eventually, PYTHON, ROOT, reads } from "./table.mjs";

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

const CASE = {
  map: ["+ + +", " A B ", "+ + +"],
  ruleset: "fifth-edition-2014",
  request: { actor: "A", targets: ["B"] },
};
const GERMAN = JSON.parse(readFileSync(new URL("../../bridge/tabletop/lang/de.json", import.meta.url), "utf8"));

/** Pack any text as a link has it. */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `#case=${Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url")}`;
}

test("a link brings back its case, and one that is cut, wrong or too large is no case", async () => {
  const link = await linkOf(CASE);
  assert.deepEqual(await caseOf(link), CASE);
  assert.equal(await caseOf("#elsewhere"), null);
  const wrong = ["#case=", "#case=%%%", link.slice(0, -9), await packed("[]"), await packed('{"request": 5}')];
  for (const one of [...wrong, await packed('{"map": "A", "ruleset": "x", "request": {}}')])
    await assert.rejects(caseOf(one), { message: "link" }, one);
  const bomb = await packed(" ".repeat(200_000_000)); // 259 kB in letters: as much as froze the page
  for (const one of [bomb, await packed(" ".repeat(2_000_000)), `#case=${"A".repeat(1_000_000)}`])
    await assert.rejects(caseOf(one), { message: "link-large" });
  assert.equal(await linkOf({ ...CASE, why: "x".repeat(2_000_000) }), "");
});

test("each fault has a sentence in both languages that names what is at fault", () => {
  const say = (text) => GERMAN[text] ?? assert.fail(text);
  for (const sentence of Object.values(SENTENCES)) assert.match(say(sentence), /[.]$/);
  const sign = new Wrong("map-space", { sign: "?", row: 2, column: 4 });
  assert.equal(
    sentenceOf(sign, (text) => text),
    "“?” in row 2, column 4 means nothing on a space.",
  );
  assert.equal(sentenceOf(sign, say), "„?“ in Zeile 2, Spalte 4 bedeutet auf einem Feld nichts.");
  assert.match(sentenceOf(new TypeError("x is undefined"), say), /unser Fehler/);
});

/** Show what is wrong with the case of the page, as its reader reads it. */
const wrongIn = (page) => page.locator("#state[data-wrong]:not([hidden])").textContent();

test("what is wrong is told in the reader's language, and the ruling comes back when it is mended", built, async () => {
  const { page, errors } = await openBench("?lang=de");
  const faults = {
    map: ["+ + +\n A ? \n+ + +", "„?“ in Zeile 2, Spalte 4 bedeutet auf einem Feld nichts."],
    more: ['{"night": tru', `„${GERMAN["Beside the map"]}“ ist kein gültiges JSON.`],
    request: [
      '{"occasion": 5}',
      GERMAN["The request cannot be used. Look at the attack, and at “More of the request”."],
    ],
  };
  await page.locator("details").evaluateAll((folds) => {
    for (const fold of folds) fold.open = true;
  });
  for (const [id, [text, sentence]] of Object.entries(faults)) {
    const before = await page.inputValue(`#${id}`);
    await page.fill(`#${id}`, text);
    await becomes(() => wrongIn(page), sentence);
    assert.equal(await page.locator("#answer").isVisible(), false);
    await page.fill(`#${id}`, before);
    await page.locator("#answer:not([hidden])").waitFor();
  }
  await page.fill("#more", '{"walls": 5}');
  await becomes(() => wrongIn(page), GERMAN["What stands under “Heights, conditions, light” cannot be used."]);
  await page.check('[name="form"][value="scene"]');
  await page.fill("#scene", '{"name": "a playlist", "sounds": []}');
  await reads(page.locator("#state"), /^Das ist keine Szene/);
  assert.deepEqual(errors, []);
  await page.close();
});

test("a wrong link says so, and no older ruling stays under its address", built, async () => {
  const { page, errors } = await openBench();
  for (const [hash, sentence] of [
    [(await linkOf(CASE)).slice(0, -9), /^This link is cut or wrong/],
    [await packed(" ".repeat(200_000_000)), /^This link holds more/],
  ]) {
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
    await reads(page.locator("#state"), sentence);
    assert.equal(await page.locator("#answer").isVisible(), false);
    assert.equal(new URL(page.url()).hash, hash, "the address is as it was given");
    await page.evaluate(
      (to) => {
        location.hash = to;
      },
      await linkOf(CASE),
    );
    await page.locator("#answer:not([hidden])").waitFor();
  }
  assert.deepEqual(errors, []);
  await page.close();
});

/** In place of the engine: a Worker that never answers about a case with fog, and so keeps its page waiting. */
const ENDLESS = `postMessage({ ready: true });
onmessage = ({ data: { deed, given } }) => {
  if (deed === "systems") postMessage({ answer: "[]" });
  else if (given[0].includes("%")) for (;;);
  else postMessage({ answer: JSON.stringify({ error: "judged", kind: "scene", creatures: [] }) });
};`;

test("a case that takes too long is stopped, and the next one is judged", built, async () => {
  const page = await site.browser.newPage({ locale: "en-GB" });
  await page.route("**/bench/worker.mjs", (route) => route.fulfill({ contentType: "text/javascript", body: ENDLESS }));
  await page.goto(`${site.url}tabletop/bench/${await linkOf({ ...CASE, map: ["+ + + +", " A % B ", "+ + + +"] })}`);
  await page.locator("#state", { hasText: "Coign was stopped after 10 seconds" }).waitFor({ timeout: PATIENCE });
  await page.fill("#map", "+ + +\n A B \n+ + +");
  await page.locator("#state", { hasText: "This is no scene" }).waitFor({ timeout: PATIENCE });
  await page.close();
});

test("walls and creatures are drawn by mouse, and the characters say the same", built, async () => {
  const { page, errors } = await openBench(
    await linkOf({ ...CASE, map: ["+ + + +", " A . . ", "+ + + +", " . . B ", "+ + + +"] }),
  );
  const rows = () => page.inputValue("#map").then((text) => text.split("\n"));
  const sizes = { across: 3, down: 2, edge: 0.3 };
  /** Drag over the map, in spaces from its corner. */
  const drag = async (...points) => {
    const { x, y, width, height } = await page.locator("#board").boundingBox();
    const unit = Math.min(width / (sizes.across + 2 * sizes.edge), height / (sizes.down + 2 * sizes.edge));
    const at = ([column, row]) => [
      x + width / 2 + (column - sizes.across / 2) * unit,
      y + height / 2 + (row - sizes.down / 2) * unit,
    ];
    await page.mouse.move(...at(points[0]));
    await page.mouse.down();
    for (const point of points.slice(1)) await page.mouse.move(...at(point), { steps: 8 });
    await page.mouse.up();
  };
  const pick = (sign) => page.locator(`#signs button:has(code:text-is("${sign}"))`).click();
  await page.locator("#board").scrollIntoViewIfNeeded();
  await drag([2, 0.2], [2, 1.8]);
  await becomes(rows, ["+ + + +", " A .|. ", "+ + + +", " . .|B ", "+ + + +"]);
  await drag([0.5, 0.5], [1.5, 0.5]); // a press in the middle of a creature's space moves it
  await becomes(rows, ["+ + + +", " . A|. ", "+ + + +", " . .|B ", "+ + + +"]);
  await drag([2, 1.5]);
  await becomes(rows, ["+ + + +", " . A|. ", "+ + + +", " . . B ", "+ + + +"]);
  await pick("C");
  await drag([0.5, 0.5], [1.5, 1.5]); // a square of spaces, as far as nobody else is there
  await becomes(rows, ["+ + + +", " C A|. ", "+ + + +", " . . B ", "+ + + +"]);
  await pick("%");
  await drag([0.5, 1.5], [1.5, 1.5]);
  await becomes(rows, ["+ + + +", " C A|. ", "+ + + +", " % % B ", "+ + + +"]);
  await pick("|");
  await drag([2.5, 1]); // a wall along a row of characters has a character of its own
  await becomes(rows, ["+ + + +", " C A|. ", "+ + +-+", " % % B ", "+ + + +"]);
  assert.deepEqual(errors, []);
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
  await page.locator("#map").evaluate((map) => {
    map.focus(); // while characters are typed, a sign is written at the cursor
    map.setSelectionRange(map.value.indexOf("C"), map.value.indexOf("C"));
  });
  await page.locator('#signs button:has(code:text-is("."))').click();
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
  const english = await page.locator('#published tbody [lang="en"]').allTextContents();
  assert.equal(english.length, 3, "what the tests say is marked as English on a German page");
  assert.match(english.join("; "), /creatures alone give half cover; System Reference.*; Half Cover/);
  assert.match(await page.locator("#published > p").first().textContent(), /auf Englisch/);
  await page.locator("#published td button").click();
  await page.waitForFunction(() => document.querySelector("#map").value.includes("C D"));
  await page.close();
});

test("on a phone nothing is wider than the screen, and a wrong link is told in view", built, async () => {
  const { page } = await openBench("", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.locator("#published tbody tr").first().waitFor();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await becomes(width, 390);
  await page.locator("details").evaluateAll((folds) => {
    for (const fold of folds) fold.open = true;
  });
  await becomes(width, 390, "the width with all that opens");
  await page.evaluate(() => {
    location.hash = "#case=abc";
  });
  const inView = () =>
    page.locator("#state[data-wrong]").evaluate((state) => {
      const { top, bottom } = state.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await eventually(inView, Boolean, "the sentence is in view");
  assert.equal(await page.locator("#deeds").isVisible(), false, "nothing to copy");
  await page.close();
});
