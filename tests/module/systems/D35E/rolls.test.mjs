/** The attack dialog of D&D 3.5: which of its boxes are ticked, when, and for which attack. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { wrap } from "../../../../foundry-module/scripts/in-roll/wrap.mjs";
import { wrapItems } from "../../../../foundry-module/scripts/systems/D35E/rolls.mjs";
import { additions, atOnce, later, modifier, settled } from "../pf2e/rolls-kit.mjs";

const FLANKING = modifier("flanking", { kind: "flat", value: 2, to: "attack" });
const HEIGHT = modifier("high-ground", { kind: "flat", value: 1, to: "attack" });
const COVER = modifier("cover", { kind: "flat", value: 4, to: "ac" });
const SCENE = { id: "scene", grid: { units: "ft" }, tokens: [] };
const ILSE = { name: "Ilse", token: { id: "ilse", parent: SCENE } };

/** The content of a dialog, with check boxes of these names. */
function dialogContent(...names) {
  const boxes = Object.fromEntries(names.map((name) => [name, { checked: false }]));
  return {
    boxes,
    lists: [],
    querySelector(selector) {
      const [, name] = /^input.*\[name="(\w+)"\]$/.exec(selector) ?? [];
      if (name) return boxes[name] ?? null;
      return selector.startsWith(".attack-form") ? {} : null;
    },
    append(list) {
      this.lists.push(list);
    },
  };
}

/** A world whose items can be used; a test opens and closes the dialog. */
function worldWith(ask) {
  const hooks = {};
  const queries = [];
  let close;
  class Item {
    constructor(name) {
      Object.assign(this, { name, actor: ILSE });
    }

    async use(how) {
      if (!how?.skipDialog) await new Promise((resolve) => (close = resolve));
      return how;
    }
  }
  const inRoll = {
    active: true,
    wrap: (path, wrapper) => wrap(path, wrapper, { CONFIG: { Item: { documentClass: Item } } }),
    meet: () => true,
    ask: (query) => {
      queries.push(query);
      return ask(query);
    },
    list: (shown) => shown.lines.map(({ modifier: id, held, on }) => [id, held, on]),
  };
  wrapItems(inRoll, {
    attackOf: (item) => (item.name === "Rope" ? null : { kind: "melee", name: item.name }),
    table: {
      on: (name, handle) => (hooks[name] = handle),
      user: () => ({}),
      targets: () => [{ id: "mog", parent: SCENE }],
      speakerOf: () => ({}),
    },
    context: { scene: () => SCENE, document: () => null },
  });
  const draw = (root, title = "Use: Longsword - Ilse") => hooks.renderDialog({ data: { title } }, [root], {});
  return { Item, queries, draw, close: () => close(), inRoll };
}

test("the boxes of what holds are ticked, and everything else is for the card", async () => {
  const { Item, queries, draw, close } = worldWith(atOnce(FLANKING, HEIGHT, COVER));
  const using = new Item("Longsword").use();
  const root = dialogContent("flanking", "charge");
  draw(root);
  await settled();
  assert.deepEqual(root.boxes, { flanking: { ...root.boxes.flanking, checked: true }, charge: { checked: false } });
  assert.deepEqual(root.lists.at(-1), [
    ["flanking", null, true],
    ["high-ground", "card", true],
    ["cover", "card", true],
  ]);
  assert.deepEqual([queries[0].actorToken.token, queries[0].targets], ["ilse", ["mog"]]);
  close();
  await using;
});

test("a box that is worth something else is not ticked", async () => {
  const better = modifier("flanking", { kind: "flat", value: 4, to: "attack" });
  const { Item, draw } = worldWith(atOnce(better));
  new Item("Longsword").use();
  const root = dialogContent("flanking");
  draw(root);
  await settled();
  assert.equal(root.boxes.flanking.checked, false);
});

test("a late answer ticks the boxes of an open dialog, and of none that is closed", async () => {
  const { ask, give } = later();
  const { Item, draw, close } = worldWith(ask);
  const using = new Item("Longsword").use();
  const root = dialogContent("flanking");
  draw(root);
  await settled();
  assert.equal(root.boxes.flanking.checked, false);
  give(additions(["mog"], [FLANKING]));
  await settled();
  assert.equal(root.boxes.flanking.checked, true);
  close();
  await using;

  const second = later();
  const other = worldWith(second.ask);
  const closed = other.Item.prototype.use.call(new other.Item("Longsword"));
  const shut = dialogContent("flanking");
  other.draw(shut);
  await settled();
  other.close();
  await closed;
  second.give(additions(["mog"], [FLANKING]));
  await settled();
  assert.equal(shut.boxes.flanking.checked, false);
});

test("who unticks a box has the last word", async () => {
  const { Item, draw } = worldWith(atOnce(FLANKING));
  new Item("Longsword").use();
  const root = dialogContent("flanking");
  draw(root);
  await settled();
  root.boxes.flanking.checked = false;
  root.boxes.flanking.onchange();
  assert.equal(root.boxes.flanking.checked, false);
  assert.deepEqual(root.lists.at(-1), [["flanking", null, false]]);
});

test("an attack without the dialog, an item that is none, and another dialog are left alone", async () => {
  const { Item, queries, draw, inRoll } = worldWith(atOnce(FLANKING));
  assert.deepEqual(await new Item("Longsword").use({ skipDialog: true }), { skipDialog: true });
  new Item("Rope").use();
  inRoll.active = false;
  new Item("Longsword").use();
  assert.equal(queries.length, 0);
  inRoll.active = true;
  new Item("Longsword").use();
  const root = dialogContent("flanking");
  draw(root, "Use: Dagger - Bram");
  await settled();
  assert.equal(root.boxes.flanking.checked, false);
});
