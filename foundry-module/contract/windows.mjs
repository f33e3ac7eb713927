/** Windows, sheets and the scene controls: the elements that we select in what Foundry has drawn. */

import { later } from "./scratch.mjs";

const SHEETS = "fvtt-types 13.346, `client/applications/sheets`; Foundry's templates as modules quote them";
const SOON = 10_000; // ms

/**
 * Draw a document's sheet, look at it, and close it. One that cannot be drawn for the scratch scene says nothing of others.
 * @param {any} document
 * @param {(element: any) => import("./index.mjs").Result} look
 */
async function withSheet({ sheet }, look) {
  if (!sheet) return null;
  try {
    await sheet.render({ force: true });
    const drawn = await later(() => sheet.rendered && sheet.element, SOON);
    return drawn ? await look(sheet.element) : null;
  } catch (problem) {
    console.debug("Coign | a sheet cannot be drawn for a check:", problem);
    return null;
  } finally {
    await sheet.close({ animate: false });
  }
}

const SHEET = /** @type {const} */ ({ from: SHEETS, part: "sheet" });
const TOKEN_SHEET = /** @type {const} */ ({ ...SHEET, used: "scripts/config/token-config.mjs", feature: "tokenSheet" });
const WALL_SHEET = /** @type {const} */ ({ ...SHEET, used: "scripts/config/wall-config.mjs", feature: "wallSheet" });
const TABS = "nav.sheet-tabs, nav.tabs";

/** Return whether a sheet has elements of each selector. @param {any} element @param {string[]} selectors */
const has = (element, ...selectors) => selectors.every((selector) => element?.querySelector?.(selector));

/** @type {import("./index.mjs").Check[]} */
export const WINDOWS = [
  {
    ...TOKEN_SHEET,
    id: "token-sheet",
    says: "a token's sheet has a row of tabs (`nav`) and a `footer`, and its hook gets the element",
    when: "asked",
    page: true,
    names: [TABS, "footer", "[data-group]"],
    holds: ({ scratch }) =>
      withSheet(scratch.tokens[0], (element) => has(element, TABS, "footer") || "no tabs, or no footer"),
  },
  {
    ...TOKEN_SHEET,
    id: "token-sheet-met",
    says: "an opened token's sheet has its row of tabs and its footer",
    when: "use",
    holds: (element) => has(element, TABS, "footer"),
  },
  {
    ...WALL_SHEET,
    id: "wall-sheet",
    says: "a wall's sheet has a `footer`",
    when: "asked",
    page: true,
    holds: ({ scratch }) => withSheet(scratch.wall, (element) => has(element, "footer") || "no footer"),
  },
  {
    ...WALL_SHEET,
    id: "wall-sheet-met",
    says: "an opened wall's sheet has its footer",
    when: "use",
    holds: (element) => has(element, "footer"),
  },
  {
    id: "token-buttons",
    says: "the buttons round a token are in columns, the right one `.col.right`, and the hook tells the token",
    used: "scripts/config/token-buttons.mjs",
    from: "fvtt-types 13.346, TokenHUD; Foundry's template as modules quote it",
    feature: "hud",
    part: "buttons",
    when: "use",
    names: [".col.right"],
    holds: (element) => has(element, ".col.right"),
  },
  {
    id: "scene-controls",
    says: "`getSceneControlButtons` gets a record with `tokens.tools`, each tool with its name and order",
    used: "scripts/config/pairing-window.mjs",
    from: "fvtt-types 13.346, SceneControls",
    feature: "controls",
    part: "controls",
    when: "use",
    holds: (controls) => typeof controls?.tokens?.tools === "object" && !Array.isArray(controls),
  },
  {
    id: "scene-control-drawn",
    says: 'a tool is drawn as an element with `data-tool="coign"`',
    used: "scripts/config/status.mjs: the state on the rook",
    from: "fvtt-types 13.346, SceneControls; Foundry's template as modules quote it",
    feature: "controls",
    part: "controls",
    when: "asked",
    page: true,
    names: ['[data-tool="coign"]'],
    async holds({ ui, document, canvas }) {
      if (!canvas?.ready || ui.controls?.control?.name !== "tokens") return null; // other controls are shown
      if (!document.querySelector("[data-tool]")) return null; // another module draws them
      return Boolean(document.querySelector('[data-tool="coign"]')) || "no such element";
    },
  },
  {
    id: "dialog-input",
    says: "`DialogV2.input` exists: it shows a form and returns its values",
    used: "scripts/util/dialogs.mjs",
    from: "fvtt-types 13.346, DialogV2",
    feature: "menu",
    part: "dialogs",
    when: "start",
    page: true,
    names: ["render"],
    holds: ({ foundry }) => typeof foundry.applications?.api?.DialogV2?.input === "function" || "no such function",
  },
  {
    id: "detached-pages",
    says: "if windows can be detached, `foundry.applications.detached` finds elements in all of them",
    used: "scripts/util/foundry.mjs",
    from: "foundryvtt.com/api/v14, `applications`",
    feature: "card",
    part: "windows",
    when: "start",
    page: true,
    holds({ foundry }) {
      const { detached } = foundry.applications;
      return detached ? typeof detached.querySelectorAll === "function" || typeof detached : null;
    },
  },
];
