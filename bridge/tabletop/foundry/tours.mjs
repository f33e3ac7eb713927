/**
 * Tours: `foundry.nue.Tour`, and `game.tours` with those that modules register. (Types of v13: `client/nue/tour.d.mts`,
 * `tours-collection.d.mts`; the interface TourStep of v14's API pages.) As in Foundry, a step may point at an element. If
 * that element is missing, the console gets a note and the tour ends with an error. The progress is stored with the
 * user, not here.
 */

import { Collection } from "./collections.mjs";

/** @param {import("./client.mjs").Client} client */
export function createTours(client) {
  const { document } = client.window;
  const say = (text) => client.game.i18n.localize(text);

  class Tour {
    static STATUS = Object.freeze({ UNSTARTED: "unstarted", IN_PROGRESS: "in-progress", COMPLETED: "completed" });
    static #active = null;
    #stepIndex = -1;
    #shown = null;

    constructor(config, { id, namespace } = {}) {
      this.config = structuredClone(config);
      if (id) this.config.id = id;
      if (namespace) this.config.namespace = namespace;
    }

    static get activeTour() {
      return Tour.#active;
    }

    static get tourInProgress() {
      return Boolean(Tour.#active);
    }

    get id() {
      return this.config.id;
    }

    set id(value) {
      if (this.config.id) throw new Error("the id of a tour is set once");
      this.config.id = value;
    }

    get namespace() {
      return this.config.namespace;
    }

    set namespace(value) {
      if (this.config.namespace) throw new Error("the namespace of a tour is set once");
      this.config.namespace = value;
    }

    get key() {
      return `${this.namespace}.${this.id}`;
    }

    get title() {
      return say(this.config.title);
    }

    get description() {
      return say(this.config.description);
    }

    get steps() {
      return this.config.steps.filter((step) => !step.restricted || client.game.user.isGM);
    }

    get stepIndex() {
      return this.#stepIndex;
    }

    get currentStep() {
      return this.#stepIndex < 0 ? null : this.steps[this.#stepIndex];
    }

    get hasNext() {
      return this.#stepIndex < this.steps.length - 1;
    }

    get hasPrevious() {
      return this.#stepIndex > 0;
    }

    get canStart() {
      return true;
    }

    get status() {
      const { UNSTARTED, IN_PROGRESS, COMPLETED } = Tour.STATUS;
      if (this.#stepIndex < 0) return UNSTARTED;
      return this.#stepIndex >= this.steps.length ? COMPLETED : IN_PROGRESS;
    }

    async start() {
      if (this.status === Tour.STATUS.IN_PROGRESS && this.config.canBeResumed) return this.progress(this.#stepIndex);
      return this.progress(0);
    }

    next() {
      return this.hasNext ? this.progress(this.#stepIndex + 1) : this.complete();
    }

    previous() {
      return this.hasPrevious ? this.progress(this.#stepIndex - 1) : undefined;
    }

    complete() {
      return this.progress(this.steps.length);
    }

    async reset() {
      return this.progress(-1);
    }

    exit() {
      this.#clear();
      Tour.#active = null;
    }

    async progress(stepIndex) {
      if (Tour.#active && Tour.#active !== this) Tour.#active.exit();
      if (this.currentStep) await this._postStep();
      this.#clear();
      this.#stepIndex = stepIndex;
      Tour.#active = this.currentStep ? this : null;
      if (!this.currentStep) return;
      await this._preStep();
      const { selector } = this.currentStep;
      this.targetElement = selector ? this._getTargetElement(selector) : null;
      if (selector && !this.targetElement) console.warn(`the tour ${this.key} points at ${selector}: there is none`);
      try {
        await this._renderStep();
      } catch (problem) {
        this.exit();
        throw problem;
      }
    }

    _getTargetElement(selector) {
      return document.querySelector(selector);
    }

    async _preStep() {}

    async _postStep() {}

    async _renderStep() {
      const step = this.currentStep;
      if (step.selector && !this.targetElement) throw new Error(`the step ${step.id} points at nothing`);
      const shown = document.createElement("aside");
      shown.className = "tour themed";
      shown.setAttribute("role", "dialog");
      shown.innerHTML = `<header><h3></h3><a data-action="exit" role="button" tabindex="0">✕</a></header><div></div>
        <footer><a data-action="previous" role="button" tabindex="0">‹</a><span></span>
        <a data-action="next" role="button" tabindex="0">›</a></footer>`;
      shown.querySelector("h3").textContent = say(step.title);
      shown.querySelector("div").innerHTML = say(step.content);
      shown.querySelector("span").textContent = `${this.#stepIndex + 1} / ${this.steps.length}`;
      for (const button of shown.querySelectorAll("[data-action]"))
        button.addEventListener("click", () => this[button.dataset.action]());
      document.body.append(shown);
      this.targetElement?.classList.add("tour-target");
      this.#shown = shown;
    }

    #clear() {
      this.#shown?.remove();
      this.targetElement?.classList.remove("tour-target");
      this.#shown = null;
    }
  }

  class ToursCollection extends Collection {
    register(namespace, id, tour) {
      tour.config.namespace ??= namespace;
      tour.config.id ??= id;
      if (this.has(tour.key)) throw new Error(`the tour ${tour.key} is registered already`);
      this.set(tour.key, tour);
    }
  }

  return { Tour, ToursCollection };
}
