/**
 * SWADE (`swade`): the roll of a skill, from the button to the chat message.
 *
 * Facts from public copies of the system (Gazook89/swade c382d85, EternalRider/swade-private ebc852a):
 * `src/module/dice/TraitRoll.ts`, `SwadeRoll.ts`, `documents/actor/SwadeActor.ts`. The skill's die and, for a wild card, the
 * wild die are a pool of which the highest counts; each has its name as flavour and is rolled again on its highest face.
 * Modifiers follow as numbers. The message names the targets in `flags.swade.targets`, and has no text of its own.
 */

import { rollDamage } from "./damage.mjs";

const install = () => {};

const weapons = (token) => token?.actor?.items.filter(({ type }) => type === "weapon") ?? [];

const harm = (item) => item.system.damage;

function line({ system: { range, actions } }) {
  return `${actions.trait} to hit, ${range ? `range ${range}` : "melee"}`;
}

async function attack(client, token, item, { whisper = [], blind = false } = {}) {
  const { name, system } = token.actor.items.find(
    (one) => one.type === "skill" && one.name === item.system.actions.trait,
  );
  const dice = [`1d${system.die.sides}x[${name}]`];
  if (token.actor.system.wildcard) dice.push(`1d${system["wild-die"].sides}x[Wild Die]`);
  const { TraitRoll } = client.CONFIG.Dice;
  const roll = await new TraitRoll(`{${dice.join(",")}}kh`, {}, { targetNumber: 4, modifiers: [] }).evaluate();
  return client.classes.ChatMessage.create({
    flavor: item.name,
    speaker: client.classes.ChatMessage.getSpeaker({ token }),
    rolls: [roll],
    whisper,
    blind,
    flags: {
      swade: {
        rollMode: "publicroll",
        targets: [...client.user.targets].map(({ document }) => ({ name: document.name, uuid: document.uuid })),
      },
    },
  });
}

const damage = (client, token, item) =>
  rollDamage(client, client.CONFIG.Dice.DamageRoll, { token, formula: harm(item), flavor: `${item.name} Damage` });

export const swade = {
  id: "swade",
  title: "SWADE",
  versions: { 13: "5.0.0", 14: "5.0.0" },
  rules: "house-rules-swade",
  actors: "systems/swade-actors.json",
  modes: [["normal", "Normal"]],
  dialog: false,
  install,
  weapons,
  line,
  harm,
  attack,
  damage,
};
