/**
 * Pathfinder 2 (`pf2e`) and Starfinder 2 (`sf2e`): modifiers, a check made of them, its dialog, and the roll. `game.pf2e.Check.roll` is what
 * other modules wrap.
 *
 * Facts from foundryvtt/pf2e, versions 6 and 7: `src/module/actor/modifiers.ts` (04175da),
 * `src/module/system/check/check.ts` (023f1df) and `dialog.ts` (1566d66). The order there: the context gets its origin,
 * `skipDialog` and the roll mode; the modifiers are totalled with the roll options; unless it is skipped, the dialog is
 * awaited, and its closing without a button ends the roll; a roll of the total; the degree of success; the message,
 * awaited; a callback, awaited. No hook is called in between, so a module that adds a modifier wraps `roll`. The dialog
 * reads `check.modifiers` whenever it is drawn.
 *
 * A reroll (`rerollFromMessage`, a hero point or not) goes another way: the roll is cloned with its formula, the message is
 * deleted, and a new one is made of the rolls that are kept. It has the system's own flags as they were (the modifiers, the
 * DC, the options) and no flags of other modules.
 */

import { escapeHTML } from "../foundry/utils.mjs";
import { modeSetting } from "../foundry/version-14.mjs";

const TEMPLATE = "systems/pf2e/templates/chat/check-modifiers-dialog.hbs";
const DEGREES = ["criticalFailure", "failure", "success", "criticalSuccess"];
const KEEP = { "keep-higher": "2d20kh", "keep-lower": "2d20kl" };
const signed = (number) => (number < 0 ? `${number}` : `+${number}`);
const slugOf = (label) =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");

/** A bonus, a penalty or an untyped modifier. Of each type only the best bonus and the worst penalty count. */
export class Modifier {
  constructor({ slug, label, modifier, type = "untyped", ignored = false, enabled = true }) {
    Object.assign(this, { slug: slugOf(slug ?? label), label, modifier, type, ignored, enabled });
  }

  toObject() {
    return { ...this };
  }
}

/** The modifiers of a statistic, and their total. `modifiers` is a copy; `push` ignores a slug that exists. */
export class StatisticModifier {
  #modifiers;

  constructor(slug, modifiers = []) {
    this.slug = slug;
    this.#modifiers = [...modifiers];
    this.calculateTotal();
  }

