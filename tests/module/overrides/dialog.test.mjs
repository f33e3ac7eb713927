import assert from "node:assert/strict";
import { test } from "node:test";
import { askAddition, filled } from "../../../foundry-module/scripts/overrides/dialog.mjs";
import { h, htmlOf } from "../../../foundry-module/scripts/util/dom.mjs";

test("a form that is asked again has what was filled in", () => {
  const options = ["hand 0", "fact 1"].map((value) => h("option", { value }, value));
  const form = [
    h("div", {}, h("select", { name: "what" }, h("optgroup", {}, options))),
    h("input", { name: "number", type: "text" }),
    h("input", { name: "public", type: "checkbox" }),
  ];
  const again = filled(form, { what: "fact 1", number: "two", public: true }).map(htmlOf).join("");
  assert.match(again, /<option value="fact 1" selected="">/);
  assert.doesNotMatch(again, /<option value="hand 0" selected/);
  assert.match(again, /type="text" value="two"/);
  assert.match(again, /type="checkbox" checked=""/);
});

test("advantage by hand is asked for twice where it may override what would cancel it, and a number once", async (context) => {
  const before = { foundry: globalThis.foundry, game: globalThis.game };
  context.after(() => Object.assign(globalThis, before));
  const t = (key) => key;
  let filledIn;
  globalThis.game = { i18n: { localize: t, format: t }, scenes: new Map() };
  globalThis.foundry = {
    applications: { api: { DialogV2: { input: async () => filledIn } } },
    utils: { randomID: () => "row" },
  };
  const effects = [
    { kind: "advantage", to: "attack", types: [] },
    { kind: "flat", to: "attack", types: [], bounds: [-20, 20] },
  ];
  const asked = (overriding, what, number = "") => {
    filledIn = { what, number, scope: "roll" };
    return askAddition({ effects, facts: {}, overriding }, { actor: "a", target: "b", scene: "s" });
  };
  const presses = [await asked(true, "hand 0"), await asked(true, "hand 1"), await asked(true, "hand 2", "+3")];
  assert.deepEqual(
    presses.map(({ effect, overrides_cancelling }) => [effect.kind, effect.value, overrides_cancelling]),
    [
      ["advantage", undefined, false],
      ["advantage", undefined, true],
      ["flat", 3, false],
    ],
  );
  assert.equal((await asked(false, "hand 1", "-2")).effect.value, -2, "elsewhere it is offered once");
});
