/**
 * The cards of all worked cases at the size that Foundry's sidebar leaves them, in both languages: how high they are, that
 * each reason begins where it can be read, that nothing sticks out, and that all words can be told from what is behind
 * them, in the light and the dark theme and on a card that another module has painted.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { faults } from "./accessibility.mjs";
import { CONTENT, distinct, fourTargets, judgedCases, pageOf, translate, viewOf } from "./cards-kit.mjs";
import { browser } from "./setup.mjs";

const HIGHEST = { 0: 28, 1: 56, 2: 84 }; // px of a card with so many lines, dice to roll or not
const FOUR = 132; // px: a line for each target, and the one that they share
/** px more where a card says more than its modifiers: what follows and notes are one line, which opens. */
const MORE = { lines: 6, none: 12 };
const PANEL = 82; // px of what may be added: three rows
const LETTERS = 20; // of a reason that must be readable
const AT_A_TIME = 400; // cards of a page
/** A dark card in a chat that Foundry calls light, and the other way round. */
const PAINTED = {
  light: ".message-content { background: #23232b; color: #e8e3d8 }",
  dark: ".message-content { background: #f3efe4; color: #1c1a16 }",
};

const cases = judgedCases();
const page = await browser.newPage({ viewport: { width: 300, height: 800 } });

/**
 * Show cards, and measure each: its height, whether it says more than its lines, verdicts and effects that are cut, and reasons
 * that are cut too early.
 */
async function measured(views, how) {
  await page.setContent(pageOf(views, how));
  return page.evaluate((letters) => {
    const readable = (reason) => {
      const wanted = Math.min(letters, reason.textContent.length);
      const range = document.createRange();
      range.setStart(reason.firstChild, 0);
      range.setEnd(reason.firstChild, wanted);
      const { right } = reason.getBoundingClientRect();
      return reason.getClientRects().length > 0 && range.getBoundingClientRect().right <= right + 0.5;
    };
    /** Return whether a part of a line ends early, or a verdict is not in its line at all. */
    const isCut = (part) => {
      const below = part.getBoundingClientRect().bottom - part.parentElement.getBoundingClientRect().bottom;
      return part.scrollWidth > part.clientWidth || (part.matches(".coign-first") && below > 2);
    };
    return [...document.querySelectorAll(".message-content")].map((message) => ({
      height: message.getBoundingClientRect().height,
      saysMore: message.querySelectorAll(".coign-note").length,
      common: message.querySelectorAll(".coign-common > li").length,
      cut: [
        ...[...message.querySelectorAll(".coign-because")].filter((reason) => reason.textContent && !readable(reason)),
        ...[
          ...message.querySelectorAll(".coign-line > :is(.coign-first, .coign-chance), .coign-named > .coign-effect"),
        ].filter((part) => isCut(part)),
      ].map((part) => part.textContent),
      text: message.innerText.replace(/\s+/g, " "),
    }));
  }, LETTERS);
}

const parts = (views) =>
  Array.from({ length: Math.ceil(views.length / AT_A_TIME) }, (_, n) =>
    views.slice(n * AT_A_TIME, (n + 1) * AT_A_TIME),
  );

