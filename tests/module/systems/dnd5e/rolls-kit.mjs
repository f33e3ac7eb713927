/** An archer of the stand-in whose rolls get modifiers: the module's own wrappers over the system's own way of rolling. */

import { additionsOf } from "../../../../foundry-module/scripts/in-roll/additions.mjs";
import { wrap } from "../../../../foundry-module/scripts/in-roll/wrap.mjs";
import { wrapRolls } from "../../../../foundry-module/scripts/systems/dnd5e/rolls.mjs";
import { archer, dialogOf } from "../../../browser/dnd5e-kit.mjs";

export { openDialogs } from "../../../browser/dnd5e-kit.mjs";

export const HIGH_GROUND = modifier("high-ground", { kind: "die", dice: "+1d4", to: "attack" });
export const BANE = modifier("bane", { kind: "die", dice: "-1d4", to: "attack" });
export const ABOVE = modifier("above", { kind: "advantage", to: "attack" });
export const PRONE = modifier("prone", { kind: "disadvantage", to: "attack" });
export const COVER = modifier("cover", { kind: "flat", value: 2, to: "ac" });

export function modifier(id, effect) {
  return { id, effect, state: "on", source: id, reason: `because of ${id}`, phrases: [], rule: "R", ruleset: "r" };
}

/** Additions as an answer has them, of modifiers that hold for each target. */
export const additions = (targets, modifiers, occasion = "attack") =>
  additionsOf({ players: { occasion, results: targets.map((target) => ({ target, modifiers })) } }, (key) => key);

/**
 * @param {(query: object) => {inTime: Promise<object | null>, late: Promise<object | null>}} ask
 * @param {{generation?: number, targets?: string[], selected?: string[], modules?: Record<string, string>}} [how]
 */
export async function archerWith(ask, how = {}) {
  const made = await archer(how);
  const { client } = made;
  const queries = [];
  const scope = { dnd5e: client.dnd5e, CONFIG: client.CONFIG };
  const inRoll = {
    active: true,
    wrap: (path, wrapper) => wrap(path, wrapper, scope),
    meet: () => true,
    ask: (query) => {
      queries.push(query);
      return ask(query);
    },
  };
  const table = {
    on: (hook, handle) => client.Hooks.on(hook, handle),
    user: () => ({ name: "Gamemaster", isGM: true }),
    targets: () => [...client.user.targets].map(({ document }) => document),
    controlled: () => (how.selected ?? []).map((id) => client.scenes.get("scene").tokens.get(id)),
    speakerOf: ({ id }) => {
      const token = client.scenes.get("scene").tokens.find(({ actorId }) => actorId === id);
      return { scene: "scene", actor: id, token: token.id };
    },
  };
  const context = {
    document: (uuid) => client.fromUuidSync(uuid, { strict: false }),
    scene: (id) => client.scenes.get(id),
    messages: () => [],
    module: (id) => (how.modules?.[id] ? { title: how.modules[id] } : null),
  };
  const draw = (app, roll) => {
    app.pending = roll;
    if (!roll.built) app.rebuild();
  };
  wrapRolls(inRoll, { table, context, draw });
  return { ...made, inRoll, queries, context };
}

/** An answer that is there at once. */
export const atOnce = (...modifiers) => {
  return ({ targets, occasion }) => {
    const answer = Promise.resolve(additions(targets, modifiers, occasion));
    return { inTime: answer, late: answer };
  };
};

/** The module's title, and what each of its degrees adds to an armour class. */
export const SIMPLE_COVER = "Simple Cover 5e";
export const WORTH = { none: 0, half: 2, threeQuarters: 5 };

/**
 * Put cover into attacks as Simple Cover 5e does, in the hook that comes before the roll is built: into the armour class of
 * the message and of the roll, and into a note, which a setting leaves out. Returns what takes it away again.
 * @param {object} client
 * @param {{degree: string, noted: boolean}} cover
 */
export function simpleCover(client, { degree, noted }) {
  const id = client.Hooks.on("dnd5e.preRollAttack", (config, _dialog, { data }) => {
    const [{ actor }] = client.user.targets;
    const { value, cover = 0 } = actor.system.attributes.ac;
    const entries = data.system?.targets ?? data.flags.dnd5e.targets;
    const ac = value - cover + WORTH[degree];
    entries.find((entry) => (entry.actor ?? entry.uuid) === actor.uuid).ac = ac;
    config.target = ac;
    if (!noted) return;
    const targets = [{ newCover: null, originalCover: degree, uuid: actor.uuid }];
    data.flags = { ...data.flags, simplecover5e: { targets } };
  });
  return () => client.Hooks.off("dnd5e.preRollAttack", id);
}

/** No answer in time; `give` makes it come later. */
export function later() {
  let give;
  const late = new Promise((resolve) => (give = resolve));
  return { ask: () => ({ inTime: Promise.resolve(null), late }), give };
}

/**
 * Roll, and return the dialog as it is when it has been drawn.
 * @param {object} made as `archerWith` returns it
 */
export async function opened({ client, activity }, config = {}) {
  const rolling = activity.rollAttack(config);
  const dialog = await dialogOf();
  drawn(client, dialog);
  const lines = () => dialog.pending.additions?.lines ?? [];
  return {
    dialog,
    rolling,
    /** The ids of the lines that it shows. */
    lines: () => lines().map(({ modifier }) => modifier),
    /** Press the switch of a line: the form of the dialog changes too. */
    flip(id) {
      const line = lines().find(({ modifier }) => modifier === id);
      line.on = !line.on;
      dialog.pending.switched();
      dialog.rebuild();
    },
  };
}

/** Tell of a dialog's rendering. */
export const drawn = (client, dialog) => client.Hooks.callAll("renderRollConfigurationDialog", dialog, {}, {}, {});
