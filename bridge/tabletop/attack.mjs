/**
 * An attack, as the fifth edition's game system would make it: the roll, and the chat message in that system's shape.
 *
 * Up to version 5 the system (on v13 here) keeps an attack in `flags.dnd5e`; version 6 (on v14 here) in the message's
 * own `type` and `system`. The game system itself is not here: only these two shapes of what it leaves in the chat.
 */

const ACTIVITY = "dnd5eactivity000";
const KEEP = { normal: "1d20", advantage: "2d20kh", disadvantage: "2d20kl" };
const MODES = { normal: 0, advantage: 1, disadvantage: -1 };

/** Return the items that a token can attack with. @returns {object[]} items */
export function weaponsOf(token) {
  return token?.actor?.items.filter((item) => item.type === "weapon") ?? [];
}

/**
 * Roll an attack and post it to the chat.
 *
 * @param {import("./foundry/client.mjs").Client} client  The client that rolls.
 * @param {object} token  The attacker's document.
 * @param {object} weapon
 * @param {{mode?: "normal" | "advantage" | "disadvantage", whisper?: string[], blind?: boolean}} [how]
 * @returns {Promise<object>} the message
 */
export async function attack(client, token, weapon, { mode = "normal", whisper = [], blind = false } = {}) {
  const roll = await new client.CONFIG.Dice.D20Roll(`${KEEP[mode]} + @toHit`, weapon.system).evaluate();
  const targets = [...client.user.targets].map((target) => target.document);
  roll.options = { advantageMode: MODES[mode], criticalSuccess: 20, criticalFailure: 1, rollType: "attack" };
  const [only] = targets;
  if (targets.length === 1) roll.options.target = armour(only); // the system sets it with exactly one target
  const [message] = await client.classes.ChatMessage.createDocuments([
    {
      flavor: `${weapon.name} - Attack Roll`,
      speaker: client.classes.ChatMessage.getSpeaker({ token }),
      rolls: [JSON.stringify(roll)],
      whisper,
      blind,
      ...(client.generation >= 14 ? version6(weapon, targets) : version5(weapon, targets)),
    },
  ]);
  return message;
}

/** Roll the damage that follows: a message that is no attack. */
export async function damage(client, token, weapon) {
  const roll = await new client.CONFIG.Dice.DamageRoll(weapon.system.damage).evaluate();
  const [message] = await client.classes.ChatMessage.createDocuments([
    {
      flavor: `${weapon.name} - Damage Roll`,
      speaker: client.classes.ChatMessage.getSpeaker({ token }),
      rolls: [JSON.stringify(roll)],
      ...(client.generation >= 14
        ? { type: "damage" }
        : { flags: { dnd5e: { messageType: "roll", roll: { type: "damage" } } } }),
    },
  ]);
  return message;
}

const armour = (token) => token.actor?.system.attributes.ac.value ?? null;

function version5(weapon, targets) {
  return {
    flags: {
      dnd5e: {
        activity: { type: "attack", id: ACTIVITY, uuid: `${weapon.uuid}.Activity.${ACTIVITY}` },
        item: { type: weapon.type, id: weapon.id, uuid: weapon.uuid },
        // the uuid is the actor's
        targets: targets.map((target) => ({
          name: target.name,
          img: "",
          uuid: target.actor?.uuid,
          ac: armour(target),
        })),
        messageType: "roll",
        roll: { type: "attack", attackMode: "oneHanded" },
      },
    },
  };
}

function version6(weapon, targets) {
  return {
    type: "attack",
    system: {
      activity: { type: "attack", uuid: `${weapon.uuid}.Activity.${ACTIVITY}` },
      item: { type: weapon.type, id: weapon.id, uuid: weapon.uuid },
      mode: "oneHanded",
      targets: targets.map((target) => ({
        actor: target.actor?.uuid,
        token: target.uuid,
        ac: armour(target),
        img: "",
        name: target.name,
      })),
    },
  };
}
