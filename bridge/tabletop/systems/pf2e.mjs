/**
 * Pathfinder 2 (`pf2e`): a strike, from the button to the check. Starfinder 2 (`sf2e`) is the same program under another id:
 * its API is `game.sf2e`, its flags are `flags.sf2e`.
 *
 * Facts from foundryvtt/pf2e, versions 6 and 7: `strikeFromMeleeItem` and `isOffGuardFromFlanking` in
 * `src/module/actor/helpers.ts`, `src/module/actor/roll-context/base.ts` (0c75770) and `check.ts` (3bc2a4c),
 * `onOppositeSides` in `src/module/canvas/token/object.ts`, `packs/other-effects/effect-cover.json` (4737dde). The
 * target is the first that the user has; its actor is cloned with what the attack does to it (off-guard by flanking),
 * and the clone's own options (`self:condition:off-guard`) are the roll's as `target:...`. The DC is the clone's AC.
 * The penalty for range increments is a modifier of the origin. So flanking and the effect "Cover" are in the DC before
 * any module can change it.
 */

import { rollDamage } from "./damage.mjs";
import { CheckModifier, createCheck, createDialog, Modifier, StatisticModifier } from "./pf2e-check.mjs";
import { createActor, optionsOf } from "./pf2e-statistic.mjs";

const OFF_GUARD = -2;
const PER_INCREMENT = -2;
const [SECRET, NEUTRAL] = [-2, 0]; // dispositions
const SIDES = { party: 1, opposition: -1 };
const ROLL_TWICE = { fortune: "keep-higher", misfortune: "keep-lower" };

/** Put `game.pf2e` or `game.sf2e` where modules look for it, and the statistics on the actors. */
function install(client, window) {
  const Dialog = createDialog(client, window);
  const { Actor, Combat, Token } = client.CONFIG;
  Token.documentClass = createToken(Token.documentClass);
  Actor.documentClass = createActor(Actor.documentClass, client);
  Combat.documentClass = createEncounter(Combat.documentClass, client);
  client.game[client.game.system.id] = {
    Check: createCheck(client, Dialog),
    CheckModifier,
    Modifier,
    StatisticModifier,
  };
  // modules wrap the check when the system says that it is ready (foundryvtt/pf2e, `src/scripts/hooks/ready.ts`)
  if (client.game.system.id === "pf2e") client.Hooks.once("ready", () => client.Hooks.callAll("pf2e.systemReady"));
}

/**
 * A token's side is its actor's alliance, unless it is a secret, and its light that of the actor's rule elements. Neither is in
 * its source. (`src/module/scene/token-document/document.ts`, `src/module/rules/rule-element/token-light.ts`)
 */
const createToken = (Token) =>
  class extends Token {
    prepareForActor() {
      super.prepareForActor();
      const { alliance } = this.actor?.system.details ?? {};
      if (alliance !== undefined && this.disposition !== SECRET) this.disposition = SIDES[alliance] ?? NEUTRAL;
      const rules = this.actor?.items.contents.flatMap(({ system }) => system.rules ?? []) ?? [];
      const light = rules.findLast(({ key }) => key === "TokenLight");
      if (light) Object.assign(this.light, light.value);
    }
  };

/**
 * An encounter takes tokens of the viewed scene alone, and only those with an actor; its end clears every user's targets.
 * (`src/module/encounter/document.ts`, 015f384)
 */
const createEncounter = (Combat, client) =>
  class extends Combat {
    async createEmbeddedDocuments(name, data, context) {
      const drawn = (id) => client.canvas.tokens.placeables.find((token) => token.id === id);
      return super.createEmbeddedDocuments(
        name,
        name === "Combatant" ? data.filter(({ tokenId }) => drawn(tokenId)?.actor) : data,
        context,
      );
    }

    _onDelete(...args) {
      super._onDelete(...args);
      client.canvas.tokens.setTargets([]);
    }
  };

/** Return a creature's strikes: its `melee` items and held weapons. */
const weapons = (token) =>
  token?.actor?.items.filter(
    ({ type, system }) => type === "melee" || (type === "weapon" && system.equipped.carryType === "held"),
  ) ?? [];

const numbered = (item, name) => {
  const trait = item.system.traits.value.find((one) => one.startsWith(`${name}-`));
  return trait ? Number(trait.slice(name.length + 1)) : null;
};

/** Return the range increment; an NPC's strike has an object for it. */
const incrementOf = ({ system: { range } }) => (typeof range === "number" ? range : (range?.increment ?? null));

const reachOf = (item) =>
  numbered(item, "reach") ??
  item.actor.system.attributes.reach.base + (item.system.traits.value.includes("reach") ? 5 : 0);

const bonusOf = (item) => (item.type === "melee" ? item.system.bonus.value : item.system.attack.value);

function line(item) {
  const increment = incrementOf(item);
  return `+${bonusOf(item)} to hit, ${increment ? `range increment ${increment} ft` : `reach ${reachOf(item)} ft`}`;
}

function harm({ system }) {
  if (system.damageRolls) return Object.values(system.damageRolls)[0].damage;
  return `${system.damage.dice}${system.damage.die}`;
}

/** Return the distance of two tokens in feet, from space to space, with every second diagonal counted twice. */
function distanceBetween(one, other) {
  const { size, distance } = one.parent.grid;
  const gap = (from, to, length, reach) =>
    Math.max(0, Math.round(Math.max(to - (from + length), from - (to + reach)) / size) + 1);
  const [a, b] = [one, other].map((token) => ({ ...token._source, ...token.getSize() }));
  const steps = [gap(a.x, b.x, a.width, b.width), gap(a.y, b.y, a.height, b.height)].sort((m, n) => n - m);
  return (steps[0] + Math.floor(steps[1] / 2)) * distance;
}

