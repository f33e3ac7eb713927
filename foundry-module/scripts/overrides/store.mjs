/**
 * Where Foundry keeps overrides: flags of messages, tokens and scenes, and a setting of the world. Only GMs write them.
 *
 * Overrides of a roll against a hidden token are kept in no flag but in the memory of the client that owns the
 * connection: everyone can read a message's flags, and the id of a hidden token is a secret.
 */

import { ID } from "../util/id.mjs";
import { applicable, storageOf, withOverride, withoutOverride } from "./overrides.mjs";

/** @typedef {Coign.Context} Context */
/** @typedef {ChatMessage.Implementation | undefined} Message */

/**
 * Return every override that concerns a request, apart from those of the world.
 * @param {Coign.EvaluateRequest} request
 * @returns {Coign.Override[]}
 */
export function overridesInForce(request) {
  const scene = game.scenes?.get(request.scene);
  const tokens = [request.actor, ...request.targets].map((id) => scene?.tokens.get(id));
  const kept = {
    scene: overridesOf(scene),
    tokens: [...new Set(tokens)].flatMap(overridesOf),
    roll: request.overrides ?? [],
  };
  return applicable(kept, request);
}

/**
 * Set an override. If its scope is wider than one roll, the roll at hand gets it too, so that its card shows it at once.
 *
 * @param {Context} coign
 * @param {Coign.Override} override
 * @param {Message} message
 * @param {string} scene
 */
export async function setOverride(coign, override, message, scene) {
  if (storageOf(override).kind !== "message") await change(coign, override, message, scene, withOverride);
  if (message) await change(coign, { ...override, scope: "roll" }, message, scene, withOverride);
  Hooks.callAll("coign.overridden", override, message);
}

/**
 * Remove an override from wherever it is kept.
 *
 * @param {Context} coign
 * @param {Coign.Override} override
 * @param {Message} message
 * @param {string} scene
 */
export async function removeOverride(coign, override, message, scene) {
  if (storageOf(override).kind !== "message") await change(coign, override, message, scene, withoutOverride);
  if (message) await change(coign, { ...override, scope: "roll" }, message, scene, withoutOverride);
  Hooks.callAll("coign.overridden", { ...override, state: "measured" }, message);
}

/**
 * Return the overrides in a document's flags.
 * @param {{flags: {coign?: Coign.OverrideFlags}} | null | undefined} document of any kind, or none
 * @returns {Coign.Override[]}
 */
export function overridesOf(document) {
  const kept = document?.flags?.[ID]?.overrides;
  return Array.isArray(kept) ? kept : [];
}

/**
 * @param {Context} coign
 * @param {Coign.Override} override
 * @param {Message} message
 * @param {string} sceneId
 * @param {(list: Coign.Override[], override: Coign.Override) => Coign.Override[]} edit
 */
async function change(coign, override, message, sceneId, edit) {
  const storage = storageOf(override);
  if (storage.kind === "world") {
    return game.settings?.set(ID, "overrides", edit(game.settings.get(ID, "overrides"), override));
  }
  const scene = game.scenes?.get(sceneId);
  if (storage.kind === "message" && message?.id && scene?.tokens.get(override.target ?? "")?.hidden) {
    const { overrides } = coign.records.hiddenIn(message.id);
    return coign.records.hide(message.id, { overrides: edit(overrides, override) });
  }
  /** @type {Coign.OverrideHolder | undefined} */
  const document = { message, scene, token: scene?.tokens.get(storage.token ?? "") }[storage.kind];
  if (!document) return ui.notifications?.warn("COIGN.Overrides.Gone", { localize: true });
  return document.update({ flags: { [ID]: { overrides: edit(overridesOf(document), override) } } });
}
