/** The path of things to try in a scene: each step is an attack that plays itself, and the first needs no press. */

import { make } from "./elements.mjs";

/** The second set of ideas: the printed game with height and flanking, as a table's house rules have them. */
const ACT = { rules: "house-rules", options: { height: "+2", flanking: "+2" }, key: "height-and-flanking" };
const CHANGES = ["createToken", "updateToken", "deleteToken", "canvasReady", "importAdventure"];

export class Path {
  /** The steps that were played, by scene and text, so that they stay ticked when the path is drawn again. */
  #played = new Set();
  /** The step that was played last, and whether nobody has pressed it. */
  #last = { idea: null, byItself: false };
  /** The tokens that lie or cannot be seen because of the step that was played last. */
  #changed = null;

  /**
   * @param {import("./systems/index.mjs").StandInSystem} system  The world's.
   * @param {() => string[]} rulesInUse  The ids of the world's rule systems.
   * @param {(token: object, weapon: object) => Promise<unknown>} strike  Roll an attack.
   */
  constructor(client, system, rulesInUse, strike) {
    Object.assign(this, { client, system, rulesInUse, strike });
    this.element = document.querySelector("#path");
    for (const hook of CHANGES) client.Hooks.on(hook, () => queueMicrotask(() => this.draw()));
    client.Hooks.on("clientSettingChanged", (key) => key === "coign.rulesets" && this.draw());
  }

  /** Play the first step, if nothing has happened in this world so far. */
  async begin() {
    const [first] = this.#ideas();
    if (first && !this.client.game.messages.size) await this.#play(first, { byItself: true });
  }

  draw() {
    const steps = () => [...this.element.querySelectorAll("button")];
    const focused = steps().indexOf(document.activeElement);
    const ideas = this.#ideas();
    const next = ideas.find((idea) => !this.#played.has(this.#name(idea)));
    this.element.replaceChildren(
      make("h3", {}, this.#t("To try")),
      make("ol", {}, ...ideas.map((idea) => this.#step(idea, idea === next)), ...this.#nextAct(), this.#otherEyes()),
      make("p", { className: "story" }, ...this.#story(next)),
    );
    steps()[focused]?.focus({ preventScroll: true }); // so that it can be pressed again by keyboard
  }

  /** Return the steps that this client may play in the scene, under the rules in use. */
  #ideas() {
    const { scene, tokens } = this.client.canvas;
    const act = this.#act();
    return (scene?.flags.world?.ideas ?? [])
      .filter(({ by, at, status }) => tokens.get(by)?.isOwner && (!status || tokens.get(at)?.isOwner))
      .filter(({ rules }) => !rules || rules.includes(act));
  }

  #name = ({ say }) => `${this.client.canvas.scene.id} ${this.#act()} ${say}`;

  #step(idea, isNext) {
    const [title] = idea.say.split(":");
    const done = this.#played.has(this.#name(idea)) && "done";
    const className = ["idea", done, isNext && "next"].filter(Boolean).join(" ");
    const button = make(
      "button",
      { type: "button", className, title: idea.say, onclick: () => this.#play(idea) },
      title,
    );
    if (isNext) button.setAttribute("aria-current", "step");
    return make("li", {}, button);
  }

  /** Tell what was played last, or what the next step shows, and what else can be done on the map. */
  #story(next) {
    const { idea, byItself } = this.#last;
    const told = idea ?? next;
    const before = byItself ? `${this.#t("The first step has played itself.")} ` : "";
    const keys = this.#t(
      "Point at a foe, or drag a fighter: the map shows what an attack would have. Alt+O switches that. Alt+M shows where to stand.",
    );
    return [before, make("b", {}, told?.say ?? ""), " ", make("span", { className: "keys" }, keys)];
  }

  /** Return what is played: the first of the rules in use, or the house rules of `ACT`. */
  #act() {
    const [inUse] = this.rulesInUse();
    if (inUse !== ACT.rules) return inUse;
    const { settings } = this.client.game;
    return settings.get("coign", "options")[ACT.rules]?.height === ACT.options.height ? ACT.key : inUse;
  }

  /** Return the button of the game master that changes between the rules as printed and with house rules. */
  #nextAct() {
    const act = this.#act();
    const printed = act === this.system.rules;
    if (!this.client.user.isGM || this.system.id !== "dnd5e" || (!printed && act !== ACT.key)) return [];
    const text = printed ? "With height and flanking, as house rules" : "With the rules as printed";
    const pressed = { type: "button", className: "idea act", onclick: () => this.#playAct(printed) };
    return [make("li", {}, make("button", pressed, this.#t(text)))];
  }

  /** Return the button that shows the same table as the other side sees it. */
  #otherEyes() {
    const { isGM } = this.client.user;
    const text = this.#t(isGM ? "What the player sees" : "What the game master sees");
    const onclick = () => window.parent.tabletop.show(isGM ? "player" : "gm");
    return make("li", {}, make("button", { type: "button", className: "eyes", onclick }, text));
  }

  async #playAct(second) {
    const { settings } = this.client.game;
    if (second)
      await settings.set("coign", "options", { ...settings.get("coign", "options"), [ACT.rules]: { ...ACT.options } });
    await settings.set("coign", "rulesets", second ? [ACT.rules] : []);
  }

  async #play(idea, { byItself = false } = {}) {
    const { by, at, weapon, nth = 0, rotation, status } = idea;
    const { tokens } = this.client.canvas;
    const token = tokens.get(by);
    this.#played.add(this.#name(idea));
    this.#last = { idea, byItself };
    this.draw();
    await this.#change(status && { actor: tokens.get(at).actor, status });
    token.control();
    tokens.setTargets([at]);
    if (rotation !== undefined) await token.document.update({ rotation });
    const weapons = this.system.weapons(token.document); // another game system may have another one in its place
    return this.strike(token.document, weapons.find(({ name }) => name === weapon) ?? weapons[nth]);
  }

  /** Give somebody the condition of a step, and take away that of the step before. */
  async #change(next) {
    const before = this.#changed;
    this.#changed = next ?? null;
    if (before) await before.actor.toggleStatusEffect(before.status, { active: false });
    if (next) await next.actor.toggleStatusEffect(next.status, { active: true });
  }

  /** @param {string} text  in English */
  #t(text) {
    return this.client.t(text);
  }
}
