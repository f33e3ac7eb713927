import assert from "node:assert/strict";
import { test } from "node:test";
import { filled } from "../../../foundry-module/scripts/overrides/dialog.mjs";
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
