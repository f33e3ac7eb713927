import assert from "node:assert/strict";
import { test } from "node:test";
import { TraitsCache, tokenUpdated, watchActors } from "../../../foundry-module/scripts/scene-sync/document-hooks.mjs";

test("a region that is attached to a token is read when the token has moved, and again when it has come after it", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.Hooks = { callAll: () => {} };
  const regions = ["token", "other"].map((token) => ({ id: `of ${token}`, _source: { attachment: { token } } }));
  const read = [];
  const coign = {
    traits: { changed: () => {} },
    scenes: { changed: (_scene, kind, id) => read.push(`${kind} ${id}`) },
  };
  tokenUpdated(coign, { id: "token", documentName: "Token", parent: { id: "scene", regions } }, { x: 1 });
  assert.deepEqual(read, ["Token token", "Region of token"]);
  t.mock.timers.tick(2000);
  assert.deepEqual(read.slice(2), ["Region of token"]);
  delete globalThis.Hooks;
});

test("a moved token keeps its traits and its attacks; after other changes they are read again", () => {
  let reads = 0;
  let weapons = 0;
  const traits = new TraitsCache(() => ({
    tokenTraits: () => ({ reach: 5 * ++reads }),
    attacksOf: () => [{ name: `weapon ${++weapons}` }],
  }));
  const [rat, cat] = [{}, {}];
  assert.deepEqual([traits.of(rat), traits.of(rat), traits.of(cat)], [{ reach: 5 }, { reach: 5 }, { reach: 10 }]);
  traits.changed(rat, { _id: "rat", x: 100, rotation: 45 });
  assert.deepEqual(traits.of(rat), { reach: 5 });
  traits.changed(rat, { _id: "rat", x: 100, flags: { coign: { reach: 10 } } });
  assert.deepEqual([traits.of(rat), traits.of(cat)], [{ reach: 15 }, { reach: 10 }]);
  traits.forgetAll();
  assert.deepEqual(traits.of(cat), { reach: 20 });
  const [first] = traits.attacksOf(rat);
  traits.changed(rat, { x: 200 });
  assert.equal(traits.attacksOf(rat)[0], first);
  traits.changed(rat, { name: "Rat" });
  assert.equal(traits.attacksOf(rat)[0].name, "weapon 2");
});

test("a system's change of an actor is read again on each of its tokens in the scenes that are held", () => {
  const handlers = {};
  const did = [];
  globalThis.Hooks = {
    on: (hook, act) => Object.assign(handlers, { [hook]: act }),
    callAll: (hook) => did.push(hook),
  };
  const scene = (id, ...actors) => {
    const made = { id, regions: [] };
    made.tokens = actors.map((actorId, n) => ({ id: `${id}${n}`, actorId, documentName: "Token", parent: made }));
    return [id, made];
  };
  globalThis.game = { scenes: new Map([scene("s", "orc", "hero", "orc"), scene("elsewhere", "orc")]) };
  watchActors({
    adapter: { watch: { updateActor: (actor) => actor, createItem: ({ parent }) => parent } },
    traits: { forgetAll: () => did.push("forget"), changed: () => {} },
    scenes: { held: ["s", "gone"], changed: (_scene, kind, id) => did.push(`${kind} ${id}`) },
  });
  const READ = ["Token s0", "coign.sceneChanged", "Token s2", "coign.sceneChanged"];
  for (const [hook, document, expected] of [
    ["updateActor", { documentName: "Actor", id: "orc" }, ["forget", "coign.sceneChanged", ...READ]],
    ["createItem", { parent: { documentName: "Actor", id: "nobody" } }, ["forget", "coign.sceneChanged"]],
    ["createItem", { parent: null }, []],
    ["updateActor", { documentName: "Item", id: "orc" }, ["forget"]],
    ["updateActor", game.scenes.get("elsewhere").tokens[0], ["forget", "Token elsewhere0", "coign.sceneChanged"]],
  ]) {
    handlers[hook](document);
    assert.deepEqual(did.splice(0), expected);
  }
  delete globalThis.Hooks;
  delete globalThis.game;
});
