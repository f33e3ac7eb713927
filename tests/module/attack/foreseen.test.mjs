import assert from "node:assert/strict";
import { test } from "node:test";
import { Contract } from "../../../foundry-module/contract/contract.mjs";
import { foreseen, NearNumbers, opponentsIn } from "../../../foundry-module/scripts/attack/foreseen.mjs";

const REQUEST = { scene: "s", actor: "hero", targets: ["orc", "gone"], attack: { kind: "melee", name: "Sword" } };

function client({ bonus = 5 } = {}) {
  const tokens = new Map([
    ["hero", { id: "hero" }],
    ["orc", { id: "orc" }],
  ]);
  globalThis.game = { scenes: new Map([["s", { tokens }]]) };
  return {
    contract: new Contract(),
    adapter: {
      bonusOf: (from, { name }) => (from.id === "hero" && name === "Sword" && bonus !== null ? { bonus } : null),
      defenceOf: ({ id }) => ({ ac: id === "orc" ? 13 : 0, applied: null, by: "A module" }),
    },
    setting: (name) => ({ coverStands: "ours" })[name],
  };
}

test("before the roll a request has the attack's bonus and the targets' defences", () => {
  const { attack, defence } = foreseen(client(), REQUEST);
  assert.deepEqual(attack, { ...REQUEST.attack, bonus: 5 });
  assert.deepEqual(defence, { orc: { ac: 13, applied: null, by: "A module", stands: "ours" } });
});

test("what the request knows of a defence goes before the sheet", () => {
  const { defence } = foreseen(client(), { ...REQUEST, defence: { orc: { applied: "half" } } });
  assert.equal(defence.orc.applied, "half");
  assert.equal(defence.orc.ac, 13);
});

test("without a known bonus, after the roll, or about anything else it stays as it is", () => {
  assert.deepEqual(foreseen(client({ bonus: null }), REQUEST), REQUEST);
  for (const more of [{ occasion: "save" }, { roll: { d20: [{ value: 3 }] } }, { actor: "gone" }, { scene: "other" }]) {
    const request = { ...REQUEST, ...more };
    assert.equal(foreseen(client(), request), request);
  }
});

test("each candidate has its own bonus, and the targets' defences against it", () => {
  const coign = client();
  coign.adapter.defenceOf = (_target, _from, { name }) => ({ ac: name === "Sword" ? 13 : 11, by: "A module" });
  coign.adapter.bonusOf = (_from, { name }) => ({ Sword: { bonus: 5 }, Touch: { bonus: 2, dice: [4] } })[name] ?? null;
  const named = (...names) => names.map((name) => ({ attack: { kind: "melee", name } }));
  const candidates = named("Sword", "Touch", "Bite");
  candidates[0].last = true;
  const request = { ...REQUEST, candidates, defence: { orc: { applied: "half" } } };
  assert.deepEqual(foreseen(coign, request), {
    ...request,
    candidates: [
      {
        attack: { kind: "melee", name: "Sword", bonus: 5 },
        last: true,
        defence: { orc: { ac: 13, by: "A module", applied: "half", stands: "ours" } },
      },
      {
        attack: { kind: "melee", name: "Touch", bonus: 2, dice: [4] },
        defence: { orc: { ac: 11, by: "A module", applied: "half", stands: "ours" } },
      },
      candidates[2],
    ],
  });
});

test("each opponent has the attacks that it may make itself, and the actor's defences against them", () => {
  const coign = client();
  coign.lastAttacks = new Map();
  coign.traits = { attacksOf: ({ id }) => [{ kind: "melee", name: id === "orc" ? "Club" : "Sword" }] };
  coign.adapter.bonusOf = (_from, { name }) => (name === "Club" ? { bonus: 4 } : null);
  coign.adapter.defenceOf = ({ id }) => ({ ac: id === "hero" ? 16 : 0 });
  assert.deepEqual(opponentsIn(coign, REQUEST), [
    {
      token: "orc",
      theirs: [
        { attack: { kind: "melee", name: "Club", bonus: 4 }, defence: { hero: { ac: 16 } } },
        { attack: { kind: "melee" } },
        { attack: { kind: "ranged" } },
      ],
    },
  ]);
  assert.equal(opponentsIn(coign, { ...REQUEST, actor: "gone" })[0].theirs[0].attack.bonus, undefined);
});

test("where the odds are off, neither a request nor its opponents have a bonus", () => {
  const coign = client();
  coign.contract.works = (feature) => feature !== "odds";
  Object.assign(coign, { lastAttacks: new Map(), traits: { attacksOf: () => [] } });
  assert.deepEqual(foreseen(coign, REQUEST), REQUEST);
  assert.ok(opponentsIn(coign, REQUEST)[0].theirs.every(({ attack }) => attack.bonus === undefined));
});

/** The storage of a GM's browser, which outlives the page. */
function browser(kept = {}) {
  let text = JSON.stringify(kept);
  return {
    read: () => JSON.parse(text),
    write(distances) {
      text = JSON.stringify(distances);
    },
  };
}

