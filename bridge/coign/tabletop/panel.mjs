/** The panel of the chosen fighter: its weapons, how it rolls, whom it aims at, and hands to turn and raise it. */

import { attack, damage, weaponsOf } from "./attack.mjs";

const MODES = [
  ["normal", "Normal"],
  ["advantage", "Advantage"],
  ["disadvantage", "Disadvantage"],
];
const AUDIENCES = [
  ["public", "Everyone"],
  ["gm", "Game master"],
  ["blind", "Blind"],
];

/** What the sample scene was made to show. */
const TO_TRY = [
  "Ilse stands ten feet up: her bow at Snag has the high ground.",
  "Grik is half behind a wall: half cover, from where Ilse stands.",
  "Bram and Runa have Mog the ogre between them.",
  "Pim sits behind a shut door. Click the door.",
  "Alt+O switches what is drawn over the map, when you point at a foe or drag.",
];

export class Panel {
  #mode = "normal";
  #audience = "public";

  constructor(client, board) {
    this.client = client;
    this.board = board;
    this.element = document.querySelector("#panel");
    for (const hook of ["controlToken", "targetToken", "updateToken", "deleteToken", "updateActor", "canvasReady"]) {
      client.Hooks.on(hook, () => queueMicrotask(() => this.draw()));
    }
    document.querySelector("#settings").addEventListener("click", () => client.sheets.openSettings());
  }

  draw() {
    const token = this.board.chosen;
    if (!token) {
      this.element.replaceChildren(
        make("p", {}, this.#invitation()),
        make("ul", { className: "empty" }, ...TO_TRY.map((idea) => make("li", {}, idea))),
      );
      return;
    }
    const { document: subject } = token;
    this.element.replaceChildren(
      make("h2", {}, subject.name, make("small", {}, ` ${subject._source.elevation} ${token.scene.grid.units} up`)),
      this.#aim(),
      make("div", { className: "weapons" }, ...weaponsOf(subject).map((weapon) => this.#weapon(subject, weapon))),
      make(
        "div",
        { className: "choices" },
        this.#select("Roll", MODES, this.#mode, (value) => (this.#mode = value)),
        this.#select("For", AUDIENCES, this.#audience, (value) => (this.#audience = value)),
      ),
      this.#hands(token),
    );
  }

  #invitation() {
    const mine = this.client.game.canvas.tokens.placeables.filter((token) => token.isOwner).map((token) => token.name);
    return this.client.game.user.isGM
      ? "Click a token to play it."
      : `Click one of yours to play it: ${mine.join(", ")}.`;
  }

  #aim() {
    const names = [...this.client.game.user.targets].map((target) => target.name);
    const text = names.length
      ? `Aims at ${names.join(" and ")}`
      : "Aims at nobody: double-click a foe, or point at it and press T";
    return make("p", { className: names.length ? "aim" : "aim none", textContent: text });
  }

  #weapon(token, weapon) {
    const { toHit, range, activities } = weapon.system;
    const ranged = activities.dnd5eactivity000.attack.type.value === "ranged";
    const reach = ranged ? `${range.value}/${range.long} ${range.units}` : `reach ${range.reach} ${range.units}`;
    const strike = make(
      "button",
      { type: "button", className: "weapon" },
      make("b", {}, weapon.name),
      make("span", {}, `+${toHit} to hit, ${reach}`),
    );
    strike.dataset.weapon = weapon.id;
    strike.addEventListener("click", () => this.strike(token, weapon));
    const harm = make(
      "button",
      { type: "button", className: "damage", title: `Damage, ${weapon.system.damage}` },
      weapon.system.damage,
    );
    harm.addEventListener("click", () => damage(this.client, token, weapon));
    return make("div", { className: "weapon-row" }, strike, harm);
  }

  /** Roll an attack with what the panel is set to. @returns {Promise<object>} the message */
  strike(token, weapon) {
    const gms = this.client.game.users.filter((user) => user.isGM).map((user) => user.id);
    return attack(this.client, token, weapon, {
      mode: this.#mode,
      whisper: this.#audience === "public" ? [] : gms,
      blind: this.#audience === "blind",
    });
  }

  #select(label, entries, chosen, change) {
    const options = entries.map(([value, text]) =>
      make("option", { value, textContent: text, selected: value === chosen }),
    );
    const select = make("select", {}, ...options);
    select.addEventListener("change", () => change(select.value));
    return make("label", {}, `${label} `, select);
  }

  #hands(token) {
    const { distance } = token.scene.grid;
    const hand = (text, title, act) => {
      const button = make("button", { type: "button", title }, text);
      button.setAttribute("aria-label", title);
      button.addEventListener("click", act);
      return button;
    };
    const hands = [
      hand("↺", "Turn left", () => this.board.turn(token, -45)),
      hand("↻", "Turn right", () => this.board.turn(token, 45)),
      hand("▲", `Raise by ${distance} (Page Up)`, () => this.board.raise(token, distance)),
      hand("▼", `Lower by ${distance} (Page Down)`, () => this.board.raise(token, -distance)),
    ];
    if (this.client.game.user.isGM) {
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

/** @returns {HTMLElement} */
function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}
