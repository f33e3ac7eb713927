/** The tour for game masters: a step points at what is on the page, and opens the window that it is about. */

import assert from "node:assert/strict";
import { after, test } from "node:test";

const did = [];
const windowOf = (id) => [id, { render: async (options) => did.push([id, options]) }];
globalThis.foundry = {
  applications: {
    api: { ApplicationV2: class {} },
    instances: new Map(["coign-rules", "coign-test"].map(windowOf)),
  },
  nue: {
    Tour: class {
      constructor(config) {
        this.config = config;
      }
      get steps() {
        return this.config.steps;
      }
      async _preStep() {
        did.push("Foundry's");
      }
    },
  },
};
const { registerTour } = await import("../../../foundry-module/scripts/config/tour.mjs");

after(() => {
  for (const name of ["foundry", "game", "document"]) delete globalThis[name];
});

test("a step points at its element if that is on the page, and opens its window before", async () => {
  const tours = {};
  globalThis.game = {
    tours: { register: (...tour) => Object.assign(tours, { [tour.slice(0, 2).join(".")]: tour[2] }) },
  };
  registerTour({});
  const tour = tours["coign.first-fight"];
  const { steps, ...config } = tour.config;
  assert.deepEqual(config, {
    ...{ namespace: "coign", id: "first-fight", title: "COIGN.Tour.title", description: "COIGN.Tour.description" },
    ...{ restricted: true, display: true, canBeResumed: true },
  });
  const shown = [];
  globalThis.document = { querySelector: (selector) => shown.includes(selector) };
  assert.ok(tour.steps.every((step) => !("selector" in step) && step.content === `COIGN.Tour.${step.id}.content`));
  for (const { id, selector } of steps.filter((step) => step.selector)) {
    shown.splice(0, 1, selector);
    const { selector: at } = tour.steps.find((step) => step.id === id);
    assert.equal(at, selector);
  }
  const opens = [];
  for (const { id } of steps) {
    tour.currentStep = { id };
    await tour._preStep();
    const [foundry, ...opened] = did.splice(0);
    assert.equal(foundry, "Foundry's");
    opens.push(...opened.map((one) => [id, ...one]));
  }
  assert.deepEqual(opens, [
    ["house-rule", "coign-rules", { force: true }],
    ["test", "coign-test", { force: true }],
  ]);
});
