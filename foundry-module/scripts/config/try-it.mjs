/**
 * The compendium "Try It": a scene and four macros, whose texts come into the world in the language of who imports them.
 * Foundry's documents have one language, so the pack has the English texts and, in their flags, what they are called in
 * the language files.
 */

import { ownFields } from "../util/fields.mjs";
import { t } from "../util/foundry.mjs";

/**
 * An adventure is imported: translate our texts in it. (`preImportAdventure`)
 *
 * @param {Coign.Context} _coign
 * @param {unknown} _adventure
 * @param {unknown} _options
 * @param {Record<string, object[]>} toCreate by the documents' type
 * @param {Record<string, object[]>} toUpdate those that are in the world since an earlier import
 */
export function translateImported(_coign, _adventure, _options, toCreate, toUpdate) {
  for (const documents of [...Object.values(toCreate), ...Object.values(toUpdate)]) translate(documents);
}

/**
 * Put the reader's language into a document's data and into all that is inside it.
 * @param {Coign.Foreign} data
 */
function translate(data) {
  if (data === null || typeof data !== "object") return;
  for (const inner of Object.values(data)) translate(inner);
  for (const [field, key] of Object.entries(ownFields("imported", data).texts ?? {})) data[field] = t(key);
}
