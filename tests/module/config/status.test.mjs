import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.foundry = { applications: { api: { ApplicationV2: class {} }, instances: new Map() } };
globalThis.document = { querySelectorAll: () => [] };
globalThis.game = {
  user: { isGM: true },
  i18n: { localize: (key) => key, format: (key, data) => `${key} ${data.loaded}/${data.total}` },
};
const { shownState, stateHelp, stateText, watchStatus } = await import(
  "../../../foundry-module/scripts/config/status.mjs"
);

const gm = ({ running = false, rulesProblem = "", ...status } = {}) => ({
  engine: { connected: status.state === "connected", status },
  meanwhile: { running },
  rulesProblem,
});
const key = (coign) => stateText(coign).split(" ")[0].replace("COIGN.Status.", "");

test("the state says where Coign computes, how far its start is, and whether rules are missing", () => {
  assert.equal(key(gm({ state: "connected", place: "bridge" })), "connected");
  assert.equal(key(gm({ state: "connected", place: "page" })), "here");
  assert.equal(key(gm({ state: "connected", place: "page", running: true })), "meanwhile");
  assert.equal(key(gm({ state: "starting", progress: { stage: "starting" } })), "starting");
  const loading = gm({ state: "starting", progress: { stage: "loading", loaded: 3_400_000, total: 9_100_000 } });
  assert.equal(stateText(loading), "COIGN.Status.loading 3/9");
  const bare = gm({ state: "connected", place: "page", rulesProblem: "no rules are chosen" });
  assert.equal(key(bare), "no-rules");
  assert.equal(shownState(bare), "no-rules");
  assert.equal(stateHelp(bare), "no rules are chosen");
  assert.equal(shownState(gm({ state: "busy", rulesProblem: "no rules are chosen" })), "busy");
  assert.equal(stateHelp(gm({ state: "blocked" })), "COIGN.Help.blocked");
});

test("a game master whose browser does not compute reads whose does", () => {
  const users = Object.assign([], { activeGM: null, get: () => undefined });
  const off = {
    ...gm({ state: "off" }),
    setting: (name) => ({ computeOn: "bridge", computing: "" })[name],
    contract: { works: () => true },
  };
  Object.assign(globalThis.game, {
    users,
    i18n: { ...globalThis.game.i18n, format: (key, { name }) => `${key} ${name}` },
  });
  users.activeGM = { id: "other", name: "Ada", isGM: true, active: true, isSelf: false };
  users.push(users.activeGM);
  assert.deepEqual([key(off), stateHelp(off)], ["elsewhere", "COIGN.Help.elsewhere Ada"]);
  users.activeGM.isSelf = true; // who has disconnected
  assert.deepEqual([key(off), stateHelp(off)], ["off", "COIGN.Help.off"]);
});

test("a state that lasts is notified once, and the first connection not at all", () => {
  const notes = [];
  const level = (name) => (text) => notes.push([name, text.split("COIGN.Status.")[1].split(" ")[0]]);
  globalThis.ui = { windows: {}, notifications: { info: level("info"), warn: level("warn") } };
  const told = [];
  globalThis.Hooks = { callAll: (name, { state }) => told.push([name, state]) };
  let show = null;
  const coign = gm({ state: "connecting" });
  coign.engine.on = (_name, listener) => {
    show = listener;
  };
  watchStatus(coign);
  const become = (state, more = {}) => {
    coign.engine.status = { state, place: "bridge", ...more };
    coign.engine.connected = state === "connected";
    show({ state });
  };
  for (const state of ["connecting", "connected", "reconnecting", "reconnecting", "connecting", "reconnecting"])
    become(state);
  become("connected");
  assert.deepEqual(notes, [
    ["warn", "reconnecting"],
    ["info", "connected"],
  ]);
  assert.deepEqual(told[0], ["coign.statusChanged", "connecting"]);
  assert.equal(told.length, 6, "an unchanged text is no news");
  globalThis.game.user.isGM = false;
  show = null;
  watchStatus(coign);
  assert.equal(show, null, "a player is told nothing");
});
