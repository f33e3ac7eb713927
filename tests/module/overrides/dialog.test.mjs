import assert from "node:assert/strict";
import { test } from "node:test";
import { askAddition, askOverride, filled } from "../../../foundry-module/scripts/overrides/dialog.mjs";
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

/** Have Foundry's dialog answered with one form after the other; `null` cancels. Returns what was asked and said. */
function dialogs(context, forms) {
  const before = { foundry: globalThis.foundry, game: globalThis.game, ui: globalThis.ui };
  context.after(() => Object.assign(globalThis, before));
  const t = (key, data) => (data ? `${key} ${Object.values(data)}` : key);
  const scene = { tokens: new Map([["a", { name: "Ann" }]]) };
  const did = [];
  const input = async ({ window, content }) => {
    did.push([window.title, content]);
    return forms.shift() ?? null;
  };
  globalThis.game = { i18n: { localize: t, format: t }, scenes: new Map([["s", scene]]) };
  globalThis.ui = { notifications: { warn: (text, { localize }) => did.push([text, localize]) } };
  globalThis.foundry = { applications: { api: { DialogV2: { input } } }, utils: { randomID: () => "row" } };
  return did;
}
const PARTIES = { actor: "a", target: "b", scene: "s" };
const optionsIn = (html) =>
  [...html.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)/g)].map(([, value, text]) => [value, text]);

test("a line is switched by its dialog, whose first answer is what a press on the card does", async (context) => {
  const words = { scope: "roll", why: "so", public: true };
  const forms = ["off", "measured", null].map((state) => state && { state, ...words });
  const did = dialogs(context, forms);
  const line = { id: "high-ground", source: "High Ground", ruleset: "r", reason: "above", phrases: [] };
  const asked = (holds, state, parties = PARTIES) => askOverride({ holds, state }, line, parties);
  const press = { modifier: "high-ground", ...words };
  assert.deepEqual(await asked(true, "measured"), { button: "turn", value: "off", ...press });
  assert.deepEqual(await asked(false, "set"), { button: "undo", value: "measured", ...press });
  assert.equal(await asked(true, "off", { ...PARTIES, target: null }), null);
  const [first, second, alone] = did.map(([, html]) => optionsIn(html).map(([value]) => value));
  const scopes = ["roll", "target", "actor", "pair", "scene", "world"];
  assert.deepEqual(first.slice(0, 2), ["off", "on"]);
  assert.deepEqual(second.slice(0, 3), ["on", "off", "measured"]);
  assert.deepEqual(alone.slice(0, 3), ["off", "on", "measured"]);
  assert.deepEqual(first.slice(2).toSorted(), scopes.toSorted());
  assert.deepEqual(alone.slice(3).toSorted(), scopes.filter((scope) => !/target|pair/.test(scope)).toSorted());
  assert.deepEqual(
    did.map(([title, html]) => [title, /<p>([^<]*)</.exec(html)[1]]),
    ["", " (COIGN.Decision.set)", " (COIGN.Decision.off)"].map((more) => ["High Ground", `above${more}`]),
  );
  assert.match(did[0][1], /COIGN.Scope.actor Ann/);
});

test("a form is asked again until its number is one that the effect takes, and a fact needs none", async (context) => {
  const form = { what: "hand 0", number: "99", scope: "roll", bonus: "circumstance", why: "fog" };
  const did = dialogs(context, [form, { ...form, number: "4" }, { ...form, what: "fact 1" }, null]);
  const effects = [{ kind: "flat", to: "attack", types: ["", "circumstance"], bounds: [-20, 20] }];
  const offers = { effects, facts: { cover: ["none", "half"] }, overriding: false };
  const added = await askAddition(offers, PARTIES);
  assert.deepEqual([added.effect.value, added.bonus, added.why], [4, "circumstance", "fog"]);
  const set = await askAddition(offers, PARTIES);
  assert.deepEqual([set.button, set.fact, set.value, set.effect], ["set", "cover", "half", undefined]);
  assert.equal(await askAddition(offers, PARTIES), null, "cancelled");
  assert.equal(await askAddition({ effects: [], facts: {}, overriding: false }, PARTIES), null, "nothing is offered");
  const [[, first], no, [, again]] = did;
  assert.deepEqual(
    [no, did.at(-1)],
    [
      ["COIGN.Errors.NoNumber", true],
      ["COIGN.Errors.NotConnected", true],
    ],
  );
  assert.match(again, /name="number"[^>]*value="99"/);
  assert.deepEqual(
    optionsIn(first).filter(([value]) => /^(hand|fact|$|circ)/.test(value)),
    [
      ["hand 0", "COIGN.Hand.flat COIGN.Said.to-attack"],
      ["fact 0", "COIGN.Fact.cover: COIGN.Said.degree-none"],
      ["fact 1", "COIGN.Fact.cover: COIGN.Fact.cover"],
      ["", "COIGN.Bonus.none"],
      ["circumstance", "COIGN.Bonus.circumstance"],
    ],
  );
});

test("advantage by hand is asked for twice where it may override what would cancel it, and a number once", async (context) => {
  const forms = [];
  dialogs(context, forms);
  const effects = [
    { kind: "advantage", to: "attack", types: [] },
    { kind: "flat", to: "attack", types: [], bounds: [-20, 20] },
  ];
  const asked = (overriding, what, number = "") => {
    forms.push({ what, number, scope: "roll" });
    return askAddition({ effects, facts: {}, overriding }, PARTIES);
  };
  const presses = [await asked(true, "hand 0"), await asked(true, "hand 1"), await asked(true, "hand 2", "+3")];
  assert.deepEqual(
    presses.map(({ effect, overrides_cancelling, why }) => [effect.kind, effect.value, overrides_cancelling, why]),
    [
      ["advantage", undefined, false],
      ["advantage", undefined, true],
      ["flat", 3, false],
    ].map((press) => [...press, "COIGN.Card.BecauseGm"]),
  );
  assert.equal((await asked(false, "hand 1", "-2")).effect.value, -2, "elsewhere it is offered once");
});
