/** A ruleset's texts in the reader's language, and those of a ruleset that is in no language file. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  optionTexts,
  phrasesText,
  readingTexts,
  rulesetTitle,
  ruleTitle,
} from "../../../foundry-module/scripts/util/texts.mjs";

const STRINGS = {
  "COIGN.Rulesets.mud.title": "Schlamm",
  "COIGN.Rulesets.mud.rules.M1.muddy": "Matschig",
  "COIGN.Rulesets.mud.options.deep.title": "Tief",
  "COIGN.Said.one-gives-it": "{title} gibt es schon",
  "COIGN.Rulesets.mud.options.deep.labels.true": "ja, tief",
  "COIGN.Rulesets.mud.interpretations.our-reading-knee-deep.text": "Bis zum Knie.",
};
const t = (key, data = {}) =>
  Object.entries(data).reduce((text, [name, value]) => text.replace(`{${name}}`, value), STRINGS[key] ?? key);

test("texts of the language file win; missing ones are as the bridge sent them", () => {
  assert.equal(rulesetTitle({ id: "mud", title: "Mud" }, t), "Schlamm");
  assert.equal(rulesetTitle({ id: "sand", title: "Sand" }, t), "Sand");
  assert.equal(ruleTitle("mud", { id: "M1", modifier: "muddy", title: "Muddy" }, t), "Matschig");
  assert.deepEqual(readingTexts("mud", { mark: "our reading: knee-deep", text: "To the knee." }, t), {
    mark: "our reading: knee-deep",
    text: "Bis zum Knie.",
  });
  const deep = { name: "deep", title: "Deep", help: "How deep.", values: [], labels: { true: "yes", false: "no" } };
  assert.deepEqual(optionTexts("mud", deep, t), {
    title: "Tief",
    help: "How deep.",
    labels: [
      { value: "true", label: "ja, tief" },
      { value: "false", label: "no" },
    ],
  });
});

test("the name of another modifier in a reason is in the reader's language too", () => {
  const title = [{ key: "title", values: { id: "muddy", ruleset: "mud", rule: "M1", source: "Muddy" } }];
  assert.equal(
    phrasesText([{ key: "one-gives-it", values: { title } }], "Muddy gives it", t),
    "Matschig gibt es schon",
  );
  title[0].values.ruleset = "sand";
  assert.equal(phrasesText([{ key: "one-gives-it", values: { title } }], "", t), "Muddy gibt es schon");
});

test("an option without texts is named by the words of its id", () => {
  const plain = { name: "rear-attacks", title: "", help: "", values: ["forbid", "allow"], labels: {} };
  assert.equal(optionTexts("mud", plain, t).title, "Rear attacks");
  assert.deepEqual(
    optionTexts("mud", plain, t).labels.map(({ label }) => label),
    ["forbid", "allow"],
  );
});
