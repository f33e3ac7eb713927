import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { card } from "../../../foundry-module/scripts/card/card.mjs";
import { numbersOf } from "../../../foundry-module/scripts/card/targets.mjs";
import { cardsOf } from "../../embedded/cards.mjs";
import { annotations, holds } from "../recorded.mjs";
import { all, COVER, HEIGHT, key, mark, resultOf, space, textOf, view, withClass } from "./fixtures.mjs";

test("each modifier is a chip that shows whom it helps, its name, effect, state and reason", () => {
  const chips = withClass(card(view()), "coign-chip");
  assert.deepEqual(chips.map(textOf), [
    "▼ Half Cover COIGN.Said.effect-flat +2 to-ac COIGN.Helps.against 2 of 4 lines are blocked 2 of 4 lines are blocked",
    "△ High Ground COIGN.Said.effect-die +1d4 COIGN.State.set-aside COIGN.Helps.for not beside advantage not beside advantage",
  ]);
  const described = chips.map((chip) => withClass(chip, "coign-why")[0].attributes["aria-describedby"]);
  assert.deepEqual(
    described,
    chips.map((chip) => withClass(chip, "coign-reason")[0].attributes.id),
  );
  assert.equal(new Set(described).size, 2);
});

test("a chip and its reason are in the reader's language; missing texts are in English", () => {
  const texts = {
    "COIGN.Rulesets.pa.rules.P21.high-ground": "Erhöhte Lage",
    "COIGN.Said.above": ({ above }) => `${above} höher`,
  };
  const t = (name, data) => (typeof texts[name] === "function" ? texts[name](data) : (texts[name] ?? name));
  const phrases = [{ key: "above", values: { above: "10 ft" } }];
  const modifiers = [
    { ...HEIGHT, ruleset: "pa", phrases },
    { ...HEIGHT, id: "mud", source: "Mud", ruleset: "house", phrases: [{ key: "sticky", values: {} }], reason: "wet" },
  ];
  const [own, other] = withClass(
    card(view({ t, annotations: [{ results: [resultOf({ result: { modifiers } })] }] })),
    "coign-chip",
  );
  assert.match(textOf(own), /Erhöhte Lage.*10 ft höher/);
  assert.match(textOf(other), /Mud.*wet/);
});

test("the card of dice that no rule judges says that the map was measured, and no other card does", () => {
  const notes = (measured) =>
    withClass(card(view({ measured })), "coign-note")
      .map(textOf)
      .join(" ");
  assert.match(notes(true), /COIGN\.Card\.NotJudged/);
  assert.doesNotMatch(notes(false), /COIGN\.Card\.NotJudged/);
});

test("a reason that the reader has opened stays open", () => {
  const node = card(view({ unfolded: (fold) => ["card", "reason b half-cover"].includes(fold) }));
  const open = withClass(node, "coign-reason").map(({ attributes }) => "data-open" in attributes);
  assert.deepEqual(open, [true, false]);
});

test("a chip whose modifier was put into the roll says so", () => {
  const modifiers = [{ ...COVER, included: true }, HEIGHT];
  const [own, other] = withClass(
    card(view({ annotations: [{ results: [resultOf({ result: { modifiers } })] }] })),
    "coign-chip",
  );
  assert.match(textOf(own), /COIGN\.InRoll\.Included/);
  assert.deepEqual([withClass(own, "coign-included").length, withClass(other, "coign-included").length], [1, 0]);
});

const buttons = (node) => all(node, ({ tag }) => tag === "button").map(({ attributes }) => attributes["data-coign"]);

test("a GM's chips have switches, and what may be added is one click away; a player's card has neither", () => {
  assert.deepEqual(buttons(card(view({ editable: true, mayRoll: true }))), [
    ...["turn", "fold", "more", "turn", "fold", "more"],
    "roll",
    ...["fold", "fold"],
  ]);
  const [cover, height] = withClass(card(view({ editable: true })), "coign-toggle");
  assert.deepEqual([cover.attributes["aria-pressed"], height.attributes["aria-pressed"]], ["true", "true"]);
  const [unlisted] = withClass(only({ modifiers: [{ ...HEIGHT, aside: "rule" }] }, { editable: true }), "coign-toggle");
  assert.equal(unlisted.attributes["aria-pressed"], "false", "its own rule says that it does not count");
  assert.deepEqual(buttons(card(view())), ["fold", "fold", "fold"], "reasons, and what was assumed");
});

