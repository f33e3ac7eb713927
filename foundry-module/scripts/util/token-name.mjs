/** Names of tokens, as this client's user may know them. */

import { t } from "./translate.mjs";

const NAME_SHOWN = [30, 50]; // token display modes: hovered by anyone, always for everyone

/**
 * Return a token's name if this reader may know it, else a word for any target.
 * @param {TokenDocument.Implementation | undefined} token
 */
export function shownName(token) {
  const known = token && (token.isOwner || NAME_SHOWN.includes(token.displayName));
  return known ? token.name : t("COIGN.Card.SomeTarget");
}