const hostile = (one, other) => Math.sign(one.disposition || 1) !== Math.sign(other.disposition || 1);

/** Return whether the segment between the centres of two tokens crosses opposite sides of the third. */
function onOppositeSides(one, other, target) {
  const { width, height } = target.getSize();
  const { x, y } = target._source;
  const [a, b] = [one.getCenterPoint(), other.getCenterPoint()];
  const crosses = (axis, near, far, across, low, high) => {
    const at = (value) => a[across] + ((b[across] - a[across]) * (value - a[axis])) / (b[axis] - a[axis]);
    const [first, last] = [Math.min(a[axis], b[axis]), Math.max(a[axis], b[axis])];
    return first <= near && last >= far && [near, far].every((value) => at(value) >= low && at(value) <= high);
  };
  return crosses("x", x, x + width, "y", y, y + height) || crosses("y", y, y + height, "x", x, x + width);
}

/** Return whether an attacker flanks: it and an ally have the target in reach, on opposite sides. */
function isFlanking(attacker, target, reach) {
  if (distanceBetween(attacker, target) > reach || !hostile(attacker, target)) return false;
  const allies = attacker.parent.tokens.filter(
    (token) => token !== attacker && token.actor && hostile(token, target) && !token.hidden,
  );
  return allies.some((ally) => {
    const reaches = weapons(ally)
      .filter((item) => !incrementOf(item))
      .map(reachOf);
    return distanceBetween(ally, target) <= Math.max(0, ...reaches) && onOppositeSides(attacker, ally, target);
  });
}

function itemOptions(item) {
  const increment = incrementOf(item);
  return [
    `item:${increment ? "ranged" : "melee"}`,
    `item:type:${item.type}`,
    ...item.system.traits.value.map((trait) => `item:trait:${trait}`),
    ...(increment ? [`item:range-increment:${increment}`] : []),
  ];
}

/** Return the AC of the target's clone, and the options that it adds. */
function defence(attacker, target, item) {
  const flanked = !incrementOf(item) && isFlanking(attacker, target, reachOf(item));
  const options = new Set(optionsOf(target.actor, "target"));
  if (flanked) options.add("target:condition:off-guard").add("self:flanking");
  const penalty = options.has("target:condition:off-guard") ? OFF_GUARD : 0;
  return { ac: target.actor.system.attributes.ac.value + penalty, options };
}

/** Strike the user's first target. */
async function attack(client, token, item, { mode = "normal", ask = false, whisper = [], blind = false } = {}) {
  const [target] = [...client.user.targets].map(({ document }) => document);
  const increment = incrementOf(item);
  const kind = increment ? "ranged" : "melee";
  const statistic = new StatisticModifier(item.system.slug, [
    new Modifier({ slug: "base", label: "Modifier", modifier: bonusOf(item) }),
  ]);
  const options = new Set([
    "attack",
    kind,
    "self:action:slug:strike",
    ...optionsOf(token.actor, "self"),
    ...itemOptions(item),
  ]);
  const more = [];
  let dc = null;
  let distance = null;
  if (target?.actor) {
    distance = distanceBetween(token, target);
    const { ac, options: its } = defence(token, target, item);
    dc = { slug: "armor", scope: "attack", value: ac };
    for (const option of ["target", `target:distance:${distance}`, ...its]) options.add(option);
    const nth = increment ? Math.max(1, Math.ceil(distance / increment)) : null;
    if (nth) options.add(`target:range-increment:${nth}`);
    if (nth > 1)
      more.push(new Modifier({ slug: "range-penalty", label: "Range Penalty", modifier: PER_INCREMENT * (nth - 1) }));
  }
  const check = new client.game[client.game.system.id].CheckModifier("strike", statistic, more);
  let message = null;
  const context = {
    type: "attack-roll",
    identifier: `${item.id}.${item.system.slug}.${kind}`,
    action: "strike",
    title: `${kind === "ranged" ? "Ranged" : "Melee"} Strike: ${item.name}`,
    actor: token.actor,
    token,
    item,
    origin: { actor: token.actor, token, item, self: true },
    target: target?.actor ? { actor: target.actor, token: target, distance } : null,
    domains: [
      "all",
      "check",
      "attack",
      "attack-roll",
      "strike-attack-roll",
      `${kind}-attack-roll`,
      `${kind}-strike-attack-roll`,
    ],
    options,
    traits: ["attack"],
    dc,
    rollTwice: ROLL_TWICE[mode] ?? false,
    skipDialog: !ask,
    ...(whisper.length && { rollMode: blind ? "blindroll" : "gmroll" }),
  };
  await client.game[client.game.system.id].Check.roll(
    check,
    context,
    null,
    (_roll, _outcome, created) => (message = created),
  );
  return message;
}

const damage = (client, token, item) =>
  rollDamage(client, client.CONFIG.Dice.DamageRoll, {
    token,
    formula: harm(item),
    flavor: `${item.name} - Damage Roll`,
    flags: { [client.game.system.id]: { context: { type: "damage-roll" } } },
  });

export const pf2e = {
  id: "pf2e",
  title: "Pathfinder, second edition",
  versions: { 13: "7.5.2", 14: "8.0.0" },
  rules: "pathfinder-2e",
  actors: "systems/pf2e-actors.json",
  modes: [
    ["normal", "Normal"],
    ["fortune", "Fortune"],
    ["misfortune", "Misfortune"],
  ],
  install,
  weapons,
  line,
  harm,
  attack,
  damage,
};

export const sf2e = {
  ...pf2e,
  id: "sf2e",
  title: "Starfinder, second edition",
  versions: { 13: "1.3.0", 14: "1.4.0" },
};
