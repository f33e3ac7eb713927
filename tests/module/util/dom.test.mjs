import assert from "node:assert/strict";
import { test } from "node:test";
import { card } from "../../../foundry-module/scripts/card/card.mjs";
import { h, htmlOf } from "../../../foundry-module/scripts/util/dom.mjs";
import { COVER, resultOf, view } from "../card/fixtures.mjs";

test("no text from the bridge becomes HTML", () => {
  const evil = '<img src=x onerror="alert(1)">';
  const modifier = { ...COVER, id: evil, source: evil, reason: evil, effect: { kind: "note", text: evil } };
  const result = resultOf({
    result: {
      modifiers: [modifier],
      assumed: [evil],
      figure: { points: [{ role: evil, fact: evil, points: [[1, 1]], label: evil }] },
    },
    outcome: { label: evil, notes: [evil] },
  });
  const html = htmlOf(card(view({ editable: true, annotations: [{ results: [result] }], nameOf: () => evil })));
  assert.doesNotMatch(html, /<img/);
  assert.match(html, /&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;/);
});

test("a description becomes HTML without its false parts", () => {
  assert.equal(
    htmlOf(h("input", { type: "checkbox", checked: true, disabled: false, title: null })),
    '<input type="checkbox" checked="">',
  );
  assert.equal(htmlOf(h("p.a.b", {}, [h("b", {}, "x"), null, false, ""], "y")), '<p class="a b"><b>x</b>y</p>');
});
