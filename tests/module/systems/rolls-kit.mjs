/**
 * The modifiers, answers and clients for the tests of every game system whose rolls get modifiers.
 *
 * Where a wrapper of the module fails, the system rolls as ever and the console is warned: here the roll fails instead.
 */

import { CHECKS } from "../../../foundry-module/contract/index.mjs";
import { additionsOf } from "../../../foundry-module/scripts/in-roll/additions.mjs";
import { wrap } from "../../../foundry-module/scripts/in-roll/wrap.mjs";
import { answered } from "../result-kit.mjs";

export function modifier(id, effect) {
  return { id, effect, state: "on", source: id, reason: `because of ${id}`, phrases: [], rule: "R", ruleset: "r" };
}

export const COVER = modifier("standard-cover", { kind: "flat", value: 2, to: "ac" });
export const HEIGHT = modifier("height", { kind: "flat", value: 1, to: "attack" });
export const LUCK = modifier("luck", { kind: "advantage", to: "attack" });
export const DIE = modifier("edge", { kind: "die", dice: "+1d4", to: "attack" });

/** Make the additions of an answer, of modifiers that hold for every target. Overrides switch some of them off. */
export function additions(targets, modifiers, occasion = "attack", overrides = []) {
  const isOff = ({ id }) => overrides.some(({ modifier, state }) => modifier === id && state === "off");
  const told = modifiers.map((one) => (isOff(one) ? { ...one, state: "off" } : one));
  const players = answered({ occasion, results: targets.map((target) => ({ target, modifiers: told })) });
  const kept = { overrides, isGM: true };
  return additionsOf({ players }, (key) => key, { kept });
}

/** An answer that is there at once. */
export const atOnce =
  (...modifiers) =>
  ({ targets, occasion, overrides }) => {
    const answer = Promise.resolve(additions(targets, modifiers, occasion, overrides));
    return { inTime: answer, late: answer };
  };

/** No answer in time; `give` makes it come later. */
export function later() {
  let give;
  const late = new Promise((resolve) => (give = resolve));
  return { ask: () => ({ inTime: Promise.resolve(null), late }), give };
}

/** Wait until promises and timers that are due have run. */
export const settled = () => new Promise((resolve) => setTimeout(resolve, 1));

/**
 * The part of the module that a system's wrappers use: `inRoll`, whose questions a test answers, and those questions.
 * @param {(query: object) => {inTime: Promise<object | null>, late: Promise<object | null>}} ask
 * @param {object} scope  the globals that are wrapped
 */
export function inRollWith(ask, scope) {
  const queries = [];
  const warn = console.warn;
  console.warn = (said, problem, ...more) => {
    if (String(said).startsWith("Coign | modifiers could not be put into a roll")) throw problem;
    warn(said, problem, ...more);
  };
  const inRoll = {
    active: true,
    wrap: (path, wrapper) => wrap(path, wrapper, scope),
    meet: (check) => CHECKS.some(({ id }) => id === check),
    list: (shown, { lines = shown.lines, changed }) => ({
      lines,
      press: ({ modifier, target }) => shown.press({ coign: "turn", modifier, target }) && changed(),
    }),
    ask: (query) => {
      queries.push(query);
      return ask(query);
    },
  };
  return { inRoll, queries };
}

/** The part of a client's world that a system's records read; `modules` are the active ones, by id. */
export const contextOf = (client, modules = {}) => ({
  document: (uuid) => client.fromUuidSync(uuid, { strict: false }),
  scene: (id) => client.scenes.get(id),
  messages: () => [],
  module: (id) => modules[id] ?? null,
});

/** The part of a client's Foundry that a system's wrappers read. */
export const foundryOf = (client, { isGM = true } = {}) => ({
  on: (hook, handle) => client.Hooks.on(hook, handle),
  user: () => ({ name: "Gamemaster", isGM }),
  targets: () => [...client.user.targets].map(({ document }) => document),
  speakerOf: (actor) => client.classOf("ChatMessage").getSpeaker({ actor }),
});

/**
 * A dialog of Foundry's first kind without a page: a test presses its buttons.
 * @param {object} client
 * @param {(options: object) => object} contentOf  makes its content from the options it is opened with
 * @returns {{Dialog: Function, opened: object[]}} the class, and those that were opened
 */
export function dialogOf(client, contentOf) {
  const opened = [];
  class Dialog {
    constructor(data, options) {
      Object.assign(this, { data, options, root: contentOf(options) });
      opened.push(this);
    }

    render() {
      client.Hooks.callAll("renderDialog", this, [this.root], {});
    }

    press() {
      this.data.buttons.normal.callback([this.root]);
      this.data.close();
    }

    close() {
      this.data.close();
    }
  }
  return { Dialog, opened };
}

/**
 * The content of a dialog: its fields by name, and the lists that were drawn into it.
 * @param {Record<string, object>} fields
 * @param {{form?: string, box?: object}} [how]  the form's selector, which is the content itself; and what a field is that
 *   is not among them
 */
export function contentWith(fields, { form, box = null } = {}) {
  const root = {
    fields,
    lists: [],
    querySelector(selector) {
      if (form && (selector === "form" || selector.startsWith(form))) return root;
      const [, name] = /^\[name="([\w-]+)"\]$/.exec(selector) ?? [];
      if (name && box) fields[name] ??= { ...box };
      return fields[name] ?? null;
    },
    append: (list) => root.lists.push(list),
  };
  return root;
}
