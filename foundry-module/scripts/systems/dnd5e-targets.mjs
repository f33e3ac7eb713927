/**
 * Keep an attack of dnd5e on the targets of the click. The system reads the targets when the roll begins, and that is up to
 * 150 ms later while modifiers are asked for: a macro that targets, attacks and takes the target back would hit nobody.
 */

/**
 * Return the targets as the system would list them in the message now.
 *
 * @param {Coign.Foreign} activity
 * @param {import("./world.mjs").Table} table
 * @returns {{path: "flags" | "system", entries: Coign.Foreign[]} | null} null: it is no attack
 */
export function targetsOf(activity, table) {
  if (!activity.item) return null;
  if (!("messageSources" in activity)) return { path: "flags", entries: activity.messageFlags?.targets ?? [] };
  const entries = table.targets().flatMap((token) => {
    const { actor, name, uuid, texture } = token;
    if (!actor) return [];
    const ac = actor.statuses?.has?.("coverTotal") ? null : (actor.system?.attributes?.ac?.value ?? null);
    return [{ actor: actor.uuid, ac, img: texture?.src, name, token: uuid }];
  });
  return { path: "system", entries };
}

/**
 * Return what to give to the system so that its roll has the targets of before.
 *
 * @param {ReturnType<typeof targetsOf>} before
 * @param {ReturnType<typeof targetsOf>} now
 * @param {Coign.Foreign} message its configuration, as the caller gave it
 * @returns {{config: {target?: number}, message: Coign.Foreign}} nothing changed, if they are the same still
 */
export function keepTargets(before, now, message) {
  if (!before || JSON.stringify(before) === JSON.stringify(now)) return { config: {}, message };
  const { [before.path]: given = {}, ...rest } = message.data ?? {};
  const targets = before.entries;
  const kept = before.path === "system" ? { targets } : { dnd5e: { ...given.dnd5e, targets } };
  const target = targets.length === 1 ? (targets[0].ac ?? undefined) : undefined;
  // Keys with dots in `rest` ("flags.dnd5e.originatingMessage") must come after the object that they go into.
  return { config: { target }, message: { ...message, data: { [before.path]: { ...given, ...kept }, ...rest } } };
}
