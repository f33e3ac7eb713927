/** What a system's record reads of an attack before its roll is what the roll then adds, and what it meets. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { adapterFor } from "../../../foundry-module/scripts/systems/index.mjs";
import { tableOf } from "../../browser/systems-kit.mjs";
import { TOKENS } from "../../browser/table.mjs";

const ATTACKS = { dnd5e: 3, pf1: 3, pf2e: 3 }; // how many are tried at least
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
        assert.equal(adapter.bonusOf(token, seen.attack), seen.roll.total - seen.roll.d20[0].value, weapon.name);
        assert.equal(adapter.defenceOf(target, token, seen.attack).ac, seen.defence[TOKENS.grik].ac, weapon.name);
      }
    }
    assert.ok(tried >= least, `${tried} attacks`);
    assert.equal(adapter.bonusOf(client.canvas.scene.tokens.get(TOKENS.ilse), { name: "Trebuchet" }), null);
  });

test("a bonus with dice in it, and two weapons of one name that differ, are unknown", () => {
  const item = (toHit) => ({
    name: "Sword",
    type: "weapon",
    system: { activities: [{ type: "attack", labels: { toHit } }] },
  });
  const { bonusOf } = adapterFor("dnd5e", "5.3.3", {});
  const bonus = (...items) => bonusOf({ actor: { items: items.map(item) } }, { name: "Sword", kind: "melee" });
  assert.equal(bonus("+ 7"), 7);
  assert.equal(bonus("+7", "+7"), 7);
  assert.equal(bonus("-1"), -1);
  assert.equal(bonus("+5 + 1d4"), null);
  assert.equal(bonus("+7", "+6"), null);
  assert.equal(bonus(undefined), null);
});

test("a spell of Pathfinder 2 is as good as the statistic with which it is cast; without one nothing is known", () => {
  const { bonusOf } = adapterFor("pf2e", "6.0.0", {});
  const spell = (spellcasting) => ({ name: "Ray of Frost", type: "spell", system: {}, spellcasting });
  const bonus = (...items) =>
    bonusOf({ actor: { items, system: {} } }, { name: "Ray of Frost", kind: "ranged", spell: true });
  const cast = (mod) => spell({ statistic: { check: { mod } } });
  assert.equal(bonus(cast(9)), 9);
  assert.equal(bonus(spell(null)), null);
  assert.equal(bonus(cast(9), cast(7)), null, "in two entries of different worth");
});
