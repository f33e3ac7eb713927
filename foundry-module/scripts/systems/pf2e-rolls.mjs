/**
 * Put modifiers into the rolls of Pathfinder 2, versions 5 to 8: attacks, saves, and checks of Stealth and Perception.
 *
 * Every check goes through `game.pf2e.Check.roll`, whose callers await it, and which calls no hook: so it is wrapped, as
 * other modules do. An option of the roll, which the message keeps, tells afterwards which message was made by which call.
 *
 * | place | what is done |
 * | --- | --- |
 * | before the original | the answer of the first 150 ms: modifiers, DC, fortune |
 * | `renderCheckModifiersDialog` | the lines that the dialog does not show by itself; a late answer |
 * | `preCreateChatMessage` | what was put in, into the message's flags |
 */

import { PendingCheck } from "./pf2e-pending.mjs";
import { queryOf } from "./pf2e-queries.mjs";
import { list } from "./reading.mjs";
import { showLines } from "./show-lines.mjs";
import { table as foundryTable, world } from "./world.mjs";

const CHECK = "game.pf2e.Check.roll";
const OPTION = "coign:roll:";

/**
 * @typedef {object} Options
 * @property {import("./pf2e-queries.mjs").Asking["attackOf"]} attackOf
 * @property {import("./world.mjs").Table} [table]
 * @property {Coign.SystemContext} [context]
 */

/**
 * Wrap the system's checks, and register for the hooks.
 *
 * @param {Coign.InRoll} inRoll
 * @param {Options} options
 */
export function wrapChecks(inRoll, { attackOf, table = foundryTable, context = world }) {
  /** @type {Map<string, PendingCheck>} */
  const pending = new Map();
  let count = 0;

  inRoll.wrap(CHECK, async (wrapped, check, checkContext = {}, ...rest) => {
    const asking = { attackOf, context, targets: table.targets };
    const query = inRoll.active ? queryOf(checkContext, asking) : null;
    const { Modifier } = table.system() ?? {};
    if (!query || !Modifier) return wrapped(check, checkContext, ...rest);
    const roll = new PendingCheck({ query, ask: inRoll.ask, check, context: checkContext, Modifier });
    const key = `${OPTION}${++count}`;
    pending.set(key, roll);
    try {
      await roll.ask();
      checkContext.options = checkContext.options instanceof Set ? checkContext.options : new Set(checkContext.options);
      checkContext.options.add(key);
      roll.start();
      return await wrapped(check, checkContext, ...rest);
    } finally {
      roll.end();
      pending.delete(key);
    }
  });

  table.on("renderCheckModifiersDialog", (app, html) => {
    const roll = [...pending.values()].find((one) => one.context === app.context);
    if (!roll) return;
    roll.opened(app);
    draw(html?.[0] ?? html, roll, inRoll);
  });
  table.on("preCreateChatMessage", (message) => {
    const flag = message.system?.context ?? message.flags?.pf2e?.context;
    const key = list(flag?.options).find((option) => pending.has(option));
    const flags = key === undefined ? null : pending.get(key)?.finish(message, table.user());
    if (flags && (flags.included.length || flags.overrides)) message.updateSource({ flags: { coign: flags } });
  });
}

/**
 * Show the lines that the system's dialog does not show as its own modifiers, above its button.
 * @param {Coign.Foreign} root the dialog's content
 * @param {PendingCheck} roll
 * @param {Coign.InRoll} inRoll
 */
function draw(root, roll, inRoll) {
  const button = root?.querySelector?.("button.roll");
  if (!button) return;
  const { targets = [] } = roll.given ?? {};
  const place = button.closest(".dialog-buttons, footer") ?? button;
  showLines(root, place, roll, inRoll, { lines: roll.besides, targets });
}
