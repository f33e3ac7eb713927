/**
 * Keep overrides in Foundry: in flags of messages and scenes, and a setting of the world. Only GMs write the last two;
 * what a player writes into the flags of a message is undone (`attack/note-messages.mjs`). Malformed overrides are left out.
 *
 * Overrides of a roll against a hidden token are kept in no flag but in the ledger: everyone can read a message's flags, and
 * the id of a hidden token is a secret.
 */

import { ownFlags } from "../util/fields.mjs";
import { ID, t } from "../util/foundry.mjs";
import { LIMITS } from "../util/wire.mjs";
import { messageFlags } from "./message-flags.mjs";
import { changed, storageOf, validOverrides, withOverride, withoutToken } from "./overrides.mjs";

/** @typedef {ChatMessage.Implementation} Document */

/**
 * Return the overrides of a request's scene and roll. The engine sees which of them concern it, and knows those of the world.
 * @param {Coign.EvaluateRequest} request
 */
export const overridesInForce = ({ scene, overrides }) => [
  ...overridesOf(game.scenes?.get(scene)),
  ...validOverrides(overrides),
];

/**
 * Change the overrides about one subject, wherever they are kept. If one has a wider scope than the roll at hand, the roll
 * is annotated again, so that its card shows it at once.
 *
 * @param {Coign.Context} coign
 * @param {import("./overrides.mjs").Change} decision
 * @param {Document | undefined} message
 * @param {string} scene
 * @param {{isNew?: boolean}} [options] `isNew`: it can be taken back
 */
export async function decide(coign, { remove, add }, message, scene, { isNew = true } = {}) {
  const all = [...remove, ...add];
  /** @type {import("./overrides.mjs").Change} */
  const back = { remove: [], add: [] };
  // Overrides of a roll are stored per target; those of a hidden target are kept elsewhere.
  const placeOf = (/** @type {Coign.Override} */ override) =>
    storageOf(override) === "message" ? `message ${override.target ?? ""}` : storageOf(override);
  for (const place of new Set(all.map(placeOf))) {
    const isThere = (/** @type {Coign.Override} */ override) => placeOf(override) === place;
    const part = { remove: remove.filter(isThere), add: add.filter(isThere) };
    const [first] = [...part.add, ...part.remove];
    await change(coign, first, message, scene, (list) => {
      const after = changed(list, part);
      back.remove.push(...after.filter((override) => !list.includes(override)));
      back.add.push(...list.filter((override) => !after.includes(override)));
      return after;
    });
  }
  if (isNew) coign.decisions.note("overrides", { back, message: message?.id ?? null, scene });
  if (message && all.some((override) => storageOf(override) !== "message")) {
    // The roll's own flags do not repeat overrides that are kept elsewhere, because players can read them.
    const { recheck = 0 } = messageFlags(message);
    await message.update({ flags: { [ID]: { recheck: recheck + 1 } } });
  }
  for (const override of add) Hooks.callAll("coign.overridden", override, message);
  if (!add.length)
    for (const override of remove) Hooks.callAll("coign.overridden", { ...override, state: "measured" }, message);
}

/**
 * Take back a change of overrides.
 * @param {Coign.Context} coign
 * @param {{back: import("./overrides.mjs").Change, message: string | null, scene: string}} decision
 * @returns {Promise<boolean>} false: its message was deleted
 */
export async function takeBackOverrides(coign, { back, message, scene }) {
  const document = game.messages.get(message ?? "");
  if (message && !document) return false;
  await decide(coign, back, document, scene, { isNew: false });
  return true;
}

/**
 * Return the overrides in a document's flags.
 * @param {{flags: {coign?: Coign.OverrideFlags}} | null | undefined} document of any kind, or none
 */
export function overridesOf(document) {
  return validOverrides(ownFlags(document).overrides);
}

/**
 * `deleteToken`: the scene forgets the overrides about it.
 * @param {Coign.Context} _coign
 * @param {TokenDocument.Implementation} token
 */
export async function forgetToken(_coign, token) {
  const scene = token.parent;
  if (!scene || !game.users.activeGM?.isSelf) return;
  const kept = overridesOf(scene);
  const left = withoutToken(kept, token.id ?? "");
  if (left.length < kept.length) await scene.update({ flags: { [ID]: { overrides: left } } });
}

/**
 * Edit the list that an override is kept in.
 * @param {Coign.Context} coign
 * @param {Coign.Override} override
 * @param {Document | undefined} message
 * @param {string} sceneId
 * @param {(list: Coign.Override[]) => Coign.Override[]} edit
 */
async function change(coign, override, message, sceneId, edit) {
  const storage = storageOf(override);
  if (storage === "world") {
    return game.settings?.set(
      ID,
      "overrides",
      edit(validOverrides(game.settings.get(ID, "overrides"), LIMITS.overrides)),
    );
  }
  const scene = game.scenes?.get(sceneId);
  if (storage === "message" && message?.id && scene?.tokens.get(override.target ?? "")?.hidden) {
    const { overrides } = coign.records.hiddenIn(message.id);
    return coign.records.hide(message.id, { overrides: edit(overrides) });
  }
  /** @type {Coign.OverrideHolder | undefined} */
  const document = { message, scene }[storage];
  if (!document) return ui.notifications?.warn("COIGN.Overrides.Gone", { localize: true });
  // A player may have written something, which is just being undone. It does not count, and this is sent in any case.
  const list = storage === "message" ? (messageFlags(document).overrides ?? []) : overridesOf(document);
  return document.update({ flags: { [ID]: { overrides: edit(list) } } }, { diff: false });
}

const VERSION = 1; // of the data that a world keeps

/**
 * Migrate a world of an earlier version, once, on the active GM's client: move the overrides that tokens keep into their
 * scenes, where only GMs write, and report their number to the GM. (`ready`)
 * @param {Coign.Context} coign
 */
export async function migrate(coign) {
  if (!game.users.activeGM?.isSelf || coign.setting("migrated") >= VERSION) return;
  let moved = 0;
  for (const scene of game.scenes ?? []) moved += await moveOverrides(scene);
  await game.settings.set(ID, "migrated", VERSION);
  if (moved) ui.notifications.info(t("COIGN.Migrated", { overrides: String(moved) }), { permanent: true });
}

/**
 * @param {Coign.Foreign} scene
 * @returns {Promise<number>} how many overrides were moved
 */
async function moveOverrides(scene) {
  const keepers = [...scene.tokens].filter((token) => ownFlags(token).overrides !== undefined);
  const moved = keepers.flatMap(overridesOf);
  if (!keepers.length) return 0;
  const overrides = moved.reduce(withOverride, overridesOf(scene));
  await scene.update({ flags: { [ID]: { overrides } } });
  const changes = keepers.map(({ id }) => ({ _id: id, flags: { [ID]: { overrides: null } } }));
  await scene.updateEmbeddedDocuments("Token", changes);
  return moved.length;
}
