/** The hook table in the stand-in, without a browser: from a chat message to its flags and back. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoErrors, bridge, startTable, until } from "./attack/kit.mjs";
import { holds } from "./recorded.mjs";

test("a roll is annotated, overridden and annotated again, without a page to draw on", async () => {
  const { errors, api } = await startTable();
  assert.equal(bridge.sent[0].type, "hello");
  const heard = Object.entries(Hooks.events).map(([hook, handlers]) => [hook, handlers.length]);
  holds("handlers of each hook", heard);

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
  const asked = bridge.asked();
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
  const patch = await until(() => bridge.asked("scene.patch")[0]);
  assert.deepEqual(
    patch.changes.map(({ document, id, data }) => [document, id, data.x]),
    [["Token", "goblin", 300]],
  );
  await api.annotate(message);
  assert.equal(annotated.length, 4);
  await game.settings.set("coign", "automatic", false);
  await game.settings.set("coign", "rulesets", ["combat-modifiers"]);
  await until(() => bridge.asked("configure").at(-1).rulesets[0] === "combat-modifiers");

  // What a macro left without its number costs nothing else.
  const broken = { scope: "world", modifier: "gm-1", effect: { kind: "miss-chance" } };
  const whole = { scope: "world", modifier: "high-ground", state: "off" };
  await game.settings.set("coign", "overrides", [broken, whole]);
  await until(() => bridge.asked("configure").at(-1).overrides.length);
  assert.deepEqual(bridge.asked("configure").at(-1).overrides, [whole]);

  // What was decided for a scene about a token goes with the token; the rest stays.
  const scene = game.scenes.get("scene");
  const about = (target) => ({ modifier: "high-ground", scope: "token", state: "off", scene: "scene", target });
  for (const target of ["goblin", "hero"]) await api.override(about(target), "scene");
  const decided = () => (scene.flags.coign?.overrides ?? []).map(({ target }) => target);
  await until(() => decided().length === 2);
  await scene.tokens.get("goblin").delete();
  await until(() => decided().length < 2);
  assert.deepEqual(decided(), ["hero"]);
  assertNoErrors(errors);
});

test("what another client asks is answered, whatever it asks", async () => {
  const NONE = "Error: COIGN.Errors.NoSuchThing";
  const queries = Object.keys(CONFIG.queries).filter((name) => name.startsWith("coign."));
  for (const odd of [null, "odd", { from: 7, key: [], known: "all", ids: {} }]) {
    const answers = queries
      .filter((name) => name !== "coign.survey") // which the engine answers
      .map(async (name) => [name, await Promise.resolve(odd).then(CONFIG.queries[name]).catch(String)]);
    assert.deepEqual(Object.fromEntries(await Promise.all(answers)), {
      "coign.evaluate": NONE,
      "coign.press": NONE,
      "coign.practice": { agreed: false },
      "coign.key": false,
      "coign.ledger": { rolls: [], more: false },
      "coign.asked": false,
      "coign.news": true,
      "coign.bearings": {},
    });
  }
});