  get modifiers() {
    return [...this.#modifiers];
  }

  push(modifier) {
    if (!this.#modifiers.some(({ slug }) => slug === modifier.slug)) this.#modifiers.push(modifier);
    this.calculateTotal();
    return this.#modifiers.length;
  }

  /** @param {object | string} which  a modifier or its slug */
  delete(which) {
    const kept = this.#modifiers.filter((one) => one !== which && one.slug !== which);
    const deleted = kept.length < this.#modifiers.length;
    this.#modifiers = kept;
    this.calculateTotal();
    return deleted;
  }

  /** The roll options are for predicates, which no modifier has here. */
  calculateTotal(_options) {
    const best = new Map();
    for (const one of this.#modifiers) {
      one.enabled = !one.ignored;
      if (one.ignored || one.type === "untyped") continue;
      const group = `${one.type} ${Math.sign(one.modifier)}`;
      const rival = best.get(group);
      if (rival) (Math.abs(rival.modifier) < Math.abs(one.modifier) ? rival : one).enabled = false;
      if (one.enabled) best.set(group, one);
    }
    this.totalModifier = this.#modifiers.reduce((sum, { enabled, modifier }) => sum + (enabled ? modifier : 0), 0);
  }
}

/** The modifiers of a statistic together with those of one roll. */
export class CheckModifier extends StatisticModifier {
  constructor(slug, statistic, modifiers = []) {
    super(slug, [...statistic.modifiers.map((one) => new Modifier(one)), ...modifiers]);
  }
}

/** Make the class of the dialog; null without a page to draw it on. */
export function createDialog(client, window) {
  if (!window) return null;
  client.templates.set(TEMPLATE, drawDialog);
  return class CheckModifiersDialog extends window.Application {
    static get defaultOptions() {
      return {
        ...super.defaultOptions,
        template: TEMPLATE,
        classes: ["roll-modifiers-dialog", "dice-checks", "dialog"],
      };
    }

    constructor(check, resolve, context) {
      super({ title: context.title ?? check.slug });
      Object.assign(this, { check, resolve, context, isResolved: false });
    }

    getData() {
      return { modifiers: this.check.modifiers, totalModifier: this.check.totalModifier };
    }

    activateListeners(html) {
      html[0].querySelector("button.roll").addEventListener("click", () => {
        this.isResolved = true;
        this.resolve(true);
        this.close();
      });
      for (const box of html[0].querySelectorAll("input[type=checkbox]"))
        box.addEventListener("click", () => {
          this.check.modifiers[Number(box.dataset.modifierIndex)].ignored = !box.checked;
          this.check.calculateTotal();
          this.render();
        });
    }

    async close() {
      if (!this.isResolved) this.resolve(false);
      this.isResolved = true;
      await super.close();
    }
  };
}

const drawDialog = ({ modifiers, totalModifier }) => {
  const rows = modifiers.map(
    ({ label, modifier, type, ignored, enabled }, index) => `<div class="modifier-container"><label>
      <input type="checkbox" data-modifier-index="${index}" ${ignored ? "" : "checked"}><span class="mod">${escapeHTML(label)}</span>
      <span>${type}</span><b class="${enabled ? "" : "unused"}">${signed(modifier)}</b></label></div>`,
  );
  return `<form>${rows.join("")}<p class="total">Total <b>${signed(totalModifier)}</b></p>
    <button type="button" class="roll">Roll</button></form>`;
};

/** `game.pf2e.Check`. */
export function createCheck(client, Dialog) {
  return {
    async roll(check, context = {}, event = null, callback = undefined) {
      const { actor, token = null, item = null } = context;
      if (context.origin === undefined && actor) context.origin = { actor, token, self: true, item };
      context.skipDialog ??= !Dialog;
      context.createMessage ??= true;
      if (Array.isArray(context.options)) context.options = new Set(context.options);
      const rollOptions = context.options ?? new Set();
      context.rollMode ??= client.game.settings.get("core", modeSetting(client.generation));
      if (rollOptions.size > 0 && !context.isReroll) check.calculateTotal(rollOptions);
      if (!context.skipDialog && context.type !== "flat-check") {
        const rolled = await new Promise((resolve) => new Dialog(check, resolve, context).render(true));
        if (!rolled) return null;
      }
      const roll = new client.CONFIG.Dice.CheckRoll(
        `${diceOf(context, rollOptions)}${check.totalModifier ? signed(check.totalModifier) : ""}`,
        {},
        {
          type: context.type,
          identifier: context.identifier,
          domains: context.domains,
          totalModifier: check.totalModifier,
        },
      );
      await roll.evaluate({ allowInteractive: context.rollMode !== "blindroll" });
      const degree = context.dc ? degreeOf(roll, context.dc.value) : null;
      if (degree !== null) {
        context.outcome = context.unadjustedOutcome = DEGREES[degree];
        roll.options.degreeOfSuccess = degree;
      }
      const message = await roll.toMessage(messageOf(client, check, context, rollOptions), {
        rollMode: context.rollMode,
        create: context.createMessage,
      });
      await callback?.(roll, context.outcome, message, event);
      return roll;
    },

    async rerollFromMessage(message, { heroPoint = false, keep = "new" } = {}) {
      const { type, speaker } = message;
      const [flags, system] = [message.flags[client.game.system.id], message.system].map((data) =>
        structuredClone(data ?? {}),
      );
      const context = system.context ?? flags.context;
      Object.assign(context, { skipDialog: true, isReroll: true });
      context.options.push("check:reroll", ...(heroPoint ? ["check:hero-point"] : []));
      const [before] = message.rolls;
      const after = before.clone();
      after.options = { ...after.options, isReroll: true };
      client.Hooks.callAll("pf2e.preReroll", before, after, heroPoint, keep);
      await after.evaluate();
      client.Hooks.callAll("pf2e.reroll", before, after, heroPoint, keep);
      const staysBefore =
        (keep === "higher" && before.total > after.total) || (keep === "lower" && before.total < after.total);
      const kept = staysBefore ? before : after;
      const degree = context.dc ? degreeOf(kept, context.dc.value) : null;
      if (degree !== null) {
        context.outcome = DEGREES[degree];
        kept.options.degreeOfSuccess = degree;
      }
      await message.delete({ render: false });
      const data = { speaker, flavor: message.flavor, flags: { [client.game.system.id]: flags } };
      const shape = client.generation >= 14 ? { type, system } : {};
      return kept.toMessage({ ...data, ...shape }, { rollMode: context.rollMode });
    },
  };
}

/**
 * Return what is rolled: a value that a feat puts in place of the d20 (`substitutions`, of which the dialog selects one),
 * two d20s, or one. Fortune and misfortune are noted as options of the roll; where both are there, one d20 is rolled.
 */
function diceOf({ substitutions = [], rollTwice }, rollOptions) {
  const substitution = substitutions.find(({ selected }) => selected);
  const twice = { "keep-higher": "fortune", "keep-lower": "misfortune" }[rollTwice];
  for (const effect of [substitution?.effectType, twice]) if (effect) rollOptions.add(effect);
  if (rollOptions.has("fortune") && rollOptions.has("misfortune")) return "1d20";
  return substitution ? String(substitution.value) : (KEEP[rollTwice] ?? "1d20");
}

/** Return the degree of success, 0 to 3: ten more or less is a step, and so are a natural 20 and a natural 1. */
function degreeOf(roll, dc) {
  const by = roll.total - dc;
  const natural = roll.dice[0]?.results.find(({ active }) => active)?.result;
  const step = natural === 20 ? 1 : natural === 1 ? -1 : 0;
  return Math.max(0, Math.min(3, (by >= 10 ? 3 : by >= 0 ? 2 : by > -10 ? 1 : 0) + step));
}

/** Return where a message keeps the context: from Foundry 14 on in its own `system`. */
function messageOf(client, check, context, rollOptions) {
  const { actor, token, item, origin, target } = context;
  const flag = {
    type: context.type ?? "check",
    identifier: context.identifier ?? null,
    actor: actor?.id ?? null,
    token: token?.id ?? null,
    domains: context.domains ?? [],
    origin: origin?.actor ? { actor: origin.actor.uuid, token: origin.token?.uuid } : null,
    target: target?.actor ? { actor: target.actor.uuid, token: target.token?.uuid } : null,
    options: [...rollOptions].sort(),
    notes: context.notes ?? [],
    rollMode: context.rollMode,
    rollTwice: context.rollTwice ?? false,
    title: context.title ?? "Check",
    traits: context.traits ?? [],
    dc: context.dc ? { slug: context.dc.slug, value: context.dc.value, scope: context.dc.scope } : null,
    mapIncreases: context.mapIncreases ?? 0,
    substitutions: context.substitutions ?? [],
    isReroll: context.isReroll ?? false,
    outcome: context.outcome ?? null,
    unadjustedOutcome: context.unadjustedOutcome ?? null,
  };
  const counted = check.modifiers.filter(({ enabled }) => enabled);
  const tags = counted.map(
    ({ label, modifier }) => `<span class="tag">${escapeHTML(label)} ${signed(modifier)}</span>`,
  );
  const ours = { modifierName: check.slug, modifiers: check.modifiers.map((one) => one.toObject()) };
  return {
    speaker: client.classes.ChatMessage.getSpeaker({ actor, token }),
    flavor: `<h4 class="action"><strong>${escapeHTML(flag.title)}</strong></h4><div class="tags">${tags.join(" ")}</div>`,
    ...(client.generation >= 14
      ? {
          type: "check",
          system: { context: withItem(flag, item, Boolean(origin?.self)) },
          flags: { [client.game.system.id]: ours },
        }
      : {
          flags: {
            [client.game.system.id]: { context: flag, ...ours, origin: item && { uuid: item.uuid, type: item.type } },
          },
        }),
  };
}

const withItem = (flag, item, self) => ({ ...flag, origin: flag.origin && { ...flag.origin, item: item?.uuid, self } });
