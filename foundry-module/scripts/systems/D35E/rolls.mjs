/**
 * Put modifiers into the attack rolls of D&D 3.5, by the system's own dialog.
 *
 * Between the button of the dialog and the dice the system awaits nothing, and it calls no hook. But the dialog has check
 * boxes for some of what Coign measures, and is open for seconds: the boxes of the modifiers that hold are ticked when the
 * answer comes, with the reasons above the buttons. Users may untick them. The system counts the ticked boxes, and its
 * message lists them, so that the card does not count them again (`card.mjs`). All other modifiers stay on the card,
 * and all modifiers of an attack without the dialog.
 *
 * `Item35E#use` opens the dialog, and returns when it is closed: it tells which attack a dialog is about.
 */

import { AskedRoll, showLines } from "../asked-roll.mjs";
import { findAttacker, targetsIn } from "../tokens.mjs";
import { table as foundryTable, world } from "../world.mjs";

const USE = "CONFIG.Item.documentClass.prototype.use";

/** The check boxes of the dialog: the modifier of ours that each counts, and its worth there. @type {Record<string, {modifier: string, worth: number}>} */
const BOXES = {
  flanking: { modifier: "flanking", worth: 2 },
  highground: { modifier: "high-ground", worth: 1 },
  ccshot: { modifier: "into-melee", worth: -4 },
};

/**
 * @typedef {object} Options
 * @property {(item: Coign.Foreign, actor: Coign.Foreign, units: Coign.Foreign) => Coign.Attack | null} attackOf null: it is
 *   no attack
 * @property {import("../world.mjs").Table} [table]
 * @property {Coign.SystemContext} [context]
 */

/**
 * Wrap the use of items, and register for the dialog.
 *
 * @param {Coign.InRoll} inRoll
 * @param {Options} options
 */
export function wrapItems(inRoll, options) {
  const { table = foundryTable } = options;
  /** @type {{roll: AskedRoll, title: string, root: Coign.Foreign}[]} */
  let open = [];

  inRoll.wrap(USE, async function (wrapped, how = {}, tempActor = null, ...rest) {
    const actor = tempActor ?? this.actor;
    const query = inRoll.active && !how.skipDialog ? queryOf(this, actor, options) : null;
    if (!query) return wrapped(how, tempActor, ...rest);
    const roll = new AskedRoll(query, inRoll.ask);
    const entry = { roll, title: `${this.name} - ${actor.name}`, root: null };
    open.push(entry);
    roll.ask();
    try {
      return await wrapped(how, tempActor, ...rest);
    } finally {
      roll.end();
      open = open.filter((one) => one !== entry);
    }
  });

  table.on("renderDialog", (app, html) => {
    const root = html?.[0] ?? html;
    if (!root?.querySelector?.(".attack-form, [name='attack-bonus']")) return;
    const entry = open.find((one) => !one.root && String(app.data?.title ?? "").endsWith(one.title));
    if (!entry) return;
    entry.root = root;
    entry.roll.changed = () => show(root, entry.roll, inRoll);
    entry.roll.changed();
  });
}

/**
 * @param {Coign.Foreign} item
 * @param {Coign.Foreign} actor
 * @param {Options} options
 * @returns {Coign.InRollQuery | null} null: it is no attack, or the attacker or the targets are not on the map
 */
function queryOf(item, actor, { attackOf, table = foundryTable, context = world }) {
  const own = actor?.token; // of an unlinked token
  const speaker = own?.parent ? { scene: own.parent.id, token: own.id } : table.speakerOf(actor);
  const { scene, actor: attacker } = findAttacker({ speaker }, context);
  const attack = attackOf(item, actor, context.scene(scene)?.grid?.units);
  const targets = targetsIn(scene, table.targets());
  if (!attack || !attacker || !targets.length) return null;
  return { actorToken: { scene, token: attacker }, targets, attack };
}

/**
 * Tick the boxes of the lines that are on, and show all lines above the buttons.
 *
 * @param {Coign.Foreign} root the dialog's content
 * @param {AskedRoll} roll
 * @param {Coign.InRoll} inRoll
 */
function show(root, roll, inRoll) {
  const { additions } = roll;
  if (!additions) return;
  for (const line of additions.lines) {
    const box = boxOf(root, line);
    if (!box) line.held ??= "card";
    else if (!line.held) box.checked = line.on;
    if (box)
      box.onchange = () => {
        line.on = box.checked;
        show(root, roll, inRoll);
      };
  }
  if (inRoll.meet("D35E-dialog", root)) showLines(root, root.querySelector(".dialog-buttons"), roll, inRoll);
}

/**
 * Return the check box that counts a line, if the dialog has one that is worth as much.
 *
 * @param {Coign.Foreign} root
 * @param {Coign.Addition} line
 */
function boxOf(root, { modifier, effect, target }) {
  const [name] = Object.keys(BOXES).filter((one) => BOXES[one].modifier === modifier);
  const fits =
    effect.kind === "flat" && effect.to === "attack" && effect.value === BOXES[name]?.worth && target === null;
  return fits ? root.querySelector(`input[type="checkbox"][name="${name}"]`) : null;
}
