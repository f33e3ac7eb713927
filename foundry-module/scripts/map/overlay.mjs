/**
 * On the map: who hovers over a foe, targets it, or drags a token sees the figure of what an attack would have.
 *
 * The attacker is the one token that this client controls; the figure is the annotation's own (a player's client is
 * answered with what a player may know). All of it is off by a setting or a key, asks one question at a time, and keeps
 * silent where nobody can answer: a preview is no reason to disturb anybody.
 */

import { answerOf } from "../card/outcome.mjs";
import { Unanswered } from "../util/errors.mjs";
import { ID } from "../util/id.mjs";
import { oncePerFrame } from "../util/next-frame.mjs";
import { t } from "../util/translate.mjs";
import { Sketch } from "./canvas-layer.mjs";
import { EDGE, YELLOW } from "./colours.mjs";
import { caption, commands } from "./figure-drawing.mjs";
import { Latest } from "./latest-request.mjs";
import { questionOf, watchAttacks } from "./likely-attack.mjs";
import { arrow, facingSaid, snapFacing } from "./segments.mjs";

const ABOVE_TOKENS = 800;

/**
 * Register the overlay's settings, keys and hooks. To be called while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function registerOverlay(coign) {
  const figures = new Sketch(ABOVE_TOKENS);
  const facings = new Sketch(ABOVE_TOKENS - 1);
  /** @type {Latest<Coign.Question, Coign.Annotation>} */
  const latest = new Latest({
    ask: (question) => coign.evaluate(question),
    show: (annotation) => figures.draw(annotation.results.flatMap(pictureOf)),
    fail: (problem) => {
      figures.clear();
      if (!(problem instanceof Unanswered)) console.debug("coign | no preview:", problem);
    },
  });
  const rest = () => {
    latest.drop();
    figures.clear();
  };
  // However many tokens move in a frame, the arrows are drawn once in it, and not at all while they are off. A setting of
  // this client is read from the browser's storage each time, so it is asked once in a frame and not for each token.
  const drawFacings = oncePerFrame(() => {
    const tokens = coign.setting("facingArrows") ? (canvas?.tokens?.placeables ?? []) : [];
    const offset = Number(coign.setting("facingOffset") ?? 0);
    facings.draw(tokens.flatMap((token) => facingOf(token, offset)));
  });
  const gone = () => {
    rest();
    figures.remove();
    facings.remove();
  };
  watchAttacks(coign);
  registerSwitch("overlay", true, rest, "KeyO");
  registerSwitch("facingArrows", false, drawFacings, "KeyI");

  Hooks.on("hoverToken", (token, hovered) => {
    if (!coign.setting("overlay")) return;
    const asked = hovered ? questionFor(coign, token) : null;
    if (asked) latest.ask(asked);
    else rest();
  });
  Hooks.on("targetToken", (user, token, targeted) => {
    if (!user.isSelf || !coign.setting("overlay")) return;
    const asked = targeted ? questionFor(coign, token) : null;
    if (asked) latest.ask(asked);
    else rest();
  });
  Hooks.on("refreshToken", (token, /** @type {Record<string, boolean>} */ flags = {}) => {
    if (token.isPreview && flags.refreshPosition && attacker() && coign.setting("overlay")) {
      const asked = questionFrom(coign, token);
      if (asked) latest.ask(asked);
    }
    const turned = flags.refreshRotation || flags.refreshPosition || flags.refreshVisibility;
    if (turned) drawFacings();
  });
  Hooks.on("destroyToken", (token) => {
    if (token.isPreview) rest();
    else drawFacings();
  });
  Hooks.on("controlToken", rest);
  Hooks.on("canvasReady", () => {
    gone();
    drawFacings();
  });
  Hooks.on("canvasTearDown", gone);
}

/**
 * A switch of this client that a key turns too.
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
 * A result's figure, and its answer over the target: where there is no figure, that is the answer too.
 * @param {Coign.Result} result
 * @returns {import("./figure-drawing.mjs").Command[]}
 */
function pictureOf(result) {
  const size = canvas?.dimensions?.size ?? 100;
  const target = canvas?.tokens?.get(result.target ?? "");
  const words = target ? caption(answerOf(result, t), target.bounds, size) : [];
  return [...commands(result.figure, size), ...words];
}

/** The one token that this client controls, or null. */
const attacker = () => (canvas?.tokens?.controlled.length === 1 ? canvas.tokens.controlled[0] : null);

/**
 * What an attack by the controlled token on another would have.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} target  a placeable
 * @returns {Coign.Question | null}
 */
function questionFor(coign, target) {
  const from = attacker()?.document;
  return from && from.id !== target.document.id ? questionOf(coign, from, target.document) : null;
}

/**
 * The same from where a dragged token would stand, on the user's first target.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} preview  the placeable that is dragged
 * @returns {Coign.Question | null}
 */
function questionFrom(coign, { document }) {
  const target = [...(game.user?.targets ?? [])].map((token) => token.document).find(({ id }) => id !== document.id);
  if (!target) return null;
  const { x, y } = document.getSnappedPosition?.() ?? document;
  const at = { x, y, elevation: document.elevation ?? 0 };
  return questionOf(coign, document, target, at);
}

/**
 * The arrow that shows which way a token faces.
 * @param {Coign.Foreign} token  a placeable
 * @param {number} offset  the world's, degrees
 * @returns {import("./figure-drawing.mjs").Command[]}
 */
function facingOf(token, offset) {
  const word = token.document.flags?.coign;
  if (!token.visible || word?.faceless === true) return [];
  const degrees = facingSaid(token.document) + offset;
  const { x, y } = token.center;
  const edge = Math.min(token.w, token.h) / 2;
  const segments = arrow([x, y], snapFacing(degrees, canvas?.grid?.type ?? 1), edge * 0.7, edge * 1.25);
  return [{ op: "strokes", color: YELLOW, alpha: 1, edge: EDGE, width: Math.max(2, edge / 15), segments }];
}