const offering = (facts, effects = []) => ({ editable: true, offers: { effects, facts, overriding: false } });

const opened = (...folds) => ({ unfolded: (fold) => fold === "card" || folds.includes(fold) });

test("degrees of cover are below the line about cover when it is open, and among what may be added", () => {
  const offers = offering({ cover: ["none", "half", "soft"] });
  const [line] = withClass(card(view({ ...offers, ...opened("add b") })), "coign-degrees");
  assert.equal(textOf(line), "COIGN.Fact.cover – ½ COIGN.Said.degree-soft", "a degree without a sign is a word");
  const steel = card(view({ ...offering({ cover: ["none", "cover", "total"] }), ...opened("add b") }));
  const [only] = withClass(steel, "coign-degrees");
  assert.equal(textOf(only), "COIGN.Fact.cover – COIGN.Fact.cover ■", "of one degree only");
  const results = [resultOf({ result: { modifiers: [HEIGHT, { ...COVER, figure: "cover" }, HEIGHT] } })];
  const degrees = (...folds) => {
    const more = { ...offering({ cover: ["none", "half"] }), annotations: [{ results }], ...opened(...folds) };
    return withClass(card(view(more)), "coign-degrees").map(textOf);
  };
  assert.deepEqual(degrees(), []);
  assert.deepEqual(degrees("reason b half-cover"), ["COIGN.Fact.cover – ½"]);
  assert.deepEqual(degrees("add b"), ["COIGN.Fact.cover – ½"]);
});

test("a roll that nothing changes has what may be added, for a GM", () => {
  const results = [resultOf({ result: { modifiers: [] } })];
  const number = { kind: "flat", to: "attack", bounds: [-30, 30], usual: [2] };
  const more = { ...offering({ cover: ["none", "half"] }, [number]), annotations: [{ results }], showNothing: true };
  assert.deepEqual(buttons(card(view(more))), ["fold"]);
  assert.deepEqual(buttons(card(view({ ...more, ...opened("add b") }))), ["fold", "set", "set", "hand", "add"]);
  assert.deepEqual(buttons(card(view({ ...more, editable: false, ...opened("add b") }))), []);
});

const only = (result, more = {}) => card(view({ annotations: [{ results: [resultOf({ result })] }], ...more }));

test("measured, set and off are told apart, and a sign leads back from the last two", () => {
  const told = (modifier, forced = []) => {
    const [chip] = withClass(
      only({ modifiers: [modifier], forced }, offering({ cover: ["none", "half"] })),
      "coign-chip",
    );
    return [chip.attributes["data-decision"], buttons(chip).includes("undo"), withClass(chip, "coign-set").length];
  };
  const cover = { ...COVER, figure: "cover" };
  assert.deepEqual(told(cover), ["measured", false, 0]);
  assert.deepEqual(told({ ...cover, override: 0 }), ["set", true, 1]);
  assert.deepEqual(told(cover, [{ fact: "cover", value: "half", measured: "none" }]), ["set", true, 1]);
  assert.deepEqual(told({ ...cover, state: "off", override: 0 }), ["off", true, 0]);
});

test("a fact that was set keeps a line though nothing rests on it, with what was measured", () => {
  const forced = [{ fact: "cover", value: "none", measured: "half", override: 0, reason: "2 of 4 lines", phrases: [] }];
  const node = only({ modifiers: [HEIGHT], forced }, offering({ cover: ["none", "half"] }));
  const [, line] = withClass(node, "coign-chip");
  assert.match(textOf(line), /COIGN\.Fact\.cover COIGN\.Said\.degree-none/);
  assert.match(
    textOf(withClass(line, "coign-reason")[0]),
    /COIGN\.Card\.Measured COIGN\.Said\.degree-half, 2 of 4 lines/,
  );
  assert.deepEqual(buttons(line), ["fold", "undo"]);
});

