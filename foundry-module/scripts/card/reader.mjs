/** The message of a chat card as its reader may see it, and the folds that the reader has opened or closed. */

import { isRolled } from "../attack/dice.mjs";
import { readMessage } from "../attack/message.mjs";
import { whyUnknown } from "../attack/note-messages.mjs";
import { upToDate } from "../attack/publish.mjs";
import { buildRequests, isWithoutTarget } from "../attack/requests.mjs";
import { stoodAt } from "../attack/standing.mjs";
import { planOf } from "../connection/connect.mjs";
import { rulesetsInUse } from "../connection/rulesets.mjs";
import { offersFor } from "../overrides/choices.mjs";
import { findToken, shownName, t } from "../util/foundry.mjs";
import { readerFigure } from "../util/seen-walls.mjs";

/** @typedef {ChatMessage.Implementation} Document */

/**
 * The folds that the reader has opened or closed, by message: Foundry renders a message from scratch whenever it changes.
 * @type {WeakMap<Document, Map<string, boolean>>}
 */
const folds = new WeakMap();

/**
 * Remember a fold that the reader has changed.
 * @param {Document} message
 * @param {string} fold
 * @param {boolean} open
 */
export const keepFold = (message, fold, open) => folds.set(message, (folds.get(message) ?? new Map()).set(fold, open));

/**
 * Return whether a fold is open: as the reader has left it. At first the card and the drawings follow the reader's
 * settings, and reasons are closed.
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {string} fold
 */
export function isOpen(coign, message, fold) {
  const usual = fold === "card" ? !coign.setting("collapsed") : fold.startsWith("drawing") && coign.setting("drawing");
  return folds.get(message)?.get(fold) ?? usual;
}

export const UNSEEN = "unseen-attacker"; // the modifier, in every rule system that has one

/**
 * @param {Coign.Context} coign
 * @param {Document} message
 * @returns {import("./tools.mjs").View}
 */
export function viewOf(coign, message) {
  const { attack, flags, speaker, problem } = readMessage(coign, message);
  const annotated = game.user.isGM ? coign.records.annotated(message.id) : undefined;
  if (game.user.isGM && coign.records.isElsewhere(message.id))
    void coign.records.fetch(message.id ?? "").then((found) => found && Hooks.callAll("coign.waiting", message));
  const scene = attack?.actorToken?.scene ?? speaker.scene ?? "";
  const computes = Boolean(planOf(coign).owner?.isSelf);
  const isHidden = findToken(scene, attack?.actorToken?.token)?.hidden;
  const knowsUnseen = () => rulesetsInUse(coign).some(({ rules }) => rules.some(({ modifier }) => modifier === UNSEEN));
  return {
    annotations: annotated?.annotations ?? flags.annotations ?? [],
    rolled: (flags.rolled ?? []).map((die) => ({ ...die, isRolled: isRolled(die) })),
    awaited: game.user.isGM && computes && isAwaited(coign, readMessage(coign, message)),
    unjudged: game.user.isGM ? whyUnjudged(coign, message, attack, problem) : "",
    untargeted: whoLacksTarget(coign, message),
    measured: attack?.roll.unjudged === true,
    key: message.id ?? "",
    editable: game.user.isGM,
    mayAsk: true,
    mayRoll: game.user.isGM || message.isAuthor,
    mayMeasure: Boolean(attack) && !annotated && computes && whyUnjudged(coign, message, attack, problem) !== "",
    beforeMove: annotated && stoodAt(coign, message.id ?? "")?.before ? { mayUndo: computes } : null,
    waiting:
      coign.presses.waits(message.id ?? "") ||
      !upToDate({ ...flags, annotationKey: annotated?.key ?? flags.annotationKey }),
    showNothing: Boolean(annotated) && coign.setting("showNothing"),
    hiding: Boolean(annotated && isHidden && knowsUnseen()),
    offers: game.user.isGM ? offersFor(coign, attack?.occasion) : null,
    unfolded: (fold) => isOpen(coign, message, fold),
    figureOf: readerFigure,
    actor: attack?.actorToken?.token ?? null,
    nameOf: (id) => shownName(findToken(scene, id)),
    t,
  };
}

/**
 * Return the reader's part in an attack without a target: a GM, or the player who rolled it.
 * @param {Coign.Context} coign
 * @param {Document} message
 */
function whoLacksTarget(coign, message) {
  if (!(game.user.isGM || message.isAuthor) || !isWithoutTarget(coign, readMessage(coign, message))) return "";
  if (!game.user.isGM) return "player";
  return coign.setting("showNothing") ? "game-master" : "";
}

/** States of the connection in which nobody expects a judgement, or in which it comes at once. */
const CALM = new Set(["off", "unpaired", "connected"]);

/**
 * Return whether a roll is to be judged and the answer does not come: it is late, or the connection is not made yet or lost.
 * @param {Coign.Context} coign
 * @param {Coign.Message} message
 */
function isAwaited(coign, message) {
  const { records, engine } = coign;
  const { id, attack } = message;
  if (!attack?.actorToken || !records.of(id)?.open || records.annotated(id)) return false;
  if (records.late.has(id)) return true;
  return !CALM.has(engine.status.state) && Boolean(buildRequests(coign, { ...message, attack }));
}

/**
 * Return a sentence on why a GM reads no judgement of a message; empty if there is one, or nothing to judge.
 * @param {Coign.Context} coign
 * @param {Document} message
 * @param {Coign.SeenAttack | null} attack
 * @param {string} problem why its roll could not be read
 */
function whyUnjudged(coign, message, attack, problem) {
  const why = problem || coign.records.unjudged.get(message.id ?? "");
  if (why) return t("COIGN.Card.Unjudged", { why });
  return attack ? whyUnknown(coign, message) : "";
}

export const NEWEST = 15; // messages at the end of the chat that are drawn in view or not

/** @param {Document} message */
export const isNew = ({ id }) => game.messages.contents.slice(-NEWEST).some((other) => other.id === id);
