/** Migrate a world of an earlier version, once, on the active GM's client. */

import { printsOf } from "../systems/sheet-traits.mjs";
import { ownFlags } from "../util/fields.mjs";
import { ID, t } from "../util/foundry.mjs";
import { withOverride } from "./overrides.mjs";
import { validOverrides } from "./valid.mjs";

const VERSION = 1;

/**
 * Move the overrides that tokens keep into their scenes, where only GMs write, and trust the traits set on tokens. Their
 * authors can no longer be determined, so their number is reported to the GM. (`ready`)
 * @param {Coign.Context} coign
 */
export async function migrate(coign) {
  if (!game.users.activeGM?.isSelf || coign.setting("migrated") >= VERSION) return;
  const scenes = [...(game.scenes ?? [])];
  let moved = 0;
  for (const scene of scenes) moved += await moveOverrides(scene);
  const trusted = printsOf({ scenes, actors: game.actors ?? [] });
  await game.settings.set(ID, "trustedTraits", { ...trusted, ...coign.setting("trustedTraits") });
  await game.settings.set(ID, "migrated", VERSION);
  const tokens = Object.keys(trusted).length;
  if (moved || tokens)
    ui.notifications.info(t("COIGN.Migrated", { overrides: String(moved), tokens: String(tokens) }), {
      permanent: true,
    });
}

/**
 * @param {Coign.Foreign} scene
 * @returns {Promise<number>} how many overrides were moved
 */
async function moveOverrides(scene) {
  const keepers = [...scene.tokens].filter((token) => ownFlags(token).overrides !== undefined);
  const moved = keepers.flatMap((token) => validOverrides(ownFlags(token).overrides));
  if (!keepers.length) return 0;
  const overrides = moved.reduce(withOverride, validOverrides(ownFlags(scene).overrides));
  await scene.update({ flags: { [ID]: { overrides } } });
  const changes = keepers.map(({ id }) => ({ _id: id, flags: { [ID]: { overrides: null } } }));
  await scene.updateEmbeddedDocuments("Token", changes);
  return moved.length;
}
