/**
 * The model of an honest table. For each roll it keeps the dice, all places at that moment, and the decisions of game masters.
 * Of a player's acts it sees only what a player may write. It asks the judge (`judge.mjs`) for the rules.
 */

import { readRoll } from "../../../foundry-module/scripts/systems/rolls.mjs";
import { ruling } from "./judge.mjs";

export class Model {
  /** Each roll, by its message. */
  rolls = new Map();
  /** The traits of tokens that game masters have set. */
  traits = {};
  /** Claims that were answered, as "attacker target modifier". */
  answered = new Set();
  /** The present game masters. */
  gms = new Set(["gm"]);

  /** Return where everybody stands now, with the traits that count. */
  #places() {
    return new Map(
      // A token's own fields follow its animation; its source is where it stands.
      [...game.scenes.get("scene").tokens].map(({ id, _source: { x, y, elevation, hidden } }) => {
        const { reach = null, ignores = [] } = this.traits[id] ?? {};
        return [id, { x, y, elevation, hidden, reach, ignores }];
      }),
    );
  }

  /** A message has come. What a game master writes with it counts. */
  created(message, userId) {
    if (!message.rolls.length) return;
    const byGM = this.gms.has(userId);
    const { overrides = [], included = [], attack = {} } = message.flags.coign ?? {};
    this.rolls.set(message.id, {
      places: this.#places(),
      dice: diceOf(message),
      used: new Set([diceOf(message)]),
      overrides: byGM ? [...overrides] : [],
      against: [],
      ranged: false,
      said: attack,
      included: this.#believed(message, included.length ? included : bySystem(message), byGM),
    });
  }

  /** Return what counts of claims, by who made them. */
  #believed(message, claims, byGM) {
    const targets = targetsOf(message);
    const by = message.speaker.token;
    const isAnswered = ({ modifier }) => targets.some((target) => this.answered.has(`${by} ${target} ${modifier}`));
    return claims.filter((one) => byGM || !/advantage/.test(one.effect.kind) || isAnswered(one));
  }

  /** Handle a changed message. Other dice are a new roll, made at the present places. */
  updated(message, _change, _options, userId) {
    const roll = this.rolls.get(message.id);
    if (!roll || roll.dice === diceOf(message)) return;
    const isOwn = this.gms.has(userId) && message.author.id === userId;
    if (!roll.included.length) roll.included = this.#believed(message, bySystem(message), isOwn);
    Object.assign(roll, { dice: diceOf(message), places: this.#places() });
    roll.used.add(roll.dice);
  }

  /** A message was deleted. */
  deleted({ id }) {
    this.rolls.delete(id);
  }

  /** Return what each viewer reads of a message, by target: "goblin"; null if there is nothing to judge. */
  cardOf(message, viewer) {
    const roll = this.rolls.get(message.id);
    const { speaker, rolls } = message;
    const actor = roll?.places.get(speaker.token);
    const targets = (roll?.against.length ? roll.against : targetsOf(message)).filter((id) => roll?.places.has(id));
    if (!actor || !targets.length) return null;
    const seen = (id) => viewer === "gm" || !roll.places.get(id).hidden;
    const { said } = roll;
    const { shown, d20, mode, total } = readRoll(rolls[0].toJSON());
    const attack = { kind: roll.ranged ? "ranged" : (said.kind ?? "melee"), reach: said.reach ?? null, ignores: [] };
    if (roll.ranged && said.kind !== "ranged") attack.reach = null;
    const included = roll.included.flatMap((one) => inRoll(one, { shown, mode }));
    const rolled = Object.fromEntries((message.flags.coign?.rolled ?? []).map(({ dice, values }) => [dice, values]));
    const dice = { d20, mode, total, rolled, included };
    return Object.fromEntries(
      (seen(speaker.token) ? targets.filter(seen) : []).map((id) => {
        const parts = { id, actor, target: roll.places.get(id), attack, roll: dice, overrides: roll.overrides };
        return [id, ruling(parts)];
      }),
    );
  }
}

/** Return the modifiers that the game system's data say were put into a roll. */
export const bySystem = ({ flags }) => flags?.homebrew?.claims ?? [];

/** Return the targets that a message's author names, each once. */
const targetsOf = ({ flags }) => [
  ...new Set(
    (flags.coign?.targets ?? []).filter((uuid) => uuid.startsWith("Scene.scene.")).map((uuid) => uuid.split(".")[3]),
  ),
];

/** Return the faces of a message's d20s. */
export const diceOf = ({ rolls }) => JSON.stringify(readRoll(rolls[0]?.toJSON()).d20);

/** Return a claim as the roll shows it, in a list; an empty one if the roll does not show it. */
function inRoll({ modifier, target = null, effect, flavor }, { shown, mode }) {
  const entry = { modifier, effect, target, value: null };
  if (/advantage/.test(effect.kind)) return mode === effect.kind ? [entry] : [];
  if (effect.to !== "attack") return [];
  const [, sides] = /d(\d+)$/.exec(effect.dice ?? "") ?? [];
  const term = shown?.terms.find(
    (one) => one.flavor === flavor && (sides ? one.faces === Number(sides) : one.value === effect.value),
  );
  return term ? [{ ...entry, value: term.value }] : [];
}