for (const lang of ["en", "de"]) {
  const t = translate(lang);
  const linesOf = ({ annotation }) => annotation.results.map(({ lines }) => lines.length).join();
  const different = distinct(cases, t, { more: linesOf });

  test(`a card is as high as its lines, and each reason can be read: ${lang}`, async (told) => {
    const tooHigh = [];
    const cut = [];
    const cancels = t("COIGN.Card.Cancels", { names: "" }).trim();
    let [highest, cancelling] = [0, 0];
    assert.ok(different.length > 800, `${different.length} of ${cases.length} cards differ`);
    for (const part of parts(different)) {
      const all = await measured(part.map((one) => viewOf(one, t)));
      for (const [n, { height, saysMore, cut: reasons, text }] of all.entries()) {
        const { results } = part[n].annotation;
        cut.push(...reasons);
        assert.doesNotMatch(text, /COIGN\./, `a text that the language lacks: ${part[n].name}`);
        highest = Math.max(highest, height);
        cancelling += text.includes(cancels);
        const count = results[0]?.lines.length;
        const most = (HIGHEST[count] ?? Infinity) + (count ? MORE.lines : MORE.none) * saysMore;
        if (results.length === 1 && height > most) tooHigh.push(`${height} px: ${part[n].name}: ${text}`);
      }
    }
    told.diagnostic(
      `${different.length} of ${cases.length} cards differ; the highest ${highest} px, ${tooHigh.length} too high, ${cut.length} cut`,
    );
    assert.deepEqual(tooHigh, []);
    assert.deepEqual(cut, []);
    assert.ok(cancelling > 10, `${cancelling} cards with modifiers that cancel each other and say so`);
  });

  test(`a folded card with a verdict begins nothing that it has no room for: ${lang}`, async () => {
    const cut = [];
    const how = { unfolded: () => false };
    let folded = 0;
    for (const part of parts(distinct(cases, t, { how }))) {
      await page.setContent(pageOf(part.map((one) => viewOf(one, t, how))));
      const lines = await page
        .locator(".coign-card > .coign-fold > .coign-line:has(.coign-verdict)")
        .evaluateAll((all) =>
          all.map((line) => {
            const { bottom } = line.getBoundingClientRect();
            const shown = [...line.children].filter((one) => one.getBoundingClientRect().top < bottom);
            return shown.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent);
          }),
        );
      folded += lines.length;
      cut.push(...lines.flat());
    }
    assert.ok(folded > 300, String(folded));
    assert.deepEqual(cut, []);
  });

  test(`what may be added to a roll is three rows at most, and nothing sticks out of them: ${lang}`, async () => {
    const panels = new Map(cases.map((one) => [JSON.stringify([one.rulesets, one.offers]), one]));
    const unfolded = (fold) => fold === "card" || fold.startsWith("add ");
    await page.setContent(pageOf([...panels.values()].map((one) => viewOf(one, t, { unfolded }))));
    const heights = page.locator(".coign-offers").evaluateAll((all) => all.map((one) => one.offsetHeight));
    assert.ok(Math.max(...(await heights)) <= PANEL, String(await heights));
    assert.deepEqual(await page.locator("body").evaluate(faults, { targets: true }), []);
    const dressed = ({ textTransform, boxShadow }) => textTransform !== "none" || boxShadow !== "none";
    const styles = page.locator("button").evaluateAll((all) =>
      all.map((one) => {
        const { textTransform, boxShadow } = getComputedStyle(one);
        return { textTransform, boxShadow };
      }),
    );
    assert.deepEqual((await styles).filter(dressed), [], "a game system's buttons are not ours");
  });

  test(`nothing sticks out of a card whose lines are all open: ${lang}`, async () => {
    const how = { unfolded: (fold) => fold === "card" || fold.startsWith("reason ") };
    const found = new Set();
    let degrees = 0;
    for (const part of parts(different)) {
      await page.setContent(pageOf(part.map((one) => viewOf(one, t, how))));
      for (const fault of await page.locator("body").evaluate(faults, { width: CONTENT, targets: true }))
        found.add(fault);
      degrees += await page.locator(".coign-reason .coign-degrees").count();
    }
    assert.ok(degrees > 300, `${degrees} rows of degrees`);
    assert.deepEqual([...found], []);
  });

  test(`four targets are four rows that nothing sticks out of: ${lang}`, async (told) => {
    const four = fourTargets(cases);
    const all = await measured(four.map((one) => viewOf(one, t, { nameOf: one.nameOf })));
    const most = ({ saysMore, common }) => FOUR + MORE.lines * saysMore + HIGHEST[0] * common; // what all have in common is a line each
    const tooHigh = all.filter((one) => one.height > most(one));
    told.diagnostic(
      `${all.length} cards of four targets, the highest ${Math.max(...all.map(({ height }) => height))} px`,
    );
    assert.deepEqual(tooHigh, []);
    assert.deepEqual(
      all.flatMap(({ cut }) => cut),
      [],
    );
    assert.deepEqual(await page.locator("body").evaluate(faults), []);
  });

  test(`a target that is opened takes no room from the others: ${lang}`, async () => {
    const widths = async (unfolded) => {
      await page.setContent(pageOf(fourTargets(cases).map((one) => viewOf(one, t, { nameOf: one.nameOf, unfolded }))));
      return page
        .locator(".coign-row:not(:first-child) :is(.coign-target, .coign-verdict, .coign-effect, .coign-chance)")
        .evaluateAll((all) => all.map((part) => [part.textContent, part.getBoundingClientRect().width]));
    };
    const closed = await widths((fold) => fold === "card");
    assert.ok(closed.length > 500, String(closed.length));
    const opened = await widths((fold) => fold === "card" || fold === "target 0");
    assert.deepEqual(
      opened.filter(([, width], n) => width < closed[n][1] - 1),
      [],
    );
  });

  for (const theme of ["light", "dark"])
    for (const [name, style] of Object.entries({
      "as Foundry has it": "",
      "painted by another module": PAINTED[theme],
    }))
      test(`words have contrast and nothing sticks out: ${lang}, ${theme}, ${name}`, async () => {
        const found = new Set();
        for (const part of parts(different)) {
          await page.setContent(
            pageOf(
              part.map((one) => viewOf(one, t)),
              { theme, style },
            ),
          );
          for (const fault of await page.locator("body").evaluate(faults)) found.add(fault);
        }
        assert.deepEqual([...found], []);
      });
}
