/**
 * Where Foundry keeps overrides: flags of messages, tokens and scenes, and one setting of the world. Only GMs write.
 *
 * One place is no flag: what is said of a roll against a hidden token stays in the memory of the client that keeps the
 * bridge, for everyone can read a message's flags, and the id of a token that nobody sees is a secret.
 */

import { hiddenOf, hide } from "../attack/private-records.mjs";
import { ID } from "../util/id.mjs";
import { concerning, keptIn, withOverride, without } from "./overrides.mjs";

/**
 * Every override that goes with this question.
 * @param {Coign.Question} question
 * @returns {Coign.Override[]}
 */
export function inForce(question) {
  const scene = game.scenes?.get(question.scene);
  const tokens = [question.actor, ...question.targets].map((id) => scene?.tokens.get(id));
  const kept = { scene: read(scene), tokens: [...new Set(tokens)].flatMap(read), roll: question.overrides ?? [] };
  return concerning(kept, question);
}

/**
 * Say it. Where it reaches further than one roll, the roll at hand is told too, so that its card shows it at once.
 *
 * @param {Coign.Override} override
 * @param {ChatMessage.Implementation | undefined} message
 * @param {string} scene
 */
export async function say(override, message, scene) {
  if (keptIn(override).kind !== "message") await change(override, message, scene, withOverride);
  if (message) await change({ ...override, scope: "roll" }, message, scene, withOverride);
  Hooks.callAll("coign.overridden", override, message);
}

/**
 * Take it back, wherever it is kept.
 *
 * @param {Coign.Override} override
 * @param {ChatMessage.Implementation | undefined} message
 * @param {string} scene
 */
export async function takeBack(override, message, scene) {
  if (keptIn(override).kind !== "message") await change(override, message, scene, without);
  if (message) await change({ ...override, scope: "roll" }, message, scene, without);
  Hooks.callAll("coign.overridden", { ...override, state: "measured" }, message);
}

/**
 * @param {{flags: {coign?: Coign.Kept}} | null | undefined} document of any kind, or none
 * @returns {Coign.Override[]}
 */
export function read(document) {
  const kept = document?.flags?.[ID]?.overrides;
  return Array.isArray(kept) ? kept : [];
}

/**
 * @param {Coign.Override} override
 * @param {ChatMessage.Implementation | undefined} message
 * @param {string} sceneId
 * @param {(list: Coign.Override[], override: Coign.Override) => Coign.Override[]} how
 */
async function change(override, message, sceneId, how) {
  const place = keptIn(override);
  if (place.kind === "world") {
    return game.settings?.set(ID, "overrides", how(game.settings.get(ID, "overrides"), override));
  }
  const scene = game.scenes?.get(sceneId);
  if (place.kind === "message" && message?.id && scene?.tokens.get(override.target ?? "")?.hidden) {
    return hide(message.id, { overrides: how(hiddenOf(message.id).overrides, override) });
  }
  /** @type {Coign.Keeper | undefined} */
  const document = { message, scene, token: scene?.tokens.get(place.token ?? "") }[place.kind];
  if (!document) return ui.notifications?.warn("COIGN.Overrides.Gone", { localize: true });
  return document.update({ flags: { [ID]: { overrides: how(read(document), override) } } });
}
