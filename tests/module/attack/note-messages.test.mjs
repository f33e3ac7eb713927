/** The authors of a message's values: noted when it comes, and what counts of a message that nobody saw come. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { readMessage } from "../../../foundry-module/scripts/attack/message.mjs";
import {
  inspectMessages,
  noteCreated,
  noteGMs,
  noteUpdated,
  restore,
  whyUnknown,
} from "../../../foundry-module/scripts/attack/note-messages.mjs";
import { Rolls } from "../../../foundry-module/scripts/ledger/rolls.mjs";
import { messageFlags } from "../../../foundry-module/scripts/overrides/message-flags.mjs";

const OFF = [{ modifier: "cover", state: "off" }];
const { warn } = console;
let coign;
let updates;

beforeEach(() => {
  console.warn = () => {};
  updates = [];
  const gm = { id: "gm", isGM: true, isSelf: true };
  const users = new Map([
    ["gm", gm],
    ["ann", { id: "ann", isGM: false }],
  ]);
  const settings = { watch: { since: 0, gms: { gm: 0 } } };
  const set = async (_id, name, value) => {
    settings[name] = value;
  };
  const byId = new Map();
  globalThis.game = {
    ready: true,
    system: { id: "homebrew" },
    settings: { set },
    users: Object.assign(users, { activeGM: gm, filter: (test) => [...users.values()].filter(test) }),
    messages: {
      [Symbol.iterator]: () => byId.values(),
      get: (id) => byId.get(id),
      put: (one) => byId.set(one.id, one),
    },
  };
  coign = { records: new Rolls(), setting: (name) => settings[name] };
  const readAttack = ({ dice }) => dice && { key: dice, actorToken: { scene: "scene", token: "hero" } };
  coign.adapter = { includedIn: ({ claims = [] }) => claims, readAttack, saveAgainst: () => null };
  coign.answered = { believed: (claims) => claims.filter(({ modifier }) => modifier === "answered") };
});

afterEach(() => {
  console.warn = warn;
  delete globalThis.game;
});

/** Put a message into the chat; `changed` is who was the last to change it, and when. */
function put(id, by, flags, { made = 5, changed = [by, made] } = {}) {
  const [lastModifiedBy, modifiedTime] = changed;
  const document = {
    id,
    author: game.users.get(by),
    rolls: [{}],
    flags: { coign: flags },
    _stats: { createdTime: made, modifiedTime, lastModifiedBy },
    update: async (change) => {
      updates.push([id, change.flags.coign]);
      Object.assign(document.flags.coign, change.flags.coign);
    },
  };
  game.messages.put(document);
  return document;
}

const counted = (document) => messageFlags(document).overrides ?? [];

test("of a message's flags counts what a GM wrote, whoever writes what stands there later", () => {
  const message = put("m", "ann", { overrides: OFF });
  noteCreated(coign, message, "ann");
  assert.deepEqual(counted(message), [], "a player's own word");
  const { seen, note } = coign.records.of("m");
  assert.deepEqual([seen, note], [true, {}], "the ledger knows that a GM saw it, after F5 too");
  message.flags.coign.overrides = OFF;
  noteUpdated(coign, message, { flags: { coign: { overrides: OFF } } }, {}, "gm");
  assert.deepEqual(counted(message), OFF);
  message.flags.coign.overrides = [];
  noteUpdated(coign, message, { flags: { coign: { overrides: [] } } }, {}, "ann");
  assert.deepEqual(counted(message), OFF, "a player takes nothing away");
  game.users.get("ann").isGM = true;
  assert.deepEqual(counted(message), OFF, "and is no GM for what was written before");
});

