/**
 * The state machine of the GM's decisions, as a model: every order of up to four presses on every kind of subject, judged by
 * a small stand-in for the bridge that says of each list of overrides what the bridge says of it. That it says the same is
 * held by `tests/rules/test_presses.py`, which judges the lists of `tests/data/presses.json` with the real rules.
 */

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { card } from "../../../foundry-module/scripts/card/card.mjs";
import { additionsOf } from "../../../foundry-module/scripts/in-roll/additions.mjs";
import { lineList } from "../../../foundry-module/scripts/in-roll/line-list.mjs";
import { byHand, effectOf } from "../../../foundry-module/scripts/overrides/choices.mjs";
import {
  answered,
  answersTo,
  PRESSES as BUTTONS,
  effectSet,
  factSet,
  idOf,
  inCommon,
  linesOf,
  pressed,
  turned,
  undone,
} from "../../../foundry-module/scripts/overrides/decisions.mjs";
import { changed, validOverrides, withScope } from "../../../foundry-module/scripts/overrides/overrides.mjs";
import { all, COVER, HEIGHT, resultOf, textOf, view, withClass } from "../card/fixtures.mjs";
import { placed } from "../fakes.mjs";

const FILE = new URL("../../data/presses.json", import.meta.url);
const PARTIES = { actor: "A", target: "B", scene: "s" };
const WORTH = { half: 2, "three-quarters": 5 };
const MODIFIER = { half: "half-cover", "three-quarters": "three-quarters-cover" };
const NUMBER = (value) => ({ kind: "flat", value, to: "attack" });
const OFFERED = ["cover"];

/** What the measurement gives, and what a wider scope says, at the start of each story. */
const STORIES = {
  "half cover": { measured: "half", wide: [] },
  "no cover": { measured: "none", wide: [] },
  "half cover, off in this scene": {
    measured: "half",
    wide: [{ scope: "scene", scene: "s", modifier: "half-cover", state: "off" }],
  },
  "three-quarters in this scene": {
    measured: "half",
    wide: [{ scope: "scene", scene: "s", fact: "cover", value: "three-quarters", state: "on" }],
  },
  "a number by hand": {
    measured: "none",
    wide: [],
    roll: [{ ...withScope(byHand(NUMBER(2)), "roll", PARTIES), modifier: "by-hand", why: "a song" }],
  },
};

/** The presses: a switch and an undo on the first line, and a stepper to each value. */
const PRESSES = {
  press: ({ line, kept }) => line && pressed(line, kept),
  undo: ({ line, kept }) => line && line.state !== "measured" && undone(line, kept), // else there is no such button
  half: ({ line, kept }) => factSet(aboutCover(line), "cover", "half", kept),
  "three-quarters": ({ line, kept }) => factSet(aboutCover(line), "cover", "three-quarters", kept),
  more: ({ line, kept }) => line?.modifier?.id === "by-hand" && effectSet(line.modifier, NUMBER(3), kept),
};

const aboutCover = (line) => (line?.modifier?.figure === "cover" ? line : { modifier: null, forced: [], beside: [] });

/** Judge a list of overrides as the bridge does: the narrower counts, of two as narrow the later one. */
function judged(measured, overrides) {
  const ranked = [
    ...overrides.filter(({ scope }) => scope !== "roll"),
    ...overrides.filter(({ scope }) => scope === "roll"),
  ];
  const last = (match) => {
    const rank = ranked.findLastIndex(match);
    return rank < 0 ? null : { rank, ...ranked[rank], number: overrides.indexOf(ranked[rank]) };
  };
  const fact = last(({ fact }) => fact === "cover");
  const isSet = fact !== null && fact.state !== "measured";
  const degree = isSet ? fact.value : measured;
  const modifiers = [];
  if (MODIFIER[degree]) {
    const said = last(({ modifier, effect }) => modifier === MODIFIER[degree] && !effect);
    const decides = said && said.state !== "measured" && !(isSet && fact.rank > said.rank);
    const override = decides ? said.number : isSet && degree !== measured ? fact.number : null;
    const state = decides && said.state === "off" ? "off" : "on";
    modifiers.push({
      ...{ id: MODIFIER[degree], figure: "cover", state, aside: "", override, phrases: [], reason: "measured" },
      ...{ effect: { kind: "flat", value: WORTH[degree], to: "ac" }, source: degree, rule: "", ruleset: "" },
    });
  }
  const added = last(({ effect }) => effect);
  if (added) {
    const said = last(({ modifier, effect }) => modifier === added.modifier && !effect);
    const deciding = said ?? added;
    modifiers.push({
      ...{ id: added.modifier, figure: null, state: deciding.state === "off" ? "off" : "on", aside: "", phrases: [] },
      ...{
        override: deciding.number,
        effect: added.effect,
        source: "Added by the GM",
        rule: "GM",
        ruleset: "",
        reason: "",
      },
    });
  }
  const forced = isSet
    ? [{ fact: "cover", value: degree, measured, override: fact.number, reason: "", phrases: [] }]
    : [];
  return { target: "B", modifiers, forced, outcome: { label: "plain" }, facts: { cover: { degree } } };
}

