/**
 * The overlay: previews of an attack, drawn on the map while a user hovers over a token, targets it, or drags a token.
 * While a token is dragged, the map also shows the odds between it and each foe.
 *
 * The attacker is the one token that this client controls. The figure is that of the annotation (a player's client gets
 * what a player may know). A setting or a key turns the overlay off. Each of the two parts has one request at a time. If no
 * client can answer, no error is shown.
 */

import { attackName, previewRequest } from "../attack/likely-attack.mjs";
import { summaryOf } from "../card/outcome.mjs";
import { tellIfAlone } from "../connection/connect.mjs";
import { bearingOf } from "../scene-sync/bearings.mjs";
import { Unanswered } from "../util/errors.mjs";
import { hooksFor, ID, t } from "../util/foundry.mjs";
import { oncePerFrame } from "../util/next-frame.mjs";
import { readerFigure } from "../util/seen-walls.mjs";
import { CANVAS } from "../util/tokens.mjs";
import { arrangeAll, CanvasLayer } from "./canvas-layer.mjs";
import { askOdds, dragQuestion, oddsPlate, snapped } from "./drag-odds.mjs";
import { citedIn, commands } from "./figure-drawing.mjs";
import { LatestRequest, watchChanges } from "./latest-request.mjs";
import { arrow } from "./segments.mjs";

const ABOVE_TOKENS = 800;
/** @typedef {import("./figure-drawing.mjs").Command} Command */

const REST = 300; // ms that a copy rests before a player's client asks about it: a GM's asks at once

/**
 * Register the overlay's settings, keys and hooks. Call it while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function registerOverlay(coign) {
  const { on } = hooksFor(coign, "overlay");
  const figures = new CanvasLayer(ABOVE_TOKENS);
  /** The drawings shown: for the target, and for the foes while a token is dragged. @type {Record<"target" | "foes", Command[]>} */
  const shown = { target: [], foes: [] };
  // While a token is dragged, both come at almost the same time.
  const draw = oncePerFrame(() => figures.draw([...shown.target, ...shown.foes]));
  const facings = new CanvasLayer(ABOVE_TOKENS - 1);
  /** @type {(() => Coign.EvaluateRequest | null) | null} Makes the request again for what is shown now. */
  let current = null;
  /**
   * Return the requests for one part of the overlay. Without an answer nothing is shown.
   * @template Request, Answer
   * @param {"target" | "foes"} part
   * @param {(request: Request) => Promise<Answer>} send
   * @param {(answer: Answer, request: Request) => Command[]} drawn
   */
  const latestFor = (part, send, drawn) =>
    new LatestRequest({
      send,
      show: (answer, request) => {
        shown[part] = drawn(answer, request);
        draw();
        coign.contract.worked("overlay");
      },
      fail: (problem) => {
        shown[part] = [];
        draw();
        tellIfAlone(coign);
        if (!(problem instanceof Unanswered)) console.debug("Coign | no preview:", problem);
      },
    });
  const latest = latestFor(
    "target",
    (/** @type {Coign.EvaluateRequest} */ request) => coign.evaluate(request),
    ({ results }, request) => results.flatMap((result) => pictureOf(result, request)),
  );
  const latestOdds = latestFor(
    "foes",
    (/** @type {import("./drag-odds.mjs").Question} */ question) => askOdds(coign, question),
    (rows, { about }) => oddsPlate(rows, about, t),
  );
  /** The place of the copy, and the token that is dragged. */
  let dragged = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  const clear = () => {
    current = null;
    dragged = "";
    clearTimeout(resting);
    latest.drop();
    latestOdds.drop();
    Object.assign(shown, { target: [], foes: [] });
    figures.clear();
  };
  const show = (/** @type {() => Coign.EvaluateRequest | null} */ make) => {
    const request = make();
    if (!request) return clear();
    current = make;
    latest.send(request);
  };
  const askAbout = (/** @type {Coign.Foreign} */ token) => {
    const question = dragQuestion(coign, token);
    if (question) latestOdds.send(question);
  };
  const drag = (/** @type {Coign.Foreign} */ token) => {
    const { id, elevation } = token.document;
    const { x, y } = snapped(token.document);
    const place = [id, x, y, elevation].join();
    if (place === dragged) return; // between two places of the grid
    dragged = place;
    if (requestFrom(coign, token)) show(() => requestFrom(coign, token));
    clearTimeout(resting);
    if (coign.engine.connected) askAbout(token);
    else resting = setTimeout(askAbout, REST, token);
  };
  // The map must not contradict the card, so it is measured again after each change.
  watchChanges(coign, () => current && show(current));
  // The arrows are drawn once a frame, however many tokens move in it. A client's setting is read from the browser's
  // storage each time, so it is read once a frame and not for each token.
  const drawFacings = oncePerFrame(() => {
    const tokens = coign.setting("facingArrows") ? (canvas?.tokens?.placeables ?? []) : [];
    facings.draw(tokens.flatMap((token) => arrowOf(token, bearingOf(coign, token.document)?.facing)));
  });
  const removeAll = () => {
    clear();
    figures.remove();
    facings.remove();
  };
  registerSwitch("overlay", true, clear, "KeyO");
  registerSwitch("facingArrows", false, drawFacings, "KeyI");

  on("hoverToken", (token, hovered) => {
    if (!coign.setting("overlay")) return;
    if (hovered) show(() => requestOn(coign, token));
    else clear();
  });
  on("targetToken", (user, token, targeted) => {
    if (!user.isSelf || !coign.setting("overlay")) return;
    if (targeted) show(() => requestOn(coign, token));
    else clear();
  });
  on("refreshToken", (token, /** @type {Record<string, boolean>} */ flags = {}) => {
    if (token.isPreview && flags.refreshPosition && attacker() && coign.setting("overlay")) drag(token);
    const turned = flags.refreshRotation || flags.refreshPosition || flags.refreshVisibility;
    if (turned) drawFacings();
  });
  on("destroyToken", (token) => {
    if (token.isPreview) clear();
    else drawFacings();
  });
  on("coign.turned", drawFacings);
  on("controlToken", clear);
  on("canvasReady", () => {
    removeAll();
    drawFacings();
  });
  on("canvasTearDown", removeAll);
  on("canvasPan", arrangeAll);
}

