/**
 * Pathfinder 2 (`pf2e`) and Starfinder 2 (`sf2e`): the saves, skills and Perception of an actor, from the button to the check.
 *
 * Facts from foundryvtt/pf2e, versions 6 and 7: `StatisticCheck#roll` in `src/module/system/statistic/statistic.ts`
 * (06cd44f), `src/module/actor/roll-context/base.ts` (0c75770) and the effect "Cover" in
 * `packs/other-effects/effect-cover.json` (4737dde). In a save the actor who saves is the target of the roll, and the actor
 * whose effect it is its origin, if there is one. In any other check the roller is the origin (`self`). The context has the
 * item as the caller gave it; the origin has it only if the origin rolls. The check is handed to `Check.roll`, which is
 * awaited. The effect "Cover" is in the AC of the sheet, and helps a Reflex save against an area, and Stealth to hide or to sneak. Left out here are
 * checks against a target's DC and the rule elements of items.
 */

import { Modifier } from "./pf2e-check.mjs";

const SIZES = { tiny: 0, sm: 1, med: 2, lg: 3, huge: 4, grg: 5 };
const SAVES = { fortitude: ["Fortitude", "con"], reflex: ["Reflex", "dex"], will: ["Will", "wis"] };
const SKILLS = { acrobatics: ["Acrobatics", "dex"], stealth: ["Stealth", "dex"] };
const HIDING = ["action:hide", "action:sneak", "avoid-detection"];

/** Return an actor's options as `self:...`; `target:...` and `origin:...` for the other side of a roll. */
export function optionsOf(actor, prefix) {
  const conditions = actor.items.filter(({ type }) => type === "condition").map(({ system }) => system.slug);
  const size = actor.system.traits.size.value;
  const cover = coverOf(actor);
  return [
    `${prefix}:type:${actor.type}`,
    `${prefix}:level:${actor.system.details.level.value}`,
    `${prefix}:size:${SIZES[size]}`,
    ...actor.system.traits.value.map((trait) => `${prefix}:trait:${trait}`),
    ...conditions.map((slug) => `${prefix}:condition:${slug}`),
    ...(cover ? [`${prefix}:cover-bonus:${cover.bonus}`, `${prefix}:cover-level:${cover.level}`] : []),
  ];
}

/** Return the bonus of the effect "Cover" as `{bonus, level}`; undefined without the effect. */
const coverOf = (actor) =>
  actor.items
    .map(({ flags }) => (flags.pf2e ?? flags.sf2e)?.rulesSelections?.cover)
    .find((cover) => cover !== undefined && cover !== null);

/** Return the modifiers that the effect "Cover" gives a check. */
function coverModifiers(actor, slug, options) {
  const cover = coverOf(actor);
  const helps =
    slug === "reflex" ? options.has("area-effect") : slug === "stealth" && HIDING.some((one) => options.has(one));
  if (!cover || !helps || cover.level === "greater-prone") return [];
  return [new Modifier({ slug: "cover", label: "Cover", modifier: cover.bonus, type: "circumstance" })];
}

class Statistic {
  constructor(client, actor, { slug, label, type, mod, domains }) {
    Object.assign(this, { client, actor, slug, label, type, mod, domains });
  }

  async roll(args = {}) {
    const { client, actor, slug, type } = this;
    const api = client.game[client.game.system.id];
    const saving = type === "saving-throw";
    const token = args.token ?? tokenOf(actor);
    const item = args.item ?? null;
    const options = new Set([
      ...(args.extraRollOptions ?? []),
      ...this.domains,
      ...optionsOf(actor, "self"),
      ...(saving && args.origin ? ["origin", ...optionsOf(args.origin, "origin")] : []),
      ...(item?.system.traits?.value ?? []).map((trait) => `item:trait:${trait}`),
      `check:statistic:${slug}`,
      `check:type:${type.replace(/-check$/, "")}`,
    ]);
    const self = { actor, token, self: true, item: saving ? null : item };
    const caster = args.origin && { actor: args.origin, token: tokenOf(args.origin), self: false, item: null };
    const modifiers = [
      new Modifier({ slug: "base", label: "Modifier", modifier: this.mod }),
      ...coverModifiers(actor, slug, options),
    ];
    const check = new api.CheckModifier(slug, new api.StatisticModifier(slug, modifiers), args.modifiers ?? []);
    const context = {
      actor,
      token,
      origin: saving ? (caster ?? null) : self,
      target: saving ? { ...self, item, distance: null, rangeIncrement: null } : null,
      item,
      type,
      identifier: args.identifier,
      domains: this.domains,
      dc: typeof args.dc === "number" ? { value: args.dc } : (args.dc ?? null),
      notes: [],
      options,
      skipDialog: args.skipDialog,
      rollMode: args.rollMode,
      rollTwice: args.rollTwice ?? false,
      traits: args.traits ?? [],
      title: args.title ?? `${this.label} ${saving ? "Saving Throw" : "Check"}`,
      createMessage: args.createMessage ?? true,
    };
    return api.Check.roll(check, context, null, args.callback);
  }
}

const tokenOf = (actor) => actor.getActiveTokens(true, true)[0] ?? null;

/** Return the strikes of an actor, as its sheet lists them. */
const strikesOf = ({ items }) =>
  [...(items ?? [])].flatMap((item) => {
    const total = item.type === "melee" ? item.system.bonus?.value : item.system.attack?.value;
    return typeof total === "number" ? [{ type: "strike", label: item.name, item, totalModifier: total }] : [];
  });

/** Extend the class of actors with their statistics. */
export const createActor = (Actor, client) =>
  class ActorPF2e extends Actor {
    prepareData() {
      super.prepareData();
      // Each weapon at hand is a strike, whose total has no penalty for several attacks.
      if (this.system) this.system.actions = strikesOf(this);
      const own = this._source.system?.attributes?.ac?.value;
      if (typeof own !== "number") return;
      const value = () => own + (coverOf(this)?.bonus ?? 0);
      Object.defineProperty(this.system.attributes.ac, "value", { get: value, configurable: true, enumerable: true });
    }

    get saves() {
      const { saves } = this.system;
      return this.#all(SAVES, "saving-throw", (slug) => saves?.[slug]?.value);
    }

    get skills() {
      const { skills } = this.system;
      return this.#all(SKILLS, "skill-check", (slug) => skills?.[slug]?.base);
    }

    get perception() {
      const named = { perception: ["Perception", "wis"] };
      return this.#all(named, "perception-check", () => this.system.perception.mod).perception;
    }

    #all(named, type, modOf) {
      const made = Object.entries(named).map(([slug, [label, attribute]]) => {
        const kind = type === "perception-check" ? [] : [type];
        const domains = [...new Set([slug, `${attribute}-based`, ...kind, "all", "check", `${slug}-check`])];
        return [slug, new Statistic(client, this, { slug, label, type, mod: modOf(slug) ?? 0, domains })];
      });
      return Object.fromEntries(made);
    }
  };