/** What counts: each modifier with its number, off or on. */
const told = ({ modifiers }) => modifiers.map(({ id, state, effect }) => `${id} ${effect.value} ${state}`).join(", ");

const orders = (length) =>
  length === 0
    ? [[]]
    : orders(length - 1).flatMap((order) => [order, ...Object.keys(PRESSES).map((one) => [...order, one])]);
const ORDERS = [...new Map(orders(4).map((order) => [order.join(), order])).values()].filter((order) => order.length);

/** Play an order of presses; return the roll's overrides and the result after each. */
function play({ measured, wide, roll = [] }, order) {
  let kept = roll;
  const steps = [{ name: "", roll: kept, result: judged(measured, [...wide, ...kept]) }];
  for (const name of order) {
    const before = steps.at(-1);
    const overrides = [...wide, ...kept];
    const lines = linesOf(before.result, OFFERED);
    const change = PRESSES[name]({ line: lines[0], kept: { overrides, parties: PARTIES } });
    if (change) kept = changed(kept, change);
    steps.push({ name: change ? name : "", roll: kept, result: judged(measured, [...wide, ...kept]) });
  }
  return steps;
}

/** Return what the last press must have brought about, seen from what was there before; null: anything. */
function promised(story, before, name) {
  const [line] = linesOf(before.result, OFFERED);
  const first = before.result.modifiers[0];
  const others = before.result.modifiers.slice(1);
  const and = (text) =>
    [text, ...others.map(({ id, state, effect }) => `${id} ${effect.value} ${state}`)].filter(Boolean).join(", ");
  if (name === "half" || name === "three-quarters") {
    const hand = before.result.modifiers.filter(({ id }) => id === "by-hand");
    return [
      `${MODIFIER[name]} ${WORTH[name]} on`,
      ...hand.map(({ state, effect }) => `by-hand ${effect.value} ${state}`),
    ].join(", ");
  }
  if (name === "more") return and("by-hand 3 on");
  if (name === "press" && line.modifier)
    return and(`${first.id} ${first.effect.value} ${line.state === "off" ? "on" : "off"}`);
  if (name !== "undo") return null;
  const left =
    line.modifier?.id === "by-hand"
      ? ""
      : MODIFIER[story.measured]
        ? `${MODIFIER[story.measured]} ${WORTH[story.measured]} on`
        : "";
  return and(left);
}

for (const [name, story] of Object.entries(STORIES)) {
  test(`${name}: every order of up to four presses ends in what the last press says`, () => {
    for (const order of ORDERS) {
      const steps = play(story, order);
      const [before, after] = steps.slice(-2);
      if (!after.name) continue; // there was nothing to press
      const what = promised(story, before, after.name);
      const wider = after.result.modifiers[0]?.override ?? Number.POSITIVE_INFINITY;
      // What a wider scope says of another degree comes to light: its own undo is on its line.
      if (after.name === "undo" && wider < story.wide.length) continue;
      if (what !== null) assert.equal(told(after.result), what, order.join(", "));
      const seen = linesOf(after.result, OFFERED);
      if (after.name === "undo" && !seen.some(({ modifier }) => modifier?.id === "by-hand"))
        assert.ok(
          seen.every(({ state }) => state === "measured"),
          `${order.join(", ")}: measured again`,
        );
    }
  });
}

