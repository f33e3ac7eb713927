/**
 * Put modifiers into the rolls of Pathfinder 2, versions 5 to 8, and of Starfinder 2: attacks, saves, and checks of
 * Stealth and Perception.
 *
 * Every check goes through `game.pf2e.Check.roll`, in Starfinder 2 `game.sf2e.Check.roll`. Its callers await it, and it
 * calls no hook. So it is wrapped, as other modules do. Each call adds an option to its roll. The message keeps the option,
 * which tells the call that made it.
 *
 * | place | action |
 * | --- | --- |
 * | before the original | the answer of the first 150 ms: modifiers, DC, fortune |
 * | `renderCheckModifiersDialog` | the lines that the dialog does not show by itself; a late answer |
 * | `preCreateChatMessage` | write the additions into the message's flags |
 */

import { randomId } from "../../util/foundry.mjs";
import { AskedRoll, showLines } from "../asked-roll.mjs";
import { isAdvantage, isArmour } from "../effects.mjs";
import { list } from "../reading.mjs";
import { table as foundryTable, world } from "../world.mjs";
import { contextOf, keptIn, marksOf, slugOf, unmarked } from "./put-in.mjs";
import { queryOf } from "./queries.mjs";

const OPTION = "coign:roll:";

/** The system's values for advantage and disadvantage. */
const ROLL_TWICE = { advantage: "keep-higher", disadvantage: "keep-lower" };

/**
 * @typedef {import("../world.mjs").Where & {
 *   id: "pf2e" | "sf2e",
 *   attackOf: import("./queries.mjs").Asking["attackOf"],
 * }} Options `id`: the system's
 */

/**
 * Wrap the system's checks, and register for the hooks.
 *
 * @param {Coign.InRoll} inRoll
 * @param {Options} options
 */
export function wrapChecks(inRoll, { id, attackOf, table = foundryTable, context = world }) {
  /** @type {Map<string, PendingCheck>} */
  const pending = new Map();

  inRoll.wrap(`game.${id}.Check.roll`, async (wrapped, check, checkContext = {}, ...rest) => {
    const asking = { attackOf, context, targets: table.targets };
    const query = inRoll.active ? queryOf(checkContext, asking) : null;
    const { Modifier } = table.system() ?? {};
    if (!query || !Modifier) return wrapped(check, checkContext, ...rest);
    const roll = new PendingCheck({ query, ask: inRoll.ask, check, context: checkContext, Modifier });
    const key = `${OPTION}${randomId()}`; // a reroll keeps it, on any client
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
    const roll = [...pending.values()].find((check) => check.context === app.context);
    if (!roll) return;
    roll.opened(app);
    draw(html?.[0] ?? html, roll, inRoll);
  });
  table.on("preCreateChatMessage", (message) => {
    const key = list(contextOf(message)?.options).find((option) => pending.has(option));
    const flags = key === undefined ? null : pending.get(key)?.finish(message, table.user());
    if (flags && (flags.included.length || flags.overrides))
      message.updateSource(
        withOptions(message, id, unmarked(contextOf(message).options).concat(marksOf(flags.included)), flags),
      );
  });
}

/**
 * Return the change of a message to these options of its check, and to our flags.
 * @param {Coign.Foreign} message
 * @param {string} id the system's
 * @param {string[]} options
 * @param {object} coign
 */
function withOptions(message, id, options, coign) {
  const context = { options };
  return message.system?.context ? { system: { context }, flags: { coign } } : { flags: { coign, [id]: { context } } };
}

/**
 * Show the lines that the system's dialog does not show as its own modifiers, above its button.
 * @param {Coign.Foreign} root the dialog's content
 * @param {PendingCheck} roll
 * @param {Coign.InRoll} inRoll
 */
function draw(root, roll, inRoll) {
  const button = root?.querySelector?.("button.roll");
  if (!inRoll.meet("pf2e-dialog", root) || !button) return;
  const place = button.closest(".dialog-buttons, footer") ?? button;
  showLines(root, place, roll, inRoll, roll.besides);
}

/**
 * One check between the click and its dice, with its additions: bonuses as modifiers of the check, a change of
 * armour class in the DC, advantage as fortune. The check's context is changed in place, as the system's own dialog does
 * it; the system reads it when the dialog is closed.
 */
class PendingCheck extends AskedRoll {
  /** The dialog, if there is one. @type {Coign.Foreign} */
  app = null;
  /** The additions that are in the check. @type {Coign.Additions | null} */
  given = null;
  #started = false;
  #own;
  #options;
  /** Our modifiers of the check, each with its line. @type {Map<Coign.Foreign, Coign.Addition>} */
  #modifiers = new Map();

