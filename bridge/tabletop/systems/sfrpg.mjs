/**
 * Starfinder 1 (`sfrpg`): attacks and saves, from the button to the chat message.
 *
 * Facts from foundryvtt-starfinder 0.30.0 (41684b5): `src/module/item/item.js` (rollAttack), `actor/actor.js` (rollSave),
 * `dice.js` (d20Roll), `rolls/rolltree.js`, `rolls/roll.js`, `apps/roll-dialog.js`, `chat/chatbox.js`. Attacks and saves
 * go through `game.sfrpg.dice.d20Roll`, which their callers await. It shows a `Dialog` that knows the roll's contexts,
 * unless it is skipped, and throws the labels of the formula away. Every roll calls the hook `onBeforeRoll` with an object
 * whose `formula` may be changed; the list of tags is the one that was handed to `d20Roll`. The total is compared with
 * the armour class of the first target, as the contexts hold it. The message is made without being awaited; it has the
 * kind of roll and the roll's options in its flags.
 */

import { escapeHTML } from "../foundry/utils.mjs";
import { rollDamage } from "./damage.mjs";

const LABELS = { fort: "Fortitude", reflex: "Reflex", will: "Will" };
const PATHS = { kac: "kac", eac: "eac", kac8: "cmd" };
/** The system's own list in the dialog of an attack. */
const OWN = [
  ["e10bf545-4c36-4072-b8e7-ef791cfdaae5", "Charge", "-2"],
  ["5eb1f127-31e1-47d9-bd9e-cd2a68b8d8eb", "Flanking", "+2"],
];
const ATTACKS = ["mwak", "rwak", "msak", "rsak"];

/** Register the system's classes, and put its programs where modules find them. */
function install(client, window) {
  const { CONFIG } = client;
  CONFIG.Actor.documentClass = actorClass(client, CONFIG.Actor.documentClass);
  CONFIG.Item.documentClass = itemClass(client, CONFIG.Item.documentClass);
  const plain = CONFIG.Dice.SFRPGRoll;
  CONFIG.Dice.SFRPGRoll = rollClass(client, plain);
  CONFIG.Dice.rolls.splice(CONFIG.Dice.rolls.indexOf(plain), 1, CONFIG.Dice.SFRPGRoll);
  client.game.sfrpg = { dice: { d20Roll: (data) => d20Roll(client, data) } };
  if (window) window.sfrpg = client.game.sfrpg;
  client.Hooks.on("renderChatMessageHTML", (_message, html) => {
    const button = html.querySelector?.('[data-action="save"]');
    button?.addEventListener("click", (event) => {
      for (const { actor } of client.canvas.tokens.controlled) actor?.rollSave(button.dataset.type, { event });
    });
  });
}

const rollClass = (client, Roll) =>
  Object.defineProperty(
    class extends Roll {
      constructor(formula, data = {}, options = {}) {
        const rolling = { formula, data, options };
        client.Hooks.callAll("onBeforeRoll", rolling);
        super(rolling.formula, rolling.data, rolling.options);
        Object.assign(this, { tags: rolling.data.tags, breakdown: rolling.data.breakdown });
      }
    },
    "name",
    { value: "SFRPGRoll" },
  );

/** Ask in the dialog; null if it was closed. */
function dialog(client, { title, formula, contexts }) {
  const own = contexts.allContexts.additional?.data.modifiers.rolledMods ?? [];
  const boxes = own.map(({ bonus }) => {
    const name = `own-${bonus._id}`;
    return `<li class="modifier"><label><input type="checkbox" name="${name}"> ${bonus.name} ${bonus.modifier}</label></li>`;
  });
  return new Promise((resolve) => {
    const submit = (html) => {
      const form = (html[0] ?? html).querySelector("form");
      for (const { bonus } of own) bonus.enabled = form.querySelector(`[name="own-${bonus._id}"]`).checked;
      resolve(form.querySelector('[name="bonus"]').value);
    };
    const asked = new client.window.Dialog(
      {
        title,
        content: `<form><div class="form-group"><label>Formula <input type="text" name="formula" disabled
          value="${escapeHTML(formula)}"></label></div><div class="form-group"><label>Situational bonus <input
          type="text" name="bonus" value=""></label></div><ul class="modifier-list">${boxes.join("")}</ul></form>`,
        buttons: { normal: { label: "Roll", callback: submit } },
        default: "normal",
        close: () => resolve(null),
      },
      { classes: ["sfrpg", "dialog", "roll"] },
    );
    asked.contexts = contexts; // the system's own class of dialogs keeps them
    asked.render(true);
  });
}

