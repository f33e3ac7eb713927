/**
 * Draw Steel (`draw-steel`): the use of an ability, from the button to its message.
 *
 * Facts from MetaMorphic-Digital/draw-steel 1.0.0 (68856d4), here on Foundry 13, and from the source of 1.1 of August 2026
 * (5718741), here on Foundry 14: `data/item/ability.mjs` (`use`, `getTargetModifiers`), `rolls/power.mjs` (`prompt`),
 * `applications/apps/{power-roll,ability-configuration}-dialog.mjs`, `canvas/placeables/token.mjs` (`isFlanking`),
 * `data/message/standard.mjs`. The order of `use`: the edges and banes of the user; for each target `getTargetModifiers`; the
 * dialog, awaited, which works on a copy of them and whose closing ends the use; one roll of 2d10, which a roll for each
 * target copies, with edges and banes of its own; a message with one part for the ability and others for the results. The
 * message's own `rolls` has the roll without targets, and its card has no `.message-content`: each part is a section.
 *
 * | | 1.0.0 | 1.1.0 |
 * | --- | --- | --- |
 * | a part for the results of | each tier | each target, which the part names and the roll does not; the tier without targets |
 * | the dialog | `PowerRollDialog`: targets in a list, the ability by its uuid | `AbilityConfigurationDialog`, a subclass: targets by token, the ability itself |
 * | who is prone | is left to the players | a bane for strikes by it, an edge for melee against it |
 */

import { TokenPlaceable } from "../foundry/placeable.mjs";
import { escapeHTML } from "../foundry/utils.mjs";
import { rollDamage } from "./damage.mjs";

const TEMPLATE = "systems/draw-steel/templates/apps/power-roll-dialog.hbs";
const MOST = 2;
const TIERS = [12, 17];
const CRITICAL = 19;
const clamp = (number) => Math.max(0, Math.min(MOST, number));
const randomId = () => Math.random().toString(36).slice(2).padEnd(16, "0").slice(0, 16);

/** The model of an ability: what `item.system` is in the real system. */
class AbilityModel {
  constructor(item, client) {
    const { keywords, ...system } = item.system;
    Object.defineProperties(this, { parent: { value: item }, client: { value: client } });
    Object.assign(this, { ...system, keywords: new Set(keywords) });
    this.power = { ...system.power, roll: { ...system.power.roll, enabled: true } };
  }

  get actor() {
    return this.parent.actor;
  }

  /** @param {{ask?: boolean, whisper?: string[], blind?: boolean}} options  `ask` is the stand-in's: the dialog opens */
  async use({ ask = false, whisper = [], blind = false } = {}) {
    const { client, actor } = this;
    const modifiers = { ...NONE };
    if (this.getActorModifiers.length) this.getActorModifiers({ modifiers });
    else Object.assign(modifiers, this.getActorModifiers());
    const targets = [...client.user.targets].map((target) => ({
      tokenUuid: target.document.uuid,
      uuid: target.actor?.uuid ?? "",
      name: target.name,
      modifiers: this.getTargetModifiers(target),
    }));
    const config = this._dialogConfig({ type: "ability", formula: this.formula, modifiers }, targets);
    const against = ask ? await client.drawSteel.prompt(config) : rollsIn(config.context);
    if (!against) return null;
    const base = await new client.CONFIG.Dice.PowerRoll(this.formula).evaluate();
    return client.classes.ChatMessage.implementation.create({
      type: "standard",
      speaker: client.classes.ChatMessage.getSpeaker({ actor }),
      title: this.parent.name,
      content: this.parent.name,
      rolls: [base],
      whisper,
      blind,
      flags: { core: { canPopout: true } },
      system: { parts: this._partsOf(base, against) },
    });
  }

  get formula() {
    return `2d10 + ${this.power.roll.formula}`;
  }

  getActorModifiers(options) {
    for (const status of ["weakened", "restrained"]) if (this.actor?.statuses.has(status)) options.modifiers.banes += 1;
  }

  /** The edges and banes against one target. Flanking counts for the token that the user controls. */
  getTargetModifiers(target) {
    const modifiers = { banes: 0, edges: 0, bonuses: 0 };
    for (const status of ["restrained", "surprised"]) if (target.actor?.statuses.has(status)) modifiers.edges += 1;
    const [token] = this.client.canvas.tokens.controlled;
    if (token?.actor === this.actor && this.keywords.has("melee") && this.keywords.has("strike"))
      modifiers.edges += token.isFlanking(target) ? 1 : 0;
    return modifiers;
  }

  _dialogConfig(context, targets) {
    return { context: { ...context, targets, ability: this.parent.uuid } };
  }

  _partsOf(base, against) {
    const rolls = against.map((options) => powerRoll(this.client, base, { ...options, ability: this.parent.uuid }));
    const tiers = [1, 2, 3].map((tier) => ({ tier, rolls: rolls.filter((roll) => tierOf(roll) === tier) }));
    const results = tiers.filter((part) => part.rolls.length);
    return this._parts(results.map((part) => ({ type: "abilityResult", ...part })));
  }

