/**
 * The contract: assumptions of Coign about Foundry, the game systems and the browser that no published type guarantees. Each
 * has one check, a small function that tries one thing. Add a check to the file of its subject.
 */

import { BROWSER } from "./browser.mjs";
import { CANVAS_CHECKS } from "./canvas.mjs";
import { CHAT } from "./chat.mjs";
import { DOCUMENTS } from "./documents.mjs";
import { HOOKS } from "./hooks.mjs";
import { SYSTEMS } from "./systems.mjs";
import { WINDOWS } from "./windows.mjs";

/**
 * @typedef {boolean | string | null | undefined} Result true: the assumption holds; null: it cannot be tried here,
 *   because Foundry or another module did not do its part; otherwise the wrong value that was found
 *
 * @typedef {object} Check
 * @property {string} id
 * @property {string} says what we believe
 * @property {string} used where we use it
 * @property {string} from why we believe it
 * @property {import("./features.mjs").Feature | null} feature the feature to switch off if the check fails; null: none,
 *   the GM gets a notice
 * @property {string} part the part that has changed if the check fails: a key of the language files, `COIGN.Contract.Part`
 * @property {"start" | "asked" | "use"} when `start`: on every client, without a trace; `asked`: on the scratch scene;
 *   `use`: on what a part of Coign meets
 * @property {string[]} [systems] only in these game systems
 * @property {number} [generation] only from this one of Foundry on
 * @property {boolean} [page] needs a page with a document
 * @property {string[]} [names] the hooks, paths, methods and selectors that it stands for (`tools/contract_names.mjs`)
 * @property {(at: any) => Result | Promise<Result>} holds gets Foundry's globals, by their names
 */

/** @type {readonly Check[]} */
export const CHECKS = [...HOOKS, ...DOCUMENTS, ...CHAT, ...CANVAS_CHECKS, ...WINDOWS, ...BROWSER, ...SYSTEMS];
