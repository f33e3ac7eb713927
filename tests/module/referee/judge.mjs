/**
 * Four rules that fit on a page, and a bridge that judges by them. Each kind of effect is among them: a number, a die, a
 * change of armour class, and a disadvantage, which no term of the roll shows.
 */

import { wordsOf } from "../result-kit.mjs";

const SQUARE = 100; // pixels

/** @typedef {{x: number, y: number, elevation: number, reach: number | null, ignores: string[]}} Creature */

const RULES = [
  {
    id: "height",
    effect: { kind: "die", dice: "1d4", to: "attack" },
    holds: ({ actor, target }) => actor.elevation >= target.elevation + 5,
  },
  {
    id: "cover",
    effect: { kind: "flat", value: 2, to: "ac" },
    holds: ({ actor, target, attack }) =>
      Math.abs(actor.y - target.y) >= 2 * SQUARE && ![...actor.ignores, ...attack.ignores].includes("half"),
  },
  {
    id: "far",
    effect: { kind: "flat", value: -4, to: "attack" },
    holds: ({ actor, target, attack }) =>
      attack.kind === "melee" &&
      (5 * Math.max(Math.abs(actor.x - target.x), Math.abs(actor.y - target.y))) / SQUARE >
        (actor.reach ?? attack.reach ?? 5),
  },
  {
    id: "dark",
    effect: { kind: "disadvantage", to: "attack" },
    holds: ({ target }) => target.x >= 6 * SQUARE,
  },
];

/** The effect of each rule, by its modifier. */
export const EFFECT = Object.fromEntries(RULES.map(({ id, effect }) => [id, effect]));

/**
 * Judge an attack against one target. As in the engine, what was put into the roll is taken out of it, and a disadvantage
 * that does not hold stays.
 */
export function ruling({ id, actor, target, attack, roll, overrides }) {
  const about = overrides.filter((one) => (one.target ?? id) === id);
  const isOff = (modifier) => about.some((one) => one.modifier === modifier && one.state === "off");
  const held = RULES.filter(({ holds }) => holds({ actor, target, attack }));
  const byHand = about.filter(({ effect, state }) => effect && state === "on");
  const found = [...held, ...byHand.map(({ modifier, effect }) => ({ id: modifier, effect }))];
  const on = found.filter((one) => !isOff(one.id));
  const { d20, mode, included = [] } = roll;
  const rolled = Object.fromEntries(Object.entries(roll.rolled ?? {}).map(([dice, values]) => [dice, [...values]]));
  let { total } = roll;
  for (const one of included.filter(({ value }) => value !== null)) {
    total -= one.value;
    if (one.effect.kind === "die") rolled[one.effect.dice] = [Math.abs(one.value), ...(rolled[one.effect.dice] ?? [])];
  }
  const staying = ({ modifier, effect }) =>
    effect.kind === "disadvantage" && !held.some((one) => one.id === modifier) && !isOff(modifier);
  const swings = included.filter((one) => /advantage/.test(one.effect.kind) && !staying(one));
  const own = withoutSwings(mode, new Set(swings.map(({ effect }) => effect.kind)));
  const kinds = new Set([own, ...on.map(({ effect }) => effect.kind)]);
  const both = kinds.has("advantage") && kinds.has("disadvantage");
  const now = both ? "normal" : kinds.has("advantage") ? "advantage" : kinds.has("disadvantage") ? "disadvantage" : own;
  const [kept] = d20.filter((die) => die.kept).map(({ value }) => value);
  const face = faceIn({ d20, kept, mode, now, rolled });
  const isDie = on.some(({ effect }) => effect.kind === "die");
  const toRoll = [...(face === null ? ["1d20"] : []), ...(isDie && !rolled["1d4"]?.length ? ["1d4"] : [])];
  const sum = (to) =>
    on.reduce((all, { effect }) => all + (effect.kind === "flat" && effect.to === to ? effect.value : 0), 0);
  const after = total - kept + face + sum("attack") + (isDie ? rolled["1d4"]?.[0] : 0);
  return { on: on.map((one) => one.id).sort(), armour: sum("ac"), after: toRoll.length ? null : after, toRoll };
}

