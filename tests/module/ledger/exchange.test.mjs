/** The exchange of the ledger: a GM who joins gets what the own browser lacks, and players get nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Exchange } from "../../../foundry-module/scripts/ledger/exchange.mjs";
import { Ledger } from "../../../foundry-module/scripts/ledger/ledger.mjs";
import { PageStore } from "../../../foundry-module/scripts/ledger/store.mjs";
import { settled } from "../fakes.mjs";

const GMS = ["one", "two", "three"];
const annotated = (key) => ({ key, annotations: [] });

/** A table of users: each has a browser, and asks the others' by Foundry's queries, which do not name the sender. */
async function table(...users) {
  const here = new Map();
  const asked = [];
  let keys = 0;
  const answers = {
    ledger: ({ exchange }, data) => exchange.answer(data),
    asked: ({ exchange }, { key }) => exchange.hasAsked(key),
    news: ({ exchange }, { from, only }) => void exchange.ask(from, only),
  };
  for (const user of users) {
    const ledger = new Ledger();
    await ledger.open(new PageStore(), () => true);
    const client = { ledger, taken: [], gone: [], offers: undefined, offered: [] };
    client.exchange = new Exchange({
      self: () => user,
      others: () => GMS.filter((id) => id !== user && here.has(id)),
      send: async (id, name, data) => {
        asked.push(`${user} asks ${id}: ${name}`);
        return structuredClone(await answers[name](here.get(id), structuredClone(data)));
      },
      newKey: () => `key ${++keys}`,
      ledger,
      exists: (id) => !client.gone.includes(id),
      offers: () => client.offers,
      taken: (id) => client.taken.push(id),
      offered: (offers) => client.offered.push(offers),
    });
    here.set(user, client);
  }
  return { ...Object.fromEntries(here), here, asked };
}

/** Wait until the news of the next turn have been asked for. A timer of 0 ms may take a few milliseconds. */
async function calm() {
  for (let n = 0; n < 5; n++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (let turn = 0; turn < 20; turn++) await settled();
  }
}

/** Judge a roll in a browser, with everybody where a text says. */
function judge({ ledger: { rolls, standings } }, id, key, where = "here", now = 0) {
  const number = standings.keep("scene", new Map([["Token.a", where]]));
  rolls.edit(id, { seen: true, stood: { attack: "a", scene: "scene", number } });
  rolls.setAnnotated(id, annotated(key), now);
}

const whereIn = async ({ ledger }, id) => (await ledger.standings.of(ledger.rolls.of(id).stood.number)).get("Token.a");

test("who comes is told of every roll, with its places, and both of what only the other knew", async () => {
  const { one, two } = await table("one", "two");
  for (let n = 0; n < 12; n++) judge(one, `m${n}`, `k${n}`, `at ${n % 3}`);
  judge(two, "mine", "k");
  two.ledger.rolls.edit("m3", { seen: true, note: { own: 1 } });
  await two.exchange.meetAll();
  await calm();
  for (let n = 0; n < 12; n++) {
    assert.equal((await two.ledger.rolls.fetch(`m${n}`)).key, `k${n}`);
    assert.equal(await whereIn(two, `m${n}`), `at ${n % 3}`);
  }
  assert.deepEqual(two.ledger.rolls.of("m3").note, { own: 1 }, "what it saw itself is as good");
  assert.equal((await one.ledger.rolls.fetch("mine")).key, "k");
});

test("what is judged or decided later is told at once, and the newer of two judgements counts", async () => {
  const { one, two } = await table("one", "two");
  judge(one, "m", "first");
  await calm();
  assert.equal(two.ledger.rolls.annotated("m").key, "first");
  judge(two, "m", "second");
  await calm();
  assert.equal(one.ledger.rolls.annotated("m").key, "second");
  one.ledger.rolls.hide("m", { targets: ["spy"], only: true });
  await calm();
  assert.deepEqual(two.ledger.rolls.hiddenIn("m"), { targets: ["spy"], only: true, overrides: [] });
  assert.equal(two.ledger.rolls.annotated("m").key, "second");
});

test("who was away longer, and has judged more often, does not undo what was judged later", async () => {
  const { one, two } = await table("one", "two");
  for (let n = 0; n < 5; n++) judge(one, "m", `old ${n}`, "there", 100);
  two.ledger.rolls.adopt({ ...one.ledger.rolls.of("m"), judged: 0 }, undefined);
  judge(two, "m", "new", "here", 200);
  await one.exchange.meetAll();
  await calm();
  for (const client of [one, two]) assert.equal(client.ledger.rolls.annotated("m").key, "new");
});

