/**
 * Pathfinder 1 (`pf1`): the use of an action, from the button to the chat card. `pf1.actionUse.ActionUse` is what other
 * modules wrap.
 *
 * Facts from the system's `module/action-use/action-use.mjs`, `chat-attack.mjs`, `module/components/action.mjs` and
 * `module/applications/attack-dialog.mjs` (10.8, 7b8b8fb), with the place of a message's data of 11 (94fcfe9). The order of
 * `process`: `pf1CreateActionUse` (called, not awaited); the attacks; the dialog, awaited, its closing ends the use;
 * `alterRollData`, which puts the dialog's bonus into `shared.attackBonus`; `getTargets`; `generateChatAttacks`, all three
 * awaited; `pf1PreActionUse`, which may refuse; `getMessageData`; `pf1PreDisplayActionUse` and the message;
 * `pf1PostActionUse`. In `generateChatAttacks` each attack's formula is its parts and `shared.attackBonus`, each with its
 * name in brackets; `pf1PreAttackRoll` is called before it is rolled, and not awaited. An action that asks for a save has no
 * attack, and its card has a button for the save (`pf1-saves.mjs`).
 */

import { escapeHTML } from "../foundry/utils.mjs";
import { rollDamage } from "./damage.mjs";
import { createActor, createD20Roll } from "./pf1-saves.mjs";

const DIALOG = "systems/pf1/templates/apps/attack-roll-dialog.hbs";

const actionOf = (item) => item.system.actions[0];

/** One attack of an action, and its rolls. */
class ChatAttack {
  constructor(actionUse, label) {
    Object.assign(this, { actionUse, label, attack: null });
  }

  async addAttack({ extraParts }) {
    const { client, action, item, shared } = this.actionUse;
    const parts = [`${item.system.toHit}[Attack Bonus]`, ...extraParts.filter(Boolean)];
    const config = { proficient: true, secondaryPenalty: 0 };
    client.Hooks.call("pf1PreAttackRoll", action, config, shared.rollData, { critical: 20 }, parts, []);
    this.attack = await new client.CONFIG.Dice.D20RollPF(
      [shared.rollData.d20 || "1d20", ...parts].join("+").replaceAll("+-", "-"),
      shared.rollData,
      { critical: 20, flavor: this.label },
    ).evaluate();
    client.Hooks.call("pf1AttackRoll", action, this.attack, config);
  }
}

class ActionUse {
  constructor(client, shared) {
    Object.assign(this, {
      client,
      shared,
      item: shared.item,
      action: shared.action,
      actor: shared.item.actor,
      token: shared.token,
    });
  }

  async process({ skipDialog = false } = {}) {
    const { shared, client } = this;
    shared.rollData = { ...this.actor.getRollData(), item: this.item.system, action: this.action, d20: "" };
    client.Hooks.callAll("pf1CreateActionUse", this);
    shared.fullAttack = true;
    this.generateAttacks();
    const form = skipDialog ? undefined : await this.createAttackDialog();
    if (form === null) return;
    this.formData = form ?? {};
    await this.alterRollData(this.formData);
    if (!shared.fullAttack) shared.attacks = shared.attacks.slice(0, 1);
    await this.getTargets();
    await this.generateChatAttacks();
    if (client.Hooks.call("pf1PreActionUse", this) === false) return;
    await this.getMessageData();
    const message = await this.postMessage();
    client.Hooks.callAll("pf1PostActionUse", this, message ?? null);
    return this;
  }

  generateAttacks() {
    this.shared.attacks = [{ label: "Attack", attackBonus: "" }];
  }

  createAttackDialog() {
    const { AttackDialog } = this.client.game.pf1.applications;
    return new Promise((resolve) => new AttackDialog(this, resolve).render(true));
  }

  async alterRollData(form = {}) {
    const { shared } = this;
    if (form.d20) shared.rollData.d20 = form.d20;
    if (form["attack-bonus"]) shared.attackBonus.push(form["attack-bonus"]);
    shared.fullAttack = form.fullAttack ?? true;
  }

  async getTargets() {
    this.shared.targets = [...this.client.user.targets];
  }

  async generateChatAttacks() {
    for (const attack of this.shared.attacks) {
      attack.chatAttack = new ChatAttack(this, attack.label);
      const extraParts = [...this.shared.attackBonus, attack.attackBonus];
      if (this.action.actionType !== "save") await attack.chatAttack.addAttack({ extraParts });
      this.shared.chatAttacks.push(attack.chatAttack);
    }
  }

  async getMessageData() {
    const { shared, token, actor, item, action } = this;
    const rolls = shared.chatAttacks.map(({ attack }) => ({
      attack: attack?.toJSON() ?? null,
      damage: [],
      critConfirm: null,
      critDamage: [],
    }));
    shared.chatData = {
      type: "action",
      speaker: this.client.classes.ChatMessage.getSpeaker({ actor, token }),
      content: cardOf(shared.chatAttacks, item, action),
      whisper: shared.whisper ?? [],
      blind: shared.blind ?? false,
      flags: { core: { canPopout: true } },
      system: {
        actor: actor.uuid,
        item: { id: item.id },
        action: { id: action._id },
        template: shared.template?.uuid ?? null,
        targets: shared.targets.map(({ document }) => document.uuid),
        rolls: { attacks: rolls },
      },
    };
  }

  async postMessage() {
    if (this.client.Hooks.call("pf1PreDisplayActionUse", this) === false) return null;
    this.shared.message = await this.client.classes.ChatMessage.implementation.create(this.shared.chatData);
    return this.shared.message;
  }
}

