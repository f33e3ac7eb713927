/** The form of the bench, and the case in it. What the form has no field for stays in the case as it came. */

import { optionTexts } from "../../../foundry-module/scripts/util/texts.mjs";
import { field, make } from "../elements.mjs";
import { Board, wallSign } from "./board.mjs";
import { Wrong } from "./wrong.mjs";

const SIGNS = [
  ["A", "who attacks"],
  ["B", "an enemy"],
  ["C", "a friend"],
  ["E", "another enemy"],
  ["|", "a wall"],
  ["d", "a shut door"],
  ["o", "an open door"],
  ["b", "a low wall"],
  ["w", "a window"],
  ["l", "a limited wall"],
  ["s", "stops sight only"],
  ["m", "stops movement only"],
  ["%", "fog"],
  [".", "nothing"],
];
const OWN = ["actor", "targets", "attack"]; // of the request, with fields of their own
const TEXTS = ["name", "why", "source"];
const MOST_MB = 20; // of a scene's file
const OVER = "+"; // between the ids of a text that lies over a printed game, and of the game
export const FIRST = {
  map: [
    "+ + + + + + +",
    " . . . . . . ",
    "+ + + + +-+ +",
    " A . C . B . ",
    "+ + + + + + +",
    " . . . . . . ",
    "+ + + + + + +",
  ],
  ruleset: "fifth-edition-2014",
  options: {},
  request: { actor: "A", targets: ["B"], attack: { kind: "ranged", reach: null, range: { normal: 60, long: 240 } } },
};

const number = (id) => (field(id).value === "" ? null : Number(field(id).value));
const pretty = (value) => (Object.keys(value ?? {}).length ? JSON.stringify(value, null, 1) : "");

/**
 * List what can be chosen: each rule system, and each that may lie over a printed game, over it.
 * @param {{id: string, title: string, over: string[]}[]} systems
 */
export function choicesOf(systems) {
  const titles = new Map(systems.map(({ id, title }) => [id, title]));
  const over = systems.flatMap(({ id, title, over }) =>
    over.map((game) => ({ value: id + OVER + game, title: `${title} + ${titles.get(game)}` })),
  );
  return [...systems.map(({ id, title }) => ({ value: id, title })), ...over];
}

/** Return what a choice stands for, as a case has it. */
function rulesetsOf(value) {
  const ids = value.split(OVER);
  return ids.length > 1 ? ids : value;
}

/** Return a new map of so many spaces, with an attacker and a target. */
function emptyMap(across, down) {
  const border = `+${" +".repeat(across)}`;
  const open = ` ${". ".repeat(across)}`;
  const rows = Array.from({ length: down }, () => open);
  const middle = Math.floor(down / 2);
  const last = across * 2 - 1;
  rows[middle] = across > 1 ? ` A${open.slice(2, last)}B ` : " A ";
  return [border, ...rows.flatMap((row) => [row, border])];
}

export class Form {
  #case = FIRST;
  #creatures = [];
  /** True if the map's characters were edited last, and not its drawing. */
  #typing = false;

