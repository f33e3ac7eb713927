/** A Pathfinder 2 world of the stand-in whose checks get modifiers: the module's own wrapper over the system's own way. */

import { createCheck } from "../../../../bridge/tabletop/systems/pf2e-check.mjs";
import { additionsOf } from "../../../../foundry-module/scripts/in-roll/additions.mjs";
import { wrap } from "../../../../foundry-module/scripts/in-roll/wrap.mjs";
import { adapterFor } from "../../../../foundry-module/scripts/systems/index.mjs";
import { attackIn } from "../../../../foundry-module/scripts/systems/pf2e/record.mjs";
import { wrapChecks } from "../../../../foundry-module/scripts/systems/pf2e/rolls.mjs";
import { tableOf } from "../../../browser/systems-kit.mjs";
import { TOKENS } from "../../../browser/table.mjs";

export const COVER = modifier("standard-cover", { kind: "flat", value: 2, to: "ac" });
export const HEIGHT = modifier("height", { kind: "flat", value: 1, to: "attack" });
export const LUCK = modifier("luck", { kind: "advantage", to: "attack" });
export const DIE = modifier("edge", { kind: "die", dice: "+1d4", to: "attack" });

export function modifier(id, effect) {
  return { id, effect, state: "on", source: id, reason: `because of ${id}`, phrases: [], rule: "R", ruleset: "r" };
}

/** Additions as an answer has them, of modifiers that hold for each target. */
export const additions = (targets, modifiers, occasion = "attack") =>
  additionsOf({ players: { occasion, results: targets.map((target) => ({ target, modifiers })) } }, (key) => key);

/** An answer that is there at once. */
export const atOnce =
  (...modifiers) =>
  ({ targets, occasion }) => {
    const answer = Promise.resolve(additions(targets, modifiers, occasion));
    return { inTime: answer, late: answer };
  };

/** No answer in time; `give` makes it come later. */
export function later() {
  let give;
  const late = new Promise((resolve) => (give = resolve));
  return { ask: () => ({ inTime: Promise.resolve(null), late }), give };
}

/** A dialog without a page: a test presses its buttons. */
export function fakeDialog(client) {
  const opened = [];
  class CheckModifiersDialog {
    constructor(check, resolve, context) {
      Object.assign(this, { check, resolve, context, isResolved: false, drawn: 0 });
      opened.push(this);
    }

    render() {
      this.drawn++;
      if (this.drawn < 50) client.Hooks.callAll("renderCheckModifiersDialog", this, [], {});
    }

    press() {
      this.isResolved = true;
      this.resolve(true);
    }

    close() {
      this.isResolved = true;
      this.resolve(false);
    }

    /** Use the check box of a modifier, as the system's dialog does. */
    flip(slug) {
      const found = this.check.modifiers.find((one) => one.slug === slug);
      found.ignored = !found.ignored;
      this.check.calculateTotal();
      this.render();
    }
  }
  return { CheckModifiersDialog, opened };
}

/**
 * @param {(query: object) => {inTime: Promise<object | null>, late: Promise<object | null>}} ask
 * @param {{id?: "pf2e" | "sf2e", generation?: number, isGM?: boolean, modules?: Record<string, {title: string}>}} [how]
 */
export async function strikerWith(ask, { id = "pf2e", generation = 13, isGM = true, modules = {} } = {}) {
  const table = await tableOf(id, generation);
  const { client } = table;
  const { CheckModifiersDialog, opened } = fakeDialog(client);
  client.game[id].Check = createCheck(client, CheckModifiersDialog);
  const queries = [];
  const inRoll = {
    active: true,
    wrap: (path, wrapper) => wrap(path, wrapper, { game: client.game }),
    meet: () => true,
    ask: (query) => {
      queries.push(query);
      return ask(query);
    },
  };
  const foundry = {
    on: (hook, handle) => client.Hooks.on(hook, handle),
    user: () => ({ name: "Gamemaster", isGM }),
    system: () => client.game[id],
    targets: () => [...client.user.targets].map(({ document }) => document),
  };
  const context = {
    document: (uuid) => client.fromUuidSync(uuid, { strict: false }),
    scene: (id) => client.scenes.get(id),
    messages: () => [],
    module: (id) => modules[id] ?? null,
  };
  wrapChecks(inRoll, { id, attackOf: attackIn, table: foundry, context });
  table.aim(TOKENS.grik);
  const adapter = adapterFor(id, id === "pf2e" ? "7.0.0" : "1.3.0", context);
  return { ...table, inRoll, queries, opened, adapter, context, read: adapter.readAttack };
}

/** Wait until promises and timers that are due have run. */
export const settled = () => new Promise((resolve) => setTimeout(resolve, 1));
