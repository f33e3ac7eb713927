/**
 * The overlay: previews of an attack, drawn on the map while a user hovers over a token, targets it, or drags a token.
 *
 * The attacker is the one token that this client controls. The figure is that of the annotation (a player's client gets
 * what a player may know). A setting or a key turns it all off. It sends one request at a time, and shows no error if
 * nobody can answer.
 */

import { attackName, previewRequest } from "../attack/likely-attack.mjs";
import { readerFigure } from "../attack/reader-figure.mjs";
import { summaryOf } from "../card/outcome.mjs";
import { Unanswered } from "../util/errors.mjs";
import { reportedFacing, snapFacing } from "../util/facing.mjs";
import { hooksFor } from "../util/feature-hooks.mjs";
import { ID } from "../util/id.mjs";
import { oncePerFrame } from "../util/next-frame.mjs";
import { ownFields } from "../util/own-flags.mjs";
import { t } from "../util/translate.mjs";
import { CanvasLayer } from "./canvas-layer.mjs";
import { EDGE, YELLOW } from "./colours.mjs";
import { caption, commands } from "./figure-drawing.mjs";
import { LatestRequest } from "./latest-request.mjs";
import { arrow } from "./segments.mjs";
import { watchChanges } from "./watch-changes.mjs";

const ABOVE_TOKENS = 800;

/**
 * Register the overlay's settings, keys and hooks. To be called while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function registerOverlay(coign) {
  const { on } = hooksFor(coign, "overlay");
  const figures = new CanvasLayer(ABOVE_TOKENS);
  const facings = new CanvasLayer(ABOVE_TOKENS - 1);
  /** @type {(() => Coign.EvaluateRequest | null) | null} Makes the request again for what is shown now. */
  let current = null;
  /** @type {LatestRequest<Coign.EvaluateRequest, Coign.Annotation>} */
  const latest = new LatestRequest({
    send: (request) => coign.evaluate(request),
    show: ({ results }, request) => figures.draw(results.flatMap((result) => pictureOf(result, request))),
    fail: (problem) => {
      figures.clear();
      if (!(problem instanceof Unanswered)) console.debug("Coign | no preview:", problem);
    },
  });
  const clear = () => {
    current = null;
    latest.drop();
    figures.clear();
  };
  const show = (/** @type {() => Coign.EvaluateRequest | null} */ make) => {
    const request = make();
    if (!request) return clear();
    current = make;
    latest.send(request);
  };
  // What is shown must not contradict the card: it is measured again whenever something changed.
  watchChanges(coign, () => current && show(current));
  // The arrows are drawn once a frame, however many tokens move in it. A client's setting is read from the browser's
  // storage each time, so it is read once a frame and not for each token.
  const drawFacings = oncePerFrame(() => {
    const tokens = coign.setting("facingArrows") ? (canvas?.tokens?.placeables ?? []) : [];
    const offset = Number(coign.setting("facingOffset") ?? 0);
    facings.draw(tokens.flatMap((token) => facingOf(token, offset)));
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
    const dragged = token.isPreview && flags.refreshPosition && attacker() && coign.setting("overlay");
    if (dragged && requestFrom(coign, token)) show(() => requestFrom(coign, token));
    const turned = flags.refreshRotation || flags.refreshPosition || flags.refreshVisibility;
    if (turned) drawFacings();
  });
  on("destroyToken", (token) => {
    if (token.isPreview) clear();
    else drawFacings();
  });
  on("controlToken", clear);
  on("canvasReady", () => {
    removeAll();
    drawFacings();
  });
  on("canvasTearDown", removeAll);
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
    scope: "client",
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
 * Return the drawing of a result: its figure, and over the target the weapon and what the next attack would have. (The
 * card shows the last one, with what was decided for that roll alone.)
 * @param {Coign.Result} result
 * @param {Coign.EvaluateRequest} request
 * @returns {import("./figure-drawing.mjs").Command[]}
 */
function pictureOf(result, { scene, attack }) {
  const size = canvas?.dimensions?.size ?? 100;
  const target = canvas?.tokens?.get(result.target ?? "");
  const next = t("COIGN.Attack.Next", { attack: attackName(attack, t) });
  const label = target ? caption([next, ...summaryOf(result, t)], target.bounds, size) : [];
  return [...commands(readerFigure(result.figure, scene), size), ...label];
}

/** Return the one token that this client controls, or null. */
const attacker = () => (canvas?.tokens?.controlled.length === 1 ? canvas.tokens.controlled[0] : null);

/**
 * Return the request for an attack by the controlled token.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} target  a placeable
 * @returns {Coign.EvaluateRequest | null}
 */
function requestOn(coign, target) {
  const from = attacker()?.document;
  const { id } = target.document;
  const there = canvas?.tokens?.get(id); // it may have been deleted since
  return from && there && from.id !== id ? previewRequest(coign, from, target.document) : null;
}

/**
 * Return the request for an attack on the user's first target, from where a dragged token would stand.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} preview  the placeable that is dragged
 * @returns {Coign.EvaluateRequest | null}
 */
function requestFrom(coign, { document }) {
  const target = [...(game.user?.targets ?? [])].map((token) => token.document).find(({ id }) => id !== document.id);
  if (!target) return null;
  const { x, y } = document.getSnappedPosition?.() ?? document;
  // Unless its user raises it while dragging, it goes up and down with the ground, which the bridge knows.
  const { elevation = 0 } = document;
  const before = canvas?.scene?.tokens.get(document.id)?._source.elevation;
  const at = { x, y, elevation: elevation === before ? null : elevation };
  return previewRequest(coign, document, target, at);
}

/**
 * Return the arrow that shows which way a token faces.
 * @param {Coign.Foreign} token  a placeable
 * @param {number} offset  the world's, degrees
 * @returns {import("./figure-drawing.mjs").Command[]}
 */
function facingOf(token, offset) {
  if (!token.visible || ownFields("token", token.document).faceless === true) return [];
  const degrees = reportedFacing(token.document) + offset;
  const { x, y } = token.center;
  const edge = Math.min(token.w, token.h) / 2;
  const segments = arrow([x, y], snapFacing(degrees, canvas?.grid?.type ?? 1), edge * 0.7, edge * 1.25);
  return [{ op: "strokes", color: YELLOW, alpha: 1, edge: EDGE, width: Math.max(2, edge / 15), segments }];
}
