/**
 * Several game masters at one table: each page is a thread with a ledger of its own. Whatever the order of their acts, the
 * card of each reads like that of one who never left. COIGN_EVENINGS plays more evenings, from the seed COIGN_SEED on.
 */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DATA, roll } from "./attack/kit.mjs";
import { chanceOf } from "./fakes.mjs";
import { openTable } from "./referee/threads.mjs";

const EVENINGS = Number(process.env.COIGN_EVENINGS ?? 5);
const FIRST = Number(process.env.COIGN_SEED ?? 1);
const ACTS = 12;
const LONG = 6000; // looks at a page, a minute or more: a busy machine takes its time
const OFF = { modifier: "far", scope: "roll", state: "off", target: null };
const GMS = ["gm", "gm2", "gm3"];
const [scene, ...scenes] = DATA.documents.Scene;
const documents = {
  ...DATA.documents,
  User: [...DATA.documents.User, ...["gm2", "gm3"].map((id) => ({ _id: id, name: id, role: 4 }))],
  Actor: [{ _id: "all", name: "All", ownership: { ann: 3 } }],
  Scene: [{ ...scene, tokens: scene.tokens.map((token) => ({ ...token, actorId: "all" })) }, ...scenes],
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Look again and again until what is seen fits. Returns it. */
async function until(look, fits, what) {
  let seen;
  for (let tries = 0; tries < LONG; tries++) {
    seen = await look();
    if (fits(seen)) return seen;
    await pause(10);
  }
  throw new Error(`never ${what}: ${JSON.stringify(seen, null, 1)}`);
}

/** Wait until all pages read the same on every card; returns it. */
async function alike(pages, ids, what) {
  const look = () => Promise.all(Object.values(pages).map((page) => page.run("cards", ids)));
  const isDone = (all) =>
    all[0].every((card) => card.trim() && !/COIGN.Card.(Waiting|Unjudged)/.test(card)) &&
    new Set(all.map((cards) => JSON.stringify(cards))).size === 1;
  const [first] = await until(look, isDone, `alike: ${what}`);
  return JSON.stringify(first);
}

const table = await openTable({ ...DATA, documents });
for (const user of GMS) await table.open(user);
after(() => Promise.all(GMS.map((user) => table.close(user))));

for (let seed = FIRST; seed < FIRST + EVENINGS; seed++)
  test(`every game master reads the same as one who never left (evening ${seed})`, { timeout: 600_000 }, async () => {
    const { pages, player, open, close } = table;
    const chance = chanceOf(seed);
    const messages = [await roll(player)];
    const anyone = () => Object.values(pages)[chance(Object.keys(pages).length)];
    const any = () => messages[chance(messages.length)];
    const decided = new Set();
    const acts = {
      strike: async () =>
        messages.push(await roll(player, { targets: [["goblin"], ["orc"], ["goblin", "orc"]][chance(3)] })),
      move: () => {
        const place = { x: 100 + 100 * chance(7), y: 100 + 100 * chance(5), elevation: 10 * chance(2) };
        return player.scenes.get("scene").tokens.get(["hero", "orc"][chance(2)]).update(place);
      },
      decide: async () => {
        const id = any();
        const isBack = decided.delete(id);
        if (!isBack) decided.add(id);
        await anyone().run(isBack ? "removeOverride" : "override", [OFF, id]);
      },
      retarget: () => anyone().run("choose", ["COIGN.Menu.Retarget", any(), [["goblin"], ["orc"], ["spy"]][chance(3)]]),
      "judge as before the move": () => (pages.gm ?? pages.gm2).run("choose", ["COIGN.Menu.BeforeMove", any()]),
      delete: async () => {
        if (messages.length > 1) await player.messages.get(messages.splice(chance(messages.length), 1)[0]).delete();
      },
      "F5 of the first": () => open("gm"),
      "F5 of the second": () => open("gm2"),
      "the first leaves": () => (pages.gm2 ? close("gm") : open("gm2")),
      "the second leaves": () => (pages.gm ? close("gm2") : open("gm")),
    };
    const done = [];
    let before = await alike(pages, messages, "the first attack");
    for (let n = 0; n < ACTS; n++) {
      const [name, act] = Object.entries(acts)[chance(Object.keys(acts).length)];
      done.push(name);
      await act();
      await pause(20);
      const reads = await alike(pages, messages, done.join(", "));
      if (/^move|F5|leaves/.test(name)) assert.equal(reads, before, done.join(", "));
      before = reads;
    }
    for (const user of GMS) if (!pages[user]) await open(user);
    assert.equal(await alike(pages, messages, "all are here"), before);
    for (const page of Object.values(pages)) assert.deepEqual(await page.run("errors"), []);
    for (const id of messages) await player.messages.get(id).delete();
  });

/** Wait until a page shows a card that fits. Returns its text. */
const shows = (page, id, pattern) =>
  until(
    async () => (await page.run("cards", [id]))[0],
    (text) => pattern.test(text),
    pattern,
  );

/** Wait until a page has a state. */
const is = (page, state) =>
  until(
    () => page.run("state"),
    (now) => now === state,
    state,
  );

test("an attack from while no game master was here waits for a press, whatever its author says of it", async () => {
  const { pages, player, open, close } = table;
  const [hero, goblin] = ["hero", "goblin"].map((id) => player.scenes.get("scene").tokens.get(id));
  await hero.update({ x: goblin._source.x + 400, y: goblin._source.y, elevation: 0 }); // too far: there is a total to show
  for (const user of GMS) await close(user);
  const id = await roll(player);
  await open("gm");
  await shows(pages.gm, id, /COIGN.Card.Unseen/);
  await player.messages.get(id).update({ flags: { coign: { targets: ["Scene.scene.Token.orc"] } } });
  assert.doesNotMatch(await shows(pages.gm, id, /COIGN.Card.Unjudged/), /COIGN.Card.(Total|NothingApplies)/);
  await pages.gm.run("measure", id);
  await shows(pages.gm, id, /COIGN.Card.Total/);
});

test("who has computed goes on until the one who takes over is ready, and then stops", async () => {
  const { pages, player, open, close } = table;
  for (const user of GMS) await close(user);
  const [hero, goblin] = ["hero", "goblin"].map((id) => player.scenes.get("scene").tokens.get(id));
  await hero.update({ x: goblin._source.x + 400, y: goblin._source.y, elevation: 0 });
  await open("gm2");
  await is(pages.gm2, "connected");
  await open("gm", { away: true }); // whom all clients call the active one
  const before = await pages.gm2.run("asked");
  const early = await roll(player);
  for (const page of [pages.gm2, pages.gm]) await shows(page, early, /COIGN.Card.Total/);
  assert.notEqual(await pages.gm.run("state"), "connected");
  await pages.gm.run("back");
  await is(pages.gm, "connected");
  await is(pages.gm2, "off");
  const late = await roll(player);
  for (const page of [pages.gm2, pages.gm]) await shows(page, late, /COIGN.Card.Total/);
  assert.deepEqual(await Promise.all([pages.gm2, pages.gm].map((page) => page.run("asked"))), [before + 1, 1]);
  await close("gm");
  await is(pages.gm2, "connected");
  await open("gm");
});

test("who comes while the bridge is away judges an attack later where everybody stood at it", async () => {
  const { pages, player, open, close } = table;
  const hero = player.scenes.get("scene").tokens.get("hero");
  const goblin = player.scenes.get("scene").tokens.get("goblin");
  await hero.update({ x: goblin._source.x + 100, y: goblin._source.y, elevation: 0 });
  await pages.gm.run("away");
  const id = await roll(player);
  await hero.update({ x: goblin._source.x + 400 });
  await open("gm2");
  await until(() => pages.gm2.holds(id), Boolean, "in the other browser");
  await close("gm");
  await shows(pages.gm2, id, /COIGN.Card.NothingApplies/);
});

test("Alt+Z takes back decisions of before F5, the last one first", async () => {
  const { pages, player, open } = table;
  if (!pages.gm) await open("gm");
  const hero = player.scenes.get("scene").tokens.get("hero");
  const goblin = player.scenes.get("scene").tokens.get("goblin");
  const stand = (squares) => hero.update({ x: goblin._source.x + 100 * squares, y: goblin._source.y, elevation: 0 });
  await stand(1);
  await stand(4);
  const id = await roll(player);
  const far = await shows(pages.gm, id, /COIGN.Card.Total .* →/);
  await pages.gm.run("override", [OFF, id]);
  const off = await shows(pages.gm, id, /^((?!→).)*$/);
  await pages.gm.run("choose", ["COIGN.Menu.Retarget", id, ["spy"]]);
  const told = await pages.gm.run("choose", ["COIGN.Menu.BeforeMove", id]);
  await open("gm");
  for (let presses = told.length ? 1 : 2; presses; presses--) await pages.gm.run("takeBack");
  await shows(pages.gm, id, { test: (text) => text === off });
  await pages.gm.run("takeBack");
  await shows(pages.gm, id, { test: (text) => text === far });
});
