/**
 * Draw Steel (`draw-steel`): the use of an ability, from the button to its message.
 *
 * Facts from MetaMorphic-Digital/draw-steel 1.0.0 (68856d4): `data/item/ability.mjs` (`use`, `getTargetModifiers`),
 * `rolls/power.mjs` (`prompt`), `canvas/placeables/token.mjs` (`isFlanking`), `data/message/standard.mjs`. The order of
 * `use`: the edges and banes of the user (weakened, restrained); for each target `getTargetModifiers`; the dialog, awaited,
 * whose closing ends the use; one roll of 2d10, which a roll for each target copies, with edges and banes of its own; a
 * message with one part for the ability and one for each tier. The message's own `rolls` has the roll without targets, and
 * its card has no `.message-content`: each part is a section.
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
    Object.assign(this, { parent: item, client, ...system, keywords: new Set(keywords) });
    this.power = { ...system.power, roll: { ...system.power.roll, enabled: true } };
  }

  get actor() {
    return this.parent.actor;
  }

  /** @param {{ask?: boolean, whisper?: string[], blind?: boolean}} options  `ask` is the stand-in's: the dialog opens */
  async use({ ask = false, whisper = [], blind = false } = {}) {
    const { client, actor } = this;
    const modifiers = { edges: 0, banes: 0, bonuses: 0 };
    for (const status of ["weakened", "restrained"]) if (actor?.statuses.has(status)) modifiers.banes += 1;
    const targets = [...client.user.targets].map((target) => ({
      tokenUuid: target.document.uuid,
      uuid: target.actor?.uuid ?? "",
      name: target.name,
      modifiers: this.getTargetModifiers(target),
    }));
    const context = { type: "ability", formula: this.formula, modifiers, targets, ability: this.parent.uuid };
    if (ask && !(await client.drawSteel.prompt(context))) return null;
    const base = await new client.CONFIG.Dice.PowerRoll(this.formula).evaluate();
    const against = targets.length
      ? targets.map(({ uuid, modifiers: own }) => ({ ...summed(modifiers, own), target: uuid }))
      : [summed(modifiers, { edges: 0, banes: 0, bonuses: 0 })];
    const rolls = against.map((options) => powerRoll(client, base, { ...options, ability: this.parent.uuid }));
    return client.classes.ChatMessage.implementation.create({
      type: "standard",
      speaker: client.classes.ChatMessage.getSpeaker({ actor }),
      title: this.parent.name,
      content: this.parent.name,
      rolls: [base],
      whisper,
      blind,
      flags: { core: { canPopout: true } },
      system: { parts: partsOf(this.parent.uuid, rolls) },
    });
  }

  get formula() {
    return `2d10 + ${this.power.roll.formula}`;
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

function partsOf(abilityUuid, rolls) {
  const results = [1, 2, 3].flatMap((tier) => {
    const found = rolls.filter((roll) => tierOf(roll) === tier);
    return found.length
      ? [{ type: "abilityResult", rolls: found.map((roll) => JSON.stringify(roll)), tier, abilityUuid }]
      : [];
  });
  const parts = [{ type: "abilityUse", rolls: [], abilityUuid }, ...results];
  return Object.fromEntries(parts.map((part) => [randomId(), { flavor: "", ...part }]));
}

/** Draw a message as its model does: a header, and a section for each part. */
function drawParts({ system, title, alias }) {
  const nameOf = (uuid) => escapeHTML(String(fromUuidSync(uuid ?? "")?.name ?? ""));
  const result = (roll, tier) => {
    const { total, formula, options } = JSON.parse(roll);
    return `<div class="dice-roll"><div class="header">${options.target ? nameOf(options.target) : ""}</div>
      <div class="tier tier${tier}">Tier ${tier}</div><div class="dice-result"><div class="inline-result">
      <div class="dice-formula">${escapeHTML(formula)}</div><div class="dice-total">${total}</div></div></div></div>`;
  };
  const sections = Object.entries(system.parts ?? {}).map(([id, { type, rolls, tier }]) => {
    const content =
      type === "abilityUse"
        ? `<h3 class="ability-name">${escapeHTML(title ?? "")}</h3>`
        : rolls.map((roll) => result(roll, tier)).join("");
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
  const ability = class extends AbilityModel {}; // of its own for each client, because modules wrap it
  client.CONFIG.Item.dataModels = { ...client.CONFIG.Item.dataModels, ability };
  client.CONFIG.ChatMessage.dataModels = { standard: { draw: drawParts } };
  TokenPlaceable.prototype.isFlanking = isFlanking;
  client.drawSteel = { prompt: async () => true, models: new WeakMap() };
  if (!window) return;
  const { ApplicationV2 } = window.foundry.applications.api;
  client.drawSteel.prompt = (context) =>
    new Promise((resolve) => new (dialogClass(ApplicationV2))({ context, resolve }).render({ force: true }));
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
      const field = (nth, kind, value) =>
        `<label>${kind} <select name="targets.${nth}.modifiers.${kind}">${[0, 1, 2]
          .map((n) => `<option value="${n}" ${n === value ? "selected" : ""}>${n}</option>`)
          .join("")}</select></label>`;
      return `<section class="standard-form"><div class="global group"><div class="header">${formula}</div></div>${targets
        .map(
          ({ tokenUuid, name, modifiers }, nth) => `<div class="target group" data-token-uuid="${tokenUuid}">
          <div class="header">${escapeHTML(name)}</div><div class="form-group">${field(nth, "edges", modifiers.edges)}
          ${field(nth, "banes", modifiers.banes)}</div></div>`,
        )
        .join("")}</section><footer><button type="submit" class="roll">Roll</button></footer>`;
    }

    _replaceHTML(html, content) {
      content.innerHTML = html;
      for (const select of content.querySelectorAll("select"))
        select.addEventListener("change", () => {
          const [, nth, , kind] = select.name.split(".");
          this.options.context.targets[Number(nth)].modifiers[kind] = Number(select.value);
          this.render();
        });
      content.querySelector("button.roll").addEventListener("click", (event) => {
        event.preventDefault();
        this.options.resolve(true);
        this.close();
      });
    }

    async close(options) {
      this.options.resolve(false);
      return super.close(options);
    }
  };
}

const weapons = (token) => token?.actor?.items.filter(({ type }) => type === "ability") ?? [];

function line({ system: { distance, power } }) {
  return `+${power.roll.formula} to hit, ${distance.type} ${distance.primary}`;
}

/** Use an ability on the user's targets. */
async function attack(client, _token, item, { mode: _mode, ...how } = {}) {
  const { models } = client.drawSteel;
  const Model = client.CONFIG.Item.dataModels.ability;
  if (!models.has(item)) models.set(item, new Model(item, client));
  return models.get(item).use(how);
}

const damage = (client, token, item) =>
  rollDamage(client, client.CONFIG.Dice.DamageRoll, {
    token,
    formula: item.system.damage,
    flavor: `${item.name}: damage`,
  });

export const drawSteel = {
  id: "draw-steel",
  title: "Draw Steel",
  versions: { 13: "1.0.0", 14: "1.0.0" },
  rules: "draw-steel",
  actors: "systems/draw-steel-actors.json",
  modes: [["normal", "Normal"]],
  dialog: true,
  install,
  weapons,
  line,
  harm: ({ system }) => system.damage,
  attack,
  damage,
};
