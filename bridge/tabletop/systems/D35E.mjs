/**
 * D&D 3.5 (`D35E`): the use of an attack, from the button to the chat card.
 *
 * Facts from greylore-d20/D35E 2.4: `module/item/extensions/use.js` (1f6bdb5), `rolls.js` (9432dac),
 * `module/item/chat/chatAttack.js` (8c38130), `module/chat.js` (a66474b). `Item35E#use`, which the sheet
 * calls, opens a `Dialog` in `useAttack`, unless it is skipped. A button's callback rolls with what the dialog's form
 * holds then: `attack-bonus`, and check boxes such as `flanking`, `highground`, `prone`. The boxes go into
 * `rollData.attackToggles` too. Then `Item35E#_addCombatChangesToRollData` gets `rollData` and the changes that feats and
 * buffs make: each bonus to the attack is an entry of `rollData.featAttackBonusList`, and each entry's `value` is a part of
 * the formula. Each attack keeps a copy of `rollData`, rolls its damage, and is saved whole in
 * `flags.D35E.chatTemplateData`. No hook of the system's own is called, and nothing is awaited between the button and the
 * dice. Sheets call `_addCombatChangesToRollData` too, for the numbers that they show.
 */

import { escapeHTML } from "../foundry/utils.mjs";
import { createActor } from "./D35E-saves.mjs";
import { rollDamage } from "./damage.mjs";

const CARD = "systems/D35E/templates/chat/attack-roll.html";
/** The check boxes of the dialog: their name, what they put into `attackToggles`, and what they are worth. */
const TOGGLES = [
  ["prone", "prone", -4, "Prone"],
  ["highground", "highGround", 1, "High Ground"],
  ["flanking", "flanking", 2, "Flanking"],
  ["ccshot", "closeQuartersShot", -4, "Close Quarters Shot"],
];

/** Register the system's classes of actors and items. */
function install(client) {
  client.CONFIG.Actor.documentClass = createActor(client, client.CONFIG.Actor.documentClass);
  client.CONFIG.Item.documentClass = itemClass(client, client.CONFIG.Item.documentClass);
}

const weapons = (token) => token?.actor?.items.filter(({ type }) => type === "attack") ?? [];

const SIZES = { sm: 1, med: 0, lg: -1 };

/** The sum of what the system adds to an attack, each as a part of its formula: ability, size, base attack, the item's own. */
function toHit({ system, actor }) {
  const { abilities, attributes, traits } = actor.system;
  const { ability, attackBonus, enh, masterwork, proficient } = system;
  const own = (Number(attackBonus) || 0) + (enh || (masterwork ? 1 : 0)) + (proficient ? 0 : -4);
  return abilities[ability.attack].mod + SIZES[traits.size] + attributes.bab.total + own;
}

const harm = (item) => item.system.damage.parts[0][0];

function line(item) {
  const { system } = item;
  const { units, value } = system.range;
  return `+${toHit(item)} to hit, ${units === "ft" ? `range increment ${value} ft` : "melee"}`;
}

function drawDialog() {
  const boxes = TOGGLES.map(([name, , , label]) => `<label><input type="checkbox" name="${name}"> ${label}</label>`);
  return `<form class="attack-form"><div class="form-group"><label>Attack bonus <input type="text" name="attack-bonus" value=""></label></div>${boxes.join("")}</form>`;
}

/** Return what the dialog's form adds: parts of the formula, and toggles. */
function readForm(form) {
  const rollData = {};
  const parts = [];
  const bonus = form?.querySelector('[name="attack-bonus"]').value;
  if (bonus) {
    rollData.attackBonus = bonus;
    parts.push({ part: "@attackBonus", value: bonus, source: "Attack Roll Bonus" });
  }
  for (const [name, toggle, value, source] of TOGGLES) {
    if (!form?.querySelector(`[name="${name}"]`).checked) continue;
    rollData[name] = value;
    rollData.attackToggles = { ...rollData.attackToggles, [toggle]: true };
    parts.push({ part: `@${name}`, value, source });
  }
  return { rollData, parts };
}