const cardOf = (attacks, item, { save }) => {
  const drawn = attacks.map(
    ({ attack }) =>
      attack &&
      `<div class="chat-attack"><div class="dice-roll"><div class="dice-result"><div class="dice-formula">${escapeHTML(
        attack.formula,
      )}</div><h4 class="dice-total">${attack.total}</h4></div></div></div>`,
  );
  return `<div class="pf1 chat-card item-card" data-actor-id="${item.actor.id}" data-item-id="${item.id}"><header
    class="card-header flexrow"><h3>${escapeHTML(item.name)}</h3></header><div class="card-content">${drawn.join("")}</div>${saveButton(save)}</div>`;
};

const saveButton = (save) =>
  save ? `<button type="button" data-action="save" data-type="${save.type}" data-dc="${save.dc}">Save</button>` : "";

function createAttackDialog(client, window) {
  if (!window) return null;
  client.templates.set(
    DIALOG,
    ({ attributes }) => `<form><div class="form-group"><label>Situational bonus <input type="text" name="attack-bonus"
      value="${escapeHTML(attributes["attack-bonus"])}"></label></div><footer class="form-footer"><button type="button"
      name="attack_single">Single attack</button><button type="button" name="attack_full">Full attack</button></footer></form>`,
  );
  return class AttackDialog extends window.Application {
    static get defaultOptions() {
      return { ...super.defaultOptions, template: DIALOG, classes: ["pf1", "attack-dialog"] };
    }

    constructor(actionUse, resolve) {
      super({ title: `${actionUse.item.name} – ${actionUse.actor.name}` });
      Object.assign(this, {
        actionUse,
        object: actionUse.action,
        resolve,
        attributes: { "attack-bonus": "", d20: "" },
      });
    }

    getData() {
      return { attributes: this.attributes, action: this.object };
    }

    activateListeners(html) {
      const form = html[0].querySelector("form");
      form.addEventListener("change", ({ target }) => (this.attributes[target.name] = target.value));
      for (const [name, fullAttack] of [
        ["attack_single", false],
        ["attack_full", true],
      ]) // prettier-ignore
        form.querySelector(`[name=${name}]`).addEventListener("click", () => {
          this.resolve({ ...this.attributes, fullAttack });
          this.close();
        });
    }

    async close() {
      this.resolve(null);
      await super.close();
    }
  };
}

/** A live action of an item. It works out its attacks; with `resolve` each has its whole bonus. */
class ItemAction {
  #item;

  constructor(item, data) {
    this.#item = item;
    Object.assign(this, data);
  }

  getAttacks({ resolve = false } = {}) {
    return [{ attackBonus: "", label: "Attack", ...(resolve && { bonus: this.#item.system.toHit }) }];
  }
}

const createItem = (Item) =>
  class ItemPF extends Item {
    get actions() {
      return (this.system.actions ?? []).map((action) => new ItemAction(this, action));
    }
  };

/** Put the global `pf1` where modules look for it; `game.pf1` is the same. */
function install(client, window) {
  const { CONFIG } = client;
  CONFIG.Item.documentClass = createItem(CONFIG.Item.documentClass);
  CONFIG.Actor.documentClass = createActor(client, CONFIG.Actor.documentClass);
  const plain = CONFIG.Dice.D20RollPF;
  CONFIG.Dice.D20RollPF = createD20Roll(client, plain);
  CONFIG.Dice.rolls.splice(CONFIG.Dice.rolls.indexOf(plain), 1, CONFIG.Dice.D20RollPF);
  client.Hooks.on("renderChatMessageHTML", (_message, html) => {
    const pressed = (event) => CONFIG.Actor.documentClass._onChatCardButtonAction(event);
    html.querySelector?.('[data-action="save"]')?.addEventListener("click", pressed);
  });
  const bound = class extends ActionUse {
    constructor(shared) {
      super(client, shared);
    }
  };
  Object.defineProperty(bound, "name", { value: "ActionUse" });
  const api = {
    actionUse: { ActionUse: bound, ChatAttack },
    components: { ItemAction },
    applications: { AttackDialog: createAttackDialog(client, window) },
  };
  client.game.pf1 = api;
  if (window) window.pf1 = api;
}

const weapons = (token) => token?.actor?.items.filter(({ type }) => ["attack", "weapon"].includes(type)) ?? [];

function line(item) {
  const { range } = actionOf(item);
  return `+${item.system.toHit} to hit, ${range.units === "ft" ? `range increment ${range.value} ft` : range.units}`;
}

const harm = (item) => actionOf(item).damage.parts[0].formula;

/** Use the first action of an item. */
async function attack(client, token, item, { ask = false, whisper = [], blind = false } = {}) {
  const shared = {
    item,
    action: actionOf(item),
    token,
    attackBonus: [],
    damageBonus: [],
    chatAttacks: [],
    whisper,
    blind,
  };
  const used = await new client.game.pf1.actionUse.ActionUse(shared).process({ skipDialog: !ask });
  return used?.shared.message ?? null;
}

const damage = (client, token, item) =>
  rollDamage(client, client.CONFIG.Dice.DamageRoll, { token, formula: harm(item), flavor: `${item.name} - Damage` });

export const pf1 = {
  id: "pf1",
  title: "Pathfinder, first edition",
  versions: { 13: "11.10", 14: "11.10" },
  rules: "pathfinder-1e",
  actors: "systems/pf1-actors.json",
  modes: [["normal", "Normal"]],
  install,
  weapons,
  line,
  harm,
  attack,
  damage,
};