/** A GM's client that a player asks about an orc: the hero is the player's own. */
function asked({ ac = 13, club = 4, owned = true } = {}) {
  const grid = { size: 100, distance: 5 };
  const parent = { id: "s", grid };
  const hero = { id: "hero", actorId: "a", actor: { hasPlayerOwner: owned }, parent, x: 0, y: 0, width: 1, height: 1 };
  const orc = { id: "orc", actorId: "b", actor: { hasPlayerOwner: false }, parent, x: 100, y: 0, width: 1, height: 1 };
  const tokens = new Map([hero, orc].map((token) => [token.id, token]));
  globalThis.game = { scenes: new Map([["s", { tokens }]]) };
  const state = { ac, club, sword: 5, heroAc: 16 };
  const coign = {
    contract: new Contract(),
    nearNumbers: new NearNumbers(browser()),
    traits: { attacksOf: () => [] },
    lastAttacks: new Map(),
    adapter: {
      bonusOf: ({ id }) => ({ bonus: id === "hero" ? state.sword : state.club }),
      defenceOf: ({ id }) => ({ ac: id === "orc" ? state.ac : state.heroAc, applied: null }),
    },
    setting: (name) => (name === "showChance" ? false : "greater"),
  };
  return { coign, state };
}

const BY_PLAYER = { ...REQUEST, targets: ["orc"], viewer: "player" };
const CANDIDATES = { ...BY_PLAYER, candidates: [{ attack: { kind: "melee" } }, { attack: { kind: "ranged" } }] };

/** Ask with each of the player's bonuses and each change of the foe's numbers, and return all that the bridge is sent. */
function series(numbers, changes) {
  const { coign, state } = asked(numbers);
  const { ac, club } = state;
  return changes.flatMap((change) => {
    Object.assign(state, { ac: ac + change, club: club + change, sword: 5 + change, heroAc: 16 - change });
    return [foreseen(coign, BY_PLAYER), foreseen(coign, CANDIDATES), opponentsIn(coign, BY_PLAYER)];
  });
}

test("whatever a player asks, all answers together tell no armour class and no bonus of a foe closer than four", () => {
  const all = Array.from({ length: 21 }, (_, n) => n - 10);
  const orders = [[0, ...all], [0, 3, -1, 7, 1], [0]];
  for (const changes of orders)
    for (let from = 0; from < 40; from += 4)
      for (const more of [1, 2, 3]) {
        assert.deepEqual(series({ ac: from, club: 4 }, changes), series({ ac: from + more, club: 4 }, changes));
        assert.deepEqual(series({ ac: 13, club: from }, changes), series({ ac: 13, club: from + more }, changes));
      }
  assert.notDeepEqual(series({ ac: 11 }, [0]), series({ ac: 12 }, [0]), "another band");
});

test("a number that changes before the GM's page is opened again tells no more than before", () => {
  const told = (value, change) => {
    const store = browser();
    const before = new NearNumbers(store).of("orc", "ac", value);
    return [before, new NearNumbers(store).of("orc", "ac", value + change)];
  };
  for (let from = 0; from < 40; from += 4)
    for (const more of [1, 2, 3])
      for (const change of [-7, -2, -1, 1, 2, 3, 5]) assert.deepEqual(told(from, change), told(from + more, change));
});

test("two pages of one browser keep what the other one has added, and what is no distance is made anew", () => {
  const store = browser({ "ac elf": 90 });
  const [one, other] = [new NearNumbers(store), new NearNumbers(store)];
  one.of("orc", "ac", 13);
  other.of("ogre", "bonus", 7);
  assert.deepEqual(store.read(), { "ac elf": 90, "ac orc": 1, "bonus ogre": -1 });
  assert.equal(one.of("elf", "ac", 12), 14);
  assert.equal(new NearNumbers({ read: () => undefined, write() {} }).of("orc", "ac", 13), 14);
});

test("a distance of half a band is kept as it is, and the last 5,000 are kept", () => {
  const many = Array.from({ length: 5000 }, (_, n) => [`ac orc${n}`, n % 2 ? 2 : -2]);
  const store = browser(Object.fromEntries(many));
  const page = new NearNumbers(store);
  assert.deepEqual([page.of("orc0", "ac", 13), page.of("orc1", "ac", 13)], [11, 15]);
  page.of("elf", "ac", 13);
  assert.deepEqual(Object.entries(store.read()), [...many.slice(1), ["ac elf", 1]]);
});

test("a player's word is made of numbers at most two off; the GM's, and an open percentage, of the true ones", () => {
  const { coign, state } = asked();
  for (state.ac = 5; state.ac < 30; state.ac++) {
    const fresh = { ...coign, nearNumbers: new NearNumbers(browser()) };
    assert.ok(Math.abs(foreseen(fresh, BY_PLAYER).defence.orc.ac - state.ac) <= 2);
    const open = { ...coign, setting: (name) => name === "showChance" || coign.setting(name) };
    for (const [asker, viewer] of [
      [coign, "gm"],
      [open, "player"],
    ]) {
      const request = { ...BY_PLAYER, viewer };
      assert.equal(foreseen(asker, request).defence.orc.ac, state.ac);
      assert.equal(opponentsIn(asker, request)[0].theirs[0].attack.bonus, 4);
    }
  }
  assert.equal(foreseen(coign, BY_PLAYER).attack.bonus, 5, "the player's own bonus is no secret");
  assert.equal(opponentsIn(coign, BY_PLAYER)[0].theirs[0].defence.hero.ac, 16, "nor the own armour class");
});

test("a player gets no odds of the attacks of a token that no player owns", () => {
  const { coign } = asked({ owned: false });
  assert.equal(foreseen(coign, BY_PLAYER), BY_PLAYER);
  assert.equal(foreseen(coign, CANDIDATES), CANDIDATES);
  assert.ok(opponentsIn(coign, BY_PLAYER)[0].theirs.every(({ attack }) => attack.bonus === undefined));
  assert.equal(foreseen(coign, { ...BY_PLAYER, viewer: "gm" }).attack.bonus, 5);
});
