/** The texts of the compendium "Try It" come into the world in the language of who imports them. */

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.game = { i18n: { localize: (key) => `<${key}>`, format: (key) => `<${key}>` } };
const { translateImported } = await import("../../../foundry-module/scripts/config/try-it.mjs");

const ours = (text) => ({ text, flags: { coign: { texts: { text: "COIGN.TryIt.how" } } } });

test("texts of ours are translated, inside documents too, on the first import and on the next", () => {
  const scene = { name: "s", drawings: [ours("how"), { text: "theirs", flags: { theirs: {} } }], flags: {} };
  const macro = { name: "m", flags: { coign: { texts: { name: "COIGN.TryIt.macro-rules" } } } };
  translateImported(null, {}, {}, { Scene: [scene] }, { Macro: [macro] });
  assert.equal(scene.name, "s");
  assert.deepEqual(
    scene.drawings.map(({ text }) => text),
    ["<COIGN.TryIt.how>", "theirs"],
  );
  assert.equal(macro.name, "<COIGN.TryIt.macro-rules>");
});

test("an adventure of somebody else stays as it is", () => {
  const journal = { name: "Theirs", pages: [{ text: { content: null } }], flags: { coign: {} } };
  const before = structuredClone(journal);
  translateImported(null, {}, {}, { JournalEntry: [journal] }, {});
  assert.deepEqual(journal, before);
});
