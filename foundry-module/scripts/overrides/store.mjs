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
import { changed, storageOf, tookBack, validOverrides, withOverride, withoutToken } from "./overrides.mjs";

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
 * @param {{isNew?: boolean}} [options] `isNew`: it can be taken back. Otherwise it takes back an earlier change, as far as
 *   nobody has decided otherwise since.
 * @returns {Promise<boolean>} whether it changed anything
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
      const after = isNew ? changed(list, part) : tookBack(list, part);
      back.remove.push(...after.filter((override) => !list.includes(override)));
      back.add.push(...list.filter((override) => !after.includes(override)));
      return after;
    });
  }
  const isChanged = back.remove.length + back.add.length > 0;
  if (isNew) coign.decisions.note("overrides", { back, message: message?.id ?? null, scene });
  else if (!isChanged) return false;
  if (message && all.some((override) => storageOf(override) !== "message")) {
    // The roll's own flags do not repeat overrides that are kept elsewhere, because players can read them.
    const { recheck = 0 } = messageFlags(message);
    await message.update({ flags: { [ID]: { recheck: recheck + 1 } } });
  }
  for (const override of add) Hooks.callAll("coign.overridden", override, message);
  if (!add.length)
    for (const override of remove) Hooks.callAll("coign.overridden", { ...override, state: "measured" }, message);
  return isChanged;
}

/**
 * Take back a change of overrides.
 * @param {Coign.Context} coign
 * @param {{back: import("./overrides.mjs").Change, message: string | null, scene: string}} decision
 * @returns {Promise<boolean>} false: its message was deleted, or a later decision has replaced all of it
 */
export async function takeBackOverrides(coign, { back, message, scene }) {
  const document = game.messages.get(message ?? "");
  return message && !document ? false : decide(coign, back, document, scene, { isNew: false });
}

/**
 * Return the overrides in a document's flags.
 * @param {{flags: {coign?: Coign.OverrideFlags}} | null | undefined} document of any kind, or none
 */
export function overridesOf(document) {
  return validOverrides(ownFlags(document).overrides);
}

/**
 * The decisions that each scene dropped with a token deleted while this page was open, by the token's id.
 * @type {WeakMap<object, Map<string, Coign.Override[]>>}
 */
const forgotten = new WeakMap();

/**
 * `deleteToken`: the scene forgets the overrides about it.
 * @param {Coign.Context} _coign
 * @param {TokenDocument.Implementation} token
 */
export async function forgetToken(_coign, token) {
  const scene = token.parent;
  if (!scene || !game.users.activeGM?.isSelf) return;
  const [kept, id] = [overridesOf(scene), token.id ?? ""];
  const without = withoutToken(kept, id);
  const own = kept.filter((override) => !without.includes(override));
  const gone = (forgotten.get(scene) ?? new Map()).set(id, own);
  forgotten.set(scene, gone);
  // Of several that are deleted at once, the last one's update counts: it leaves all of them out.
  const left = [...gone.keys()].filter((each) => !scene.tokens.has(each)).reduce(withoutToken, kept);
  if (left.length < kept.length) await scene.update({ flags: { [ID]: { overrides: left } } });
}

/**
 * `createToken`: what the scene has forgotten with a token comes back with it, as when its deletion is undone.
 * @param {Coign.Context} _coign
 * @param {TokenDocument.Implementation} token
 */
export async function recallToken(_coign, token) {
  const scene = token.parent;
  const gone = scene && forgotten.get(scene);
  if (!scene || !gone?.has(token.id ?? "") || !game.users.activeGM?.isSelf) return;
  const here = [...gone].filter(([id]) => scene.tokens.has(id));
  const back = here.flatMap(([, overrides]) => overrides);
  const all = tookBack(overridesOf(scene), { remove: [], add: back });
  if (back.length) await scene.update({ flags: { [ID]: { overrides: all } } });
  for (const [id] of here) gone.delete(id);
}

/**
 * Edit the list that an override is kept in. If `edit` returns the list itself, nothing is written.
 * @param {Coign.Context} coign
 * @param {Coign.Override} override
 * @param {Document | undefined} message
 * @param {string} sceneId
 * @param {(list: Coign.Override[]) => Coign.Override[]} edit
 */
async function change(coign, override, message, sceneId, edit) {
  const kept = keptFor(coign, override, message, game.scenes?.get(sceneId));
  if (!kept) return ui.notifications?.warn("COIGN.Overrides.Gone", { localize: true });
  const after = edit(kept.list);
  if (after !== kept.list) await kept.write(after);
}

/**
 * Return the list that an override is kept in, and what writes it; null if its document is gone.
 * @param {Coign.Context} coign
 * @param {Coign.Override} override
 * @param {Document | undefined} message
 * @param {Scene.Implementation | undefined} scene
 */
function keptFor(coign, override, message, scene) {
  const storage = storageOf(override);
  if (storage === "world") {
    const list = validOverrides(game.settings?.get(ID, "overrides"), LIMITS.overrides);
    return { list, write: (/** @type {Coign.Override[]} */ after) => game.settings?.set(ID, "overrides", after) };
  }
  const id = message?.id;
  if (storage === "message" && id && scene?.tokens.get(override.target ?? "")?.hidden) {
    const { overrides } = coign.records.hiddenIn(id);
    return {
      list: overrides,
      write: (/** @type {Coign.Override[]} */ after) => coign.records.hide(id, { overrides: after }),
    };
  }
  /** @type {Coign.OverrideHolder | undefined} */
  const document = { message, scene }[storage];
  // A player may have written something, which is just being undone. It does not count, and this is sent in any case.
  return (
    document && {
      list: storage === "message" && message ? (messageFlags(message).overrides ?? []) : overridesOf(document),
      write: (/** @type {Coign.Override[]} */ overrides) =>
        document.update({ flags: { [ID]: { overrides } } }, { diff: false }),
    }
  );
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