/** Return a roll's mode without the kinds that were put into it. */
function withoutSwings(mode, kinds) {
  if (kinds.size !== 1) return mode;
  const [kind] = kinds;
  if (mode === kind) return "normal";
  return kind === "advantage" ? "disadvantage" : "advantage";
}

/** Return the die that counts; null while a second one is to be rolled. */
function faceIn({ d20, kept, mode, now, rolled }) {
  if (now === mode) return kept;
  if (now === "normal") return d20[0].value;
  const values = [...(mode === "normal" ? [kept] : d20.map(({ value }) => value)), ...(rolled["1d20"] ?? [])];
  if (values.length < 2) return null;
  return now === "advantage" ? Math.max(...values.slice(0, 2)) : Math.min(...values.slice(0, 2));
}

/** A bridge that judges by these rules what it is sent: its handlers, as the fake bridge of `attack/kit.mjs` takes them. */
export function bridgeByRules() {
  /** The tokens of each scene, by id; and of each scene that had a fingerprint, by that. */
  const scenes = new Map();
  const shelf = new Map();
  const keep = (scene, tokens, hash) => {
    scenes.set(scene, tokens);
    if (hash) shelf.set(hash, new Map(tokens));
    if (shelf.size > 50) shelf.delete(shelf.keys().next().value);
  };
  const revisions = new Map();
  const synced = (scene, revision) => {
    revisions.set(scene, revision);
    return [{ type: "synced", scene, revision, skipped: [], bearings: {} }];
  };

  return {
    "scene.put": ({ scene, revision, hash, data }) => {
      const tokens = data ? new Map(data.tokens.map((one) => [one._id, one])) : shelf.get(hash);
      if (!tokens) return [{ type: "resync", scene }];
      keep(scene, new Map(tokens), hash);
      return synced(scene, revision);
    },
    "scene.patch": ({ scene, revision, hash, changes }) => {
      const tokens = scenes.get(scene);
      for (const { document, action, id, data } of changes.filter((change) => change.document === "Token"))
        action === "delete" ? tokens.delete(id) : tokens.set(id, { ...data, document });
      keep(scene, tokens, hash);
      return synced(scene, revision);
    },
    evaluate: (request) => {
      const tokens = scenes.get(request.scene);
      const creature = (id) => {
        const { x, y, elevation, coign } = tokens.get(id);
        return { x, y, elevation, reach: coign.reach ?? null, ignores: coign.ignores ?? [] };
      };
      const { kind = "melee", reach = null, ignores = [] } = request.attack ?? {};
      const roll = request.roll?.d20 ? request.roll : { d20: [{ value: 10, kept: true }], mode: "normal", total: 10 };
      return (request.viewers ?? [request.viewer]).map((viewer) => {
        const seen = (id) => viewer === "gm" || !tokens.get(id)?.hidden;
        const targets = seen(request.actor) ? request.targets.filter(seen) : [];
        return {
          type: "annotation",
          viewer,
          revision: revisions.get(request.scene),
          results: targets.map((id) => {
            const actor = creature(request.actor);
            const attack = { kind, reach, ignores };
            const said = ruling({ id, actor, target: creature(id), attack, roll, overrides: request.overrides ?? [] });
            return {
              target: id,
              facts: null,
              modifiers: said.on.map((one) => ({ id: one, source: one, state: "on", effect: EFFECT[one] ?? NOTE })),
              // The label says where the attacker stood, which the rules need not show.
              outcome: {
                label: `at ${actor.x}, ${actor.y}`,
                total: { before: roll.total, after: said.after },
                to_roll: said.toRoll,
                said,
              },
              words: wordsOf({ total: { before: roll.total, after: said.after }, to_roll: said.toRoll }),
            };
          }),
        };
      });
    },
  };
}

const NOTE = { kind: "note" };
