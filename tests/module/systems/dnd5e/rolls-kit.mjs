/** An archer of the stand-in whose rolls get modifiers: the module's own wrappers over the system's own way of rolling. */

import { wrapRolls } from "../../../../foundry-module/scripts/systems/dnd5e/rolls.mjs";
import { archer, dialogOf } from "../../../browser/dnd5e-kit.mjs";
import { contextOf, foundryOf, inRollWith, modifier } from "../rolls-kit.mjs";

export { openDialogs } from "../../../browser/dnd5e-kit.mjs";

export const HIGH_GROUND = modifier("high-ground", { kind: "die", dice: "+1d4", to: "attack" });
export const BANE = modifier("bane", { kind: "die", dice: "-1d4", to: "attack" });
export const ABOVE = modifier("above", { kind: "advantage", to: "attack" });
export const PRONE = modifier("prone", { kind: "disadvantage", to: "attack" });
export const COVER = modifier("cover", { kind: "flat", value: 2, to: "ac" });

/**
 * @param {(query: object) => {inTime: Promise<object | null>, late: Promise<object | null>}} ask
 * @param {{generation?: number, targets?: string[], selected?: string[], modules?: Record<string, {title: string}>}} [how]
 */
export async function archerWith(ask, how = {}) {
  const made = await archer(how);
  const { client } = made;
  const { inRoll, queries } = inRollWith(ask, { dnd5e: client.dnd5e, CONFIG: client.CONFIG });
  const table = {
    ...foundryOf(client),
    controlled: () => (how.selected ?? []).map((id) => client.scenes.get("scene").tokens.get(id)),
    speakerOf: ({ id }) => {
      const token = client.scenes.get("scene").tokens.find(({ actorId }) => actorId === id);
      return { scene: "scene", actor: id, token: token.id };
    },
  };
  const context = contextOf(client, how.modules);
  const draw = (app, roll) => {
    app.pending = roll;
    if (!roll.built) app.rebuild();
  };
  wrapRolls(inRoll, { table, context, draw });
  return { ...made, inRoll, queries, context };
}

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
      dialog.pending.additions.turn(line);
      dialog.pending.switched();
      dialog.rebuild();
    },
  };
}

/** Tell of a dialog's rendering. */
export const drawn = (client, dialog) => client.Hooks.callAll("renderRollConfigurationDialog", dialog, {}, {}, {});
