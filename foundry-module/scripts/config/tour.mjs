/**
 * The tour for game masters, in Foundry's list of tours: eight steps from the first attack to the help. A step that
 * mentions a button points at it if it is on the page, and otherwise appears in the middle: Foundry ends a tour whose
 * step points at nothing.
 */

import { ID } from "../util/foundry.mjs";
import { openPanel } from "../util/panel.mjs";
import { RulesWindow } from "./rules-window.mjs";
import { TestWindow } from "./test-window.mjs";

/** Each step: the name of its texts, the element that it points at, and the window that it opens. */
const STEPS = [
  { id: "attack" },
  { id: "chip", selector: ".coign-card .coign-chip" },
  { id: "undo", selector: ".coign-card .coign-chip" },
  { id: "odds" },
  { id: "heat-map", selector: '[data-tool="coignHeatMap"]' },
  { id: "house-rule", selector: "#coign-rules", opens: RulesWindow },
  { id: "test", selector: "#coign-test", opens: TestWindow },
  { id: "help", selector: '[data-tool="coign"]' },
];

/**
 * Add the tour to Foundry's list. (`setup`)
 * @param {Coign.Context} coign
 */
export function registerTour(coign) {
  const steps = STEPS.map(({ id, selector }) => ({
    id,
    title: `COIGN.Tour.${id}.title`,
    content: `COIGN.Tour.${id}.content`,
    ...(selector ? { selector } : {}),
  }));
  const config = {
    namespace: ID,
    id: "first-fight",
    title: "COIGN.Tour.title",
    description: "COIGN.Tour.description",
    restricted: true,
    display: true,
    canBeResumed: true,
    steps,
  };
  game.tours?.register(ID, config.id, new (tourOf(coign))(config));
}

/**
 * Return the class of the tour, tied to the context. Foundry has its own when this is called, and not before.
 * @param {Coign.Context} coign
 */
const tourOf = (coign) =>
  class extends foundry.nue.Tour {
    /** @override */
    get steps() {
      return super.steps.map(({ selector, ...step }) =>
        selector && document.querySelector(selector) ? { ...step, selector } : step,
      );
    }

    /** @override */
    async _preStep() {
      await super._preStep();
      const opens = STEPS.find(({ id }) => id === this.currentStep?.id)?.opens;
      if (opens) await openPanel(coign, opens);
    }
  };
