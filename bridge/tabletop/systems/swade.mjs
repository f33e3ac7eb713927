/**
 * SWADE (`swade`): the roll of a skill, from the button to the chat message.
 *
 * Facts from public copies of the system (Gazook89/swade c382d85, EternalRider/swade-private ebc852a):
 * `src/module/dice/TraitRoll.ts`, `SwadeRoll.ts`, `documents/actor/SwadeActor.ts`. The skill's die and, for a wild card, the
 * wild die are a pool of which the highest counts; each has its name as flavour and is rolled again on its highest face.
 * `apps/RollDialog.ts`: each roll of a skill awaits `RollDialog.asPromise`, whose context has the list of modifiers. The
 * dialog shows each with a switch and offers the system's own; those that are on follow the pool in the formula, with
 * their labels as flavours, and the roll's options keep the whole list. The message names the targets in
 * `flags.swade.targets`, and has no text of its own.
 */

import { escapeHTML } from "../foundry/utils.mjs";
import { rollDamage } from "./damage.mjs";

/** The system's own modifiers, as its dialog offers them. */
const OFFERED = [
  ["SWADE.Cover.Light", -2],
  ["SWADE.Cover.Medium", -4],
  ["SWADE.Illumination.Dim", -2],
  ["SWADE.Range.Medium", -2],
  ["SWADE.GangUp", 1],
];
const TEXTS = {
  en: ["Light Cover", "Medium Cover", "Dim", "Medium Range", "Gang Up"],
  de: ["Leichte Deckung", "Mittlere Deckung", "Dämmerlicht", "Mittlere Reichweite", "Überzahl"],
};

function install(client) {
  for (const [lang, words] of Object.entries(TEXTS))
    client.game.i18n.take(lang, Object.fromEntries(OFFERED.map(([key], n) => [key, words[n]])));
  client.game.swade = { RollDialog: class RollDialog {} };
  client.game.swade.RollDialog.asPromise = (context) => rollDialog(client, context);
}

/** Show the modifiers with a switch each, if the user wants a dialog, and roll with those that are on. */
async function rollDialog(client, context) {
  if (context.ask && !(await choose(client, context.mods))) return null;
  const signed = ({ label, value }) => `${/^[-+]/.test(value) || value < 0 ? "" : "+"}${value}[${label}]`;
  const on = context.mods.filter(({ ignore }) => !ignore);
  const { TraitRoll } = client.CONFIG.Dice;
  const formula = context.roll.formula + on.map(signed).join("");
  const roll = await new TraitRoll(formula, {}, { targetNumber: 4, modifiers: context.mods }).evaluate();
  const message = await client.classes.ChatMessage.create({
    flavor: context.flavor,
    speaker: context.speaker,
    rolls: [roll],
    whisper: context.whisper,
    blind: context.blind,
    flags: {
      swade: {
        rollMode: "publicroll",
        targets: [...client.user.targets].map(({ document }) => ({ name: document.name, uuid: document.uuid })),
      },
    },
  });
  return { roll, message };
}

/** The dialog: each modifier of the list with its switch, and the system's own to add. False if it was closed. */
function choose(client, mods) {
  const row = ({ label, value, ignore }, n) =>
    `<label class="swade-modifier"><input type="checkbox" name="modifier-${n}" data-index="${n}" ${ignore ? "" : "checked"}>
    ${escapeHTML(label)} <span>${Number(value) > 0 ? "+" : ""}${String(value).replace(/^[+]/, "")}</span></label>`;
  const offers = OFFERED.map(
    ([key, value], n) => `<option value="${n}">${wordsOf(client, key)} ${value > 0 ? "+" : ""}${value}</option>`,
  );
  return new Promise((resolve) => {
    const pressed = (html) => {
      const form = (html[0] ?? html).querySelector("form");
      for (const [n, mod] of mods.entries()) mod.ignore = !form.querySelector(`[data-index="${n}"]`).checked;
      const added = OFFERED[form.querySelector("select").value];
      if (added) mods.push({ label: wordsOf(client, added[0]), value: added[1] });
      resolve(true);
    };
    new client.window.Dialog({
      title: "Skill Test",
      content: `<form class="swade roll-dialog">${mods.map(row).join("")}
        <label>Add <select><option value=""></option>${offers.join("")}</select></label></form>`,
      buttons: { roll: { label: "Roll", callback: pressed } },
      default: "roll",
      close: () => resolve(false),
    }).render(true);
  });
}

const wordsOf = (client, key) => client.game.i18n.localize(key);

const weapons = (token) => token?.actor?.items.filter(({ type }) => type === "weapon") ?? [];

const harm = (item) => item.system.damage;

function line({ system: { range, actions } }) {
  return `${actions.trait} to hit, ${range ? `range ${range}` : "melee"}`;
}

async function attack(client, token, item, { ask = false, whisper = [], blind = false } = {}) {
  const { name, system } = token.actor.items.find(
    (one) => one.type === "skill" && one.name === item.system.actions.trait,
  );
  const dice = [`1d${system.die.sides}x[${name}]`];
  if (token.actor.system.wildcard) dice.push(`1d${system["wild-die"].sides}x[Wild Die]`);
  const mods = [];
  const { TraitRoll } = client.CONFIG.Dice;
  const roll = new TraitRoll(`{${dice.join(",")}}kh`, {}, { targetNumber: 4, modifiers: mods });
  const speaker = client.classes.ChatMessage.getSpeaker({ token });
  const context = {
    roll,
    mods,
    speaker,
    flavor: item.name,
    title: name,
    actor: token.actor,
    item,
    ask,
    whisper,
    blind,
  };
  return (await client.game.swade.RollDialog.asPromise(context))?.message ?? null;
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
  install,
  weapons,
  line,
  harm,
  attack,
  damage,
};
