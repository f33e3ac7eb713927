/** The rolls that a GM's browser keeps: they outlive the page, are bounded, and are forgotten with the message. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { IDBFactory, IDBKeyRange, IDBObjectStore } from "fake-indexeddb";
import { Ledger } from "../../../foundry-module/scripts/ledger/ledger.mjs";
import { openStore, PageStore } from "../../../foundry-module/scripts/ledger/store.mjs";
import { settled } from "../fakes.mjs";

const annotated = (key) => ({ key, annotations: [] });
const everything = () => true;

/** Open the ledger of a page. */
async function opened(store, exists = everything) {
  const ledger = new Ledger();
  await ledger.open(store, exists);
  return ledger;
}

/** Run a test with the store of a page, and with the database of a browser. */
function inBoth(name, body) {
  test(`${name} (page)`, () => body(new PageStore()));
  test(`${name} (disk)`, async () => {
    Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
    try {
      await body(await openStore("world"));
    } finally {
      delete globalThis.indexedDB;
    }
  });
}

test("a browser that refuses its database says so, and keeps what is judged as long as the page", async (t) => {
  const warned = t.mock.method(console, "warn", () => {});
  t.after(() => delete globalThis.indexedDB);
  for (const database of [undefined, { open: () => setError({}) }]) {
    globalThis.indexedDB = database;
    assert.ok((await openStore("world")) instanceof PageStore);
  }
  assert.equal(warned.mock.callCount(), 2);

  function setError(request) {
    setImmediate(() => request.onerror());
    return Object.assign(request, { error: new Error("full") });
  }
});

inBoth("a write is all or none, also where one entry cannot be cloned", async (store) => {
  await store.write([[["a"], 1]]);
  const entries = [
    [["a"], undefined],
    [["b"], 2],
    [["c"], () => "a function"],
  ];
  await assert.rejects(store.write(entries), { name: "DataCloneError" });
  assert.deepEqual([await store.get(["a"]), await store.get(["b"])], [1, undefined]);
});

test("the database of a world is found again by its name, and a write that fails stops no later one", async (t) => {
  Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
  t.after(() => delete globalThis.indexedDB);
  const store = await openStore("world");
  await assert.rejects(store.write([[["a"], () => "a function"]]));
  const full = t.mock.method(IDBObjectStore.prototype, "put", function put() {
    this.transaction.abort();
  });
  await assert.rejects(store.write([[["a"], 1]]));
  full.mock.restore();
  await store.write([[["b"], 1]]);
  await store.write([[["b"], undefined]]);
  await store.write([[["c"], { at: 1 }]]);
  const again = await openStore("world");
  assert.deepEqual(await again.entries([]), [[["c"], { at: 1 }]]);
  assert.deepEqual(await indexedDB.databases(), [{ name: "coign.world", version: 1 }]);
});

/** Wait until a store has written what was set before. */
async function written(store) {
  await settled();
  await store.get(["all that was written before"]);
}

inBoth("what begins alike is found, and what was written before can be read at once", async (store) => {
  await store.write([["a", "b", 1], ["a", "b"], ["a", 10], ["b"], ["a"], ["ab"]].map((key) => [key, key.join()]));
  const listed = async (...beginning) =>
    new Set((await store.entries(beginning)).map(([key, value]) => [...key, value].join("-")));
  assert.deepEqual(await listed("a"), new Set(["a-a", "a-10-a,10", "a-b-a,b", "a-b-1-a,b,1"]));
  assert.deepEqual(await listed("a", "b"), new Set(["a-b-a,b", "a-b-1-a,b,1"]));
  void store.write([
    [["a"], undefined],
    [["b"], "new"],
  ]);
  assert.deepEqual([await store.get(["b"]), await store.get(["a"])], ["new", undefined]);
  void store.write([[["b"], undefined]]);
  assert.deepEqual(await listed("b"), new Set());
});