async function rollAttack(client, token, item, form, { whisper, blind }) {
  const { rollData, parts } = readForm(form);
  item._addCombatChangesToRollData([], rollData);
  const bonuses = (rollData.featAttackBonusList ?? []).map(({ value }) => value); // in place of a template of each
  const formula = ["1d20", ...bonuses, toHit(item), ...parts.map(({ part }) => part)].join("+");
  const { Roll35e } = client.CONFIG.Dice;
  const roll = await new Roll35e(formula, rollData).evaluate(); // in version 2 at once, without waiting
  const damage = await new Roll35e(harm(item)).evaluate();
  const natural = roll.dice[0].total;
  const attack = {
    label: "Attack",
    attack: { flavor: "Attack", tooltip: "", total: roll.total, isCrit: natural === 20, isFumble: natural === 1 },
    hasAttack: true,
    hasCritConfirm: false,
    hasDamage: true,
    damage: { flavor: "Damage", tooltip: "", total: damage.total },
    natural20: natural === 20,
    fumble: natural === 1,
    rolls: [roll.toJSON()],
    rollData,
  };
  const targets = [...client.user.targets].map(({ id, document }) => ({ id, name: document.name, img: "" }));
  const chatTemplateData = {
    name: item.name,
    attacks: [attack],
    item: { _id: item.id, name: item.name, img: "" },
    actor: { _id: token.actor.id, name: token.actor.name, img: "" },
    tokenId: token.actorLink ? null : `${token.parent.id}.${token.id}`,
    targets,
    targetIds: targets.map(({ id }) => id).join(";"),
  };
  return client.classes.ChatMessage.create({
    speaker: client.classes.ChatMessage.getSpeaker({ token }),
    content: cardOf(chatTemplateData),
    whisper,
    blind,
    flags: {
      core: { canPopout: true },
      D35E: { noRollRender: true, template: CARD, chatTemplateData, revealed: false },
    },
  });
}

const cardOf = ({ name, attacks, tokenId, item, targets }) => {
  const images = targets.map(({ id }) => `<img src="" alt="" data-target="${id}" width="0" height="0">`);
  const drawn = attacks.map(
    ({ attack }) => `<div class="chat-attack compact"><div class="dice-roll"><div class="dice-flavor">Attack</div><div
      class="dice-result"><h4 class="dice-total">${attack.total}</h4></div></div></div>`,
  );
  return `<div class="D35E chat-card item-card" data-item-id="${item._id}" data-token-id="${tokenId ?? ""}"><header
    class="card-header flexrow"><h3>${escapeHTML(name)}</h3>${images.join("")}</header><div
    class="card-content">${drawn.join("")}</div></div>`;
};

/**
 * The system's item: `use` is what its sheets and macros call. The stand-in's panel says besides who attacks and who may
 * see it, which the system takes from its sheet and the chat's setting.
 */
const itemClass = (client, Item) =>
  class Item35E extends Item {
    /** Add what feats and buffs change to the data of a roll. */
    _addCombatChangesToRollData(changes, rollData) {
      for (const { field, formula, sourceName } of changes)
        rollData[`${field}List`] = [
          ...(rollData[`${field}List`] ?? []),
          { value: Number.parseInt(formula, 10), sourceName },
        ];
    }

    /** Use an attack: at once, or after the dialog. */
    async use({ skipDialog = false, token = null, whisper = [], blind = false } = {}, tempActor = null) {
      const attacker = token ?? (tempActor ?? this.actor).getActiveTokens(true, true)[0];
      if (skipDialog) return { wasRolled: true, roll: rollAttack(client, attacker, this, null, { whisper, blind }) };
      let roll = null;
      const pressed = (html) =>
        (roll = rollAttack(client, attacker, this, html[0].querySelector("form"), { whisper, blind }));
      await new Promise((resolve) => {
        new client.window.Dialog(
          {
            title: `Use: ${this.name} - ${attacker.actor.name}`,
            content: drawDialog(),
            buttons: { normal: { label: "Single Attack", callback: pressed } },
            default: "normal",
            close: resolve,
          },
          { classes: ["roll-defense", "dialog", "single"] },
        ).render(true);
      });
      return { wasRolled: roll !== null, roll };
    }
  };

async function attack(_client, token, item, { ask = false, whisper = [], blind = false } = {}) {
  const { roll } = await item.use({ skipDialog: !ask, token, whisper, blind });
  return roll;
}

const damage = (client, token, item) =>
  rollDamage(client, client.CONFIG.Dice.Roll35e, { token, formula: harm(item), flavor: `${item.name} - Damage` });

export const D35E = {
  id: "D35E",
  title: "D&D 3.5",
  versions: { 13: "2.4.3", 14: "2.4.3" },
  rules: "pathfinder-1e",
  actors: "systems/D35E-actors.json",
  modes: [["normal", "Normal"]],
  install,
  weapons,
  line,
  harm,
  attack,
  damage,
};