test("what the game system has counted is not grey, and has the die's sign", () => {
  const chipOf = (aside) => withClass(only({ modifiers: [{ ...HEIGHT, aside }] }), "coign-chip")[0];
  assert.match(textOf(chipOf("counted")), /^▲ High Ground COIGN\.Said\.effect-die \+1d4 ⚅ COIGN\.Card\.Counted/);
  assert.match(textOf(chipOf("law")), /^△ High Ground COIGN\.Said\.effect-die \+1d4 COIGN\.State\.set-aside/);
});

test("the reason in the line is what sets it aside; in full it is below, and not twice when that is open", () => {
  const phrases = ["high", "cancelled"].map((text) => ({ key: "text", values: { text } }));
  const texts = (more) => {
    const [chip] = withClass(only({ modifiers: [{ ...HEIGHT, phrases }] }, more), "coign-chip");
    return ["coign-because", "coign-reason"].map((name) => textOf(withClass(chip, name)[0]));
  };
  assert.deepEqual(texts(), ["cancelled", "high; cancelled"]);
  assert.deepEqual(texts({ unfolded: () => true }), ["", "high; cancelled"]);
});

test("what a rule always says is behind its own line, not on the card", () => {
  const modifiers = [COVER, { ...HEIGHT, state: "on" }];
  const results = [resultOf({ modifiers, outcome: { notes: ["always", "now"], phrases: [], standing: { P30: [0] } } })];
  const node = card(view({ annotations: [{ results }] }));
  assert.deepEqual(withClass(node, "coign-note").map(textOf), ["now"]);
  const [cover, height] = withClass(node, "coign-reason").map(textOf);
  assert.match(cover, /blocked; always$/);
  assert.doesNotMatch(height, /always/);
});

test("one press adds cover, a number, what the family has beside numbers or else its own fact, and dim light", () => {
  const number = { kind: "flat", to: "attack", bounds: [-30, 30], usual: [-2, 2] };
  const typed = { kind: "flat", to: "ac", bounds: [-30, 30], usual: [] };
  const sides = ["advantage", "disadvantage"].map((kind) => ({ kind, to: "attack", bounds: null, usual: [] }));
  const facts = {
    cover: ["none", "half"],
    obscurement: ["none", "lightly", "heavily"],
    flanking: [true, false],
    difficult: [true, false],
  };
  const offered = (effects, figure) => {
    const offers = offering(facts, [number, typed, ...effects]);
    const node = only({ modifiers: [{ ...HEIGHT, figure }] }, { ...offers, unfolded: (fold) => fold === "add b" });
    return withClass(withClass(node, "coign-offers")[0], "coign-tool").map(textOf);
  };
  const [cover, numbers, more] = [["–", "½"], ["−2", "+2"], "COIGN.Card.AddMore"];
  const [dim, flanking] = ["COIGN.Level.lightly", "COIGN.Fact.flanking"];
  const named = sides.map(({ kind }) => `COIGN.Said.effect-${kind} to-attack`);
  assert.deepEqual(offered(sides), [...cover, ...numbers, ...named, dim, more]);
  assert.deepEqual(offered([]), [...cover, ...numbers, flanking, dim, more]);
  assert.deepEqual(offered([], "flanking"), [...cover, ...numbers, dim, more], "its line has the degrees of its fact");
});

test("a number by hand is counted up and down in its line, if this roll alone has it", () => {
  const effect = { kind: "flat", value: 2, to: "attack" };
  const steppers = (number) => {
    const { lines } = resultOf({ result: { modifiers: [COVER] } });
    const result = { modifiers: [{ ...COVER, effect, override: 0 }], lines: [{ ...lines[0], number }] };
    return buttons(withClass(only(result, offering({})), "coign-chip")[0]).filter((name) => name === "count").length;
  };
  assert.deepEqual([steppers(2), steppers(null)], [2, 0]);
});

