/** An archer of the stand-in's Pathfinder 1 whose attacks get modifiers by the module's own wrappers. */

import { wrap } from "../../../../foundry-module/scripts/in-roll/wrap.mjs";
import { wrapUses } from "../../../../foundry-module/scripts/systems/pf1/rolls.mjs";
import { tableOf } from "../../../browser/systems-kit.mjs";
import { TOKENS } from "../../../browser/table.mjs";

/** A world of the stand-in in which attacks get modifiers; its dialog is a test's. */
export async function archerWith(ask, { isGM = true } = {}) {
  const table = await tableOf("pf1");
  const { client } = table;
  const opened = [];
  client.game.pf1.applications.AttackDialog = class {
    constructor(actionUse, resolve) {
      Object.assign(this, { actionUse, resolve });
      opened.push(this);
    }

    render() {
      client.Hooks.callAll("renderAttackDialog", this, [], {});
    }

    press(form = {}) {
      this.resolve({ fullAttack: false, ...form });
    }
  };
  const queries = [];
  const inRoll = {
    active: true,
    wrap: (path, wrapper) => wrap(path, wrapper, { pf1: client.game.pf1 }),
    meet: () => true,
    ask: (query) => {
      queries.push(query);
      return ask(query);
    },
  };
  const context = {
    document: (uuid) => client.fromUuidSync(uuid, { strict: false }),
    scene: (id) => client.scenes.get(id),
    messages: () => [],
    module: () => null,
  };
  wrapUses(inRoll, {
    attackOf: () => ({ kind: "ranged", reach: null, range: null, name: "Shortbow", abilities: [], spell: false }),
    actionOf: (item) => item.system.actions[0],
    table: {
      on: (hook, handle) => client.Hooks.on(hook, handle),
      user: () => ({ name: "Gamemaster", isGM }),
      targets: () => [...client.user.targets].map(({ document }) => document),
      speakerOf: (actor) => ({ scene: "sceneQuarry00000", actor: actor.id }),
    },
    context,
  });
  table.aim(TOKENS.grik);
  const shot = (how) => table.strike(TOKENS.ilse, "Shortbow", how);
  return { ...table, shot, queries, opened, inRoll, context };
}
