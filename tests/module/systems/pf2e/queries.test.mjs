/** Modifiers in the saves and checks of Pathfinder 2: what is asked about them, what goes in, and what is left alone. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { provedIn } from "../../../../foundry-module/scripts/attack/included.mjs";
import { checkOccasion, rollDetails, saveAgainst } from "../../../../foundry-module/scripts/systems/pf2e/saves.mjs";
import { readRoll } from "../../../../foundry-module/scripts/systems/rolls.mjs";
import { TOKENS } from "../../../browser/table.mjs";
import { additions, atOnce, later, modifier, settled } from "../rolls-kit.mjs";
import { strikerWith } from "./rolls-kit.mjs";

const COVER = modifier("standard-cover", { kind: "flat", value: 2, to: "save" });
const HIDING = modifier("standard-cover", { kind: "flat", value: 2, to: "stealth" });
const DARK = modifier("dark", { kind: "disadvantage", to: "perception" });

const claimed = ({ flags }) => (flags.coign?.included ?? []).map((one) => one.modifier);

/** Return the modifiers that are taken as included in a message's roll. */
function believed(message, occasion) {
  const seen = readRoll(message.rolls[0]);
  const { shown } = { ...seen, ...rollDetails(message, seen) };
  const { included = [] } = provedIn(message.flags.coign?.included, { occasion, mode: seen.mode, shown });
  return included.map((one) => one.modifier);
}

/** Ilse, who saves against Snag's Shortbow, as if it were a spell. */
async function saverWith(ask, options) {
  const table = await strikerWith(ask, options);
  const { client } = table;
  const actorOf = (id) => client.canvas.scene.tokens.get(id).actor;
  const ilse = actorOf(TOKENS.ilse);
  const caster = actorOf(TOKENS.snag);
  const item = caster.items.find(({ name }) => name === "Shortbow");
  const roll = async (statistic, args) => {
    let message = null;
    await statistic.roll({ skipDialog: true, callback: (_roll, _outcome, made) => (message = made), ...args });
    return message;
  };
  const save = (args = {}) => roll(ilse.saves.reflex, { origin: caster, item, dc: 18, ...args });
  return { ...table, ilse, caster, item, roll, save };
}

/** The effect "Cover" as the system keeps it. */
const effect = (level, bonus) => ({
  name: "Effect: Cover",
  type: "effect",
  system: {},
  flags: { pf2e: { rulesSelections: { cover: { level, bonus } } } },
});

for (const generation of [13, 14])
  test(`a save is asked about from the token whose effect it is, and has its modifier in the total (v${generation})`, async () => {
    const { client, caster, item, queries, save } = await saverWith(atOnce(COVER), { generation });
    client.CONFIG.Dice.nextFaces.push(10);
    const message = await save({ extraRollOptions: ["area-effect"] });
    assert.deepEqual(queries, [
      {
        actorToken: { scene: client.canvas.scene.id, token: caster.getActiveTokens(true, true)[0].id },
        targets: [TOKENS.ilse],
        ...{ occasion: "save", ability: "dex", mode: "normal" },
        attack: { kind: "ranged", reach: null, range: null, name: item.name, abilities: [] },
        check: { area: true },
        counted: [],
      },
    ]);
    assert.equal(message.rolls[0].total, 10 + 13 + 2);
    assert.deepEqual([claimed(message), believed(message, "save")], [["standard-cover"], ["standard-cover"]]);
    assert.equal((message.system.context ?? message.flags.pf2e.context).dc.value, 18, "the DC is not of armour");
  });

test("the question is the one that the message's card asks", async () => {
  const { context, queries, save } = await saverWith(atOnce(COVER));
  const against = saveAgainst(await save({ extraRollOptions: ["area-effect"] }), context);
  const [{ actorToken, ability, check, attack }] = queries;
  assert.deepEqual([actorToken, ability], [{ scene: against.scene, token: against.token }, against.ability]);
  assert.deepEqual(
    [check.area, attack.name, attack.abilities],
    [against.area, against.effect.name, against.effect.abilities],
  );
});