test("of several targets, what is common stands once, and each target is a line that opens", () => {
  const high = { ...HEIGHT, state: "on" };
  const results = ["b", "c"].map((target, n) =>
    resultOf({ result: { target, modifiers: n ? [high] : [high, COVER] } }),
  );
  const node = (open, editable = true) =>
    card(view({ editable, unfolded: (fold) => ["card", open].includes(fold), annotations: [{ results }] }));
  const rows = (...how) => withClass(node(...how), "coign-row").map((row) => withClass(row, "coign-chip").length);
  assert.deepEqual(
    withClass(node(""), "coign-common").map((list) => withClass(list, "coign-name").map(textOf)),
    [["High Ground"]],
  );
  assert.deepEqual(rows(""), [0, 0]);
  assert.deepEqual(rows("target b", false), [1, 0]);
  assert.deepEqual(rows("target b"), [2, 0], "a GM finds what is common there too");
  const switches = all(node("target b"), ({ attributes }) => attributes["data-coign"] === "turn");
  assert.deepEqual(
    switches.map(({ attributes }) => [attributes["data-modifier"], attributes["data-target"] ?? null]),
    [
      ["high-ground", null],
      ["half-cover", "b"],
      ["high-ground", "b"],
    ],
    "to switch it for all, or for this one",
  );
  assert.match(textOf(withClass(node(""), "coign-row")[0]), /token b .*\+2 to-ac/);
});

test("what cancels another names it, not the sentence of the law", () => {
  const cancelled = (id, kind) => ({
    ...{ id, source: id, rule: "", state: "set-aside", aside: "law", reason: "because; the law", ruleset: "" },
    ...{
      effect: { kind, to: "attack" },
      phrases: [{ key: "text" }, { key: "set-aside", values: { law: [{ key: "cancels", values: {} }] } }],
    },
  });
  const modifiers = [cancelled("Flanking (rear)", "advantage"), cancelled("Long Range", "disadvantage")];
  const annotations = [{ results: [resultOf({ result: { modifiers } })] }];
  const because = withClass(card(view({ annotations })), "coign-because").map(textOf);
  assert.deepEqual(because, ["COIGN.Card.Cancels Long Range", "COIGN.Card.Cancels Flanking"]);
  const alone = [{ results: [resultOf({ result: { modifiers: modifiers.slice(1) } })] }];
  assert.doesNotMatch(textOf(withClass(card(view({ annotations: alone })), "coign-because")[0]), /Card\.Cancels/);
});

test("a die that no roll shows is marked on the chip that asks for it, and on no other", () => {
  const marked = (rolled, effect = { kind: "die", dice: "-1d4", to: "attack" }) => {
    const modifiers = [COVER, { ...HEIGHT, effect, state: "on" }];
    const annotations = [{ results: [resultOf({ result: { modifiers } })] }];
    const chips = withClass(card(view({ annotations, rolled })), "coign-chip");
    return chips.map((chip) => withClass(chip, "coign-unrolled").map(textOf));
  };
  assert.deepEqual(marked([{ dice: "1d4", values: [4], isRolled: false }]), [[], ["COIGN.Card.Unrolled"]]);
  assert.deepEqual(marked([{ dice: "1d4", values: [4], isRolled: true }]), [[], []]);
  assert.deepEqual(marked([{ dice: "1d20", values: [20], isRolled: false }]), [[], []]);
  const advantage = { kind: "advantage", to: "attack" };
  assert.deepEqual(marked([{ dice: "1d20", values: [20], isRolled: false }], advantage)[1].length, 1);
});

test("a roll that could not be judged has a line that says why, with an earlier judgement or without", () => {
  const why = { unjudged: "attack.range: too long" };
  const alone = card(view({ ...why, annotations: [] }));
  assert.match(textOf(alone), /attack\.range: too long/);
  assert.equal(alone.tag, "p");
  const measure = card(view({ ...why, annotations: [], mayMeasure: true }));
  assert.match(textOf(measure), /COIGN\.Card\.Measure/);
  const beside = card(view({ ...why, waiting: true }));
  assert.deepEqual(withClass(beside, "coign-waiting").map(textOf), ["attack.range: too long"]);
});