test("a player is told nothing, and cannot make a client believe that a GM asks", async () => {
  const { one, here, asked } = await table("one", "two");
  here.set("player", { exchange: { hasAsked: () => true } });
  judge(one, "m", "secret");
  await calm();
  asked.splice(0);
  const nothing = { rolls: [], more: false };
  assert.deepEqual(await one.exchange.answer({ from: "player", key: "x" }), nothing);
  assert.deepEqual(await one.exchange.answer({ from: "two", key: "x" }), nothing, "the GM has not asked with this key");
  assert.deepEqual(asked, ["one asks two: asked"]);
  await one.exchange.ask("player");
  assert.equal(asked.length, 1, "and no player is asked");
});

test("news that nobody has costs a question, and many at once cost two", async () => {
  const { one, asked } = await table("one", "two");
  await Promise.all(Array.from({ length: 50 }, (_, n) => one.exchange.ask("two", [`m${n}`])));
  assert.equal(asked.filter((text) => text.endsWith("ledger")).length, 2);
});

test("who comes is told where everybody stood at a roll that nobody could judge yet", async () => {
  const { one, two } = await table("one", "two");
  const number = one.ledger.standings.keep("scene", new Map([["Token.a", "there"]]));
  one.ledger.rolls.edit("roll", { seen: true, open: true, stood: { attack: "a", scene: "scene", number } });
  await two.exchange.meetAll();
  assert.equal(two.ledger.rolls.of("roll").open, true);
  assert.equal(await whereIn(two, "roll"), "there");
});

test("of a roll that is judged as before a move the places at the roll are told too", async () => {
  const { one, two } = await table("one", "two");
  const [at, before] = ["there", "earlier"].map((where) =>
    one.ledger.standings.keep("scene", new Map([["Token.a", where]])),
  );
  const stood = (number, more) => ({ attack: "a", scene: "scene", number, ...more });
  two.ledger.standings.keep("scene", new Map([["Token.a", "its own"]])); // so that the numbers differ
  one.ledger.rolls.edit("m", { seen: true, stood: stood(before, { before: stood(at) }) });
  await two.exchange.meetAll();
  assert.equal(await whereIn(two, "m"), "earlier");
  two.ledger.rolls.edit("m", { stood: two.ledger.rolls.of("m").stood.before });
  assert.equal(await whereIn(two, "m"), "there");
});

test("a page that was reloaded before it had written the places is told them, with nothing else that is newer", async () => {
  const { one, two } = await table("one", "two");
  const number = one.ledger.standings.keep("scene", new Map([["Token.a", "there"]]));
  const seen = { seen: true, open: true, noted: 5, note: { own: 1 } };
  one.ledger.rolls.edit("m", { ...seen, stood: { attack: "a", scene: "scene", number } });
  two.ledger.rolls.edit("m", seen);
  await two.exchange.meetAll();
  await calm();
  assert.equal(await whereIn(two, "m"), "there");
  assert.deepEqual(two.taken, ["m"]);
});

test("a page that has gone is not waited for: the next one of that user is asked at once", async () => {
  const { one, two, here } = await table("one", "two");
  const never = { ...one, exchange: { ...one.exchange, answer: () => new Promise(() => {}) } };
  here.set("one", never);
  void two.exchange.ask("one");
  await calm();
  here.set("one", one);
  judge(one, "roll", "new");
  await two.exchange.ask("one");
  assert.equal(two.ledger.rolls.of("roll"), undefined, "it waits for the page before");
  two.exchange.left("one");
  await two.exchange.ask("one");
  assert.equal(two.ledger.rolls.annotated("roll").key, "new");
});

test("a deleted message is not taken over again", async () => {
  const { one, two } = await table("one", "two");
  two.gone.push("m");
  judge(one, "m", "k");
  await calm();
  assert.deepEqual([two.ledger.rolls.of("m"), two.taken], [undefined, []]);
});

test("without an engine a GM may add what the engine of another lets him add", async () => {
  const { one, two } = await table("one", "two");
  one.offers = { attack: { effects: [], facts: {} } };
  await one.exchange.announce([]);
  await calm();
  assert.deepEqual([two.offered, one.offered], [[one.offers], []]);
});
