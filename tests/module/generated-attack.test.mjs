/**
 * An attack that is made from the table of what players may write: for every row, whatever may be written there, at a
 * table in the stand-in with a bridge that refuses what is not well-formed.
 *
 * What is written has the same effect as what the table reads of it; what the writer may not write has none. No message
 * stays unjudged and no connection ends. Then each row's check is removed, and the same attack must find that.
 *
 * With COIGN_TRANSPORT=page (`tests/browser/in-page`) Coign's own engine answers, as it runs in the page: it refuses
 * what is not well-formed and judges the rest.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { marksOn } from "../../foundry-module/scripts/attack/slowed-tokens.mjs";
import { connectionPlan } from "../../foundry-module/scripts/connection/places.mjs";
import { documentData, sceneFields } from "../../foundry-module/scripts/scene-sync/document-data.mjs";
import { adapterFor } from "../../foundry-module/scripts/systems/index.mjs";
import { FIELDS, fieldOf, fieldsOf, ownFields } from "../../foundry-module/scripts/util/fields.mjs";
import { isRecord, readFields } from "../../foundry-module/scripts/util/shapes.mjs";
import { SHAPES } from "../../foundry-module/scripts/util/wire.mjs";
import { annotations, assertNoErrors, bridge, cardOf, IN_PAGE, shown, startTable, until } from "./attack/kit.mjs";
import { settled } from "./fakes.mjs";

// Time passes at once: what is sent arrives in the next turn, and neither the steps in which players are answered nor the
// time in which their budgets fill are waited for.
const pass = globalThis.setTimeout;
globalThis.setTimeout = (task, ms = 0, ...given) => pass(task, ms < 2 || (ms > 20 && ms < 500) ? 0 : ms, ...given);
let moment = 0;
performance.now = () => {
  moment += 10_000;
  return moment;
};

const { player, errors } = await startTable();
const owned = await Actor.create({ name: "Hero", type: "character", ownership: { ann: 3 } });
await game.scenes.get("scene").tokens.get("hero").update({ actorId: owned.id, actorLink: true });
if (IN_PAGE) await game.scenes.get("scene").tokens.get("goblin").update({ x: 500 }); // behind the orc, who gives cover
const rolled = await new player.Roll("1d20 + 3").evaluate();

const LONG = "x".repeat(2000);
const DEEP = Array.from({ length: 200 }).reduce((inside) => ({ inside }), "x");
const GOBLIN = "Scene.scene.Token.goblin";
/** Values that are written into every field; the engine in the page is slow, and gets every second. */
const VALUES = [
  ...[LONG, [LONG, "x"], Array(1000).fill("x"), [[["x"]]], DEEP, [DEEP], { kind: DEEP, degree: DEEP, x: 1, y: 1 }],
  ...[1e300, "1e300", -7.5, true, "yes", "orc", "spy", { value: true }, { length: 3, name: LONG, fields: LONG }],
  ...[{ kind: "sword" }, { kind: "flat" }, [{ modifier: 7 }], [null], { orc: { ac: "x" }, goblin: 7 }, [[1, 2, 3]]],
].filter((_value, n) => !IN_PAGE || n % 2 === 0);
/** More values for one row: nearly well-formed there, or well-formed and not for a player to write. */
const SPECIAL = {
  "message.targets": [[GOBLIN, 7, LONG, { toString: GOBLIN }], { 0: GOBLIN, length: 1 }],
  "message.attackRoll": ["x".repeat(60_000), JSON.stringify({ terms: DEEP })],
  "message.moment": [{ combat: "fight", round: "1", turn: 0 }, { combat: "fight", round: 1e9, turn: 0 }, { turn: 0 }],
  "message.rolled": [
    [
      { dice: "1d4", values: [3], nth: 1e9 },
      { dice: "1d4", values: [2, LONG] },
    ],
    [{ dice: "1d4" }],
  ],
  "message.included": [[{ modifier: "high-ground", flavor: "+3", effect: { kind: "flat", value: 3, to: "attack" } }]],
  "message.overrides": [[{ modifier: "cover", scope: "roll", state: "off" }]],
  "message.annotations": [[{ results: [] }]],
  "message.save": [GOBLIN, { x: 100, y: 100 }],
  "message.occasion": ["perception"],
  "message.judged": [{ attack: "ranged" }],
  "attack.ignores": [["half"]],
  "attack.abilities": [["sneak-attack"]],
  "imported.texts": [{ name: "COIGN.TryIt.scene", text: 7, x: "COIGN.Title" }, { text: DEEP }],
  "token.slowed": [[{ combat: "fight", round: 1, turn: 0, factor: 0.5, message: LONG }, { factor: 7 }]],
  "scene.overrides": [[{ scope: "scene", modifier: "x", state: "off" }, { nonsense: true }]],
  "request.defence": [{ goblin: { applied: "half", by: LONG }, orc: { applied: 7 } }],
  "token.shield": [{ bonus: 9 }],
  "request.overrides": [[{ modifier: "cover", scope: "roll", state: "off" }]],
  "request.roll": [{ mode: "advantage", d20: DEEP }, { mode: "best" }],
};