test("a figure that cannot be drawn takes nothing else with it", () => {
  const { warn } = console;
  console.warn = () => {};
  try {
    const broken = () => {
      throw new Error("a role of another version");
    };
    const node = card(view({ unfolded: () => true, figureOf: broken }));
    const whole = card(view({ unfolded: () => true, figureOf: (figure) => figure }));
    assert.match(textOf(node), /COIGN\.Card\.NotDrawn/);
    const head = (one) => textOf(all(one, ({ tag }) => tag === "summary")[0]);
    assert.equal(head(node), head(whole));
  } finally {
    console.warn = warn;
  }
});

test("without a target there are no degrees of cover", () => {
  const results = [resultOf({ result: { target: null } })];
  assert.deepEqual(withClass(card(view({ editable: true, annotations: [{ results }] })), "coign-degrees"), []);
});

const lineOf = (outcome, more) => {
  const results = [resultOf({ outcome, result: more })];
  return textOf(all(card(view({ annotations: [{ results }] })), ({ tag }) => tag === "summary")[0]).trim();
};

test("the first line has the verdict, then the outcome's name, and hit and chance if they are known", () => {
  assert.equal(lineOf({}), "COIGN.Card.Total COIGN.Said.total-plus 19 1d4 partial advantage");
  assert.match(
    lineOf({ hit: true, chance: { before: 0.5, after: 0.525 } }),
    /^COIGN\.Card\.Total COIGN\.Said\.total-plus 19 1d4 : ✓ verdict-hit .* COIGN\.Card\.Chance 53 %$/,
  );
  assert.match(lineOf({ hit: false, margin: -2 }), /✗ verdict-miss-by 2/);
  assert.match(lineOf({ hit: false, margin: 3 }), /✗ verdict-miss /, "a natural 1");
  assert.match(lineOf({ hit: true, critical: true }), /✓ verdict-critical/);
});

test("a folded card still shows the sums of bonuses, and no plain roll beside them", () => {
  const line = lineOf({ label: "plain", dice: null, total: { before: 19, after: 20 }, flat: { attack: 1, ac: 4 } });
  assert.equal(
    line,
    "COIGN.Card.Total COIGN.Said.total-becomes 19 20 COIGN.Said.effect-flat +1 to-attack, COIGN.Said.effect-flat +4 to-ac",
  );
});

test("a second die of which only one counts is not added to the total", () => {
  const second = { die: "1d20", keep: "highest", face: 12, bonus: 5 };
  assert.match(lineOf({ second, dice: null }), /COIGN\.Said\.second 12 d20/);
});

test("a die that cannot change the result is not asked for", () => {
  const asked = (outcome) =>
    buttons(card(view({ mayRoll: true, annotations: [{ results: [resultOf({ outcome })] }] }))).includes("roll");
  assert.equal(asked({}), true);
  assert.equal(asked({ hit: true }), false);
  assert.equal(asked({ hit: true, to_roll: ["1d20"] }), true, "a second d20 may be a critical");
});