test("the dialog offers what the card does, and what it is answered counts for the roll, whatever the scope", () => {
  for (const [name, story] of Object.entries(STORIES)) {
    for (const order of ORDERS.filter(({ length }) => length < 3)) {
      const { result, roll } = play(story, order).at(-1);
      const overrides = [...story.wide, ...roll];
      const [line] = linesOf(result, OFFERED);
      if (!line?.modifier) continue;
      const { id, state } = line.modifier;
      const answers = answersTo(line);
      const kept = { overrides, parties: PARTIES };
      assert.equal(answers[0], state === "on" ? "off" : "on", "first what a press would do");
      assert.equal(answers.includes("measured"), line.state !== "measured", "the way back, where there is one");
      for (const scope of ["roll", "pair", "scene"]) {
        for (const answer of answers) {
          const said = withScope({ modifier: id, state: answer, why: "said" }, scope, PARTIES);
          const after = judged(story.measured, changed(overrides, answered(line, said, kept)));
          const what = `${name}, ${order.join(", ")}: ${answer}, ${scope}`;
          const now = after.modifiers.find((one) => one.id === id);
          if (answer !== "measured") assert.equal(now?.state, answer, what);
          else assert.equal(told(after), told(judged(story.measured, changed(overrides, undone(line, kept)))), what);
        }
      }
    }
  }
});

/** Do the presses of `play` in the dialog of a roll: each is answered by the bridge before the next. */
function inDialog({ measured, wide, roll = [] }, order) {
  let kept = roll;
  let additions;
  const ask = () => {
    const players = placed({ results: [judged(measured, [...wide, ...kept])] });
    const decided = { overrides: kept, wide, actor: PARTIES.actor, scene: PARTIES.scene, facts: OFFERED, isGM: true };
    additions = additionsOf({ players }, (key) => key, { kept: decided });
  };
  ask();
  for (const name of order) {
    const [line] = linesOf(judged(measured, [...wide, ...kept]), OFFERED);
    const own = additions.lines.find(({ modifier }) => modifier === line?.modifier?.id);
    const button = { modifier: line && idOf(line), target: own ? own.target : PARTIES.target };
    if (name === "press" && line) additions.decide("toggle", button);
    if (name === "undo" && line && line.state !== "measured") additions.decide("undone", button);
    if (MODIFIER[name])
      additions.decide("step", { target: PARTIES.target, fact: "cover", value: JSON.stringify(name) });
    kept = additions.overrides;
    ask();
  }
  const reader = { t: (key) => key, nameOf: (id) => id, offers: null };
  return withClass(lineList(additions, reader), "coign-chip").map(({ attributes }) => attributes);
}

test("the dialog of a roll has the state of the card after every order of presses", () => {
  for (const [name, story] of Object.entries(STORIES)) {
    for (const order of ORDERS.filter((one) => one.length < 4 && !one.includes("more"))) {
      const { result } = play(story, order).at(-1);
      const seen = inDialog(story, order).map((one) => [one["data-modifier"], one["data-state"], one["data-decision"]]);
      const onCard = linesOf(result, OFFERED).map(({ modifier, state, ...line }) => [
        idOf({ modifier, ...line }),
        modifier?.state ?? "on",
        state,
      ]);
      const lines = seen.filter(([id]) => !id.startsWith("fact-"));
      assert.deepEqual(
        lines,
        onCard.filter(([id]) => !id.startsWith("fact-")),
        `${name}: ${order.join(", ")}`,
      );
    }
  }
});

