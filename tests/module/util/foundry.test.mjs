/** The module's small readers of Foundry: names that a reader may know, addresses of pages, places in lists. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addTool,
  engineFolder,
  findToken,
  pageOnSite,
  shownName,
  tokenOfUuid,
} from "../../../foundry-module/scripts/util/foundry.mjs";

const ANY = "COIGN.Card.SomeTarget";

/** Make a world whose manifest has these flags, read in a language. */
function worldWith(coign, lang = "en") {
  const token = { id: "t" };
  globalThis.location = { href: "https://table.example/game" };
  globalThis.game = {
    i18n: { lang, localize: (key) => key, format: (key) => key },
    modules: new Map([["coign", { flags: { coign } }]]),
    scenes: new Map([["s", { tokens: new Map([["t", token]]) }]]),
  };
  return token;
}

test("a name is shown to owners, and to others where it is shown to anyone who hovers, or always", () => {
  worldWith({});
  for (const displayName of [0, 10, 20, 30, 40, 50]) {
    const shown = displayName === 30 || displayName === 50;
    assert.equal(shownName({ name: "Snag", displayName, isOwner: false }), shown ? "Snag" : ANY, `mode ${displayName}`);
    assert.equal(shownName({ name: "Snag", displayName, isOwner: true }), "Snag");
  }
  assert.equal(shownName(undefined), ANY);
});

test("a token is found by its ids, or by its uuid, and nothing else is", () => {
  const token = worldWith({});
  assert.equal(findToken("s", "t"), token);
  for (const ids of [
    ["s", "u"],
    ["r", "t"],
    [null, undefined],
  ])
    assert.equal(findToken(...ids), undefined);
  assert.deepEqual(tokenOfUuid("Scene.s.Token.t.Actor.a"), { scene: "s", token: "t" });
  for (const uuid of ["Actor.a", "Scene.s", "Scene.s.Tile.t", "x.Scene.s.Token.t"])
    assert.equal(tokenOfUuid(uuid), null);
});

test("a page of the site is in the reader's language, below the address that the manifest names, if it names one", () => {
  worldWith({ site: "https://pages.example/coign/", engine: "engine-1/" }, "de");
  assert.deepEqual([pageOnSite("gm"), engineFolder()], ["https://pages.example/coign/de/gm.html", "engine-1/"]);
  worldWith({ site: "../" }, "fr");
  assert.deepEqual([pageOnSite("gm"), engineFolder()], ["https://table.example/gm.html", ""]);
  for (const site of ["", undefined, 5]) {
    worldWith({ site });
    assert.equal(pageOnSite("gm"), null);
  }
});

test("a tool comes after all others, is visible unless it says otherwise, and needs a group", () => {
  const tools = { select: { order: 3 }, ruler: {} };
  const onChange = () => {};
  addTool({ tools }, "coign", { title: "Coign", icon: "rook", onChange });
  addTool({ tools }, "hidden", { title: "Hidden", icon: "x", visible: false, onChange });
  assert.deepEqual([tools.coign.order, tools.coign.visible, tools.coign.button], [4, true, true]);
  assert.deepEqual([tools.hidden.order, tools.hidden.visible, tools.hidden.name], [5, false, "hidden"]);
  addTool(undefined, "coign", { title: "Coign", icon: "rook", onChange });
});
