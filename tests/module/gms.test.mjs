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
const offOf = (modifier) => ({ modifier, scope: "roll", state: "off", target: null });
const OFF = offOf("far");
const DARK = { modifier: "dark", target: null, effect: { kind: "disadvantage", to: "attack" }, flavor: "Coign: dark" };
const GMS = ["gm", "gm2", "gm3"];
const STRANGER = "gm4"; // whose browser never has anything
const [scene, ...scenes] = DATA.documents.Scene;
const documents = {
  ...DATA.documents,
  User: [...DATA.documents.User, ...["gm2", "gm3", STRANGER].map((id) => ({ _id: id, name: id, role: 4 }))],
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
      "strike as was answered": async () => {
        await player.scenes
          .get("scene")
          .tokens.get("orc")
          .update({ x: 600 + 100 * chance(2) });
        const asked = { scene: "scene", actor: "hero", targets: ["orc"], occasion: "attack" };
        for (const user of Object.keys(pages))
          await player.users.get(user).query("coign.evaluate", asked, { timeout: 5000 }).catch(String);
        const isSecret = chance(2) && { whisper: [...GMS, STRANGER] };
        const claims = chance(2) ? { included: [DARK] } : {};
        const strike = { targets: ["orc"], formula: "2d20kl + 3", flags: claims, ...isSecret };
        messages.push(
          await roll(player, { ...strike, others: claims.included ? {} : { homebrew: { claims: [DARK] } } }),
        );
      },
      decide: async () => {
        const [id, modifier] = [any(), ["far", "dark"][chance(2)]];
        const isBack = decided.delete(`${id} ${modifier}`);
        if (!isBack) decided.add(`${id} ${modifier}`);
        await anyone().run(isBack ? "removeOverride" : "override", [offOf(modifier), id]);
      },
      retarget: () => anyone().run("choose", ["COIGN.Menu.Retarget", any(), [["goblin"], ["orc"], ["spy"]][chance(3)]]),
      "judge as before the move": () => (pages.gm ?? pages.gm2).run("choose", ["COIGN.Menu.BeforeMove", any()]),
      "judge as at the roll": () => (pages.gm ?? pages.gm2).run("press", [any(), "unmove"]),
      delete: async () => {
        if (messages.length > 1) await player.messages.get(messages.splice(chance(messages.length), 1)[0]).delete();
      },
      "F5 of the first": () => open("gm"),
      "F5 of the second": () => open("gm2"),
      "the first leaves": () => (pages.gm2 ? close("gm") : open("gm2")),
      "the second leaves": () => (pages.gm ? close("gm2") : open("gm")),
      "all leave, and a stranger comes": async () => {
        const here = Object.keys(pages);
        for (const user of here) await close(user);
        await open(STRANGER, { anew: true });
        for (const id of messages) await shows(pages[STRANGER], id, /COIGN.Card.(Elsewhere|Unseen)/);
        for (const user of here) await open(user);
        await alike(pages, messages, "the stranger reads the same");
        await close(STRANGER);
      },
    };
    const done = [];
    let before = await alike(pages, messages, "the first attack");
    for (let n = 0; n < ACTS; n++) {
      const [name, act] = Object.entries(acts)[chance(Object.keys(acts).length)];
      done.push(name);
      await act();
      await pause(20);
      const reads = await alike(pages, messages, done.join(", "));
      if (/^move|F5|leave/.test(name)) assert.equal(reads, before, done.join(", "));
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
  await until(
    () => pages.gm2.run("computing"),
    (user) => user === "gm2",
    "known as the one that computes",
  );
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
  await until(() => pages.gm2.holds(id, '"stood":{'), Boolean, "in the other browser, with its places");
  await close("gm");
  await shows(pages.gm2, id, /COIGN.Card.NothingApplies/);
});

