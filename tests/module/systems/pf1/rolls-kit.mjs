/** An archer of the stand-in's Pathfinder 1 whose attacks get modifiers by the module's own wrappers. */

import { wrapUses } from "../../../../foundry-module/scripts/systems/pf1/rolls.mjs";
import { tableOf } from "../../../browser/systems-kit.mjs";
import { TOKENS } from "../../../browser/table.mjs";
import { contextOf, foundryOf, inRollWith } from "../rolls-kit.mjs";

/** The content of the system's dialog: its footer notes the lists that are drawn above it. */
function contentOfDialog() {
  const lists = [];
  const footer = { before: (list) => lists.push(list) };
  const button = { closest: (selector) => (selector.startsWith("footer") ? footer : null) };
  return { lists, querySelector: (selector) => (selector === 'button[name="attack_single"]' ? button : null) };
}

/** A world of the stand-in in which attacks get modifiers; its dialog is a test's. */
export async function archerWith(ask, { isGM = true } = {}) {
  const table = await tableOf("pf1");
  const { client } = table;
  const opened = [];
  client.game.pf1.applications.AttackDialog = class {
    constructor(actionUse, resolve) {
      Object.assign(this, { actionUse, resolve, root: contentOfDialog() });
      opened.push(this);
    }

    render() {
      client.Hooks.callAll("renderAttackDialog", this, [this.root], {});
    }

    press(form = {}) {
      this.resolve({ fullAttack: false, ...form });
    }
  };
  const { inRoll, queries } = inRollWith(ask, { pf1: client.game.pf1 });
  const context = contextOf(client);
  wrapUses(inRoll, {
    attackOf: () => ({ kind: "ranged", reach: null, range: null, name: "Shortbow", abilities: [], spell: false }),
    actionOf: (item) => item.system.actions[0],
    table: {
      ...foundryOf(client, { isGM }),
      speakerOf: (actor) => ({ scene: "sceneQuarry00000", actor: actor.id }),
    },
    context,
  });
  table.aim(TOKENS.grik);
  const shot = (how) => table.strike(TOKENS.ilse, "Shortbow", how);
  return { ...table, shot, queries, opened, inRoll, context };
}