test("a name that begins with its effect is shortened: its sign shows the effect, and so does the outcome while it counts", () => {
  const effect = { kind: "advantage" };
  const modifier = { ...COVER, effect, source: "coign.said.effect-advantage: higher ground (table's choice)" };
  const node = (state) => {
    const results = [resultOf({ result: { modifiers: [{ ...modifier, state }] }, outcome: { label: "advantage" } })];
    const t = (name, data) =>
      name === "COIGN.Said.effect-advantage" ? "Coign.Said.effect-advantage" : key(name, data);
    return card(view({ t, annotations: [{ results }] }));
  };
  assert.deepEqual(withClass(node("on"), "coign-name").map(textOf), ["Higher ground"]);
  assert.match(textOf(withClass(node("on"), "coign-why")[0]), /Coign\.Said\.effect-advantage Higher ground/);
  const label = (state) => withClass(node(state), "coign-label")[0].attributes.class;
  assert.equal(label("on"), "coign-label", "an open card shows the outcome in its first line");
  assert.equal(label("set-aside"), "coign-label coign-told");
  assert.match(textOf(withClass(node("on"), "coign-reason")[0]), /^coign\..*\(table's choice\): 2 of 4/, "in full");
});

test("with several targets each note is shown once, with the names of its targets", () => {
  const results = ["b", "c", "d"].map((target, n) =>
    resultOf({ result: { target }, outcome: { notes: n < 2 ? ["all of us", "two of us"] : ["all of us"] } }),
  );
  const node = card(view({ annotations: [{ results }] }));
  assert.deepEqual(withClass(node, "coign-note").map(textOf), ["all of us; token b, token c: two of us"]);
});

test("with several targets the assumptions are shown once, while a drawing is open", () => {
  const results = [resultOf(), resultOf({ result: { target: "c" } })];
  const assumed = (open) =>
    withClass(
      card(view({ unfolded: (fold) => ["card", open].includes(fold), annotations: [{ results }] })),
      "coign-note",
    );
  assert.deepEqual(assumed("none"), []);
  assert.deepEqual(assumed("drawing c").map(textOf), ["COIGN.Card.Assumed reach 5 ft: none given"]);
});

test("if nothing applies there is one muted line, if the reader wants it", () => {
  const annotations = [{ results: [resultOf({ result: { modifiers: [] }, outcome: { label: "plain" } })] }];
  assert.equal(textOf(card(view({ annotations, showNothing: true }))), "COIGN.Card.NothingApplies");
  const offer = card(view({ annotations, showNothing: true, hiding: true }));
  assert.equal(textOf(offer), "COIGN.Card.Hiding", "whether a hidden token attacks from hiding is the GM's to say");
  assert.deepEqual(buttons(offer), ["hiding"]);
  assert.equal(card(view({ annotations })), null);
});

test("a note is shown once, though both a chip and the outcome have it", () => {
  const note = { ...COVER, effect: { kind: "note", text: "seen by all" }, reason: "it is lit" };
  const results = [resultOf({ result: { modifiers: [note] }, outcome: { notes: ["seen by all"], phrases: [] } })];
  assert.equal(textOf(card(view({ annotations: [{ results }] }))).split("seen by all").length, 2);
});

test("several targets are rows with their names; a single one has no name", () => {
  const results = [
    resultOf(),
    resultOf({ result: { target: "c" } }),
    resultOf({ result: { target: "d", modifiers: [] } }),
  ];
  const many = card(view({ annotations: [{ results }] }));
  assert.deepEqual(withClass(many, "coign-target").map(textOf), ["token b", "token c", "token d"]);
  assert.match(
    textOf(withClass(many, "coign-row")[2]),
    /^token d .*COIGN\.Card\.Nothing$/,
    "measured, and nothing found",
  );
  assert.equal(withClass(card(view()), "coign-target").length, 0);
});

test("with several targets, the first line shows what holds for all of them, and the drawings are folded", () => {
  const figure = { points: [mark("target", "", [0, 0])], lines: [], polygons: [] };
  const summaryOf = (...more) => {
    const results = more.map((outcome, n) => resultOf({ result: { target: `t${n}`, figure }, outcome }));
    return all(card(view({ annotations: [{ results }] })), ({ tag }) => tag === "summary");
  };
  const [line, ...drawings] = summaryOf({}, {}, {});
  assert.equal(textOf(line), "COIGN.Card.Total COIGN.Said.total-plus 19 1d4 partial advantage COIGN.Card.Targets 3");
  assert.deepEqual(drawings, [], "no drawing is open");
  assert.equal(
    textOf(summaryOf({}, { label: "plain" })[0]),
    "COIGN.Card.Total COIGN.Said.total-plus 19 1d4 COIGN.Card.Targets 2",
  );
  assert.equal(textOf(summaryOf({}, { label: "plain", dice: null })[0]), "COIGN.Card.Targets 2");
});

test("modifiers of some targets are not shown for all, and all targets are counted", () => {
  const silent = resultOf({
    result: { target: "d", modifiers: [] },
    outcome: { label: "plain", dice: null, total: { before: 19, after: 19 } },
  });
  const node = card(view({ annotations: [{ results: [resultOf(), silent] }] }));
  assert.equal(textOf(all(node, ({ tag }) => tag === "summary")[0]), "COIGN.Card.Targets 2");
  const [told, other] = withClass(node, "coign-row").map((row) => textOf(row));
  assert.match(told, /^token b COIGN\.Card\.Total COIGN\.Said\.total-plus 19 1d4/);
  assert.equal(other, "token d COIGN.Card.Total COIGN.Said.total 19 COIGN.Card.Nothing");
});

test("an unchanged chance is shown once", () => {
  const said = (outcome) => textOf(card(view({ annotations: [{ results: [resultOf({ outcome })] }] })));
  assert.match(said({ chance: { before: 0.7, after: 0.7 } }), /COIGN\.Card\.Chance COIGN\.Said\.chance 70(?! 70)/);
});

test("what is shown for all targets is not repeated for each", () => {
  const lines = (...outcomes) => {
    const results = outcomes.map((outcome, n) => resultOf({ result: { target: `t${n}` }, outcome }));
    const node = card(view({ annotations: [{ results }] }));
    return withClass(node, "coign-row").map((row) => textOf(withClass(row, "coign-line")[0]));
  };
  assert.deepEqual(lines({}, {}), ["token t0", "token t1"]);
  assert.deepEqual(lines({ hit: true }, { label: "plain" }), ["token t0 ✓ verdict-hit", "token t1"]);
});

test("the drawing shows the chips' facts between the two creatures", () => {
  const lines = [mark("line-clear", "cover", [0, 0], [200, 0]), mark("flanking", "flanking", [0, 0], [200, 0])];
  const figure = { points: [], polygons: [space("target", 200)], lines };
  const modifiers = [{ ...COVER, figure: "flanking" }];
  const node = card(
    view({ unfolded: () => true, annotations: [{ results: [resultOf({ result: { figure, modifiers } })] }] }),
  );
  const [drawn] = all(node, ({ tag }) => tag === "svg");
  assert.deepEqual(
    withClass(drawn, "coign-mark").map(({ attributes }) => attributes["data-role"]),
    ["target", "flanking"],
  );
  assert.deepEqual(withClass(drawn, "coign-initial").map(textOf), ["tb"]);
  assert.match(textOf(withClass(drawn, "coign-north")[0]), /COIGN\.Card\.North ↑/);
});

test("a part that the reader has unfolded stays unfolded", () => {
  const opened = card(view({ unfolded: (fold) => fold !== "card" }));
  assert.equal(all(opened, ({ tag }) => tag === "details")[0].attributes.open, undefined);
});

test("a full attack: the first roll has the chips, each further roll a line with its total", () => {
  const second = resultOf({ outcome: { total: { before: 11, after: 13 }, hit: false }, result: { modifiers: [] } });
  const node = card(view({ mayRoll: true, annotations: [{ results: [resultOf()] }, { results: [second] }] }));
  assert.deepEqual(withClass(node, "coign-further").map(textOf), [
    "COIGN.Card.Nth 2 COIGN.Card.Total COIGN.Said.total-becomes 11 13 : ✗ verdict-miss",
  ]);
  assert.equal(withClass(node, "coign-chip").length, 2);
});

test("without content there is no card, unless it waits for the bridge", () => {
  const silent = { results: [resultOf({ result: { modifiers: [] } })] };
  assert.equal(card(view({ annotations: [silent] })), null);
  assert.equal(card(view({ annotations: [] })), null);
  assert.match(textOf(card(view({ annotations: [], waiting: true }))), /COIGN\.Card\.Waiting/);
});

test("what follows is said as the engine says it, in the reader's language and with a minus", () => {
  const shown = (follows) => {
    const result = resultOf({ result: { words: { follows } } });
    const t = (name, data) => `<${key(name, data)}>`;
    return withClass(card(view({ t, annotations: [{ results: [result] }] })), "coign-consequence").map(textOf);
  };
  assert.deepEqual(shown([]), []);
  const values = { value: "-4", to: [{ key: "to-ac", values: {} }] };
  const lines = [
    { key: "effect-flat", values },
    { key: "keep-highest", values: {} },
  ];
  assert.deepEqual(shown(lines), ["<COIGN.Said.effect-flat −4 <to-ac>> · <COIGN.Said.keep-highest>"]);
});

test("a rolled die can be undone, and a die to roll is offered once", () => {
  const shown = textOf(card(view({ mayRoll: true, rolled: [{ dice: "1d4", values: [3] }] })));
  assert.match(shown, /COIGN\.Said\.roll-next 1d4/);
  assert.match(shown, /↺ 1d4 \(3\)/);
});

test("an attack without a target says what to do: the GM judges it against the own target, the player targets first", () => {
  const annotations = [{ results: [] }];
  const gms = card(view({ annotations, untargeted: "game-master" }));
  assert.equal(textOf(gms), "COIGN.Card.NoTarget COIGN.Card.AgainstMine");
  assert.deepEqual(buttons(gms), ["retarget"]);
  const players = card(view({ annotations: [], untargeted: "player", unjudged: "unseen" }));
  assert.equal(textOf(players), "COIGN.Card.TargetFirst");
  assert.equal(card(view({ annotations })), null, "a roll that is no attack, or somebody else's");
});

test("of several targets those of one name are told apart by a number", () => {
  const results = ["b", "c", "d"].map((target) => resultOf({ result: { target } }));
  const nameOf = (id) => (id === "c" ? "Mog" : "Snag");
  const names = withClass(card(view({ annotations: [{ results }], nameOf })), "coign-target").map(textOf);
  assert.deepEqual(names, ["Snag 1", "Mog", "Snag 2"]);
  assert.deepEqual(
    [...numbersOf(results, nameOf)],
    [
      ["b", 1],
      ["d", 2],
    ],
  );
});

test("the row of a target names each cause by its sign; a screen reader reads its name", () => {
  const modifiers = [
    { ...COVER, figure: "cover" },
    { ...HEIGHT, state: "on", figure: "elevation" },
  ];
  const off = [{ ...COVER, state: "off", figure: "cover" }];
  const results = [
    resultOf({ result: { modifiers } }),
    resultOf({ result: { target: "c", modifiers: off } }),
    resultOf({ result: { target: "d", modifiers: [] } }),
  ];
  const [own, idle] = withClass(card(view({ annotations: [{ results }] })), "coign-sums");
  assert.equal(textOf(own), "▦ Half Cover COIGN.Said.effect-flat +2 to-ac ⇡ High Ground COIGN.Said.effect-die +1d4");
  assert.equal(idle ? textOf(idle) : "", "", "what is switched off is no cause");
});

test("what may be added follows its button, also while the card is folded", () => {
  const unfolded = (fold) => fold === "add b";
  const order = buttons(card(view({ ...offering({ cover: ["none", "half"] }), unfolded })));
  assert.ok(order.indexOf("set") > order.lastIndexOf("fold"), order.join());
});

test("the cards of what the engine has answered, for each of its readers, in both languages", async () => {
  const folded = { unfolded: () => false };
  const gm = {
    editable: true,
    mayAsk: true,
    offers: {
      effects: [{ kind: "flat", to: "attack", bounds: [-30, 30], usual: [-2, 2], types: [] }],
      facts: { cover: ["half"] },
      overriding: true,
    },
  };
  const readers = { open: {}, folded, gm, measuring: { mayMeasure: true, showNothing: false, waiting: true } };
  const made = [];
  for (const [reader, more] of Object.entries({ ...readers, hiding: { hiding: true } }))
    for await (const html of cardsOf(fileURLToPath(new URL("../../../", import.meta.url)), annotations(), more))
      made.push([reader, html]);
  holds("cards", made);
});