for (const [where, said] of [
  ["its flags", { flags: { included: [DARK] } }],
  ["the game system's data", { others: { homebrew: { claims: [DARK] } } }],
])
  test(`what ${where} say of a roll counts as one browser has answered it, though another one judges it`, async () => {
    const { pages, player, open, close } = table;
    for (const user of GMS) await close(user);
    await open("gm");
    await is(pages.gm, "connected");
    await open("gm2", { away: true });
    const tokens = player.scenes.get("scene").tokens;
    await tokens.get("orc").update({ x: 600, y: 100 });
    await tokens.get("hero").update({ x: 400, y: 100, elevation: 0 });
    const asked = { scene: "scene", actor: "hero", targets: ["orc"], occasion: "attack" };
    const { results } = await player.users.get("gm").query("coign.evaluate", asked, { timeout: 60_000 });
    assert.deepEqual(
      results[0].modifiers.map(({ id }) => id),
      ["dark", "far"],
    );
    await pages.gm.run("away");
    let [id, first, total] = [];
    while (first?.active !== false || first.result - 1 === total) {
      id = await roll(player, { targets: ["orc"], formula: "2d20kl + 3", ...said });
      ({
        total,
        dice: [
          {
            results: [first],
          },
        ],
      } = player.messages.get(id).rolls[0]);
    }
    await until(() => pages.gm2.holds(id, DARK.flavor), Boolean, "in the other browser");
    await close("gm");
    await pages.gm2.run("back");
    await shows(pages.gm2, id, /COIGN.Card.Total/);
    await pages.gm2.run("override", [offOf(DARK.modifier), id]);
    // The first die counts, with 3 of the roll and -4 for the distance.
    await shows(pages.gm2, id, new RegExp(`→ ${first.result - 1}\\b`));
  });

test("that a roll is judged as before a move stands on every card, and who takes over can take it back", async () => {
  const { pages, player, open, close } = table;
  for (const user of GMS) if (!pages[user]) await open(user);
  await is(pages.gm, "connected");
  const hero = player.scenes.get("scene").tokens.get("hero");
  const goblin = player.scenes.get("scene").tokens.get("goblin");
  const rollFrom = async (squares) => {
    await hero.update({ x: goblin._source.x + 100 * squares, y: goblin._source.y, elevation: 0 });
    const id = await roll(player);
    return [id, await alike(pages, [id], "judged where all stood")];
  };
  await rollFrom(1); // a roll between the two moves, because moves within one frame are one move
  const [id, far] = await rollFrom(4);
  assert.match(far, /COIGN.Card.Total/);
  await pages.gm.run("choose", ["COIGN.Menu.BeforeMove", id]);
  for (const page of Object.values(pages)) await shows(page, id, /COIGN.Card.NothingApplies.*COIGN.Card.BeforeMove/);
  assert.equal(await pages.gm2.run("press", [id, "unmove"]), false, "another browser judges");
  await close("gm");
  await is(pages.gm2, "connected");
  assert.ok(await pages.gm2.run("press", [id, "unmove"]));
  assert.equal(await alike(pages, [id], "taken back"), far);
});

test("after F5 nothing is judged again because its author has changed the words of the message", async () => {
  const { pages, player, open } = table;
  const judged = /COIGN.Card.(Total|NothingApplies)/;
  await open("gm");
  await is(pages.gm, "connected");
  const id = await roll(player);
  await shows(pages.gm, id, judged);
  await open("gm");
  await is(pages.gm, "connected");
  await player.messages.get(id).update({ content: "said later" });
  await shows(pages.gm, await roll(player), judged);
  assert.equal(await pages.gm.run("asked"), 1, "of the later roll alone");
});

test("Alt+Z takes back decisions of before F5, the last one first, and none that another GM has replaced", async () => {
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
  await is(pages.gm, "connected");
  for (let presses = told.length ? 1 : 2; presses; presses--) await pages.gm.run("takeBack");
  await shows(pages.gm, id, { test: (text) => text === off });
  await pages.gm.run("takeBack");
  await shows(pages.gm, id, { test: (text) => text === far });
  if (!pages.gm2) await open("gm2");
  await pages.gm.run("override", [{ ...OFF, state: "on" }, id]);
  await pages.gm2.run("override", [OFF, id]);
  await shows(pages.gm, id, { test: (text) => text === off });
  await pages.gm.run("takeBack");
  await shows(pages.gm, id, { test: (text) => text === off }); // what another GM has decided since stays
});
