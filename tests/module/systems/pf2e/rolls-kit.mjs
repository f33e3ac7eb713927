/** A Pathfinder 2 world of the stand-in whose checks get modifiers: the module's own wrapper over the system's own way. */

import { createCheck } from "../../../../bridge/tabletop/systems/pf2e-check.mjs";
import { adapterFor } from "../../../../foundry-module/scripts/systems/index.mjs";
import { attackOf } from "../../../../foundry-module/scripts/systems/pf2e/record.mjs";
import { wrapChecks } from "../../../../foundry-module/scripts/systems/pf2e/rolls.mjs";
import { tableOf } from "../../../browser/systems-kit.mjs";
import { TOKENS } from "../../../browser/table.mjs";
import { contextOf, foundryOf, inRollWith } from "../rolls-kit.mjs";

/** A dialog without a page: a test presses its buttons, and may give it a content. */
export function fakeDialog(client) {
  const opened = Object.assign([], { content: null });
  class CheckModifiersDialog {
    constructor(check, resolve, context) {
      Object.assign(this, { check, resolve, context, isResolved: false, drawn: 0 });
      opened.push(this);
    }

    render() {
      this.drawn++;
      if (this.drawn < 50) client.Hooks.callAll("renderCheckModifiersDialog", this, opened.content, {});
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
  const { inRoll, queries } = inRollWith(ask, { game: client.game });
  const foundry = { ...foundryOf(client, { isGM }), system: () => client.game[id] };
  const context = contextOf(client, modules);
  wrapChecks(inRoll, { id, attackOf, table: foundry, context });
  table.aim(TOKENS.grik);
  const adapter = adapterFor(id, id === "pf2e" ? "7.0.0" : "1.3.0", context);
  return { ...table, inRoll, queries, opened, adapter, context, read: adapter.readAttack };
}