/** Return a value without what is null, as both sides read it. */
const filled = (value) =>
  Array.isArray(value)
    ? value.map(filled)
    : isRecord(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, one]) => one !== null && one !== undefined)
            .map(([name, one]) => [name, filled(one)]),
        )
      : value;
const text = (value) => JSON.stringify(value) ?? "nothing";
const alike = (one, other) => text(one) === text(other);
const sorted = (value) =>
  Array.isArray(value)
    ? value.map(sorted)
    : isRecord(value)
      ? Object.fromEntries(
          Object.entries(value)
            .map(([name, one]) => [name, sorted(one)])
            .sort(),
        )
      : value;

/** Answer as a bridge does that refuses what is not well-formed, and judges the rest. */
function strictly(request) {
  const { type: _, ...fields } = filled(JSON.parse(JSON.stringify(request)));
  const read = readFields(SHAPES.Evaluate, fields);
  if (alike(sorted(read), sorted(fields))) return annotations(request);
  return [{ type: "error", code: "bad-message", message: "malformed", detail: {} }];
}

/** Return what the bridge was asked since, without the numbers of requests and the messages' own words. */
const askedSince = (before) =>
  bridge
    .asked()
    .slice(before)
    .map(({ id: _, ...request }) => request);

/** The fields of a message that only GMs write once it is made, without `annotations`, which follow from the others. */
const GMS = ["overrides", "annotationKey", "save", "against", "occasion", "judged", "recheck", "included", "card"];
const isNone = (value) => !value || (Array.isArray(value) && !value.length);

/** Post an attack as the player, let `change` happen to it, and return everything that came of it. */
async function played(flags, change, by = "hero") {
  const before = bridge.asked().length;
  const message = await player.classOf("ChatMessage").create({
    rolls: [rolled],
    speaker: { scene: "scene", token: by },
    flags: { coign: { targets: [GOBLIN], ...flags } },
  });
  const { id } = message;
  try {
    return await comeOf(id, change, { by, before });
  } finally {
    await message.delete();
    await game.scenes
      .get("scene")
      .tokens.get(by)
      .update({ flags: { coign: { "-=slowed": null } } });
    await calm();
  }
}

/** Let a change happen to a message, and return everything that came of it since. */
async function comeOf(id, change, { by, before }) {
  await calm();
  if (change) {
    await player.messages.get(id).update(change);
    await calm();
  }
  const came = {
    came: "message",
    asked: askedSince(before),
    shown: shown(id),
    unjudged: /Unjudged/.test(cardOf(id)),
    card: cardOf(id),
    slowed: flagsOfToken(by).slowed ?? [],
    state: game.modules.get("coign").api.state,
    gms: GMS.map((name) => ownFields("message", game.messages.get(id))[name]).map((value) =>
      isNone(value) ? null : value,
    ),
  };
  return text(came).replaceAll(id, "");
}