  _parts(results) {
    const abilityUuid = this.parent.uuid;
    const parts = [{ type: "abilityUse", rolls: [] }, ...results].map(({ rolls, ...part }) => ({
      ...{ flavor: "", abilityUuid, rolls: rolls.map((roll) => JSON.stringify(roll)) },
      ...part,
    }));
    return Object.fromEntries(parts.map((part) => [randomId(), part]));
  }
}

/** The model of an ability from version 1.1 on. */
class LaterAbilityModel extends AbilityModel {
  getActorModifiers() {
    const { keywords, actor } = this;
    const banes = ["restrained", "weakened", ...(keywords.has("strike") ? ["prone"] : [])];
    return { ...NONE, banes: banes.filter((status) => actor.statuses.has(status)).length };
  }

  getTargetModifiers(target) {
    const modifiers = super.getTargetModifiers(target);
    if (target.actor?.statuses.has("prone") && this.keywords.has("melee")) modifiers.edges += 1;
    return modifiers;
  }

  _dialogConfig(context, targets) {
    const byToken = targets.map((target) => [target.tokenUuid.split(".").at(-1), target]);
    return { ability: this.parent, context: { ...context, targets: Object.fromEntries(byToken) } };
  }

  _partsOf(base, against) {
    if (!against[0].target) return super._partsOf(base, against);
    const results = against.map(({ target, ...options }) => {
      const roll = powerRoll(this.client, base, options);
      return { type: "targetResult", rolls: [roll], tier: tierOf(roll), targetUuid: target };
    });
    return this._parts(results.sort((one, other) => one.tier - other.tier));
  }
}

const NONE = { edges: 0, banes: 0, bonuses: 0 };

/** Return the modifiers of each roll that a dialog gives back: those of the target added to the user's. */
export function rollsIn({ modifiers, targets }) {
  const rolls = Object.values(targets).map(({ uuid, modifiers: own }) => ({ ...summed(modifiers, own), target: uuid }));
  return rolls.length ? rolls : [summed(modifiers, NONE)];
}

const summed = (all, own) => ({
  edges: clamp(all.edges + own.edges),
  banes: clamp(all.banes + own.banes),
  bonuses: all.bonuses + own.bonuses,
});

/** Return the roll against one target: the dice of the first roll, and +2 or -2 for what is left of edges and banes. */
function powerRoll(client, base, options) {
  const data = base.toJSON();
  const balance = options.edges - options.banes;
  const terms = [...data.terms];
  let { total, formula } = data;
  if (Math.abs(balance) === 1) {
    const flavor = balance > 0 ? "Edge" : "Bane";
    terms.push({ class: "OperatorTerm", options: {}, evaluated: true, operator: balance > 0 ? "+" : "-" });
    terms.push({ class: "NumericTerm", options: { flavor }, evaluated: true, number: 2 });
    total += 2 * balance;
    formula += ` ${balance > 0 ? "+" : "-"} 2[${flavor}]`;
  }
  const all = { type: "test", criticalThreshold: CRITICAL, appliedModifier: true, ...options };
  return client.Roll.fromData({ ...data, class: "PowerRoll", terms, total, formula, options: all });
}

/** Return the tier of a power roll, from 1 to 3. */
function tierOf({ total, terms, options }) {
  if (terms[0].total >= CRITICAL) return 3;
  const balance = options.edges - options.banes;
  const reached = 1 + TIERS.filter((least) => total >= least).length;
  return Math.max(1, Math.min(3, reached + balance - Math.sign(balance)));
}

/** Draw a message as its model does: a header, and a section for each part. */
function drawParts({ system, title, alias }) {
  const nameOf = (uuid) => escapeHTML(String(fromUuidSync(uuid ?? "")?.name ?? ""));
  const result = (roll, { tier, targetUuid }) => {
    const { total, formula, options } = JSON.parse(roll);
    const target = targetUuid ?? options.target;
    return `<div class="dice-roll"><div class="header">${target ? nameOf(target) : ""}</div>
      <div class="tier tier${tier}">Tier ${tier}</div><div class="dice-result"><div class="inline-result">
      <div class="dice-formula">${escapeHTML(formula)}</div><div class="dice-total">${total}</div></div></div></div>`;
  };
  const sections = Object.entries(system.parts ?? {}).map(([id, part]) => {
    const content =
      part.type === "abilityUse"
        ? `<h3 class="ability-name">${escapeHTML(title ?? "")}</h3>`
        : part.rolls.map((roll) => result(roll, part)).join("");
    return `<section data-message-part="${id}">${content}</section>`;
  });
  return `<header class="message-header flexrow"><h4 class="message-sender">${escapeHTML(alias)}</h4></header>${sections.join("")}`;
}

