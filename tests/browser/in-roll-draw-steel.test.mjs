/** Edges and banes in the power rolls of Draw Steel, in a browser: in the roll, in the dialog, and on the card with the tier. */

import assert from "node:assert/strict";
import { patient } from "./quick.mjs";
import { atTable } from "./setup.mjs";
import { attack, cardOf, nextDice, reads, SOON, TOKENS } from "./table.mjs";

const query = "system=draw-steel&v=14";

/** A message on the game master's client: its modifiers, total and tier, and the edges of its roll. */
const judged = async (gm, message) => {
  await cardOf(gm, message).waitFor(SOON);
  return gm.evaluate((id) => {
    const { flags, system } = game.messages.get(id);
    const [{ results }] = flags.coign.annotations;
    const [{ modifiers, outcome }] = results;
    const rolls = Object.values(system.parts).flatMap((part) => part.rolls.map((roll) => JSON.parse(roll).options));
    return {
      modifiers: modifiers.map(({ id: modifier, state, included }) => [modifier, state, included]),
      total: outcome.total,
      tiers: outcome.tiers,
      edges: rolls.map(({ edges, banes }) => [edges, banes]),
    };
  }, message);
};

atTable(
  "a shot from a ledge has an edge, and the card has its tier after the message's own parts",
  { query, before: patient },
  async ({ gm, player }) => {
    await nextDice(player, 7, 6);
    const message = await attack(player, { by: TOKENS.ilse, at: TOKENS.grik, weapon: "Longbow Shot" });
    const seen = await judged(gm, message);
    assert.deepEqual(seen.edges, [[0, 0]]);
    const edges = seen.modifiers.filter(([id]) => id === "high-ground");
    assert.deepEqual(
      [edges, seen.total, seen.tiers],
      [[["high-ground", "on", false]], { before: 15, after: 17 }, { before: 2, after: 3 }],
    );
    await reads(cardOf(gm, message), /15 → 17: ?tier 2 → 3/);
    await reads(cardOf(gm, message), /High Ground ?edge/);
  },
);

atTable(
  "flanking is the system's own if the attacker is selected; else Coign puts the edge in",
  { query, before: patient },
  async ({ gm, player }) => {
    await gm.evaluate(() => game.settings.set("coign", "inRoll", "everybody"));
    await player.waitForFunction(() => game.settings.get("coign", "inRoll") === "everybody");
    await nextDice(player, 5, 5);
    const message = await attack(player, { by: TOKENS.bram, at: TOKENS.mog, weapon: "Sword Cut" });
    const seen = await judged(gm, message);
    const flanking = seen.modifiers.find(([id]) => id === "flanking");
    assert.ok(flanking, JSON.stringify(seen));
    assert.deepEqual([seen.edges, seen.tiers.after], [[[1, 0]], 2], "once, whoever counts it");
    assert.ok(flanking[2] ? flanking[1] === "on" : flanking[1] === "set-aside");
  },
);
