/**
 * Return the module's flags of a message, as they stand: nothing in them can be relied on, because a message's author may
 * write anything there. No other place reads them; `overrides/message-flags.mjs` leaves what is well-formed. Pure.
 *
 * @param {{flags?: any} | null | undefined} message or the change of one
 * @returns {Record<string, any>} empty if there are none
 */
export function ownFlags(message) {
  const flags = message?.flags?.coign;
  return typeof flags === "object" && flags !== null && !Array.isArray(flags) ? flags : {};
}