/**
 * Register a setting of this client that a key switches too.
 * @param {"overlay" | "facingArrows"} name
 * @param {boolean} initial
 * @param {() => void} changed
 * @param {string} key
 */
function registerSwitch(name, initial, changed, key) {
  const label = `COIGN.Settings.${name}`;
  game.settings?.register(ID, name, {
    name: `${label}.Name`,
    hint: `${label}.Hint`,
    scope: "user",
    config: true,
    type: Boolean,
    default: initial,
    onChange: changed,
  });
  game.keybindings?.register(ID, name, {
    name: `${label}.Key`,
    editable: [{ key, modifiers: [foundry.helpers.interaction.KeyboardManager.MODIFIER_KEYS.ALT] }],
    onDown: () => {
      void game.settings?.set(ID, name, !game.settings.get(ID, name));
      return true;
    },
  });
}

/**
 * Return the drawing of a result: the part of its figure that the modifiers in force cite, and a plate at the target with the
 * modifiers and the weapon of the next attack. (The card shows the last attack, with the decisions about that roll.)
 * @param {Coign.Result} result
 * @param {Coign.EvaluateRequest} request
 */
function pictureOf(result, { scene, actor }) {
  const size = canvas?.dimensions?.size ?? 100;
  const target = canvas?.tokens?.get(result.target ?? "");
  const next = t("COIGN.Attack.Next", { attack: attackName(result.likely, t) });
  const [head, ...more] = summaryOf(result, t);
  const about = target?.bounds;
  /** @type {Command[]} */
  const plate = about ? [{ op: "plate", head, columns: [[...more, next].join("\n")], about }] : [];
  return [...commands(citedIn(result, readerFigure(result.figure, scene, [actor, result.target])), size), ...plate];
}

/** Return the one token that this client controls, or null. */
const attacker = () => (canvas?.tokens?.controlled.length === 1 ? canvas.tokens.controlled[0] : null);

/**
 * Return the request for an attack by the controlled token.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} target a placeable
 */
function requestOn(coign, target) {
  const from = attacker()?.document;
  const { id } = target.document;
  const there = canvas?.tokens?.get(id); // it may have been deleted since
  return from && there && from.id !== id ? previewRequest(coign, from, [target.document]) : null;
}

/**
 * Return the request for an attack on the user's first target, from where a dragged token would stand.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} preview the placeable that is dragged
 */
function requestFrom(coign, { document }) {
  const target = [...(game.user?.targets ?? [])].map((token) => token.document).find(({ id }) => id !== document.id);
  if (!target) return null;
  const { x, y } = snapped(document);
  // Unless its user raises it while dragging, it goes up and down with the ground, which the bridge knows.
  const { elevation = 0 } = document;
  const before = canvas?.scene?.tokens.get(document.id)?._source.elevation;
  const at = { x, y, elevation: elevation === before ? null : elevation };
  return previewRequest(coign, document, [target], at);
}

/**
 * Return the arrow that shows which way a token faces.
 * @param {Coign.Foreign} token a placeable
 * @param {number | null | undefined} facing degrees; none: it has no facing, or none is known
 * @returns {Command[]}
 */
function arrowOf(token, facing) {
  if (!token.visible || typeof facing !== "number") return [];
  const { x, y } = token.center;
  const edge = Math.min(token.w, token.h) / 2;
  const segments = arrow([x, y], facing, edge * 0.7, edge * 1.25);
  return [{ op: "strokes", color: CANVAS.light, alpha: 1, edge: CANVAS.edge, width: Math.max(2, edge / 15), segments }];
}