test("card, players' card, the list and the message say the same after every order", () => {
  for (const story of Object.values(STORIES)) {
    for (const order of ORDERS.filter(({ length }) => length < 4)) {
      const { result, roll } = play(story, order).at(-1);
      const overrides = [...story.wide, ...roll];
      // What is read back from the message after a reload is what was written.
      assert.deepEqual(validOverrides(JSON.parse(JSON.stringify(roll))), JSON.parse(JSON.stringify(roll)));
      const states = (more) => {
        const node = card(view({ annotations: [{ results: [result] }], ...more }));
        return node ? withClass(node, "coign-chip").map(({ attributes }) => attributes["data-state"]) : [];
      };
      const offers = { effects: [], facts: { cover: ["none", "half", "three-quarters"] }, overriding: false };
      const gm = states({ editable: true, offers, overrides });
      // A player is told no number of an override and no fact that was set.
      const known = result.modifiers.map((modifier) => ({ ...modifier, override: null }));
      const player = card(
        view({ annotations: [{ results: [{ ...result, modifiers: known, forced: [] }] }], offers: null }),
      );
      const shown = player ? withClass(player, "coign-chip") : [];
      assert.deepEqual(
        gm.slice(0, shown.length),
        shown.map(({ attributes }) => attributes["data-state"]),
      );
      assert.ok(shown.every(({ attributes }) => attributes["data-decision"] !== "set"));
    }
  }
});

test("what was said of others is no part of a decision", () => {
  const cover = { modifier: "half-cover", state: "off" };
  const own = [
    { ...cover, scope: "roll", target: "B" },
    { ...cover, scope: "pair", actor: "A", target: "B" },
    { ...cover, scope: "token", token: "A" },
  ];
  const others = [
    { ...cover, scope: "roll", target: "C" },
    { ...cover, scope: "pair", actor: "A", target: "C" },
    { ...cover, scope: "pair", actor: "C", target: "B" },
    { ...cover, scope: "token", token: "C" },
  ];
  const result = judged("half", own);
  const [line] = linesOf(result, OFFERED);
  const { remove } = undone(line, { overrides: [...own, ...others], parties: PARTIES });
  assert.ok(remove.length);
  assert.deepEqual(
    remove.filter((one) => others.includes(one)),
    [],
  );
});

test("of several targets the lines that all have are apart from those that each has of its own", () => {
  const of = (degree) => linesOf(judged(degree, [{ effect: NUMBER(2), modifier: "by-hand", state: "on" }]), OFFERED);
  const { common, own } = inCommon([of("half"), of("half"), of("none")]);
  const ids = (lines) => lines.map(({ modifier }) => modifier.id);
  assert.deepEqual([ids(common), ...own.map(ids)], [["by-hand"], ["half-cover"], ["half-cover"], []]);
  assert.deepEqual(inCommon([]), { common: [], own: [] });
});

test("the list of overrides turns one over and back", () => {
  const [scene] = STORIES["half cover, off in this scene"].wide;
  assert.equal(told(judged("half", [turned(scene)])), "half-cover 2 on");
  assert.deepEqual(turned(turned(scene)), scene);
});

test("what the presses lead to is what the bridge is asked about", async () => {
  const lists = new Map();
  for (const [name, story] of Object.entries(STORIES))
    for (const order of ORDERS)
      for (const { roll } of play(story, order)) {
        const overrides = [...story.wide, ...roll];
        const entry = {
          story: name,
          measured: story.measured,
          overrides,
          told: told(judged(story.measured, overrides)),
        };
        lists.set(JSON.stringify([name, overrides]), entry);
      }
  const made = [...lists.values()];
  if (process.env.COIGN_WRITE) await writeFile(FILE, `${JSON.stringify(made, null, 1)}\n`);
  const kept = JSON.parse(await readFile(FILE, "utf8"));
  assert.deepEqual(
    kept,
    JSON.parse(JSON.stringify(made)),
    "the machine has changed: write the lists again with COIGN_WRITE=1",
  );
});

// The usual decisions of `docs/gm.md`: each takes the presses that the page says, and at most two.

const PAGE = new URL("../../../docs/gm.md", import.meta.url);
const OFFERS = {
  effects: [{ kind: "flat", to: "attack", bounds: [-30, 30], usual: [2] }],
  facts: {
    cover: ["none", "half", "three-quarters", "total"],
    flanking: [true, false],
    obscurement: ["none", "lightly"],
  },
  overriding: false,
};
const AT_HAND = { actor: "a", target: "b", scene: "" };
const HALF = { ...COVER, figure: "cover", aside: "", override: null };
const OFF = { modifier: "half-cover", state: "off", scope: "roll", target: "b" };
const SET = { fact: "cover", value: "half", state: "on", scope: "roll", target: "b" };
const put = (change) => ({ remove: [], ...change });

