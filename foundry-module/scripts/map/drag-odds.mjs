/**
 * Show the odds at a dragged token. A plate at its copy has a line for each foe in play: the token's chance to hit the foe
 * from there, and the foe's chance in return. A sign beside a chance shows the target's cover or that it is flanked. Without
 * known chances the plate shows the sum of the modifiers.
 *
 * A player's client lists only foes that its user sees. It asks only when the copy rests, because its questions are limited.
 */

import { survey } from "../attack/evaluate.mjs";
import { previewRequest } from "../attack/likely-attack.mjs";
import { DEGREE_SIGNS } from "../card/tools.mjs";
import { percent, signed } from "../util/effect-text.mjs";
import { shownName } from "../util/foundry.mjs";
import { labelText } from "../util/texts.mjs";
import { DEFAULTS } from "../util/wire.mjs";

const MOST_FOES = 8;
const FLANKED = "⇄";
const BEYOND = "–"; // out of reach or range
const BARRED = "×"; // total cover and the like
const SECRET = -2; // a disposition that players do not learn
const OUT = ["dead", "defeated", "ethereal"]; // statuses

/** @typedef {{request: Coign.EvaluateRequest, place: [number, number], foes: Coign.Foreign[], about: import("./plates.mjs").Box}} Question */
/** @typedef {{mine: Coign.Wire.Prospect, theirs: Coign.Wire.Prospect | undefined, foe: Coign.Foreign}} Row */

/**
 * Return the question for the place of a dragged token; null without foes.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} preview the placeable under the pointer
 * @returns {Question | null}
 */
export function dragQuestion(coign, { document, w, h }) {
  const { x, y } = snapped(document);
  const foes = foesOf(coign, document, { x: x + w / 2, y: y + h / 2 });
  const request = previewRequest(coign, document, foes);
  return request && { request, place: [x, y], foes, about: { x, y, width: w, height: h } };
}

/**
 * Return the place on the grid at which a dragged token would be put down.
 * @param {Coign.Foreign} token its copy's document
 * @returns {{x: number, y: number}} pixels
 */
export const snapped = (token) => token.getSnappedPosition?.() ?? token;

/**
 * Ask what each foe and the token would have against each other.
 * @param {Coign.Context} coign
 * @param {Question} question
 */
export async function askOdds(coign, { request, place, foes }) {
  /** @type {Row[]} */
  const rows = [];
  const part = (/** @type {Coign.SurveyPart} */ { start, mine = [], theirs = [] }) =>
    mine.forEach((prospect, n) => {
      rows[start + n] = { mine: prospect, theirs: theirs[n], foe: foes[start + n] };
    });
  const id = coign.engine.nextId("drag");
  await survey(coign, request, [place], { id, part, both: true });
  return rows;
}

/**
 * Return the plate with the answer.
 * @param {Row[]} rows
 * @param {import("./plates.mjs").Box} about the copy's place
 * @param {Coign.Translate} t
 * @returns {import("./figure-drawing.mjs").Plate[]}
 */
export function oddsPlate(rows, about, t) {
  if (!rows.length) return [];
  const names = rows.map(({ foe }) => shownName(foe));
  const mine = rows.map((row) => cell(row.mine, t));
  const theirs = rows.map((row) => (row.theirs ? cell(row.theirs, t) : ""));
  const column = (/** @type {string} */ title, /** @type {string[]} */ lines) => [title, ...lines].join("\n");
  const columns = [column(" ", names), column(t("COIGN.Drag.Mine"), mine), column(t("COIGN.Drag.Theirs"), theirs)];
  return [{ op: "plate", columns, about }];
}

/**
 * @param {Coign.Wire.Prospect} prospect
 * @param {Coign.Translate} t
 */
function cell({ possible, label = DEFAULTS.label, chance, odds, value = 0, cover = DEFAULTS.cover, flanked }, t) {
  if (possible === false) return BEYOND;
  if (label === "blocked") return BARRED;
  const modified = label !== DEFAULTS.label ? labelText(label, t) : value ? signed(Math.round(value)) : "±0";
  const known = typeof odds === "number" ? t(`COIGN.Said.odds-${odds}`) : modified;
  const sign = cover === DEFAULTS.cover ? "" : (DEGREE_SIGNS[cover] ?? t(`COIGN.Said.degree-${cover}`));
  return [typeof chance === "number" ? percent(chance) : known, sign, flanked && FLANKED].filter(Boolean).join(" ");
}

/**
 * Return the foes in play, the nearest first: those in the combat, if any. Things, and creatures that are defeated or on
 * another plane, are left out.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token document
 * @param {{x: number, y: number}} at its middle
 * @returns {Coign.Foreign[]} documents
 */
export function foesOf(coign, token, at) {
  const isFoe = (/** @type {Coign.Foreign} */ { visible, document: { id, disposition } }) =>
    visible && id !== token.id && disposition * token.disposition < 0 && (game.user?.isGM || disposition !== SECRET);
  const foes = (canvas?.tokens?.placeables ?? []).filter(isFoe);
  const fighting = foes.filter(({ document }) => document.inCombat);
  const far = (/** @type {Coign.Foreign} */ { center }) => Math.hypot(center.x - at.x, center.y - at.y);
  return (fighting.length ? fighting : foes)
    .filter(({ document }) => {
      const { creature, statuses = [] } = coign.traits.of(document);
      return creature !== false && !statuses.some((status) => OUT.includes(status));
    })
    .sort((first, second) => far(first) - far(second))
    .slice(0, MOST_FOES)
    .map(({ document }) => document);
}
