/** Modifiers in SWADE's own list, before its dialog opens: what the roll makes of them, and what counts once. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { countedIn, wrapDialog } from "../../../../foundry-module/scripts/systems/swade/in-roll.mjs";
import { attackIn, swade } from "../../../../foundry-module/scripts/systems/swade/record.mjs";
import { tableOf } from "../../../browser/systems-kit.mjs";
import { TOKENS } from "../../../browser/table.mjs";
import { additions, atOnce, contextOf, inRollWith, modifier } from "../rolls-kit.mjs";

const DIM = modifier("dim", { kind: "flat", value: -2, to: "attack" });
const HELP = modifier("gang-up", { kind: "flat", value: 1, to: "attack" });
const RAIN = modifier("by-hand", { kind: "die", dice: "-1d4", to: "attack" });

/** A world of the stand-in whose rolls ask; `during` is what the user does while the dialog is open. */
async function tableWith(ask, during = () => {}) {
  const table = await tableOf("swade");
  const { client } = table;
  const dialog = client.game.swade.RollDialog.asPromise;
  client.game.swade.RollDialog.asPromise = (context) => {
    during(context.mods);
    return dialog(context);
  };
  const { inRoll, queries } = inRollWith(ask, { game: client.game });
  const context = { ...contextOf(client), words: (key) => client.game.i18n.localize(key) };
  wrapDialog(inRoll, {
    attackIn,
    table: {
      targets: () => [...client.user.targets].map(({ document }) => document),
      speakerOf: (actor) => client.classOf("ChatMessage").getSpeaker({ actor }),
    },
    context,
  });
  table.aim(TOKENS.mog);
  return { ...table, context, inRoll, queries, shoot: () => table.strike(TOKENS.ilse, "Bow") };
}
const formulaOf = ({ rolls: [{ formula }] }) => formula.replace(/^\{.*\}kh\s*/, "").replaceAll(" ", "");
const includedIn = (message) => swade.includedIn(message).map((one) => one.modifier);

test("numbers and dice are in the list with their names, become terms, and the roll keeps what they are", async () => {
  const { shoot, queries } = await tableWith(atOnce(DIM, HELP, RAIN));
  const message = await shoot();
  assert.equal(formulaOf(message), "-2[Coign:dim]+1[Coign:gang-up]-1d4[Coign:by-hand]");
  assert.deepEqual(includedIn(message), ["dim", "gang-up", "by-hand"]);
  const range = { normal: 60, long: 240 };
  assert.deepEqual(queries, [
    {
      actorToken: { scene: "sceneQuarry00000", token: TOKENS.ilse },
      targets: [TOKENS.mog],
      attack: { kind: "ranged", reach: null, range, name: "Bow", abilities: [], spell: false },
      counted: [],
    },
  ]);
});

test("what the user switches off in the dialog is not in the roll, and not said to be", async () => {
  const { shoot } = await tableWith(atOnce(DIM, HELP), (mods) => {
    mods[0].ignore = true;
  });
  const message = await shoot();
  assert.equal(formulaOf(message), "+1[Coign:gang-up]");
  assert.deepEqual(includedIn(message), ["gang-up"]);
});

test("of several targets only what holds for each goes in: the system has one list", async () => {
  const ask = ({ targets }) => {
    const found = additions(targets, [DIM]);
    found.lines.push({ ...additions([targets[0]], [HELP]).lines[0], target: targets[0], held: "targets", on: false });
    return { inTime: Promise.resolve(found), late: Promise.resolve(found) };
  };
  const table = await tableWith(ask);
  table.aim(TOKENS.mog, TOKENS.grik);
  assert.equal(formulaOf(await table.shoot()), "-2[Coign:dim]");
});

test("what the system has put into its list by itself is told with the question, and what the user ticks with the card", async () => {
  const own = [{ label: "Gang Up", value: "+1" }];
  const { client, context, queries, shoot } = await tableWith(atOnce(DIM), (mods) =>
    mods.push({ label: "Medium Range", value: -2 }, { label: "Light Cover", value: -2, ignore: true }),
  );
  const speaker = client.classOf("ChatMessage").getSpeaker({ token: client.canvas.scene.tokens.get(TOKENS.ilse) });
  const message = await shoot();
  assert.deepEqual(swade.readAttack(message, context).counted, ["medium-range", "far-range"]);
  const { actor } = client.canvas.scene.tokens.get(TOKENS.ilse);
  const { TraitRoll } = client.CONFIG.Dice;
  const roll = new TraitRoll("{1d8x[Shooting]}kh", {}, {});
  await client.game.swade.RollDialog.asPromise({ roll, mods: own, speaker, flavor: "", actor, item: { name: "Bow" } });
  assert.deepEqual(queries.at(-1).counted, ["gang-up"]);
});

test("damage, a roll without a target, and a list of another shape are left alone", async () => {
  const { shoot, aim, inRoll, queries } = await tableWith(atOnce(DIM));
  inRoll.meet = (check, mods) => assert.deepEqual([check, mods], ["swade-modifiers", []]);
  assert.equal(formulaOf(await shoot()), "");
  aim();
  assert.equal(formulaOf(await shoot()), "");
  assert.equal(queries.length, 1);
});

test("each modifier of the system's own list stands for ours of the same kind, by its key or in the user's language", () => {
  const kinds = {
    "quarter-hidden half-hidden mostly-hidden nearly-hidden target-prone": [
      ...["Cover.Light", "Cover.Medium", "Cover.MediumProne", "Cover.Heavy", "Cover.Total", "Cover.Shield"],
    ],
    "dim dark unseen": ["Illumination.Dim", "Illumination.Dark", "Illumination.Pitch"],
    "medium-range far-range": ["Range.Medium", "Range.Long", "Range.Extreme"],
    "gang-up": ["GangUp"],
  };
  const context = { words: (key) => `Text of ${key}` };
  for (const [ours, keys] of Object.entries(kinds))
    for (const key of keys)
      for (const label of [`SWADE.${key}`, `Text of SWADE.${key}`]) {
        assert.equal(countedIn([{ label }], context).join(" "), ours, label);
        assert.deepEqual(countedIn([{ label, ignore: true }], context), []);
      }
  assert.deepEqual(countedIn([{ label: "Wild Attack" }], context), []);
});
