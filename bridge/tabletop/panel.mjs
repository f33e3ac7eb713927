/** The panel of the chosen fighter: its weapons, roll mode and target, and buttons to turn and raise it. */

import { directory } from "./directory.mjs";
import { make } from "./elements.mjs";
import { partsOf } from "./texts.mjs";

const DIALOGS = [
  ["none", "At once"],
  ["dialog", "Ask first"],
];
const AUDIENCES = [
  ["public", "Everyone"],
  ["gm", "Game master"],
  ["blind", "Blind"],
];

export class Panel {
  #mode = "normal";
  #audience = "public";
  #dialog = "none";

  /** @param {import("./systems/index.mjs").StandInSystem} system  The world's. */
  constructor(client, board, system) {
    this.client = client;
    this.system = system;
    this.board = board;
    this.element = document.querySelector("#panel");
    for (const hook of [
      "controlToken",
      "targetToken",
      "createToken",
      "updateToken",
      "deleteToken",
      "updateActor",
      "canvasReady",
      "importAdventure",
      "createCombat",
      "deleteCombat",
    ]) {
      client.Hooks.on(hook, () => queueMicrotask(() => this.draw()));
    }
    document.querySelector("#settings").addEventListener("click", () => client.sheets.openSettings());
  }

  draw() {
    const controls = () => [...this.element.querySelectorAll("button, select")];
    const focused = controls().indexOf(document.activeElement);
    const token = this.board.chosen;
    const fighter = token ? this.#fighter(token) : [make("p", {}, this.#invitation())];
    this.element.replaceChildren(
      make("div", { className: "fighter" }, ...fighter),
      ...directory(this.client).map((part) => make("div", { className: "directory" }, ...part)),
    );
    controls()[focused]?.focus({ preventScroll: true }); // so that it can be pressed again by keyboard
  }

  #fighter(token) {
    const { document: subject } = token;
    const { elevation } = subject._source;
    const { units } = token.scene.grid;
    const height = elevation
      ? ` ${this.#t(elevation > 0 ? "{height} up" : "{height} down", { height: `${Math.abs(elevation)} ${units}` })}`
      : "";
    return [
      make("h2", {}, subject.name, make("small", {}, height)),
      this.#aim(),
      make(
        "div",
        { className: "weapons" },
        ...this.system.weapons(subject).map((weapon) => this.#weapon(subject, weapon)),
      ),
      make(
        "div",
        { className: "choices" },
        this.#select("Roll", this.system.modes, this.#mode, (value) => (this.#mode = value)),
        this.#select("For", AUDIENCES, this.#audience, (value) => (this.#audience = value)),
        this.#select("Dialog", DIALOGS, this.#dialog, (value) => (this.#dialog = value)),
      ),
      this.#hands(token),
    ];
  }

  #invitation() {
    const mine = this.client.canvas.tokens.placeables.filter((token) => token.isOwner).map((token) => token.name);
    if (this.client.user.isGM) return this.#t("Click a token to play it.");
    return this.#t("Click one of yours to play it: {names}.", { names: mine.join(", ") });
  }

  #aim() {
    const names = [...this.client.user.targets].map((target) => target.name);
    const list = this.client.game.i18n.getListFormatter().format(names);
    const text = names.length
      ? this.#t("Aims at {names}", { names: list })
      : this.#t("No target yet: double-click a foe, or point at it and press T");
    return make("p", { className: names.length ? "aim" : "aim none", textContent: text });
  }

  #weapon(token, weapon) {
    const strike = make(
      "button",
      { type: "button", className: "weapon", onclick: () => this.strike(token, weapon) },
      make("b", {}, weapon.name),
      make("span", {}, this.#line(weapon)),
    );
    strike.dataset.weapon = weapon.id;
    const formula = this.system.harm(weapon);
    const title = this.#t("Damage, {formula}", { formula });
    const onclick = () => this.system.damage(this.client, token, weapon);
    const harm = make("button", { type: "button", className: "damage", title, onclick }, formula);
    harm.setAttribute("aria-label", title);
    return make("div", { className: "weapon-row" }, strike, harm);
  }

  /** Describe a weapon's attack; the game systems do so in parts, which are translated one by one. */
  #line(weapon) {
    const translated = ({ text, isWords }) => (isWords ? this.#t(text) : text);
    return partsOf(this.system.line(weapon))
      .map((part) => part.map(translated).join(" "))
      .join(", ");
  }

  /** @param {string} text  in English */
  #t(text, data) {
    return this.client.t(text, data);
  }

  /** Roll an attack with the panel's settings. @returns {Promise<object | null>} the message; null if none was made */
  strike(token, weapon) {
    const gms = this.client.users.filter((user) => user.isGM).map((user) => user.id);
    return this.system.attack(this.client, token, weapon, {
      mode: this.#mode,
      ask: this.#dialog === "dialog",
      whisper: this.#audience === "public" ? [] : gms,
      blind: this.#audience === "blind",
    });
  }

  #select(label, entries, chosen, change) {
    const options = entries.map(([value, text]) =>
      make("option", { value, textContent: this.#t(text), selected: value === chosen }),
    );
    const select = make("select", { onchange: () => change(select.value) }, ...options);
    return make("label", {}, `${this.#t(label)} `, select);
  }

  #hands(token) {
    const { distance } = token.scene.grid;
    const hand = (text, words, onclick) => {
      const title = this.#t(words, { distance });
      const button = make("button", { type: "button", title, onclick }, this.#t(text));
      button.setAttribute("aria-label", title);
      return button;
    };
    const hands = [
      hand("↺", "Turn left", () => this.board.turn(token, -45)),
      hand("↻", "Turn right", () => this.board.turn(token, 45)),
      hand("▲", "Raise by {distance} (Page Up)", () => this.board.raise(token, distance)),
      hand("▼", "Lower by {distance} (Page Down)", () => this.board.raise(token, -distance)),
    ];
    if (this.client.user.isGM) {
      const { hidden } = token.document;
      hands.push(
        hand(hidden ? "Show" : "Hide", hidden ? "Let players see it" : "Hide it from players", () =>
          token.document.update({ hidden: !hidden }),
        ),
      );
      hands.push(hand("Sheet", "Configure this token", () => this.client.sheets.openToken(token.document)));
    }
    return make("div", { className: "hands" }, ...hands);
  }
}
