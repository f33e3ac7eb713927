/**
 * The heat map: the squares within a token's movement, coloured by the value of an attack from each. It is one survey, which
 * is drawn as its parts arrive. A button in the legend ends it.
 *
 * There are three views: the token's attack, the target's attack on it there, and the difference of the two. Colour is not
 * the only sign. A better square has a plus, a worse one a minus, an equal one two lines, and one without an attack a cross;
 * the token's own has none. Where the chance is known, better and worse squares have it.
 *
 * The third view names the best places, and a press moves the token there. A GM without a target has it against all
 * foes. The GM's client does not say where a player's character should stand.
 *
 * A square is left bare if the token cannot get there this turn, or if the attack does not reach from there. The way
 * follows the grid's rule for diagonals and goes round walls. It does not count terrain and creatures.
 *
 * A client without the connection asks the one that has it, and receives only what a player may know.
 */

import { survey } from "../attack/evaluate.mjs";
import { attackName, previewRequest } from "../attack/likely-attack.mjs";
import { length } from "../systems/reading.mjs";
import { whyOf } from "../util/errors.mjs";
import { addTool, hooksFor, ID, t } from "../util/foundry.mjs";
import { oncePerFrame } from "../util/next-frame.mjs";
import { bestPlaces, boxOf, marks, together } from "./best-places.mjs";
import { arrangeAll, CanvasLayer } from "./canvas-layer.mjs";
import { foesOf } from "./drag-odds.mjs";
import { cellOf, paint, shapeOf, taken } from "./heat-map-drawing.mjs";
import { watchChanges } from "./latest-request.mjs";
import { Legend } from "./legend.mjs";
import { placesWithin } from "./reachable.mjs";

const Z_INDEX = 700; // below figures
// ms between two heat maps while the scene changes:
const PAUSE = 100; // no eye needs more, and each takes some of a frame's time
const PLAYERS_PAUSE = 2000; // the GM's client answers players no faster
const USUAL_SPEED = 30; // feet, if the game system has none

/**
 * Register the heat map's key and hooks. Call it while Foundry initialises.
 * @param {Coign.Context} coign
 * @returns {{toggle: () => void}}
 */
export function registerHeatMap(coign) {
  const { on } = hooksFor(coign, "heatMap");
  const map = new HeatMap(coign);
  game.keybindings?.register(ID, "heatMap", {
    name: "COIGN.HeatMap.Key",
    hint: "COIGN.HeatMap.Hint",
    editable: [{ key: "KeyM", modifiers: [foundry.helpers.interaction.KeyboardManager.MODIFIER_KEYS.ALT] }],
    onDown: () => {
      map.toggle();
      return true;
    },
  });
  on("getSceneControlButtons", (controls) => {
    const visible = Boolean(game.user?.isGM || coign.setting("playersAsk"));
    const onChange = () => map.toggle();
    addTool(controls.tokens, "coignHeatMap", {
      title: "COIGN.HeatMap.Title",
      icon: "fa-solid fa-fire",
      visible,
      onChange,
    });
  });
  on("canvasTearDown", () => map.end());
  on("controlToken", () => map.end());
  on("canvasPan", () => map.placeLegend());
  on("canvasPan", arrangeAll);
  // The map must not contradict the card, so it is measured again after each change.
  const refresh = () => map.refresh();
  watchChanges(coign, refresh);
  // A map that was opened since is about the new target already, and would be measured twice.
  const retarget = oncePerFrame(() => !map.isAboutTarget() && refresh());
  on("targetToken", (user) => user.isSelf && retarget());
  return map;
}