  /**
   * @param {(theCase: object) => void} onChange
   * @param {(wrong: Wrong) => void} onWrong something typed that is no JSON, or a file that is too large
   * @param {(text: string) => string} say
   */
  constructor(onChange, onWrong, say) {
    this.say = say;
    this.element = field("case");
    this.element.addEventListener("submit", (event) => event.preventDefault());
    const changed = () => {
      try {
        this.#case = this.#read();
      } catch (problem) {
        onWrong(problem);
        return;
      }
      if (this.#case.map) this.board.show(this.#case.map);
      this.#showForms();
      onChange(this.#case);
    };
    this.element.addEventListener("input", changed);
    this.board = new Board(field("board"), (rows) => {
      field("map").value = rows.join("\n");
      this.#typing = false;
      changed();
    });
    field("map").addEventListener("focus", () => {
      this.#typing = true;
    });
    for (const [sign, means] of SIGNS) field("signs").append(this.#signButton(sign, say(means), changed));
    field("empty").addEventListener("click", () => {
      field("map").value = emptyMap(number("across") || 1, number("down") || 1).join("\n");
      changed();
    });
    field("file").addEventListener("change", async () => {
      const [file] = field("file").files;
      if (file?.size > MOST_MB * 1e6) return onWrong(new Wrong("file-large", { most: MOST_MB }));
      field("scene").value = (await file?.text()) ?? "";
      changed();
    });
  }

  get case() {
    return this.#case;
  }

  /** Show a case in the form. */
  show(theCase) {
    this.#case = theCase;
    const { map, more, scene, request, ruleset } = theCase;
    field("map").value = (map ?? FIRST.map).join("\n");
    this.board.show(map ?? FIRST.map);
    field("map").rows = Math.min(24, Math.max(5, (map ?? FIRST.map).length));
    field("more").value = pretty(more);
    field("scene").value = scene ? JSON.stringify(scene) : "";
    this.element.elements.form.value = map ? "map" : "scene";
    const { kind, reach, range } = request.attack ?? {};
    field("kind").value = kind === "ranged" ? "ranged" : "melee";
    field("reach").value = reach ?? "";
    field("normal").value = range?.normal ?? "";
    field("long").value = range?.long ?? "";
    field("request").value = pretty(
      Object.fromEntries(Object.entries(request).filter(([name]) => !OWN.includes(name))),
    );
    for (const name of TEXTS) field(name).value = theCase[name] ?? "";
    field("ruleset").value = [ruleset].flat().join(OVER);
    this.showCreatures(this.#creatures);
    this.#showForms();
  }

  /** Offer the creatures of the scene; one that the case names and the scene lacks stays to be seen. */
  showCreatures(creatures) {
    this.#creatures = creatures;
    const { actor, targets = [] } = this.#case.request;
    for (const [id, chosen] of [
      ["actor", actor],
      ["target", targets[0]],
    ]) {
      const known = creatures.some((one) => one.id === chosen) || !chosen;
      const all = known ? creatures : [...creatures, { id: chosen, name: chosen }];
      field(id).replaceChildren(...all.map((one) => new Option(one.name, one.id, false, one.id === chosen)));
    }
  }

  #showForms() {
    const drawn = this.element.elements.form.value === "map";
    field("drawn").hidden = !drawn;
    field("pasted").hidden = drawn;
    const melee = field("kind").value === "melee";
    for (const label of this.element.querySelectorAll(".melee")) label.hidden = !melee;
    for (const label of this.element.querySelectorAll(".ranged")) label.hidden = melee;
  }

  #read() {
    const { map: _map, more: _more, scene: _scene, ...rest } = this.#case;
    const request = { ...this.#json("request"), actor: field("actor").value, targets: [field("target").value] };
    request.attack = { ...this.#case.request.attack, ...this.#attack() };
    const texts = Object.fromEntries(TEXTS.flatMap((name) => (field(name).value ? [[name, field(name).value]] : [])));
    for (const name of TEXTS) delete rest[name];
    const read = { ...rest, ...this.#scene(), ruleset: rulesetsOf(field("ruleset").value), request, ...texts };
    if (String(read.ruleset) !== String(this.#case.ruleset)) read.options = {};
    return read;
  }

  #scene() {
    if (this.element.elements.form.value === "scene") return { scene: this.#json("scene") };
    const rows = field("map").value.replace(/\n+$/, "").split("\n");
    const longest = Math.max(...rows.map((row) => row.length));
    const more = this.#json("more");
    return { map: rows.map((row) => row.padEnd(longest)), ...(Object.keys(more).length ? { more } : {}) };
  }

  #attack() {
    if (field("kind").value === "melee") return { kind: "melee", reach: number("reach"), range: null };
    return { kind: "ranged", reach: null, range: { normal: number("normal") ?? 0, long: number("long") } };
  }

  #json(id) {
    if (!field(id).value.trim()) return {};
    try {
      const value = JSON.parse(field(id).value);
      if (typeof value === "object" && value && !Array.isArray(value)) return value;
    } catch (problem) {
      console.warn(problem);
    }
    throw new Wrong("json", { field: field(id).getAttribute("aria-label") });
  }

  /** Return a button that chooses what the pointer draws; while characters are typed it writes its sign at the cursor. */
  #signButton(sign, means, changed) {
    const onclick = () => {
      this.board.tool = sign;
      for (const one of field("signs").children) one.setAttribute("aria-pressed", String(one === button));
      const map = field("map");
      const at = map.selectionStart;
      if (!this.#typing || !map.value[at] || map.value[at] === "\n") return;
      const row = map.value.slice(0, at).split("\n").length - 1;
      map.setRangeText(wallSign(sign, row), at, at + 1, "end");
      map.focus();
      changed();
    };
    const button = make("button", { type: "button", onclick }, make("code", {}, sign), ` ${means}`);
    button.setAttribute("aria-pressed", String(sign === this.board.tool));
    return button;
  }
}

/**
 * Return the options of a rule system as fields.
 * @param {object} ruleset a `RulesetInfo` of the engine
 * @param {Record<string, unknown>} chosen
 * @param {(key: string) => string} t
 * @param {(chosen: Record<string, unknown>) => void} onChange
 * @returns {HTMLElement[]}
 */
export function optionFields(ruleset, chosen, t, onChange) {
  return ruleset.options.map((option) => {
    const { title, help, labels } = optionTexts(ruleset.id, option, t);
    const value = chosen[option.name] ?? option.default;
    const input = labels.length ? choices(labels, value) : make("input", { value: String(value) });
    input.title = help;
    input.addEventListener("input", (event) => {
      event.stopPropagation(); // it is no field of the case's own
      onChange({ ...chosen, [option.name]: chosenOf(input.value, option.default) });
    });
    return make("label", {}, `${title} `, input);
  });
}

const choices = (labels, chosen) =>
  make("select", {}, ...labels.map(({ value, label }) => new Option(label, value, false, value === String(chosen))));

function chosenOf(text, usual) {
  if (typeof usual === "boolean") return text === "true";
  return typeof usual === "number" ? Number(text) : text;
}