inBoth("what is known of a roll is known on the next page", async (store) => {
  const { rolls } = await opened(store);
  rolls.edit("m", { seen: true, open: true, aimed: [{ scene: "s", token: "t" }] });
  rolls.note("m", { overrides: [1] });
  rolls.hide("m", { targets: ["spy"] });
  rolls.hide("m", { overrides: [{ state: "off" }] });
  rolls.originOf("m", { x: 1, y: 2, elevation: 0 });
  rolls.setAnnotated("m", annotated("k"));
  await written(store);
  const { rolls: later } = await opened(store);
  assert.deepEqual(later.of("m"), rolls.of("m"));
  const { judged, noted, decided, open, hidden } = later.of("m");
  assert.deepEqual([judged, noted, decided, open], [1, 1, 2, false]);
  assert.deepEqual(hidden, { targets: ["spy"], only: false, overrides: [{ state: "off" }] });
  assert.deepEqual(later.originOf("m"), { x: 1, y: 2, elevation: 0 });
  assert.deepEqual([later.annotated("m"), later.isElsewhere("m")], [undefined, true], "not read before it is needed");
  assert.deepEqual(await later.fetch("m"), annotated("k"));
  assert.deepEqual([later.annotated("m"), later.isElsewhere("m")], [annotated("k"), false]);
});

inBoth("a roll that comes in before the ledger is open is kept too", async (store) => {
  const ledger = new Ledger();
  ledger.rolls.edit("m", { seen: true });
  ledger.rolls.setAnnotated("m", annotated("k"));
  await ledger.open(store, everything);
  await written(store);
  const { rolls } = await opened(store);
  assert.deepEqual([rolls.of("m").seen, await rolls.fetch("m")], [true, annotated("k")]);
});

inBoth(
  "a message is forgotten with all that was known of it, also one that was deleted while no page was open",
  async (store) => {
    const { rolls } = await opened(store);
    for (const id of ["m", "gone", "kept"]) rolls.setAnnotated(id, annotated(id));
    rolls.turns.set("m", Promise.resolve(1));
    rolls.moments.set("m", { attack: "a", moment: 1 });
    rolls.forget("m");
    await written(store);
    assert.deepEqual(
      [rolls.of("m"), rolls.annotated("m"), rolls.turns.size, rolls.moments.size],
      [undefined, undefined, 0, 0],
    );
    const { rolls: later } = await opened(store, (id) => id === "kept");
    await written(store);
    assert.deepEqual(
      later.all.map(({ id }) => id),
      ["kept"],
    );
    assert.deepEqual(
      (await store.entries(["annotated"])).map(([[, id]]) => id),
      ["kept"],
    );
  },
);

inBoth("of the rolls the last 2,000 are kept, and of their annotations the last 500 are in memory", async (store) => {
  const { rolls } = await opened(store);
  for (let n = 0; n < 2001; n++) rolls.setAnnotated(`m${n}`, annotated(`k${n}`));
  await written(store);
  assert.deepEqual([rolls.all.length, rolls.of("m0"), rolls.of("m1").id], [2000, undefined, "m1"]);
  assert.deepEqual([rolls.annotated("m1500"), rolls.annotated("m1501").key], [undefined, "k1501"]);
  assert.equal((await rolls.fetch("m3")).key, "k3");
  assert.equal((await store.entries(["annotated"])).length, 2000);
});

inBoth(
  "where everybody stood is kept once for as long as it stays the same, and forgotten with its rolls",
  async (store) => {
    const { rolls, standings } = await opened(store);
    const first = new Map([
      ["Token.a", "here"],
      ["Token.b", "there"],
    ]);
    const second = new Map([...first, ["Token.a", "gone"]]);
    const [one, again, two] = [first, new Map(first), second].map((standing) => standings.keep("s", standing));
    assert.equal(one, again);
    assert.notEqual(standings.keep("other scene", first), one);
    await written(store);
    assert.equal((await store.entries(["text"])).length, 5, "three here, and two in the other scene");
    rolls.edit("m", { stood: { attack: "a", number: two } });
    await written(store);
    const { standings: later } = await opened(store);
    assert.deepEqual(await later.of(two), second);
    assert.equal(await later.of(one), null, "no roll needs it");
    assert.ok(later.keep("s", first) > two, "a number never names two");
  },
);