const flagsOfToken = (id) => game.scenes.get("scene").tokens.get(id).flags.coign ?? {};

/** Count what happens at the table. */
let happened = 0;
for (const hook of ["createChatMessage", "updateChatMessage", "updateToken", "coign.annotated", "coign.unjudged"])
  Hooks.on(hook, () => {
    happened += 1;
  });

/** Wait until nothing more happens. */
async function calm() {
  let before = -1;
  for (let turns = 0; turns < 4; ) {
    await settled();
    const now = happened + bridge.sent.length;
    turns = now === before && !bridge.working ? turns + 1 : 0;
    before = now;
  }
}

/** Ask as the player's client does, and return what the bridge was asked and what was answered. */
async function queried(name, fields) {
  const before = bridge.sent.length;
  const query = { scene: "scene", actor: "hero", targets: ["goblin"], key: player.keys.at(-1), ...fields };
  const answer = await player.users
    .get("gm")
    .query(`coign.${name}`, query)
    .catch((problem) => problem.message);
  const asked = bridge.sent.slice(before).filter(({ type }) => type === "evaluate" || type === "survey");
  return text({
    answer,
    asked: asked.map(({ id: _, request, ...one }) => sorted({ ...one, request: request && { ...request, id: 0 } })),
  });
}

/** Write flags of the player's token, and return what the bridge is sent. Then delete them, unless `then` is "keep". */
async function sentOf(change, then = "delete") {
  const token = player.scenes.get("scene").tokens.get("hero");
  const before = bridge.asked("scene.patch").length;
  x += 1;
  await token.update({ x, ...change });
  const patch = await until(() => bridge.asked("scene.patch").slice(before).at(-1));
  const { coign } = patch.changes.find(({ id }) => id === "hero").data;
  const wellFormed = alike(filled(coign), readFields(SHAPES.CoignToken, coign));
  const document = game.scenes.get("scene").tokens.get("hero");
  const read = [adapterFor("homebrew", "1").tokenTraits(document), marksOn(document)];
  const sent = text({ coign, wellFormed, read });
  if (then === "delete") await token.update({ flags: { "-=coign": null } });
  return sent;
}
let x = 100;

/** Return what the module sends to the bridge of a document with these flags, as text. */
const place = { _id: "one", x: 0, y: 0, width: 1, height: 1, c: [0, 0, 1, 1] };
const documentOf = (kind, flags) =>
  text(documentData(kind, { id: "one", _source: { ...place, flags }, parent: { grid: { type: 1 } } }, () => ({})));

/** A macro's word on an attack, with a value in one field. */
const attackWith = (field, value) => ({
  kind: field === "reach" ? "melee" : "ranged",
  ...(value !== NOTHING && { [field]: value }),
});
const flagged = (field, value) => ({ flags: { coign: { [field]: value } } });
const NOTHING = Symbol("not written at all");

/** Return what the table reads of a message with one field. */
const readIn = (table, field, value) => text(fieldsOf(FIELDS[table], value === NOTHING ? {} : { [field]: value }));

