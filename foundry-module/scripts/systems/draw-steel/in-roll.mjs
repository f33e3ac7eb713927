/**
 * Put edges and banes into the power rolls of Draw Steel, target by target.
 *
 * | place | action |
 * | --- | --- |
 * | `use` of the ability's model, which is awaited | the question, for all targets |
 * | `getTargetModifiers`, called for each target before the dialog | the answer of the first 150 ms |
 * | `renderPowerRollDialog` | the lines; a late answer, and a switch, in the fields of the dialog, which copies the edges and banes |
 * | `preCreateChatMessage` | write the additions into the message's flags |
 */

import { AskedRoll, showLines } from "../asked-roll.mjs";
import { list } from "../reading.mjs";
import { parseUuid } from "../tokens.mjs";
import { table as foundryTable } from "../world.mjs";
import { attackOf, BY_PRONE, counting, countsProne, edgesOfUser, resultsOf } from "./abilities.mjs";

const MODEL = "CONFIG.Item.dataModels.ability.prototype";
const MOST = 2; // edges or banes that a field of the dialog takes

/**
 * @param {Coign.InRoll} inRoll
 * @param {import("../world.mjs").Where} [where]
 */
export function wrapAbilities(inRoll, { table = foundryTable } = {}) {
  /** The uses that are under way, by their model. @type {Map<Coign.Foreign, PendingUse>} */
  const pending = new Map();

  inRoll.wrap(`${MODEL}.use`, async function (wrapped, ...args) {
    const query = inRoll.active ? queryOf(this, table) : null;
    if (!query) return wrapped(...args);
    const roll = new PendingUse(query, inRoll.ask);
    await roll.ask();
    pending.set(this, roll);
    try {
      return await wrapped(...args);
    } finally {
      roll.end();
      pending.delete(this);
    }
  });

  inRoll.wrap(`${MODEL}.getTargetModifiers`, function (wrapped, target) {
    const modifiers = wrapped(target);
    pending.get(this)?.open(target.id, modifiers);
    return modifiers;
  });

  table.on("renderPowerRollDialog", (app, root) => {
    const uuid = app.options?.ability?.uuid ?? app.options?.context?.ability;
    const entry = [...pending].find(([model]) => model.parent.uuid === uuid);
    if (!entry || !inRoll.meet("draw-steel-dialog", root)) return;
    const [, roll] = entry;
    roll.opened(app);
    showLines(root, root.querySelector("footer"), roll, inRoll);
  });
  table.on("preCreateChatMessage", (message) => {
    const used = resultsOf(message)[0]?.abilityUuid;
    const [, roll] = [...pending].find(([model]) => model.parent.uuid === used) ?? [];
    const flags = roll?.finish(table.user());
    if (flags && (flags.included.length || flags.overrides)) message.updateSource({ flags: { coign: flags } });
  });
}

/**
 * Ask about an ability that is about to be used against the user's targets.
 * @param {Coign.Foreign} model the ability's
 * @param {import("../world.mjs").Table} table
 * @returns {Coign.InRollQuery | null} null: the ability has no power roll or no actor, or no target is on the user's own scene
 */
function queryOf(model, { targets, speakerOf }) {
  if (!model.power?.roll?.enabled || !model.actor) return null;
  const { scene, token } = speakerOf(model.actor) ?? {};
  const aimed = targets().filter(({ parent }) => parent?.id === scene);
  if (!token || !aimed.length) return null;
  const square = aimed[0].parent.grid?.distance;
  const prone = countsProne(model);
  const ofUser = prone ? counting(model.getActorModifiers()) : edgesOfUser(model.parent, model.actor);
  const before = aimed.map((target) => [target.id, counting(ofUser, model.getTargetModifiers(target.object))]);
  return {
    actorToken: { scene, token },
    targets: aimed.map(({ id }) => id),
    attack: attackOf(model.parent, "", square),
    defence: Object.fromEntries(before.map(([id, own]) => [id, { ac: null, applied: null, ...own }])),
    counted: [...(flanksAll(model, aimed) ? ["flanking"] : []), ...(prone ? BY_PRONE : [])],
  };
}

/**
 * Return whether the system counts flanking against each target: a melee strike by the token that the user controls.
 * @param {Coign.Foreign} model
 * @param {Coign.Foreign[]} targets
 */
function flanksAll(model, targets) {
  const keywords = list(model.keywords);
  if (!keywords.includes("melee") || !keywords.includes("strike")) return false;
  const [own] = model.actor.getActiveTokens(false, false);
  return Boolean(own?.controlled && targets.every(({ object }) => own.isFlanking?.(object)));
}

/** @typedef {{modifiers: Coign.Foreign, own: import("./abilities.mjs").Edges}} Place */

/** One use between the click and its dice, with the edges and banes that are put in for each target. */
class PendingUse extends AskedRoll {
  /** The dialog, while there is one. @type {Coign.Foreign} */
  app = null;
  /** @type {Map<string, Place>} */
  #places = new Map();

  changed = () => this.#putIn();

  /**
   * Take the place for a target's edges and banes, and fill it.
   * @param {string} target
   * @param {Coign.Foreign} modifiers the system's record, which its dialog changes
   */
  open(target, modifiers) {
    const place = { modifiers, own: counting(modifiers) };
    this.#places.set(target, place);
    this.#fill(target, place);
  }

  /**
   * Take the dialog, each time that it was drawn: it works on a copy of the edges and banes, made when it was opened.
   * @param {Coign.Foreign} app
   */
  opened(app) {
    this.app = app;
    let isLate = false; // an answer came between the copy and its first drawing
    for (const { tokenUuid, modifiers } of list(app.options?.context?.targets)) {
      const target = parseUuid(tokenUuid).token ?? "";
      const place = this.#places.get(target);
      if (!place || place.modifiers === modifiers) continue;
      const { edges, banes } = modifiers;
      this.#fill(target, Object.assign(place, { modifiers }));
      isLate ||= edges !== modifiers.edges || banes !== modifiers.banes;
    }
    if (isLate) app.render();
  }

  #putIn() {
    for (const [target, place] of this.#places) this.#fill(target, place);
    this.app?.render();
  }

  /** @param {string} target @param {Place} place */
  #fill(target, { modifiers, own }) {
    for (const [kind, field] of /** @type {const} */ ([
      ["edge", "edges"],
      ["bane", "banes"],
    ]))
      modifiers[field] = Math.min(MOST, own[field] + this.#count(target, kind));
  }

  /** @param {string} target @param {"edge" | "bane"} kind */
  #count(target, kind) {
    const lines = this.additions?.putIn ?? [];
    return lines.filter((line) => line.effect.kind === kind && line.target === target).length;
  }

  /**
   * Return the flags for the message: what was put into its rolls. (`preCreateChatMessage`)
   * @param {Coign.Foreign} user
   */
  finish(user) {
    this.end();
    return this.additions?.flags(user);
  }
}
