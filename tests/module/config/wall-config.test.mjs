/** The row on a wall's sheet: what it shows of the wall's flag, and what it writes into it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readCover, registerWallConfig, writeCover } from "../../../foundry-module/scripts/config/wall-config.mjs";
import { sheetOf } from "../page-kit.mjs";

globalThis.foundry = { utils: { randomID: () => "x" } };
globalThis.game = { i18n: { localize: (key) => key, has: () => false } };
/** The sheets' hooks by name. */
const hooks = {};
globalThis.Hooks = { on: (name, handle) => Object.assign(hooks, { [name]: handle }) };
const contract = { works: () => true, meet: () => true };
registerWallConfig({ contract });

test("a wall's flag is shown in the form and read from it", () => {
  for (const cover of [null, "none", "half", "three-quarters", "total", { degree: "low", height: 3 }]) {
    const { degree, height } = readCover(cover);
    assert.deepEqual(writeCover(degree, height), cover);
  }
  assert.deepEqual(writeCover("low", null), { degree: "low", height: 3 });
  assert.deepEqual(writeCover("low", -1), { degree: "low", height: 0 });
  assert.deepEqual(readCover("improved"), { degree: null, height: null }, "an unknown degree is none");
  assert.deepEqual(
    readCover({ degree: "half", height: 3 }),
    { degree: "half", height: null },
    "only a low wall has one",
  );
});

test("the sheet shows what is saved, and saves what is picked and typed", () => {
  const sheet = sheetOf();
  const draw = (cover) => {
    hooks.renderWallConfig({ document: { flags: { coign: { cover } }, parent: { grid: { units: "m" } } } }, sheet);
    const drawn = sheet.querySelectorAll("[data-coign='wall']");
    assert.equal(drawn.length, 1, "drawn again, the old row is gone");
    assert.equal(sheet.lastElementChild.tagName, "FOOTER");
    const [height, flag] = drawn[0].getElementsByTagName("input");
    return { rows: drawn[0], height, flag, degree: drawn[0].querySelector("select") };
  };
  const pick = ({ rows, degree, height, flag }, picked, typed) => {
    degree.value = JSON.stringify(picked);
    height.value = typed;
    rows.dispatchEvent(new rows.ownerDocument.defaultView.Event("input"));
    return [JSON.parse(flag.value), height.disabled];
  };
  for (const cover of [null, "none", "half", "total", { degree: "low", height: 4.5 }]) {
    const form = draw(cover);
    const height = cover?.height;
    assert.deepEqual(JSON.parse(form.degree.value), cover?.degree ?? cover);
    assert.deepEqual([form.height.value, form.height.disabled], [String(height ?? ""), !height]);
    assert.equal(form.flag.name, "flags.coign.cover");
    assert.deepEqual(JSON.parse(form.flag.value), cover);
    assert.deepEqual(pick(form, "low", "1.5"), [{ degree: "low", height: 1.5 }, false]);
    assert.deepEqual(pick(form, "low", ""), [{ degree: "low", height: 3 }, false]);
    assert.deepEqual(pick(form, "half", "1.5"), ["half", true]);
    assert.deepEqual(pick(form, null, ""), [null, true]);
    assert.match(form.rows.textContent, /\(m\)/, "the scene's units");
  }
});

test("a sheet that is built otherwise stays as it is", () => {
  const sheet = sheetOf();
  const before = sheet.outerHTML;
  const draw = () => hooks.renderWallConfig({ document: { flags: {} } }, sheet);
  for (const off of ["works", "meet"]) {
    contract[off] = () => false;
    draw();
    contract[off] = () => true;
  }
  assert.equal(sheet.outerHTML, before);
  sheet.querySelector("footer").remove();
  draw();
  assert.equal(sheet.children.length, 1);
});
