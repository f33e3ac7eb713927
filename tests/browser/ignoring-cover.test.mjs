/** Feats and spells that ignore cover, from a German sheet to the card: found by their identifiers, not by their names. */

import assert from "node:assert/strict";
import { hedge, passed, strike, wiretap } from "./quick.mjs";
import { atTable } from "./setup.mjs";
import { TOKENS } from "./table.mjs";

/** Give a token's actor an item with a German name. Returns the item's uuid. */
const give = (gm, token, item) =>
  gm.evaluate(
    async ([id, data]) => {
      const { actor } = canvas.scene.tokens.get(id);
      const [made] = await actor.createEmbeddedDocuments("Item", [data]);
      return made.uuid;
    },
    [token, item],
  );

/** Wait for the bridge's answer to what is rolled by `roll`; return the modifiers that apply, by their ids. */
async function applied(line, occasion, roll) {
  line.said.splice(0);
  await roll();
  const isAnswer = ({ type, viewer, occasion: of }) => type === "annotation" && viewer === "gm" && of === occasion;
  const [result] = (await passed(line.said, isAnswer, "the roll is judged")).results; // a preview asks as a player
  return result.modifiers.filter(({ state }) => state === "on").map(({ id }) => id);
}

/** Save with Ilse against a spell of Snag's, from its card. Returns the message's id. */
async function saveAgainst({ gm, player }, spell) {
  const card = await gm.evaluate(
    async ([id, item]) => {
      const speaker = ChatMessage.getSpeaker({ token: canvas.scene.tokens.get(id) });
      const uses = { item: { uuid: item }, activity: { uuid: `${item}.Activity.x` } };
      const flags = { dnd5e: { messageType: "usage", ...uses } };
      return (await ChatMessage.create({ content: "<p>A spell.</p>", speaker, flags })).id;
    },
    [TOKENS.snag, spell],
  );
  return player.evaluate(
    async ([id, origin]) => {
      const roll = await new Roll("1d20 + 3").evaluate();
      const speaker = ChatMessage.getSpeaker({ token: canvas.scene.tokens.get(id) });
      const flags = { dnd5e: { roll: { type: "save", ability: "dex" }, originatingMessage: origin } };
      return (await ChatMessage.create({ rolls: [roll], speaker, flags })).id;
    },
    [TOKENS.ilse, card],
  );
}

const line = wiretap();
const how = { query: "system=dnd5e", before: line.before };

atTable("a feat called Scharfschütze ignores half cover", how, async ({ gm, player }) => {
  const shot = () => strike(player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Shortbow" });
  assert.deepEqual(await applied(line, "attack", shot), ["half-cover"]);
  await give(gm, TOKENS.ilse, { name: "Scharfschütze", type: "feat", system: { identifier: "sharpshooter" } });
  const tells = ({ type, changes }) => type === "scene.patch" && JSON.stringify(changes).includes("sharpshooter");
  await passed(line.sent, tells, "the bridge is told of the feat");
  assert.deepEqual(await applied(line, "attack", shot), []);
});

atTable("cover is no help against a spell called Heilige Flamme", how, async (table) => {
  const { gm } = table;
  await hedge(gm);
  const spell = (name, identifier) => give(gm, TOKENS.snag, { name, type: "spell", system: { identifier } });
  const ball = await spell("Feuerball", "fireball");
  assert.deepEqual(await applied(line, "save", () => saveAgainst(table, ball)), ["half-cover"]);
  const flame = await spell("Heilige Flamme", "sacred-flame");
  assert.deepEqual(await applied(line, "save", () => saveAgainst(table, flame)), []);
});