test("what a player wrote where only GMs write is undone, on the active GM's client, and nothing else is", async () => {
  const message = put("m", "ann", { overrides: OFF, targets: ["a"], included: [] });
  noteCreated(coign, message, "ann");
  restore(message);
  await null;
  assert.deepEqual(updates.splice(0), [["m", { overrides: [] }]]);
  restore(message);
  game.users.activeGM = { isSelf: false };
  message.flags.coign.occasion = "opportunity";
  restore(message);
  await null;
  assert.deepEqual(updates, []);
});

test("a message that no GM's browser saw counts as a GM's if a GM changed it last, and was one then", async () => {
  const messages = [
    put("forged", "ann", { overrides: OFF }),
    put("judged", "ann", { overrides: OFF }, { changed: ["gm", 9] }),
    put("own", "gm", { overrides: OFF }),
    put("before", "bob", { overrides: OFF }, { changed: ["bob", 3] }),
    put("after", "bob", { overrides: OFF }, { changed: ["bob", 7] }),
    put("forged again", "ann", { overrides: OFF }, { changed: ["ann", 9] }),
  ];
  coign.records.edit("forged again", { seen: true, note: {} });
  coign.setting("watch").gms.bob = 7;
  inspectMessages(coign);
  await null;
  const believed = messages.filter((message) => counted(message).length).map(({ id }) => id);
  assert.deepEqual(believed, ["judged", "own", "after"], "nobody is a GM for what was written before");
  assert.deepEqual(updates, [
    ["forged", { overrides: [] }],
    ["before", { overrides: [] }],
    ["forged again", { overrides: [] }],
  ]);
});

test("a message that a GM's browser has noted counts as noted, after a player has changed it", () => {
  const message = put("m", "ann", { overrides: [] }, { changed: ["ann", 9] });
  coign.records.edit("m", { seen: true, note: { overrides: OFF } });
  inspectMessages(coign);
  assert.deepEqual(counted(message), OFF);
});

const claim = (modifier) => ({ modifier, flavor: "", target: null, effect: { kind: "disadvantage", to: "attack" } });
const claimed = (document) => readMessage(coign, document).flags.included?.map(({ modifier }) => modifier) ?? [];
const CLAIMS = [claim("answered"), claim("forged")];

for (const [where, said] of [
  ["its flags", { flags: { coign: { included: CLAIMS } } }],
  ["the game system's data", { claims: CLAIMS }],
])
  test(`what a message claims in ${where} counts as it was answered when it was made, whatever its author becomes`, () => {
    const message = Object.assign(put("m", "ann", {}), said);
    noteCreated(coign, message, "ann");
    assert.deepEqual(claimed(message), ["answered"]);
    coign.answered.believed = () => [];
    game.users.get("ann").isGM = true;
    noteUpdated(coign, message, { content: "more" }, {}, "ann");
    assert.deepEqual(claimed(message), ["answered"], "no time takes it away, and no role adds to it");
    const { note, noted } = coign.records.of("m");
    assert.deepEqual([note.included, noted > 0], [[claim("answered")], true], "the other GMs' browsers are told");
    const own = Object.assign(put("own", "gm", {}), said);
    noteCreated(coign, own, "gm");
    assert.deepEqual(claimed(own), ["answered", "forged"], "a GM's word counts");
  });

test("a roll that is made by an update is noted then: as it was answered, or as a GM has rolled it", () => {
  const [players, gms, mixed] = ["ann", "gm", "ann"].map((by, n) => put(`m${n}`, by, {}));
  for (const [message, by] of [
    [players, "ann"],
    [gms, "gm"],
    [mixed, "gm"],
  ]) {
    noteCreated(coign, message, message.author.id);
    assert.deepEqual(claimed(message), []);
    message.claims = CLAIMS;
    noteUpdated(coign, message, { rolls: [] }, {}, by);
  }
  assert.deepEqual([players, gms, mixed].map(claimed), [["answered"], ["answered", "forged"], ["answered"]]);
  assert.deepEqual(
    [players, gms, mixed].map(({ id }) => coign.records.of(id).noted),
    [6, 6, 6],
    "told to the others",
  );
  players.flags.coign.included = CLAIMS;
  noteUpdated(coign, players, { rolls: [], flags: { coign: { included: CLAIMS } } }, {}, "ann");
  assert.deepEqual(claimed(players), ["answered"], "and its author adds nothing later");
});

