/** Made-up circumstances of a roll of dnd5e, and what must come of them. */

import assert from "node:assert/strict";
import { PLAYERS_PATIENCE } from "../../foundry-module/scripts/in-roll/ask.mjs";
import { decisions } from "./random-rolls-kit.mjs";
import { WORTH } from "./systems/dnd5e/rolls-kit.mjs";
import { modifier } from "./systems/rolls-kit.mjs";

const PATIENCE = PLAYERS_PATIENCE; // the rolls are players'
const EFFECTS = [
  { kind: "die", dice: "+1d4", to: "attack" },
  { kind: "die", dice: "-1d6", to: "attack" },
  { kind: "die", dice: "2d4", to: "attack" },
  { kind: "flat", value: 2, to: "attack" },
  { kind: "flat", value: -5, to: "attack" },
  { kind: "advantage", to: "attack" },
  { kind: "disadvantage", to: "attack" },
  { kind: "flat", value: 2, to: "ac" },
  { kind: "flat", value: 5, to: "ac", figure: "cover" },
  { kind: "miss-chance", percent: 20 },
];
const KEYS = [{}, {}, { advantage: true }, { disadvantage: true }, { normal: true }, { normal: true, advantage: true }];

const modifierOf = (id, { figure, ...effect }) => ({ ...modifier(id, effect), ...(figure && { figure }) });

const { random, chance, below, pick } = decisions(2026);

const namesOf = (list, share) => list.filter(() => chance(share)).map(({ id }) => id);

/** Make up what one roll goes through. */
export function scenario() {
  const ids = EFFECTS.map((effect, nth) => modifierOf(`m${nth}`, effect)).filter(() => chance(0.25));
  const dialog = chance(0.5);
  return {
    truth: ids,
    holds: [new Set(namesOf(ids, 0.8)), new Set(namesOf(ids, 0.5))], // as the tokens stand, and after one has moved
    move: dialog && chance(0.3) ? { at: below(6000), moves: true } : null,
    latency: () => (chance(0.4) ? below(PATIENCE) : chance(0.15) ? Infinity : below(5000)), // Infinity: the bridge died
    fails: () => chance(0.15), // a scene that the bridge does not have, or not any more
    dialog,
    keys: dialog ? {} : pick(KEYS),
    own: { advantage: chance(0.15), disadvantage: chance(0.15) },
    open: below(6000), // ms until a button is pressed
    flips: dialog ? Array.from({ length: below(4) }, () => ({ at: below(6000), line: random() })) : [],
    button: pick(["advantage", "normal", "disadvantage", "default", "default", "close"]),
    others: ["bless", "reckless", "guidance", "throws", "stops"].filter((name) =>
      chance(name === "stops" ? 0.03 : 0.15),
    ),
    foreign: chance(0.4) ? { degree: pick(Object.keys(WORTH)), noted: chance(0.5) } : null, // Simple Cover 5e is there
  };
}

/** Other modules, each in a hook of its own; returns what takes them away again. */
export function install({ Hooks }, others) {
  const handlers = {
    bless: [
      "dnd5e.preRollAttackV2",
      ({ rolls: [roll] }) => void Object.assign(roll, { parts: ["1d4[Bless]", ...(roll.parts ?? [])] }),
    ],
    reckless: ["dnd5e.preRollD20TestV2", ({ rolls }) => void Object.assign(rolls[0].options, { advantage: true })],
    guidance: ["dnd5e.postBuildAttackRollConfig", (_process, config) => void config.parts.push("2[Guidance]")],
    throws: [
      "dnd5e.postAttackRollConfiguration",
      () => {
        throw new Error("another module's");
      },
    ],
    stops: ["dnd5e.preRollAttack", () => false],
  };
  const ids = others.map((name) => [handlers[name][0], Hooks.on(...handlers[name])]);
  return () => ids.forEach(([hook, id]) => Hooks.off(hook, id));
}

/** The lines as they must be after the answers that were delivered and the switches that were pressed: id -> on. */
export class Model {
  lines = new Map();
  off = new Set();
  question = 0;

  answer(question, ids) {
    if (question !== this.question) return; // another was asked since
    this.lines = new Map(ids.map((id) => [id, !this.off.has(id)]));
  }

  flip(id) {
    if (!this.off.delete(id)) this.off.add(id);
    this.lines.set(id, !this.off.has(id));
  }

  get on() {
    return new Set([...this.lines].flatMap(([id, on]) => (on ? [id] : [])));
  }
}

const sign = ({ advantage, disadvantage }) => Number(Boolean(advantage)) - Number(Boolean(disadvantage));

/** The ids of the modifiers that must be in the dice, with the advantage that a roll was made with. */
export function expected({ truth, dialog, own, keys, others, foreign }, on, mode) {
  const ours = truth.filter(({ id }) => on.has(id));
  const has = (kind) => ours.some(({ effect }) => effect.kind === kind);
  const mine = { advantage: has("advantage"), disadvantage: has("disadvantage") };
  const base = { ...own, advantage: own.advantage || others.includes("reckless") };
  const both = { advantage: base.advantage || mine.advantage, disadvantage: base.disadvantage || mine.disadvantage };
  const withKeys = {
    advantage: both.advantage || keys.advantage,
    disadvantage: both.disadvantage || keys.disadvantage,
  };
  if (!dialog && !(keys.normal && (keys.advantage || keys.disadvantage))) assert.equal(mode, sign(withKeys), "the law");
  const kept = mode === sign(both) || (!dialog && mode === 0) || (sign(mine) !== 0 && mode === sign(mine));
  return ours
    .filter(({ figure }) => !(foreign && figure === "cover")) // theirs is in the armour class
    .filter(
      ({ effect }) => effect.kind !== "miss-chance" && (kept || !["advantage", "disadvantage"].includes(effect.kind)),
    )
    .map(({ id }) => id)
    .sort();
}