/** Each decision: the result before it, the overrides of the roll, the faces of the buttons, and the change. */
const DECISIONS = {
  "take a modifier out of this roll": { presses: ["▼"], change: put({ add: [OFF] }) },
  "have it back": {
    modifiers: [{ ...HALF, state: "off", override: 0 }],
    overrides: [OFF],
    presses: ["▽"],
    change: { remove: [OFF], add: [] },
  },
  "undo what was decided": {
    forced: [{ fact: "cover", value: "half", measured: "none", override: 0, reason: "", phrases: [] }],
    overrides: [SET],
    presses: ["↺"],
    change: { remove: [SET], add: [] },
  },
  "make half cover three-quarters cover": {
    presses: ["¾"],
    change: put({ add: [{ ...SET, value: "three-quarters" }] }),
  },
  "give half cover where none was measured": { modifiers: [HEIGHT], presses: ["½"], change: put({ add: [SET] }) },
  "forbid the shot": { presses: ["■"], change: put({ add: [{ ...SET, value: "total" }] }) },
  "say that there is no cover": { presses: ["–"], change: put({ add: [{ ...SET, value: "none" }] }) },
  "count an obstacle that the rules set aside": {
    modifiers: [{ ...HALF, state: "set-aside", aside: "rule" }],
    facts: { cover: { degree: "none", uncounted: { degree: "half" } } },
    presses: ["▽"],
    change: put({ add: [SET] }),
  },
  'give +2 "because I like it"': {
    presses: ["+", "+2 COIGN.To.attack"],
    change: put({ add: [withScope(byHand(effectOf(OFFERS.effects[0], 2)), "roll", AT_HAND)] }),
  },
  "let them flank, though nobody measured it": {
    presses: ["+", "COIGN.Fact.flanking"],
    change: put({ add: [{ ...SET, fact: "flanking", value: true }] }),
  },
  "make it dim": {
    presses: ["+", "COIGN.Level.lightly"],
    change: put({ add: [{ ...SET, fact: "obscurement", value: "lightly" }] }),
  },
  "see why": { presses: ["Half Cover"], change: null },
};

/** What the buttons that change something do, as `chat-card.mjs` hands it to the machine. */
function decided({ coign, modifier, fact, value, nth }, result, kept) {
  const lines = linesOf(result, Object.keys(OFFERS.facts));
  if (coign === "hand")
    return put({ add: [withScope(byHand(effectOf(OFFERS.effects[Number(nth)], Number(value))), "roll", AT_HAND)] });
  const line = lines.find((one) => one.modifier?.id === modifier);
  return BUTTONS[coign]?.({ lines, line, kept }, { fact, value }) ?? null;
}

test("the page's decisions take at most two presses each, on buttons that the card has", async () => {
  const page = await readFile(PAGE, "utf8");
  const listed = page.slice(page.indexOf("| you want to"), page.indexOf("Setting a degree")).split("\n").slice(2);
  const names = listed.flatMap((row) => /^\| (.+?) \|/.exec(row)?.[1] ?? []);
  assert.deepEqual(names, Object.keys(DECISIONS));
  assert.equal(names.length, 12);
  for (const [name, { modifiers = [HALF], forced = [], facts, overrides = [], presses, change }] of Object.entries(
    DECISIONS,
  )) {
    assert.ok(presses.length <= 2, name);
    const result = resultOf({ result: { modifiers, forced, facts } });
    const open = new Set(["card"]);
    let found = null;
    for (const face of presses) {
      const node = card(
        view({
          editable: true,
          offers: OFFERS,
          overrides,
          annotations: [{ results: [result] }],
          unfolded: (fold) => open.has(fold),
        }),
      );
      const buttons = all(node, ({ tag }) => tag === "button");
      const button = buttons.find((one) => textOf(one) === face) ?? buttons.find((one) => textOf(one).startsWith(face));
      assert.ok(button, `${name}: ${face}`);
      const data = Object.entries(button.attributes).filter(([key]) => key.startsWith("data-"));
      found = Object.fromEntries(data.map(([key, value]) => [key.slice(5), value]));
      if (found.fold) open.add(found.fold);
    }
    assert.deepEqual(decided(found, result, { overrides, parties: AT_HAND }), change, name);
  }
});