/** The ways to write a value into a row of each part of the table. Each returns everything that came of it, as text. */
const WAYS = {
  message: {
    "with the message": (field, value) => played(value === NOTHING ? {} : { [field]: value }),
    "by an update": (field, value) => played({}, value === NOTHING ? undefined : flagged(field, value)),
    "by a dotted key": (field, value) =>
      played({}, value === NOTHING ? undefined : { [`flags.coign.${field}`]: value }),
    "by a key that replaces": (field, value) =>
      played({}, value === NOTHING ? undefined : { flags: { coign: { [`==${field}`]: value } } }),
    "by a key that replaces all": (field, value) =>
      played({}, { flags: { "==coign": value === NOTHING ? {} : { [field]: value } } }),
    "with the message, and deleted": (field, value) =>
      played(value === NOTHING ? {} : { [field]: value }, { flags: { coign: { [`-=${field}`]: null } } }),
  },
  attack: {
    "with the message": (field, value) => played({ attack: attackWith(field, value) }),
    "by an update": (field, value) =>
      played({ attack: attackWith(field, NOTHING) }, { flags: { coign: { attack: attackWith(field, value) } } }),
    "by a key that replaces": (field, value) =>
      played({ attack: attackWith(field, NOTHING) }, { flags: { coign: { "==attack": attackWith(field, value) } } }),
    "with the message, and deleted": (field, value) =>
      played({ attack: attackWith(field, value) }, { flags: { coign: { attack: { [`-=${field}`]: null } } } }),
  },
  token: {
    "by an update": (field, value) => sentOf(value === NOTHING ? {} : flagged(field, value)),
    "by a key that replaces": (field, value) =>
      sentOf(value === NOTHING ? {} : { flags: { "==coign": { [field]: value } } }),
    "by a key that replaces one": (field, value) =>
      sentOf(value === NOTHING ? {} : { flags: { coign: { [`==${field}`]: value } } }),
    "by an update, and deleted": async (field, value) => {
      const written = await sentOf(value === NOTHING ? {} : flagged(field, value), "keep");
      return written + (await sentOf({ flags: { coign: { [`-=${field}`]: null } } }));
    },
  },
  request: {
    "by a query": (field, value) => queried("evaluate", value === NOTHING ? {} : { [field]: value }),
  },
  survey: {
    "by a query": (field, value) => {
      const query = { places: [[0, 0]], ...(field === "both" && { of: ["goblin"] }) };
      return queried("survey", { ...query, ...(value !== NOTHING && { [field]: value }) });
    },
  },
  press: {
    "by a query": (field, value) => {
      const own = { message: "none", press: { button: "turn", modifier: "cover" } };
      return queried("press", value === NOTHING ? own : { ...own, [field]: value });
    },
  },
  ledger: {
    "by a query": (field, value) => {
      const own = { from: "gm", key: "forged", known: [], only: [] };
      return queried("ledger", value === NOTHING ? own : { ...own, [field]: value });
    },
  },
  // The window that asks a player for consent is tested in the browser: here only what is read of both messages.
  practice: { "by a query": async (field, value) => readIn("practice", field, value) },
  practised: { "by an answer": async (field, value) => readIn("practised", field, value) },
  key: {
    "by a query": async (field, value) => {
      const own = { key: player.keys.at(-1), user: "ann" };
      return text(await player.users.get("gm").query("coign.key", value === NOTHING ? {} : { ...own, [field]: value }));
    },
  },
  bearings: {
    "by a query": async (field, value) => {
      const query = { key: player.keys.at(-1), scene: "scene", ...(value !== NOTHING && { [field]: value }) };
      return text(await player.users.get("gm").query("coign.bearings", query));
    },
  },
  scene: {
    "by an update": async (field, value) => {
      const flags = value === NOTHING ? {} : flagged(field, value).flags;
      const source = { _id: "s", flags };
      return text([sceneFields({ _source: source, grid: {} }), ownFields("scene", source)]);
    },
  },
  tile: {
    "by an update": async (field, value) => documentOf("Tile", value === NOTHING ? {} : flagged(field, value).flags),
  },
  wall: {
    "by an update": async (field, value) => documentOf("Wall", value === NOTHING ? {} : flagged(field, value).flags),
  },
  imported: {
    "in somebody's adventure": async (field, value) => {
      const drawing = { text: "theirs", ...(value !== NOTHING && flagged(field, value)) };
      Hooks.callAll("preImportAdventure", {}, {}, { Scene: [{ drawings: [drawing] }] }, {});
      const { flags: _, ...shown } = drawing;
      return text(shown);
    },
  },
  other: { "by an update": async (field, value) => documentOf("Token", value === NOTHING ? {} : { [field]: value }) },
  user: {
    "by an update": async (field, value) => {
      const flags = value === NOTHING ? {} : flagged(field, value).flags;
      const gm = { id: "gm", isGM: true, active: true, flags };
      return text([connectionPlan([gm], gm, "auto").place, ownFields("user", gm)]);
    },
  },
};
/** Rows that the ways of their part do not reach. */
const OWN_WAYS = {
  "message.attackRoll": {
    "with the message": async (_field, value) => {
      const flags = { coign: value === NOTHING ? {} : { attackRoll: value }, dnd5e: { activity: { type: "attack" } } };
      const message = { flags, rolls: [], speaker: { scene: "scene", token: "hero" }, author: {}, type: "base" };
      return text([adapterFor("dnd5e", "5.2.0").readAttack(message), ownFields("message", message)]);
    },
  },
};

