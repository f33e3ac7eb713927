import assert from "node:assert/strict";
import { test } from "node:test";

import {
  findAttacker,
  findTargets,
  matchTargets,
  parseUuid,
  resolve,
} from "../../../foundry-module/scripts/systems/tokens.mjs";
import { world } from "./kit.mjs";

const context = world("S", [
  { _id: "A", actorId: "hero" },
  { _id: "B", actorId: "goblin" },
  { _id: "C", actorId: "goblin" },
]);

test("a uuid contains its documents' ids, and a bare id none", () => {
  assert.deepEqual(parseUuid("Scene.S.Token.T.Actor.A.Item.I"), { scene: "S", token: "T", actor: "A" });
  assert.deepEqual(parseUuid("Actor.A"), { scene: null, token: null, actor: "A" });
  assert.deepEqual(parseUuid(null), { scene: null, token: null, actor: null });
});

test("an actor stands for its only token in the scene", () => {
  assert.equal(resolve("Actor.hero", context, "S"), "A");
});

test("of two tokens of one actor, none is guessed", () => {
  assert.equal(resolve("Actor.goblin", context, "S"), null);
  const aim = findTargets({}, context, "S", [{ uuid: "Actor.goblin" }, { uuid: "Actor.hero" }]);
  assert.deepEqual(aim, ["A"]);
});

test("the tokens captured with the message decide between them", () => {
  const message = { flags: { coign: { targets: ["Scene.S.Token.C", "Scene.S.Token.C", "Scene.elsewhere.Token.Z"] } } };
  assert.deepEqual(findTargets(message, context, "S", [{ uuid: "Actor.goblin" }]), ["C"]);
});

test("a token of another scene is no target here", () => {
  assert.equal(resolve("Scene.other.Token.B.Actor.goblin", context, "S"), null);
});

test("bare token ids, as pf1 and D35E keep them, are targets if the scene has them", () => {
  assert.equal(resolve("B", context, "S"), "B");
  assert.equal(resolve("gone", context, "S"), null);
});

test("the speaker's token attacks; without one, the actor's only token in the scene", () => {
  assert.deepEqual(findAttacker({ speaker: { scene: "S", token: "B", actor: "goblin" } }, context), {
    scene: "S",
    actor: "B",
  });
  assert.deepEqual(findAttacker({ speaker: { scene: "S", token: null, actor: "hero" } }, context), {
    scene: "S",
    actor: "A",
  });
  assert.deepEqual(findAttacker({ speaker: { scene: "S", token: null, actor: "goblin" } }, context), {
    scene: "S",
    actor: null,
  });
  assert.deepEqual(findAttacker({ speaker: {} }, context, "Scene.S.Token.C.Actor.goblin.Item.I"), {
    scene: "S",
    actor: "C",
  });
  assert.deepEqual(findAttacker({}, context), { scene: "", actor: null });
});

test("the system's data for a target are found by its token first, then by its actor", () => {
  const said = [
    { uuid: "Actor.goblin", ac: 12 },
    { uuid: "Scene.S.Token.C.Actor.goblin", ac: 17 },
  ];
  const found = matchTargets(["B", "C", "A"], said, (entry) => entry.uuid, context, "S");
  assert.deepEqual(
    [...found].map(([id, { ac }]) => [id, ac]),
    [
      ["B", 12],
      ["C", 17],
    ],
  );
});