class HeatMap {
  #layer = new CanvasLayer(Z_INDEX);
  /** @type {string | null} The id of the survey that is shown or in progress. */
  #id = null;
  #done = false;
  /** The target of the attack. @type {string | undefined} */
  #target;
  /** When the last survey began, ms. */
  #begun = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Which view is shown. @type {import("./heat-map-drawing.mjs").View} */
  #view = "mine";
  #legend = new Legend({
    close: () => this.end(),
    look: (view) => {
      this.#view = view;
      this.refresh();
    },
    go: (place) => void this.#go(place),
  });

  /** @param {Coign.Context} coign */
  constructor(coign) {
    this.coign = coign;
  }

  toggle() {
    if (this.#id) return this.end();
    if (!this.coign.contract.works("heatMap")) return;
    const question = questionOf(this.coign);
    if (question?.all) this.#view = "trade";
    if (question) void this.#measure(question);
    else ui.notifications?.warn("COIGN.HeatMap.Pick", { localize: true });
  }

  /** Measure the heat map again from the present positions. End it if the token or target is gone. */
  refresh() {
    if (!this.#id) return;
    if (this.#target !== undefined && !game.user?.targets?.size) return this.end();
    const { engine } = this.coign;
    if (!this.#done) engine.cancel(this.#id);
    clearTimeout(this.#timer);
    const wait = this.#begun + (engine.connected ? PAUSE : PLAYERS_PAUSE) - performance.now();
    if (wait > 0) {
      // Until it can be asked again no answer that is on its way is drawn. A player, who waits longer, sees nothing.
      this.#id = engine.nextId("survey");
      this.#done = true;
      if (!engine.connected) this.#layer.clear();
      this.#timer = setTimeout(() => this.refresh(), wait);
      return;
    }
    const question = questionOf(this.coign);
    if (question) void this.#measure(question);
    else this.end();
  }

  isAboutTarget() {
    const [target] = game.user?.targets ?? [];
    return target?.id === this.#target;
  }

  /** Move the legend away from the target. */
  placeLegend() {
    if (this.#id) this.#legend.place();
  }

  /** Remove the map, and cancel the rest of the survey. */
  end() {
    if (this.#id && !this.#done) this.coign.engine.cancel(this.#id);
    this.#id = null;
    clearTimeout(this.#timer);
    this.#layer.remove();
    this.#legend.remove();
  }

  /** @param {Question} question */
  async #measure({ request, squares, shape, all, advised }) {
    const id = this.coign.engine.nextId("survey");
    const foes = request.targets.length;
    const view = this.#view;
    /** @type {import("./best-places.mjs").Prospects[]} */
    let answered = []; // of the first square against each foe, then of the second …
    /** @type {import("./best-places.mjs").Prospects[]} */
    let places = []; // of each square that is whole
    /** @type {import("./figure-drawing.mjs").Command[]} */
    let drawn = [];
    let worth = 0; // of its own square: the others are compared with it
    const part = (/** @type {Coign.SurveyPart} */ { start, mine = [], theirs = [], likely }) => {
      if (this.#id !== id) return;
      if (!start) [answered, places, drawn] = [[], [], []]; // a survey starts again when the scene changed
      if (likely && !all) this.#legend.name(attackName(likely, t));
      answered.push(...mine.map((prospect, n) => ({ mine: prospect, theirs: theirs[n] })));
      const before = places.length;
      for (let at = before * foes; at + foes <= answered.length; at += foes)
        places.push(together(answered.slice(at, at + foes)));
      const cells = places.slice(before).map((place) => cellOf(view, place.mine, place.theirs));
      if (!before) worth = cells[0]?.worth ?? 0;
      drawn.push(...paint(squares, { start: before, cells }, worth, shape));
      const best = view === "trade" && advised ? bestPlaces(squares, places, t) : [];
      this.#layer.draw([...drawn, ...marks(best, shape)]);
      this.coign.contract.worked("heatMap");
      this.#legend.progress(places.length, squares.length);
      this.#legend.best(
        best,
        best.map((place) => boxOf(place, shape)),
      );
    };
    this.#id = id;
    this.#done = false;
    this.#target = all ? undefined : request.targets[0];
    this.#begun = performance.now();
    this.#legend.show(all ? t("COIGN.HeatMap.AllFoes") : "", squares.length, view);
    try {
      await survey(this.coign, request, squares, { id, part, both: view !== "mine" });
      if (this.#id === id) this.#done = true;
    } catch (problem) {
      if (this.#id !== id) return; // ended by the user, or measured again: no failure
      this.end();
      ui.notifications?.warn(whyOf(problem));
    }
  }

  /**
   * Move the token to one of the best places, on the way that it can walk. The heat map is measured again.
   * @param {[number, number]} place
   */
  async #go(place) {
    const [token] = canvas?.tokens?.controlled ?? [];
    const reached = token ? placesWithin(...reachOf(this.coign, token.document)) : [];
    const way = reached.find(({ at: [x, y] }) => x === place[0] && y === place[1])?.way() ?? [];
    if (way.length) await token.document.move(way);
  }
}

/**
 * @typedef {object} Question
 * @property {Coign.EvaluateRequest} request
 * @property {[number, number][]} squares the token's own first
 * @property {import("./heat-map-drawing.mjs").Shape} shape
 * @property {boolean} all whether it is about all foes
 * @property {boolean} advised whether the best places are named
 */

/**
 * Return the subject of a heat map: the one token that this client controls, and its target; for a GM without one, all foes.
 * @param {Coign.Context} coign
 * @returns {Question | null} null: there are no such two
 */
function questionOf(coign) {
  const [token] = canvas?.tokens?.controlled ?? [];
  const [target] = game.user?.targets ?? [];
  const scene = token?.document.parent;
  const all = !target && Boolean(game.user?.isGM);
  const foes = target ? [target.document] : all && token ? foesOf(coign, token.document, token.center) : [];
  const request = token && previewRequest(coign, token.document, foes);
  if (!scene || !request || canvas?.tokens?.controlled.length !== 1) return null;
  const advised = !game.user?.isGM || !token.document.hasPlayerOwner;
  const shape = shapeOf(scene.grid, { width: token.w, height: token.h });
  const others = canvas.tokens.placeables.filter((other) => other !== token && other.isVisible);
  // Their places in the source data: while a token moves, its picture is elsewhere.
  const spaces = others.map(({ document: { _source: at }, w, h }) => ({ x: at.x, y: at.y, width: w, height: h }));
  const [here, ...around] = placesWithin(...reachOf(coign, token.document)).map(({ at }) => at);
  return { request, squares: [here, ...around.filter((place) => !taken(place, shape, spaces))], shape, all, advised };
}

/**
 * Return what says where a token can go in this round: itself, how far, on which grid and between which walls.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token of the viewed scene
 * @returns {Parameters<typeof placesWithin>}
 */
function reachOf(coign, token) {
  const { grid, dimensions } = token.parent;
  const bounds = { blocked: movementTest(token), within: dimensions?.sceneRect };
  return [token._source, speedOf(coign, token), grid, bounds];
}

/**
 * Return a test of whether something blocks the token's centre from one place straight to another, in the scene as it
 * is now.
 * @param {Coign.Mover} token of the viewed scene
 * @returns {(from: {x: number, y: number}, to: {x: number, y: number}) => boolean} of pixels
 */
function movementTest({ _source: { elevation, level }, parent: scene }) {
  /** @type {Coign.CollisionBackend} */
  const backend = CONFIG.Canvas.polygonBackends.move;
  const how = { type: "move", mode: "any", level: scene?.levels?.get(level ?? "") }; // since v14: the walls of this level
  return (from, to) => Boolean(backend.testCollision({ ...from, elevation }, { ...to, elevation }, how));
}

/**
 * Return how far a token gets in a round, scene units.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token
 */
function speedOf(coign, token) {
  const { speeds = {}, locomotion } = coign.traits.of(token);
  const mode = locomotion === "hover" ? "fly" : (locomotion ?? token.movementAction ?? "walk");
  const rate = speeds[mode] ?? speeds.walk;
  const usual = length(USUAL_SPEED, "ft", token.parent?.grid?.units) ?? USUAL_SPEED;
  return (typeof rate === "number" ? rate : usual) * coign.slowed.factorOf(token);
}