const ROWS = Object.entries(FIELDS).flatMap(([table, fields]) =>
  Object.entries(fields).map(([field, row]) => ({ name: `${table}.${field}`, table, field, row: { ...row } })),
);
/** Return whether a value counts if it is written in this way. Values in scenes, users and adventures were written by those who may. */
const mayWrite = ({ table, row }, way) => {
  if (["scene", "tile", "wall", "user", "imported", "other"].includes(table)) return true;
  return (
    row.by === "author" ||
    row.by === "owner" ||
    row.by === "asker" ||
    (row.by === "creation" && way.startsWith("with the message"))
  );
};
const waysOf = ({ name, table }) => OWN_WAYS[name] ?? WAYS[table];
const valuesFor = ({ name }, nth) =>
  nth === 0 ? [...(SPECIAL[name] ?? []), ...VALUES] : [...(SPECIAL[name] ?? []), LONG, [DEEP]];

/** The result of each attack so far, by row, way and value: no attack is made twice. */
const known = new Map();
async function cameOf(row, way, value) {
  const key = `${row.name} ${way} ${value === NOTHING ? "nothing" : text(value)}`;
  if (!known.has(key)) known.set(key, await waysOf(row)[way](row.field, value));
  return known.get(key);
}

/** Return the first value whose effect differs from that of what the table reads of it; null if no value does. */
async function broken(row) {
  for (const [nth, way] of Object.keys(waysOf(row)).entries())
    for (const value of valuesFor(row, nth)) {
      const expected = await cameOf(row, way, expectedOf(row, way, value));
      const came = await cameOf(row, way, value);
      if (came !== expected) return { way, value: text(value).slice(0, 200), came, expected };
    }
  return null;
}

/** Return what the table reads of a value: writing that has the same effect. */
function expectedOf(row, way, value) {
  return mayWrite(row, way) ? (fieldOf(row.row, value) ?? null) : NOTHING;
}

/** Return the row without its check: everybody may write this value. */
const unchecked = (value, { table }) => ({
  by:
    {
      ...{ message: "author", attack: "author", request: "asker", survey: "asker", press: "asker" },
      ...{ key: "asker", bearings: "asker", practice: "asker", practised: "asker" },
    }[table] ?? "owner",
  shape: { either: { map: () => [value] } },
});

/** Do a task while the module may throw where nobody waits for it, because a check is gone. */
async function whileItThrows(task) {
  const harness = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", () => {
    happened += 1;
  });
  try {
    return await task();
  } finally {
    await calm();
    process.removeAllListeners("unhandledRejection");
    for (const listener of harness) process.on("unhandledRejection", listener);
  }
}

/** Return whether the attack finds that a row's check is gone. */
async function isFound(row) {
  for (const [nth, way] of Object.keys(waysOf(row)).entries())
    for (const value of valuesFor(row, nth)) {
      const expected = await cameOf(row, way, expectedOf(row, way, value));
      FIELDS[row.table][row.field] = unchecked(value, row);
      const came = await waysOf(row)
        [way](row.field, value)
        .catch((problem) => problem.message)
        .finally(() => {
          FIELDS[row.table][row.field] = row.row;
        });
      if (came !== expected) return true;
    }
  return false;
}

bridge.instead = { evaluate: strictly };
bridge.outcome = { to_roll: ["1d4"], movement: 0.5 };
const sockets = bridge.sockets.length;