test("a save is measured from the area that the effect has placed, and from a hidden one not at all", async () => {
  const { client, item, queries, save } = await saverWith(atOnce(COVER));
  const flags = { pf2e: { origin: { uuid: item.uuid } } };
  const place = (hidden) =>
    client.canvas.scene.createEmbeddedDocuments("MeasuredTemplate", [
      { t: "circle", x: 400, y: 300, distance: 20, hidden, flags },
    ]);
  const [area] = await place(false);
  await save();
  const { actorToken, targets, origin, check } = queries[0];
  assert.deepEqual([actorToken, targets], [{ scene: client.canvas.scene.id, token: TOKENS.ilse }, [TOKENS.ilse]]);
  assert.deepEqual([origin, check], [{ x: 400, y: 300, elevation: 0 }, undefined]);
  await area.delete();
  await place(true);
  await save();
  assert.equal(queries.length, 1);
});

test("the effect Cover on who saves is the system's: no cover is put in again, and none is on the card", async () => {
  const { client, ilse, queries, save } = await saverWith(atOnce());
  await ilse.createEmbeddedDocuments("Item", [effect("lesser", 1)]);
  client.CONFIG.Dice.nextFaces.push(10, 10);
  const message = await save({ extraRollOptions: ["area-effect"] });
  assert.equal(message.rolls[0].total, 10 + 13 + 1);
  assert.deepEqual(queries[0].counted, ["standard-cover", "greater-cover"]);
  assert.deepEqual(rollDetails(message, readRoll(message.rolls[0])).counted, ["standard-cover", "greater-cover"]);
  const aimed = await save();
  assert.equal(aimed.rolls[0].total, 10 + 13, "the effect helps against areas alone");
  assert.deepEqual([queries[1].counted, rollDetails(aimed, readRoll(aimed.rolls[0])).counted], [[], undefined]);
});

test("a save from nowhere, or against an affliction of one's own, is left alone", async () => {
  const { ilse, queries, save } = await saverWith(atOnce(COVER));
  const message = await save({ origin: null, item: null });
  await save({ origin: ilse, createMessage: false });
  assert.deepEqual([queries, claimed(message)], [[], []]);
});

test("Stealth and Perception ask about the targets; other skills, and nobody targeted, about nothing", async () => {
  const { client, ilse, aim, queries, roll } = await saverWith(atOnce(HIDING, DARK));
  client.CONFIG.Dice.nextFaces.push(10);
  const hidden = await roll(ilse.skills.stealth);
  assert.equal(hidden.rolls[0].total, 10 + 13 + 2);
  assert.deepEqual([checkOccasion(hidden), believed(hidden, "stealth")], ["stealth", ["standard-cover"]]);
  const seen = await roll(ilse.perception);
  assert.match(seen.rolls[0].formula, /^2d20kl/);
  assert.deepEqual([checkOccasion(seen), believed(seen, "perception")], ["perception", ["dark"]]);
  const other = await roll(ilse.skills.acrobatics);
  assert.deepEqual([checkOccasion(other), claimed(other)], [null, []]);
  aim();
  await roll(ilse.skills.stealth);
  assert.deepEqual(
    queries.map(({ occasion, actorToken, targets }) => [occasion, actorToken.token, targets]),
    [
      ["stealth", TOKENS.ilse, [TOKENS.grik]],
      ["perception", TOKENS.ilse, [TOKENS.grik]],
    ],
  );
});

test("who hides with the effect Cover has the system's bonus alone", async () => {
  const { client, ilse, queries, roll } = await saverWith(atOnce());
  await ilse.createEmbeddedDocuments("Item", [effect("standard", 2)]);
  client.CONFIG.Dice.nextFaces.push(10);
  const message = await roll(ilse.skills.stealth, { extraRollOptions: ["action:hide"] });
  assert.equal(message.rolls[0].total, 10 + 13 + 2);
  assert.deepEqual(queries[0].counted, ["standard-cover", "greater-cover"]);
});

test("a save's dialog has a late modifier, and one that is switched off there is off on the GM's card", async () => {
  const { ask, give } = later();
  const { opened, save } = await saverWith(ask);
  const saving = save({ skipDialog: false });
  await settled();
  give(additions([TOKENS.ilse], [COVER], "save"));
  await settled();
  const [dialog] = opened;
  assert.equal(dialog.check.totalModifier, 13 + 2);
  dialog.flip("coign-standard-cover");
  dialog.press();
  const message = await saving;
  assert.deepEqual(claimed(message), []);
  assert.deepEqual(
    message.flags.coign.overrides.map(({ modifier: id, state }) => [id, state]),
    [["standard-cover", "off"]],
  );
});
