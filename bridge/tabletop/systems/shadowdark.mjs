/**
 * Shadowdark (`shadowdark`): an attack, from the button to the chat message.
 *
 * Facts from Muttley/foundryvtt-shadowdark 4.0.4: `src/dice/dice.mjs` (`rollDialog`, `rollFromConfig`), `apps/RollDialogSD.mjs`,
 * `chat/ChatSD.mjs`. An attack is one object: its type, the item, the target with its armour class, and the main roll with
 * its formula and advantage. `shadowdark.dice.rollDialog` is awaited with it, and changes it where the user wants so; it
 * says false if the dialog was closed. Then the dice fall as the object says, damage too if the attack hits, and the message
 * keeps the whole object in its flags. The functions of dice are a module, which cannot be changed.
 */

import { escapeHTML } from "../foundry/utils.mjs";
import { rollDamage } from "./damage.mjs";

const MODES = [
  [1, "Advantage"],
  [0, "Normal"],
  [-1, "Disadvantage"],
];

function install(client, window) {
  const dice = Object.freeze({ rollDialog: (config) => rollDialog(client, config) });
  client.shadowdark = { dice, prompt: async () => true };
  if (!window) return;
  window.shadowdark = client.shadowdark;
  const { ApplicationV2 } = window.foundry.applications.api;
  client.shadowdark.prompt = (config) =>
    new Promise((resolve) => new (dialogClass(ApplicationV2))(config, resolve).render({ force: true }));
}

/** The system's own: true if the dice may fall. */
async function rollDialog(client, config) {
  config.rollMode ??= "publicroll";
  return config.skipPrompt ? true : client.shadowdark.prompt(config);
}

/** @param {Function} Base  ApplicationV2 */
function dialogClass(Base) {
  return class RollDialogSD extends Base {
    static DEFAULT_OPTIONS = {
      id: "sd-roll-dialog",
      tag: "form",
      window: { title: "attack" },
      position: { width: 380 },
    };

    constructor(config, resolve) {
      super();
      Object.assign(this, { config, resolve });
    }

    async _renderHTML() {
      const { heading, mainRoll } = this.config;
      const radio = ([value, label]) =>
        `<label><input type="radio" name="advantage" value="${value}" ${value === mainRoll.advantage ? "checked" : ""}> ${label}</label>`;
      return `<section class="sd-roll"><h3>${escapeHTML(heading)}</h3>
        <label>${mainRoll.label} <input type="text" name="mainRoll.formula" value="${escapeHTML(mainRoll.formula)}"></label>
        <div class="sd-advantage">${MODES.map(radio).join("")}</div></section>
        <footer><button type="submit" class="roll">Roll</button></footer>`;
    }

    _replaceHTML(html, content) {
      content.innerHTML = html;
      content.querySelector("button.roll").addEventListener("click", (event) => {
        event.preventDefault();
        const { mainRoll } = this.config;
        mainRoll.formula = content.querySelector('input[name="mainRoll.formula"]').value;
        mainRoll.advantage = Number(content.querySelector('input[name="advantage"]:checked').value);
        this.resolve(true);
        this.close();
      });
    }

    async close(options) {
      this.resolve(false);
      return super.close(options);
    }
  };
}

const bonusOf = ({ system }) => system.bonuses.attackBonus;
const rangesOf = ({ system }) => system.ranges ?? [system.range];
const harm = ({ system }) => system.damage.value ?? system.damage.oneHanded;
const weapons = (token) => token?.actor?.items.filter(({ type }) => ["Weapon", "NPC Attack"].includes(type)) ?? [];
const line = (item) => `+${bonusOf(item)} to hit, ${rangesOf(item).join(" or ")}`;

/** The formula with the die twice, of which one is kept. */
const withAdvantage = (formula, advantage) =>
  advantage ? formula.replace(/^(\d*)d(\d+)/, `2d$2${advantage > 0 ? "kh" : "kl"}`) : formula;

async function rollOf(client, part) {
  part.formula = withAdvantage(part.formula, part.advantage);
  return new client.CONFIG.Dice.RollSD(part.formula, {}, part).evaluate();
}

async function attack(client, token, item, { mode = "normal", ask = false, whisper = [], blind = false } = {}) {
  const { actor } = token;
  const [target] = client.user.targets;
  const dc = target?.actor?.system.attributes.ac.value;
  const [range] = rangesOf(item);
  const config = {
    type: "attack",
    actorId: actor.id,
    itemUuid: item.uuid,
    heading: `Attacking with ${item.name}`,
    skipPrompt: !ask,
    situational: [],
    attack: { range, type: range === "close" ? "melee" : "ranged" },
    mainRoll: {
      type: "main",
      base: "d20",
      canCritical: true,
      label: "Attack",
      advantage: { advantage: 1, disadvantage: -1 }[mode] ?? 0,
      formula: `1d20 + ${bonusOf(item)}`,
      ...(target && dc && { dc }),
    },
    damageRoll: { type: "damage", label: "Damage", base: harm(item), formula: harm(item) },
    ...(target && { targetUuid: target.document.uuid }),
  };
  if (!(await client.shadowdark.dice.rollDialog(config))) return null;
  const rolls = [await rollOf(client, config.mainRoll)];
  if (dc && rolls[0].total >= config.mainRoll.dc) rolls.push(await rollOf(client, config.damageRoll));
  return client.classes.ChatMessage.create({
    speaker: client.classes.ChatMessage.getSpeaker({ token }),
    flavor: config.heading,
    content: cardOf(config, rolls, target),
    rolls,
    whisper,
    blind,
    flags: { core: { canPopout: true }, shadowdark: { rollConfig: config } },
  });
}

function cardOf({ mainRoll, damageRoll, heading }, [main, harmed], target) {
  const drawn = (label, { formula, total }) => `<div class="dice-roll"><h4>${label}</h4><div class="dice-result">
    <div class="dice-formula">${escapeHTML(formula)}</div><h4 class="dice-total">${total}</h4></div></div>`;
  const against = target ? `<p class="target">${escapeHTML(target.name)}, AC ${mainRoll.dc}</p>` : "";
  return `<div class="shadowdark chat-card"><h3>${escapeHTML(heading)}</h3>${against}${drawn(mainRoll.label, main)}${
    harmed ? drawn(damageRoll.label, harmed) : ""
  }</div>`;
}

const damage = (client, token, item) =>
  rollDamage(client, client.CONFIG.Dice.RollSD, { token, formula: harm(item), flavor: `${item.name}: damage` });

export const shadowdark = {
  id: "shadowdark",
  title: "Shadowdark",
  versions: { 13: "4.0.4", 14: "4.0.4" },
  rules: "house-rules",
  actors: "systems/shadowdark-actors.json",
  modes: [
    ["normal", "Normal"],
    ["advantage", "Advantage"],
    ["disadvantage", "Disadvantage"],
  ],
  install,
  weapons,
  line,
  harm,
  attack,
  damage,
};
