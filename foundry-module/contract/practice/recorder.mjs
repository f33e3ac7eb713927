/**
 * Recorder of a practice fight. For each step it keeps the hooks that ran, the shapes of their arguments, and the errors and
 * warnings of the page. Names no Foundry global.
 */

import { THEN } from "./difference.mjs";
import { both, faultOf, framesOf, kindOf, shapeOf } from "./shapes.mjs";

/** The hooks that are listened to, and which of their arguments is looked into. @type {Record<string, number | null>} */
const HOOKS = {
  ...Object.fromEntries(
    ["Scene", "Token", "Wall", "Region", "Actor", "ChatMessage", "Level"].flatMap((name) => [
      [`preCreate${name}`, null],
      [`create${name}`, null],
      [`update${name}`, 1],
      [`delete${name}`, null],
    ]),
  ),
  preMoveToken: 1,
  moveToken: 1,
  targetToken: null,
  controlToken: null,
  canvasReady: null,
  canvasTearDown: null,
  renderChatMessageHTML: null,
  renderTokenHUD: null,
  renderTokenConfig: null,
  renderWallConfig: null,
  getSceneControlButtons: null,
  "dnd5e.renderChatMessage": null,
  "dnd5e.preRollV2": 0,
  "dnd5e.postBuildRollConfig": 0,
  "dnd5e.postRollConfiguration": 1,
  "dnd5e.rollAttackV2": null,
  pf1CreateActionUse: null,
  pf1PreDisplayActionUse: null,
  pf1PreActorRollSave: null,
  renderRollConfigurationDialog: null,
  renderCheckModifiersDialog: null,
  renderAttackDialog: null,
  renderPowerRollDialog: null,
  renderRollDialogSD: null,
};
const DEEP = 2; // of an argument
const MOST_LINES = 100;
const MOST_FRAMES = 8;

/**
 * @typedef {object} Line an error or a warning of the page, without its words
 * @property {"error" | "warn" | "thrown" | "step"} level
 * @property {string} step during which it came
 * @property {string} fault
 * @property {string[]} stack
 */

export class Recorder {
  /** The shape of each hook's arguments, by the hook's name. @type {Record<string, import("./shapes.mjs").Shape>} */
  hooks = {};
  /** The hooks of each step, in the order in which they came first. @type {Record<string, string>} */
  orders = {};
  /** The duration of each step, in ms. @type {Record<string, number>} */
  times = {};
  /** @type {Line[]} */
  lines = [];
  #step = "";
  #at;
  #isOurs;
  /** @type {(() => void)[]} */
  #undo = [];

  /**
   * @param {any} at Foundry's globals, and `window`
   * @param {(document: any) => boolean} isOurs what other users do meanwhile is not looked at
   */
  constructor(at, isOurs) {
    this.#at = at;
    this.#isOurs = isOurs;
  }

  start() {
    const { Hooks, window, console } = this.#at;
    for (const [name, looked] of Object.entries(HOOKS)) {
      const id = Hooks.on(name, (/** @type {any[]} */ ...args) => this.#heard(name, looked, args));
      this.#undo.push(() => Hooks.off(name, id));
    }
    for (const level of /** @type {const} */ (["error", "warn"])) {
      const own = console[level];
      console[level] = (/** @type {any[]} */ ...args) => {
        this.note(level, args.find((one) => one?.stack) ?? new Said(`${level} on the console`));
        own.apply(console, args);
      };
      this.#undo.push(() => {
        console[level] = own;
      });
    }
    const thrown = (/** @type {any} */ event) => this.note("thrown", event.error ?? event.reason);
    for (const type of ["error", "unhandledrejection"]) {
      window?.addEventListener(type, thrown);
      this.#undo.push(() => window?.removeEventListener(type, thrown));
    }
  }

  stop() {
    for (const undo of this.#undo.splice(0).reverse()) undo();
  }

  /**
   * Do a step. An error is noted, and the fight goes on.
   * @template T
   * @param {string} name
   * @param {() => T | Promise<T>} task
   * @returns {Promise<T | null>} null: it threw something
   */
  async step(name, task) {
    this.#step = name;
    const began = performance.now();
    try {
      return await task();
    } catch (problem) {
      this.note("step", problem);
      return null;
    } finally {
      this.times[name] = Math.round(performance.now() - began);
      this.#step = "";
    }
  }

  /**
   * Note an error, without its words.
   * @param {Line["level"]} level
   * @param {any} problem
   */
  note(level, problem) {
    if (this.lines.length >= MOST_LINES) return;
    const stack = framesOf(problem?.stack).slice(0, MOST_FRAMES);
    this.lines.push({ level, step: this.#step, fault: faultOf(problem), stack });
  }

  /**
   * @param {string} name
   * @param {number | null} looked
   * @param {any[]} args
   */
  #heard(name, looked, args) {
    const about = args.map((one) => one?.document ?? one).filter((one) => one?.documentName);
    if (about.length && !about.some(this.#isOurs)) return;
    const shape = Object.fromEntries(
      args.map((one, n) => [`argument ${n + 1}`, n === looked ? shapeOf(plain(one), DEEP) : kindOf(one)]),
    );
    this.hooks[name] = name in this.hooks ? both(this.hooks[name], shape) : shape;
    const order = this.orders[this.#step]?.split(THEN) ?? [];
    if (!order.includes(name)) this.orders[this.#step] = [...order, name].join(THEN);
  }
}

/** @param {any} value */
const plain = (value) => (value?.documentName || value?.nodeName ? kindOf(value) : value);

/** A console message without an error. It records the place, not the text. */
class Said extends Error {
  name = "text";
}
