/** Which messages are read to find the attack that a damage roll belongs to: an evening's chat has thousands. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Contract } from "../../../foundry-module/contract/contract.mjs";
import { takeDamage } from "../../../foundry-module/scripts/attack/damage.mjs";

afterEach(() => {
  delete globalThis.game;
});

const AGO = 60_000; // ms: recent enough that each roll of the evening might be the attack
const speaker = { scene: "s", token: "hero" };
const said = (id, more = {}) => ({
  id,
  speaker,
  timestamp: Date.now() - AGO,
  rolls: [{ total: 7, terms: [{ faces: 8, results: [{ result: 7, active: true }] }] }],
  ...more,
});
const isAttack = ({ id }) => id.startsWith("attack");

/** Take the damage of a last roll after others. Return which messages were read, and what was written into the attack. */
async function afterEvening(others, judged) {
  const [read, written, results] = [[], [], [{ outcome: { damage: { zero: "miss" } } }]];
  const update = (change) => written.push(change.flags.coign.judged);
  const contents = [...others, said("damage", { flavor: "damage" })].map((one) => ({ update, ...one }));
  const messages = { contents, get: (id) => contents.find((one) => one.id === id) };
  const users = Object.assign(new Map(), { activeGM: { isSelf: true } });
  globalThis.game = { messages, users, modules: new Map() };
  const coign = {
    engine: { connected: true },
    contract: new Contract(),
    setting: () => "page",
    answered: { believed: () => [] },
    records: { annotated: (id) => (judged.includes(id) ? { annotations: [{ results }] } : undefined) },
    adapter: {
      includedIn: () => undefined,
      saveAgainst: () => null,
      checkOccasion: () => null,
      readAttack: (message) => {
        read.push(message.id);
        return isAttack(message) ? { attack: { name: "" } } : null;
      },
    },
  };
  await takeDamage(coign, contents.at(-1));
  return { read: [...new Set(read)], written };
}

const evening = (count) => Array.from({ length: count }, (_, n) => said(n % 3 ? `roll-${n}` : `attack-${n}`));

test("where no rule waits for damage, no message is read", async () => {
  assert.deepEqual(await afterEvening(evening(2000), []), { read: [], written: [] });
});

test("where one does, the rolls since the last attack are read, whatever was before", async () => {
  for (const count of [9, 1998]) {
    const { read, written } = await afterEvening(evening(count), [`attack-${count - 3}`]);
    assert.deepEqual(read, [`roll-${count - 1}`, `roll-${count - 2}`, `attack-${count - 3}`]);
    assert.equal(written[0].damage, 7);
  }
});

test("the damage of a later attack is not that of an earlier one", async () => {
  const { read, written } = await afterEvening(evening(1998), ["attack-1992"]);
  assert.deepEqual([read.at(-1), written], ["attack-1995", []]);
});
