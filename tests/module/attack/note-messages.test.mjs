/** Who wrote what into a message: what is noted when it comes, and what counts of a message that nobody saw come. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import {
  inspectMessages,
  noteCreated,
  noteGMs,
  noteUpdated,
  restore,
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
  coign = { records: new Rolls(), setting: (name) => settings[name], adapter: { includedIn: () => [] } };
  coign.answered = { believed: () => [] };
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