async function d20Roll(
  client,
  { event, parts, rollContext, title, speaker, rollOptions = {}, rollType, tags = [], ...how },
) {
  const formula = parts.join(" + ");
  const bonus = how.dialogOptions?.skipUI ? "" : await dialog(client, { title, formula, contexts: rollContext });
  if (bonus === null) return null;
  const own = (rollContext.allContexts.additional?.data.modifiers.rolledMods ?? []).filter(
    ({ bonus: one }) => one.enabled,
  );
  const all = [
    "1d20",
    ...parts,
    ...own.map(({ bonus: one }) => `${one.modifier}[${one.name}]`),
    ...(bonus ? [bonus] : []),
  ];
  const breakdown = all.join(" + ").replaceAll("+ -", "- ").replaceAll("+ +", "+ ");
  const plain = breakdown.replace(/\[[^\]]*\]/g, ""); // the labels are in the breakdown alone
  const roll = new client.CONFIG.Dice.SFRPGRoll(plain, { breakdown, tags });
  roll.options.rollOptions = rollOptions;
  await roll.evaluate();
  const meets = rollContext.allContexts.target?.data.attributes[PATHS[rollOptions.actionTarget]]?.value;
  const success = meets === undefined ? null : roll.total >= meets;
  if (success !== null)
    tags.unshift({
      tag: "actionTarget",
      text: `${rollOptions.actionTarget.toUpperCase()} ${meets}: ${success ? "HIT" : "MISS"}`,
    });
  const created = client.classes.ChatMessage.create({
    flavor: title,
    speaker,
    content: cardOf(rollContext, roll),
    rolls: [roll],
    whisper: how.whisper ?? [],
    blind: how.blind ?? false,
    flags: { sfrpg: { rollType, rollOptions, ...(success !== null && { rollSuccess: success }) } },
  });
  how.onMessage?.(created);
  return { roll };
}

function cardOf({ allContexts }, roll) {
  const { item, owner } = allContexts;
  const ids = `data-actor-id="${(owner ?? allContexts.actor).entity.id}" data-item-id="${item?.entity.id ?? ""}"`;
  const tags = roll.tags.map(({ tag, text }) => `<span class="${tag}"> ${text}</span>`).join("");
  return `<div class="chat-card-custom-container chat-card" ${ids}><span>${escapeHTML(item?.entity.name ?? "")}</span></div><div
    class="sfrpg dice-roll"><div class="dice-result"><div class="dice-formula">${roll.formula}</div><div
    class="dice-formula-breakdown">${roll.breakdown}</div><h3 class="dice-total">${roll.total}</h3></div><footer
    class="dice-footer">${tags}</footer></div>`;
}

const speakerOf = (client, actor, token) => client.classes.ChatMessage.getSpeaker(token ? { token } : { actor });

const actorClass = (client, Actor) =>
  class ActorSFRPG extends Actor {
    async rollSave(saveId, options = {}) {
      const allContexts = { actor: { entity: this, data: this.system } };
      return client.game.sfrpg.dice.d20Roll({
        event: options.event,
        rollContext: { allContexts },
        parts: [`${this.system.attributes[saveId].bonus}[Base]`],
        title: `${LABELS[saveId]} Save`,
        speaker: speakerOf(client, this, options.token),
        dialogOptions: { skipUI: options.skipUI },
        rollType: "save",
        onMessage: options.onMessage,
      });
    }
  };

const itemClass = (client, Item) =>
  class ItemSFRPG extends Item {
    async rollAttack({ skipUI = false, token = null, ...how } = {}) {
      const [first] = client.user.targets;
      const additional = OWN.map(([_id, name, modifier]) => ({ bonus: { _id, name, modifier, enabled: false } }));
      const allContexts = {
        item: { entity: this, data: this.system },
        owner: { entity: this.actor, data: this.actor.system },
        additional: { entity: { name: "additional" }, data: { modifiers: { rolledMods: additional } } },
        ...(first?.actor && { target: { entity: first, data: first.actor.system } }),
      };
      return client.game.sfrpg.dice.d20Roll({
        rollContext: { allContexts },
        parts: [`${this.system.attackBonus}[@item.attackBonus]`],
        title: "Attack Roll",
        speaker: speakerOf(client, this.actor, token),
        rollOptions: this.system.actionTarget ? { actionTarget: this.system.actionTarget } : {},
        dialogOptions: { skipUI },
        rollType: "attack",
        ...how,
      });
    }

    /** Post the card with the button of its save. */
    async use({ token = null } = {}) {
      const { type, dc } = this.system.save;
      const button = `<button type="button" data-action="save" data-type="${type}" data-dc="${dc}">${LABELS[type]} Save DC ${dc}</button>`;
      const ids = `data-actor-id="${this.actor.id}" data-item-id="${this.id}"`;
      return client.classes.ChatMessage.create({
        speaker: speakerOf(client, this.actor, token),
        content: `<div class="sfrpg chat-card item-card" ${ids}><header><h3>${escapeHTML(this.name)}</h3></header>${button}</div>`,
        flags: { sfrpg: { level: 1 } },
      });
    }
  };

const weapons = (token) => token?.actor?.items.filter(({ system }) => ATTACKS.includes(system.actionType)) ?? [];

const harm = (item) => item.system.damage.parts[0].formula;

function line({ system: { attackBonus, actionTarget, range } }) {
  const how = range.units === "ft" ? `increment ${range.value} ft` : "melee";
  return `+${attackBonus} to hit, ${how}, against ${actionTarget.toUpperCase()}`;
}

async function attack(_client, token, item, { ask = false, whisper = [], blind = false } = {}) {
  let message = null;
  const onMessage = (created) => {
    message = created;
  };
  await item.rollAttack({ skipUI: !ask, token, whisper, blind, onMessage });
  return message;
}

const damage = (client, token, item) =>
  rollDamage(client, client.CONFIG.Dice.SFRPGRoll, {
    token,
    formula: harm(item),
    flavor: `Damage Roll - ${item.name}`,
    flags: { sfrpg: { rollType: "damage" } },
  });

export const sfrpg = {
  id: "sfrpg",
  title: "Starfinder 1",
  versions: { 13: "0.30.0", 14: "0.30.0" },
  rules: "starfinder-1e",
  actors: "systems/sfrpg-actors.json",
  modes: [["normal", "Normal"]],
  install,
  weapons,
  line,
  harm,
  attack,
  damage,
};
