/**
 * Put modifiers into the attack rolls of Pathfinder 2, versions 5 to 8.
 *
 * Every check goes through `game.pf2e.Check.roll`, whose callers await it, and which calls no hook: so it is wrapped, as
 * other modules do. An option of the roll, which the message keeps, tells afterwards which message was made by which call.
 *
 * | place | what is done |
 * | --- | --- |
 * | before the original | the answer of the first 150 ms: modifiers, DC, fortune |
 * | `renderCheckModifiersDialog` | the lines that the dialog does not show by itself; a late answer |
 * | `preCreateChatMessage` | what was put in, into the message's flags |
 *
 * Saves keep the card: the system has the cover against an area only as an effect on who saves.
 */

import { countedIn, coverIn } from "./pf2e-options.mjs";
import { PendingCheck } from "./pf2e-pending.mjs";
import { list } from "./reading.mjs";
import { table as foundryTable, world } from "./world.mjs";

const CHECK = "game.pf2e.Check.roll";
const ATTACKS = ["attack-roll", "spell-attack-roll"];
const OPTION = "coign:roll:";

/**
 * @typedef {object} Options
 * @property {(check: Coign.Foreign, item: Coign.Foreign, actor: Coign.Foreign, units: Coign.Foreign) => Coign.Attack} attackOf
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
    const query = inRoll.active ? queryOf(checkContext, attackOf, context) : null;
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
 * Ask about an attack at a token. A reroll has what the first roll had.
 *
 * @param {Coign.Foreign} check the check's context
 * @param {Options["attackOf"]} attackOf
 * @param {Coign.SystemContext} context
 * @returns {Coign.InRollQuery | null}
 */
function queryOf(check, attackOf, context) {
  const { type, origin, target, dc } = check;
  if (!ATTACKS.includes(type) || check.isReroll || check.createMessage === false || origin?.self === false) return null;
  const token = origin?.token ?? check.token;
  const scene = token?.parent?.id;
  const struck = target?.token;
  if (!scene || struck?.parent?.id !== scene) return null;
  const options = list(check.options);
  const actor = origin?.actor ?? check.actor;
  const item = origin?.item ?? check.item ?? null;
  const ac = Number.isFinite(dc?.value) ? dc.value : null;
  return {
    actorToken: { scene, token: token.id },
    targets: [struck.id],
    attack: attackOf(check, item, actor, context.scene(scene)?.grid?.units),
    mode:
      check.rollTwice === "keep-higher" ? "advantage" : check.rollTwice === "keep-lower" ? "disadvantage" : "normal",
    defence: { [struck.id]: { ac, applied: coverIn(options) } },
    counted: countedIn(options),
  };
}

/**
 * Show the lines that the system's dialog does not show as its own modifiers, above its button.
 * @param {Coign.Foreign} root the dialog's content
 * @param {PendingCheck} roll
 * @param {Coign.InRoll} inRoll
 */
function draw(root, roll, inRoll) {
  const button = root?.querySelector?.("button.roll");
  root?.querySelector?.(".coign-in-roll")?.remove();
  const lines = roll.besides;
  if (!button || !lines.length) return;
  const { scene } = roll.query.actorToken;
  const { targets = [] } = roll.given ?? {};
  const element = inRoll.list(
    { lines, targets },
    { scene, document: root.ownerDocument, changed: () => roll.switched() },
  );
  (button.closest(".dialog-buttons, footer") ?? button).before(element);
}
