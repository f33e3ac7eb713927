/** What a system's record reads of an attack before its roll is what the roll then adds, and what it meets. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { adapterFor } from "../../../foundry-module/scripts/systems/index.mjs";
import { tableOf } from "../../browser/systems-kit.mjs";
import { TOKENS } from "../../browser/table.mjs";

const ATTACKS = { dnd5e: 3, pf1: 3, pf2e: 3, D35E: 3 }; // how many are tried at least
const FACE = 9;

for (const [id, least] of Object.entries(ATTACKS))
  test(`the bonus and the armour class of ${id} before the roll are those of its message`, async () => {
    const { client, system, aim } = await tableOf(id);
    const context = {
      document: (uuid) => client.fromUuidSync(uuid, { strict: false }),
      scene: (scene) => client.scenes.get(scene),
      messages: () => [],
      module: () => null,
    };
    const adapter = adapterFor(id, system.versions[13], context);
    const target = client.canvas.scene.tokens.get(TOKENS.grik);
    aim(TOKENS.grik);
    let tried = 0;
    for (const by of [TOKENS.ilse, TOKENS.bram, TOKENS.runa]) {
      const token = client.canvas.scene.tokens.get(by);
      for (const weapon of system.weapons(token)) {
        client.CONFIG.Dice.nextFaces.push(FACE);
        const message = await system.attack(client, token, weapon, {});
        const seen = message && adapter.readAttack(message);
        if (!seen) continue;
        tried += 1;
        const added = seen.roll.total - (seen.roll.d20[0]?.value ?? FACE);
        assert.deepEqual(adapter.bonusOf(token, seen.attack), { bonus: added }, weapon.name);
        assert.equal(adapter.defenceOf(target, token, seen.attack).ac, seen.defence[TOKENS.grik].ac, weapon.name);
      }
    }
    assert.ok(tried >= least, `${tried} attacks`);
    assert.equal(adapter.bonusOf(client.canvas.scene.tokens.get(TOKENS.ilse), { name: "Trebuchet" }), null);
  });

test("a bonus may have dice; of two weapons of one name that differ it is unknown", () => {
  const item = (toHit) => ({
    name: "Sword",
    type: "weapon",
    system: { activities: [{ type: "attack", labels: { toHit } }] },
  });
  const { bonusOf } = adapterFor("dnd5e", "5.3.3", {});
  const bonus = (...items) => bonusOf({ actor: { items: items.map(item) } }, { name: "Sword", kind: "melee" });
  assert.deepEqual(bonus("+ 7"), { bonus: 7 });
  assert.deepEqual(bonus("+7", "+7"), { bonus: 7 });
  assert.deepEqual(bonus("-1"), { bonus: -1 });
  assert.deepEqual(bonus("+5 + 1d4"), { bonus: 5, dice: [4] });
  assert.deepEqual(bonus("d4 + 5 - 2d6 - 1"), { bonus: 4, dice: [4, -6, -6] });
  for (const unknown of ["+5 + @mod", "5 + 1d4rr1", "13d4", "+5 * 2", "1d100", ""])
    assert.equal(bonus(unknown), null, unknown);
  assert.equal(bonus("+7", "+6"), null);
  assert.equal(bonus(undefined), null);
});

test("a spell of Pathfinder 2 is as good as the statistic with which it is cast; without one nothing is known", () => {
  const { bonusOf } = adapterFor("pf2e", "6.0.0", {});
  const spell = (spellcasting) => ({ name: "Ray of Frost", type: "spell", system: {}, spellcasting });
  const bonus = (...items) =>
    bonusOf({ actor: { items, system: {} } }, { name: "Ray of Frost", kind: "ranged", spell: true });
  const cast = (mod) => spell({ statistic: { check: { mod } } });
  assert.deepEqual(bonus(cast(9)), { bonus: 9 });
  assert.equal(bonus(spell(null)), null);
  assert.equal(bonus(cast(9), cast(7)), null, "in two entries of different worth");
});

test("in an unknown system the attack's last roll tells its bonus, with its dice as dice", () => {
  const roll = (face, four) => ({
    total: face + 5 + four,
    terms: [
      { faces: 20, results: [{ result: face, active: true }] },
      { operator: "+" },
      { number: 5 },
      { operator: "+" },
      { faces: 4, results: [{ result: four, active: true }] },
    ],
  });
  const message = (flavor, rolled, token = "hero") => ({ flavor, rolls: [rolled], speaker: { scene: "s", token } });
  const messages = [message("Sword", roll(3, 1)), message("Sword", roll(12, 4)), message("Sword", roll(2, 2), "orc")];
  const context = { messages: () => messages, document: () => null, scene: () => null, module: () => null };
  const { bonusOf } = adapterFor("homebrew", "1", context);
  const token = { id: "hero", actor: { name: "Hero", items: [] } };
  assert.deepEqual(bonusOf(token, { name: "Sword" }), { bonus: 5, dice: [4] });
  assert.equal(bonusOf(token, { name: "Bow" }), null);
  assert.equal(bonusOf(token, { name: "" }), null);
});