for (const row of ROWS)
  test(`${row.name}: what is written has the effect of what is read of it`, async () => {
    assert.equal(await broken(row), null);
  });

/** Write a token's flags on a client, and return the reach that the bridge is sent of it. */
async function reachSent(client, coign) {
  const before = bridge.asked("scene.patch").length;
  x += 1;
  await client.scenes.get("scene").tokens.get("hero").update({ x, flags: { coign } });
  await calm();
  const changes = bridge
    .asked("scene.patch")
    .slice(before)
    .flatMap((patch) => patch.changes);
  return changes.findLast(({ id }) => id === "hero").data.coign.reach ?? null;
}

test("a game master who writes onto a token vouches for that alone, and not for what its player wrote there", async () => {
  const gm = game;
  assert.equal(await reachSent(player, { reach: 60 }), null);
  assert.equal(
    await reachSent(gm, { slowed: [{ combat: "fight", round: 1, turn: 0, factor: 0.5, message: "m" }] }),
    null,
  );
  assert.equal(await reachSent(gm, { facing: 90, "-=mount": null, shield: { side: "left" } }), null);
  assert.equal(
    await reachSent(gm, { height: 7, senses: { darkvision: 60 } }),
    null,
    "each trait is vouched for by itself",
  );
  assert.equal(await reachSent(gm, { reach: 15 }), 15);
  assert.equal(await reachSent(player, { facing: 45 }), 15);
  await gm.scenes
    .get("scene")
    .tokens.get("hero")
    .update({ flags: { "-=coign": null } });
  await calm();
});

test("no connection has ended, no roll is unjudged, and nothing failed", () => {
  assert.equal(bridge.sockets.length, sockets);
  assertNoErrors(errors);
  const unjudged = [...known].filter(([, came]) => /"unjudged":true/.test(came));
  assert.deepEqual(unjudged, []);
  // A roll without targets has no card: of a message that lost its own there is nothing to judge.
  const posted = [...known].filter(
    ([what, came]) => /"came":"message"/.test(came) && !what.startsWith("message.targets"),
  );
  const silent = posted.filter(([, came]) => !/"shown":\["goblin/.test(came)).map(([what]) => what);
  assert.deepEqual(silent, []);
  assert.ok(known.size > (IN_PAGE ? 10 : 20) * ROWS.length, `${known.size} attacks on ${ROWS.length} rows`);
});

/** Rows behind which a second check stands, so that the attack fails without theirs, and what that check is. */
const BACKED = {
  "request.key": "the budget is that of the user for whom the key was made; every other key shares the strangers' one",
  "request.scene": "it is looked up among the scenes that a player views",
  "request.actor": "it is looked up among the scene's tokens, and must not be hidden",
  "request.viewer": "the module sets it, whatever the query says",
  "ledger.from": "the GM from whom it is said to be is asked whether it is",
  "ledger.key": "the GM from whom it is said to be has not asked with it",
  "ledger.only": "nothing is told to one who is no GM",
  "ledger.known": "nothing is told to one who is no GM",
  "press.key": "nobody but a GM has a GM's key",
  "press.message": "the asker's key is no GM's",
  "press.press": "the asker's key is no GM's",
  "key.key": "it is compared with the key that was made for the user",
  "key.user": "the key is compared with the one made for that user",
  "bearings.key": "it is compared with the keys that were made",
  "bearings.scene": "it is looked up among the scenes whose bearings are known",
  "bearings.bearings": "the client with the connection reads none, and any other only with its own key",
};

// What stands behind the table is the same in the page, so that one run without the checks is enough.
for (const row of IN_PAGE ? [] : ROWS)
  test(`${row.name}: without its check the attack ${row.name in BACKED ? `fails: ${BACKED[row.name]}` : "succeeds"}`, async () => {
    assert.equal(await whileItThrows(() => isFound(row)), !(row.name in BACKED));
  });

test("every row behind which a second check stands is one of the table", () => {
  const names = new Set(ROWS.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(BACKED).filter((name) => !names.has(name)),
    [],
  );
});
