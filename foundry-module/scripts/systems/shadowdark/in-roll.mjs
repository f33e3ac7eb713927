/**
 * Put modifiers into the attacks of Shadowdark: numbers and dice into the formula, advantage, and the target's armour class.
 *
 * The system's dice functions are a module, which cannot be changed, but the system calls them by the global
 * `shadowdark.dice`. So a copy with a wrapped `rollDialog` replaces that global. The system awaits `rollDialog` before the
 * dice fall, with or without a dialog. The message keeps the configuration of its roll, with the additions, also in a reroll.
 */

import { AskedRoll, appended, showLines } from "../asked-roll.mjs";
import { isAdvantage, isArmour } from "../effects.mjs";
import { list, number, systemOf } from "../reading.mjs";
import { parseUuid } from "../tokens.mjs";
import { table as foundryTable, world } from "../world.mjs";

/**
 * @param {Coign.InRoll} inRoll
 * @param {import("../world.mjs").Where} [where]
 */
export function wrapDialog(inRoll, { table = foundryTable, context = world } = {}) {
  const system = table.global?.("shadowdark");
  if (system?.dice) system.dice = { ...system.dice };
  /** @type {Map<Coign.Foreign, PendingAttack>} by the configuration of the roll */
  const pending = new Map();

  inRoll.wrap("shadowdark.dice.rollDialog", async (wrapped, config, ...rest) => {
    const query = inRoll.active ? queryOf(config, table, context) : null;
    if (!query) return wrapped(config, ...rest);
    const roll = new PendingAttack(query, inRoll.ask, config);
    await roll.ask();
    pending.set(config, roll);
    try {
      const goesOn = await wrapped(config, ...rest);
      if (goesOn) roll.note();
      return goesOn;
    } finally {
      roll.end();
      pending.delete(config);
    }
  });

  table.on("renderRollDialogSD", (app, root) => {
    const roll = pending.get(app.config); // the root is a form: its [0] is its first field
    if (!roll || !inRoll.meet("shadowdark-dialog", root)) return;
    roll.drawn(root);
    showLines(root, root.querySelector("footer"), roll, inRoll);
  });
}

/**
 * Ask about an attack that is about to be rolled.
 * @param {Coign.Foreign} config the roll's
 * @param {import("../world.mjs").Table} table
 * @param {Coign.SystemContext} context
 * @returns {Coign.InRollQuery | null} null: no attack, or its attacker or target is not on the map
 */
function queryOf(config, { speakerOf, targets }, context) {
  if (config?.type !== "attack" || !config.mainRoll?.formula) return null;
  const item = context.document(config.itemUuid);
  const { scene, token } = (item?.actor && speakerOf(item.actor)) ?? {};
  const named = parseUuid(config.targetUuid);
  const target = config.targetUuid ? named.token : targets()[0]?.id;
  if (!token || !target || (config.targetUuid && named.scene !== scene)) return null;
  const ranges = list(systemOf(item).ranges);
  const isMelee = config.attack?.type === "melee" || ranges.includes("close");
  const own = number(config.mainRoll.advantage) ?? 0;
  return {
    actorToken: { scene, token },
    targets: [target],
    attack: { kind: isMelee ? "melee" : "ranged", name: item.name, guessed: ranges.length > 1 },
    mode: own > 0 ? "advantage" : own < 0 ? "disadvantage" : "normal",
    defence: { [target]: { ac: number(config.mainRoll.dc), applied: null } },
  };
}

/** One attack between the click and its dice. The configuration is changed in place, as the system's dialog does it. */
class PendingAttack extends AskedRoll {
  #config;
  #own;
  /** The end of the formula that is ours. */
  #tail = "";
  /** @type {Coign.Foreign} */
  #root = null;

  /**
   * @param {Coign.InRollQuery} query
   * @param {Coign.InRoll["ask"]} ask
   * @param {Coign.Foreign} config
   */
  constructor(query, ask, config) {
    super(query, ask);
    this.#config = config;
    const { advantage = 0, dc } = config.mainRoll;
    this.#own = { advantage, dc: number(dc) };
    this.changed = () => this.#putIn();
  }

  /**
   * Put the modifiers into the dialog after it was drawn. A situational effect makes the system build the formula again.
   * @param {Coign.Foreign} root
   */
  drawn(root) {
    this.#root = root;
    if (this.#tail && !String(this.#config.mainRoll.formula).endsWith(this.#tail)) {
      this.#tail = "";
      this.#putIn();
    }
  }

  #putIn() {
    const { additions } = this;
    if (!additions) return;
    const { mainRoll } = this.#config;
    for (const line of additions.lines)
      if (!line.held && ((isAdvantage(line) && this.#own.advantage !== 0) || (isArmour(line) && this.#own.dc === null)))
        line.held = "card";
    const base = String(mainRoll.formula).slice(0, this.#tail ? -this.#tail.length : undefined);
    this.#tail = additions.parts.map(appended).join("");
    mainRoll.formula = `${base}${this.#tail}`;
    const more = Number(additions.advantage) - Number(additions.disadvantage);
    mainRoll.advantage = this.#own.advantage || more;
    const [target] = this.query.targets;
    if (this.#own.dc !== null) mainRoll.dc = this.#own.dc + additions.armourClass(target);
    this.#show(mainRoll);
  }

  /** @param {Coign.Foreign} mainRoll */
  #show({ formula, advantage }) {
    if (!this.#root) return;
    const field = this.#root.querySelector('input[name="mainRoll.formula"]');
    if (field) field.value = formula;
    for (const button of this.#root.querySelectorAll('input[name="advantage"]'))
      button.checked = button.value === String(advantage);
  }

  /** Note the additions in the roll's configuration, which the message keeps. Only those that the roll shows count. */
  note() {
    const included = this.additions?.flags().included;
    if (included?.length) this.#config.coign = included;
  }
}