  /**
   * @param {object} options
   * @param {Coign.InRollQuery} options.query
   * @param {Coign.InRoll["ask"]} options.ask
   * @param {Coign.Foreign} options.check
   * @param {Coign.Foreign} options.context the check's
   * @param {new (data: object) => Coign.Foreign} options.Modifier the system's class
   */
  constructor(options) {
    super(options.query, options.ask);
    this.#options = options;
    this.#own = { dc: options.context.dc?.value, rollTwice: options.context.rollTwice ?? false };
    this.changed = () => this.#putIn();
  }

  get context() {
    return this.#options.context;
  }

  /** The lines that the system's dialog does not show as modifiers of its own. */
  get besides() {
    const shown = new Set(this.#modifiers.values());
    return (this.given?.lines ?? []).filter((line) => !shown.has(line));
  }

  /** The system goes on: from now on only an open dialog takes an answer. */
  start() {
    this.#started = true;
  }

  /**
   * Take the dialog, each time that it was drawn.
   * @param {Coign.Foreign} app
   */
  opened(app) {
    this.app = app;
    if (this.additions !== this.given) this.#putIn();
  }

  #putIn() {
    const { additions } = this;
    if (!additions || (this.#started && (!this.app || this.app.isResolved))) return;
    this.#holdBack(additions);
    const { check, context, Modifier } = this.#options;
    for (const modifier of this.#modifiers.keys()) check.delete(modifier);
    this.#modifiers = new Map(additions.lines.filter(isBonus).map((line) => [modifierOf(line, Modifier), line]));
    for (const modifier of this.#modifiers.keys()) check.push(modifier);
    if (Number.isFinite(this.#own.dc)) context.dc = { ...context.dc, value: this.#own.dc + this.#change(additions) };
    context.rollTwice = modeOf(additions) ?? this.#own.rollTwice;
    this.given = additions;
    this.app?.render();
  }

  /** @param {Coign.Additions} additions */
  #change(additions) {
    return this.query.targets.reduce((sum, target) => sum + additions.armourClass(target), 0);
  }

  /**
   * Leave to the card the additions that a check cannot have: dice beside its d20, an armour class without a DC, and
   * advantage if the check already has fortune or misfortune, because the message then shows neither.
   * @param {Coign.Additions} additions
   */
  #holdBack(additions) {
    const kinds = new Set(additions.lines.filter(isAdvantage).map(({ effect }) => effect.kind));
    const cancelled = kinds.size > 1 || this.#own.rollTwice !== false;
    for (const line of additions.lines) {
      const { effect } = line;
      const impossible = effect.kind === "die" || (isArmour(line) && !Number.isFinite(this.#own.dc));
      if (!line.held && (impossible || (isAdvantage(line) && cancelled))) line.held = "card";
    }
  }

  /**
   * Return the flags for the message: the additions in the roll, as the message itself shows them. (`preCreateChatMessage`)
   * @param {Coign.Foreign} message
   * @param {Coign.Foreign} user
   * @returns {ReturnType<Coign.Additions["flags"]> | null} null: nothing is in the roll
   */
  finish(message, user) {
    this.end();
    const { given } = this;
    if (!given) return null;
    const { modifiers = [] } = keptIn(message) ?? {};
    for (const [modifier, line] of this.#modifiers) {
      if (modifier.ignored === line.on) given.turn(line);
      const saved = modifiers.find((/** @type {Coign.Foreign} */ { slug }) => slug === modifier.slug);
      if (line.on && !(saved?.enabled && saved.modifier === modifier.modifier)) line.held = "card";
    }
    const { dc } = contextOf(message) ?? {};
    if (dc?.value !== this.#own.dc + this.#change(given))
      for (const line of given.lines.filter(isArmour)) line.held ??= "card";
    return given.flags(user);
  }
}

/**
 * Make a modifier of the system's. It is untyped: our rules have settled what stacks, and it must not displace another.
 * @param {Coign.Addition} line
 * @param {new (data: object) => Coign.Foreign} Modifier
 */
function modifierOf({ modifier, flavor, effect, on }, Modifier) {
  const value = effect.kind === "flat" ? effect.value : 0;
  return new Modifier({ slug: slugOf(modifier), label: flavor, modifier: value, type: "untyped", ignored: !on });
}

/** @param {Coign.Addition} line */
const isBonus = ({ effect, target, held, on, mayTurn }) =>
  effect.kind === "flat" && effect.to !== "ac" && target === null && !held && (on || mayTurn);

/** @param {Coign.Additions} additions */
const modeOf = ({ advantage, disadvantage }) =>
  advantage ? ROLL_TWICE.advantage : disadvantage ? ROLL_TWICE.disadvantage : null;
