/** The game systems' view of the table: the user, and the documents of tokens that are targeted or selected. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { table } from "../../../foundry-module/scripts/systems/world.mjs";

const KNOWN = ["game", "canvas", "ChatMessage"].map((name) => [name, globalThis[name]]);
afterEach(() => Object.assign(globalThis, Object.fromEntries(KNOWN)));

test("targets and selected tokens are told by their documents, and none before Foundry is ready", () => {
  const [orc, elf] = [{ id: "orc" }, { id: "elf" }];
  Object.assign(globalThis, { game: {}, canvas: {} });
  assert.deepEqual([table.targets(), table.controlled()], [[], []]);
  const user = { id: "u1", targets: new Set([{ document: orc }]) };
  const pf2e = { name: "what the system offers" };
  Object.assign(globalThis, {
    game: { user, system: { id: "pf2e" }, pf2e },
    canvas: { tokens: { controlled: [{ document: elf }] } },
    ChatMessage: { getSpeaker: ({ actor }) => ({ alias: actor.name }) },
  });
  assert.deepEqual([table.targets(), table.controlled()], [[orc], [elf]]);
  assert.deepEqual([table.user(), table.system()], [user, pf2e]);
  assert.deepEqual(table.speakerOf({ name: "Ilse" }), { alias: "Ilse" });
});
