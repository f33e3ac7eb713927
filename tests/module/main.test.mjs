/** The hook table in the stand-in, without a browser: from a chat message to its flags and back. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../bridge/tabletop/foundry/client.mjs";
import { installGlobals } from "../../bridge/tabletop/foundry/globals.mjs";
import { World } from "../../bridge/tabletop/foundry/world.mjs";
import { memoryStorage } from "./fakes.mjs";

const URL_OF_BRIDGE = "ws://127.0.0.1:8765";
const MODIFIER = { id: "high-ground", source: "High Ground", state: "on", reason: "above", effect: { kind: "note" } };
const WELCOME = { type: "welcome", server: "0", epoch: "1", limits: { bytes: 1 << 20 }, rulesets: [] };
const token = (id, name) => ({ _id: id, name, x: 100, y: 100, actorId: null });

const world = new World({
  id: "test",
  title: "Test",
  generation: 13,
  version: "13.351",
  system: { id: "homebrew", version: "1" },
  modules: [{ id: "coign", version: "0" }],
  documents: {
    User: [{ _id: "gm", name: "Gamemaster", role: 4 }],
    Actor: [],
    Scene: [
      {
        _id: "scene",
        active: true,
        width: 1000,
        height: 700,
        tokens: [token("hero", "Hero"), token("goblin", "Goblin")],
      },
    ],
  },
});

/** A bridge that welcomes every client, takes every scene, and answers every attack with high ground. */
class FakeSocket {
  static sent = [];
  readyState = 1;
  protocol = "coign.v1";

  constructor() {
    setTimeout(() => this.onopen());
  }

  send(text) {
    const message = JSON.parse(text);
    FakeSocket.sent.push(message);
    for (const reply of [ANSWERS[message.type]?.(message) ?? []].flat())
      setTimeout(() => this.onmessage({ data: JSON.stringify({ id: message.id, ...reply }) }));
  }

  close() {}
}

const ANSWERS = {
  hello: () => WELCOME,
  configure: () => ({ type: "configured" }),
  "scene.put": ({ scene, revision }) => ({ type: "synced", scene, revision, skipped: [] }),
  "scene.patch": ({ scene, revision }) => ({ type: "synced", scene, revision, skipped: [] }),
  evaluate: ({ targets, overrides, viewer = "gm", viewers = [viewer] }) =>
    viewers.map((view) => ({
      type: "annotation",
      viewer: view,
      revision: FakeSocket.sent.findLast(({ revision }) => revision).revision,
      results: targets.map((target) => ({
        target,
        modifiers: [{ ...MODIFIER, state: overrides.at(-1)?.state ?? "on" }],
        outcome: { label: "plain" },
      })),
    })),
};

/** Wait until a condition is true. */
async function until(test) {
  for (let tries = 0; tries < 200; tries++) {
    const value = await test();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("it never was");
}

async function startModule() {
  const storage = memoryStorage();
  for (const name of ["bridgeUrl", "pairedUrl"]) storage.setItem(`coign.${name}`, JSON.stringify(URL_OF_BRIDGE));
  storage.setItem("coign.token", JSON.stringify("secret"));
  const page = { addEventListener: () => {}, querySelectorAll: () => [], visibilityState: "visible" };
  page.document = page;
  const errors = [];
  const client = new Client(world, "gm", { window: page, storage, report: (error) => errors.push(error) });
  const location = { protocol: "http:", host: "localhost:30000", hostname: "localhost" };
  Object.assign(globalThis, { window: page, document: page, location, WebSocket: FakeSocket });
  installGlobals(client, globalThis);
  const show = () => {
    globalThis.ui.notifications = { info: () => {}, warn: () => {}, error: (text) => errors.push(new Error(text)) };
  };
  globalThis.requestAnimationFrame = (task) => setTimeout(task);
  await client.start({ load: () => import("../../foundry-module/scripts/main.mjs"), show });
  return { client, errors, api: client.game.modules.get("coign").api };
}

test("a roll is annotated, overridden and annotated again, without a page to draw on", async () => {
  const { errors, api } = await startModule();
  await until(() => api.state === "connected");
  assert.equal(FakeSocket.sent[0].type, "hello");
  await until(() => FakeSocket.sent.some(({ type }) => type === "configure"));

  const annotated = [];
  Hooks.on("coign.annotated", (_message, annotation) => annotated.push(annotation));
  const roll = await new Roll("1d20 + 3").evaluate();
  const message = await ChatMessage.create({
    rolls: [roll],
    speaker: { scene: "scene", token: "hero" },
    flags: { coign: { targets: ["Scene.scene.Token.goblin"] } },
  });
  const shown = () => game.messages.get(message.id).flags.coign?.annotations?.[0]?.results[0].modifiers[0].state;
  await until(() => shown() === "on");
  assert.deepEqual(annotated[0].results[0].target, "goblin");
  const asked = FakeSocket.sent.filter(({ type }) => type === "evaluate");
  assert.deepEqual(
    asked.map(({ viewers }) => viewers),
    [["gm", "player"]],
    "one request for both views",
  );

  await api.override({ modifier: "high-ground", scope: "roll", state: "off", target: "goblin" }, "scene", message);
  await until(() => shown() === "off");
  await api.removeOverride({ modifier: "high-ground", scope: "roll", target: "goblin" }, "scene", message);
  await until(() => shown() === "on");

  await game.scenes.get("scene").tokens.get("goblin").update({ x: 300 });
  const patch = await until(() => FakeSocket.sent.find(({ type }) => type === "scene.patch"));
  assert.deepEqual(
    patch.changes.map(({ document, id, data }) => [document, id, data.x]),
    [["Token", "goblin", 300]],
  );
  await api.annotate(message);
  assert.equal(annotated.length, 4);
  await game.settings.set("coign", "automatic", false);
  await game.settings.set("coign", "rulesets", ["combat-modifiers"]);
  await until(() => FakeSocket.sent.findLast(({ type }) => type === "configure").rulesets[0] === "combat-modifiers");
  // The stand-in draws its chat log, for which there is no page here.
  const ours = errors.filter((error) => String(error.stack ?? error).includes("foundry-module"));
  assert.deepEqual(ours, []);
});