for (const [said, flags] of [
  ["nothing", {}],
  ["an empty list", { included: [] }],
])
  test(`who says ${said} of a roll claims nothing: what is put into the next one counts, and nothing once it has fallen`, () => {
    const [again, later, first] = ["again", "later", "first"].map((id) => put(id, "ann", { ...flags }));
    for (const message of [again, later, first]) Object.assign(message, { dice: "m:7", system: {} });
    for (const message of [again, later]) noteCreated(coign, message, "ann");
    first.claims = CLAIMS;
    noteCreated(coign, first, "ann");
    for (const { id } of [again, later]) coign.records.moments.set(id, { attack: "m:7", moment: 1 });
    Object.assign(again, { claims: CLAIMS, dice: "m:9" });
    later.claims = CLAIMS;
    for (const message of [again, later]) noteUpdated(coign, message, { rolls: [] }, {}, "ann");
    assert.deepEqual([again, later, first].map(claimed), [["answered"], [], ["answered"]]);
  });

test("of a roll that no GM's browser saw the game system's data count if a GM made it; else the dice speak", () => {
  const far = { modifier: "far", flavor: "Coign: Far", effect: { kind: "flat", value: -4, to: "attack" } };
  const claims = [...CLAIMS, far];
  const messages = [
    put("players", "ann", {}),
    put("decided", "ann", {}, { changed: ["gm", 9] }),
    put("gms", "gm", {}),
    put("seen", "ann", {}, { changed: ["gm", 9] }),
  ].map((message) => Object.assign(message, { claims }));
  coign.records.edit("seen", { seen: true, note: { included: [claim("answered")] } });
  inspectMessages(coign);
  assert.deepEqual(messages.map(claimed), [["far"], ["far"], ["answered", "forged", "far"], ["answered"]]);
});

test("who is a GM is noted with the time: at first all who are one, later who becomes one", async () => {
  Object.assign(coign.setting("watch"), { since: null, gms: {} });
  put("m", "ann", {}, { made: 20 });
  await noteGMs(coign);
  assert.deepEqual(coign.setting("watch"), { since: 21, gms: { gm: 0 } });
  game.users.get("ann").isGM = true;
  put("n", "ann", {}, { made: 30 });
  await noteGMs(coign);
  assert.deepEqual(coign.setting("watch"), { since: 21, gms: { gm: 0, ann: 31 } });
  game.users.get("ann").isGM = false;
  await noteGMs(coign);
  assert.deepEqual(coign.setting("watch").gms, { gm: 0 });
});

test("a card says why it has no judgement: none was made, or another browser has it; not of what is older than Coign here", () => {
  globalThis.game.i18n = { localize: (key) => key };
  const why = (flags, { since = 5, made = 5, records = {} } = {}) => {
    const none = { annotated: () => undefined, isElsewhere: () => false, of: () => undefined };
    coign.records = { ...none, ...records };
    coign.setting("watch").since = since;
    return whyUnknown(coign, put("m", "ann", flags, { made }));
  };
  assert.equal(why({}), "COIGN.Card.Unseen");
  assert.equal(why({ annotationKey: "k" }), "COIGN.Card.Elsewhere");
  assert.deepEqual([why({}, { made: 4 }), why({}, { since: null }), why({}, { made: null })], ["", "", ""]);
  for (const known of [{ annotated: () => ({}) }, { isElsewhere: () => true }, { of: () => ({ seen: true }) }])
    assert.equal(why({}, { records: known }), "");
  assert.equal(why({}, { records: { of: () => ({ seen: false }) } }), "COIGN.Card.Unseen");
});