/** Flanking by the line between the centres, with an ally beside the target. Both have to be adjacent to it. */
function isFlanking(target) {
  const boxOf = ({ document }) => ({ ...document._source, ...document.getSize() });
  const beside = (one) => {
    const [a, b] = [boxOf(one), boxOf(target)];
    const size = target.document.parent.grid.size;
    const near = (axis, side) => a[axis] <= b[axis] + b[side] && b[axis] <= a[axis] + a[side];
    return one !== target && size > 0 && near("x", "width") && near("y", "height");
  };
  if (!beside(this)) return false;
  const middle = (one) => one.document.getCenterPoint();
  const [from, at] = [middle(this), middle(target)];
  return target.document.parent.tokens.some(({ object, disposition }) => {
    if (!object || object === this || disposition !== this.document.disposition || !beside(object)) return false;
    const to = middle(object);
    return Math.abs(from.x + to.x - 2 * at.x) < 1 && Math.abs(from.y + to.y - 2 * at.y) < 1;
  });
}

function install(client, window) {
  const ability = class extends (client.generation >= 14 ? LaterAbilityModel : AbilityModel) {}; // of its own for each client, because modules wrap it
  client.CONFIG.Item.dataModels = { ...client.CONFIG.Item.dataModels, ability };
  client.CONFIG.ChatMessage.dataModels = { standard: { draw: drawParts } };
  TokenPlaceable.prototype.isFlanking = isFlanking;
  client.drawSteel = { prompt: async ({ context }) => rollsIn(context) };
  if (!window) return;
  const Dialog = dialogClass(window.foundry.applications.api.ApplicationV2);
  const Later = class AbilityConfigurationDialog extends Dialog {};
  const Shown = client.generation >= 14 ? Later : Dialog;
  client.drawSteel.prompt = (config) =>
    new Promise((resolve) => new Shown({ ...config, resolve }).render({ force: true }));
}

/** @param {Function} Base  ApplicationV2 */
function dialogClass(Base) {
  return class PowerRollDialog extends Base {
    static DEFAULT_OPTIONS = {
      classes: ["roll-dialog", "power-roll-dialog"],
      tag: "form",
      window: { title: "Ability Roll" },
      position: { width: 400 },
      template: TEMPLATE,
    };

    async _renderHTML() {
      const { targets, formula } = this.options.context;
      const field = (key, kind, value) =>
        `<label>${kind} <select name="targets.${key}.modifiers.${kind}">${[0, 1, 2]
          .map((n) => `<option value="${n}" ${n === value ? "selected" : ""}>${n}</option>`)
          .join("")}</select></label>`;
      return `<section class="standard-form"><div class="global group"><div class="header">${formula}</div></div>${Object.entries(
        targets,
      )
        .map(
          ([key, { tokenUuid, name, modifiers }]) => `<div class="target group" data-token-uuid="${tokenUuid}">
          <div class="header">${escapeHTML(name)}</div><div class="form-group">${field(key, "edges", modifiers.edges)}
          ${field(key, "banes", modifiers.banes)}</div></div>`,
        )
        .join("")}</section><footer><button type="submit" class="roll">Roll</button></footer>`;
    }

    _replaceHTML(html, content) {
      content.innerHTML = html;
      for (const select of content.querySelectorAll("select"))
        select.addEventListener("change", () => {
          const [, key, , kind] = select.name.split(".");
          this.options.context.targets[key].modifiers[kind] = Number(select.value);
          this.render();
        });
      content.querySelector("button.roll").addEventListener("click", (event) => {
        event.preventDefault();
        this.options.resolve(rollsIn(this.options.context));
        this.close();
      });
    }

    async close(options) {
      this.options.resolve(null);
      return super.close(options);
    }
  };
}

const weapons = (token) => token?.actor?.items.filter(({ type }) => type === "ability") ?? [];

function line({ system: { distance, power } }) {
  return `+${power.roll.formula} to hit, ${distance.type} ${distance.primary}`;
}

/** Use an ability on the user's targets. Its `system` is the model (`buttons.mjs`). */
const attack = (client, _token, item, { mode: _mode, ...how } = {}) =>
  client.CONFIG.Item.dataModels.ability.prototype.use.call(item.system, how);

const damage = (client, token, item) =>
  rollDamage(client, client.CONFIG.Dice.DamageRoll, {
    token,
    formula: item.system.damage,
    flavor: `${item.name}: damage`,
  });

export const drawSteel = {
  id: "draw-steel",
  title: "Draw Steel",
  versions: { 13: "1.0.0", 14: "1.1.0" },
  rules: "draw-steel",
  actors: "systems/draw-steel-actors.json",
  modes: [["normal", "Normal"]],
  install,
  weapons,
  line,
  harm: ({ system }) => system.damage,
  attack,
  damage,
};
