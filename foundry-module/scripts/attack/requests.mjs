/**
 * Build the requests for a message with an attack: from its flags, its author's targets and the scene. Each asks for the
 * GM's view and, if players may read the message, for the players'. What only GMs know is marked; the bridge takes it out.
 */

import { withStanding } from "../systems/cover-modules.mjs";
import { ALONE } from "../systems/effects.mjs";
import { tokenOfUuid } from "../util/foundry.mjs";
import { ATTACKS, DEFAULTS, VIEWERS } from "../util/wire.mjs";
import { provedIn, withOwnArmourClass } from "./included.mjs";
import { ownArmourClass } from "./message.mjs";

/** @typedef {Coign.RolledMessage} Rolled */

/**
 * @param {Coign.Context} coign
 * @param {Rolled} message
 * @param {number} [turned] how often its attacker had turned without moving
 * @returns {Coign.EvaluateRequest[] | null} one for each roll; null: no attacker or target on the map
 */
export function buildRequests(coign, message, turned = 0) {
  const { attack, flags, id, isPublic } = message;
  const scene = game.scenes.get(attack.actorToken?.scene ?? "");
  const actor = attack.actorToken?.token ?? "";
  // A token may have been deleted since the last annotation: the scene of that moment still has it.
  const before = coign.records.annotated(id)?.annotations[0];
  if (!scene || !(scene.tokens.has(actor) || before)) return null;
  const known = new Set(before?.results.map(({ target }) => target));
  const targets = targetsIn(coign, message, scene).filter((token) => scene.tokens.has(token) || known.has(token));
  if (!targets.length && !ALONE.has(attack.occasion)) return null;
  // Players may not know of hidden tokens, and of those that were deleted before players had read of them.
  const published = new Set(flags.annotations?.[0]?.results.map(({ target }) => target));
  if (published.size) published.add(actor);
  const isSecret = (/** @type {string} */ token) => scene.tokens.get(token)?.hidden ?? !published.has(token);
  const hidden = coign.records.hiddenIn(id).overrides.map((one) => ({ ...one, secret: true }));
  const overrides = [...(flags.overrides ?? []), ...hidden];
  const defence = withStanding(defencesOf(coign, message, targets, scene), coign.setting("coverStands"));
  return requestsOf({ ...attack, defence, turned }, targets, { ...flags, overrides }).map((request) => ({
    ...withOwnArmourClass(request, (token) => ownArmourClass(coign, id, scene.tokens.get(token))),
    secret: [actor, ...targets].filter(isSecret),
    viewers: isPublic ? VIEWERS : ["gm"],
  }));
}

/**
 * Return whether a message is an attack, by the game system's own word, against nobody.
 * @param {Coign.Context} coign
 * @param {Coign.Message} message
 */
export function isWithoutTarget(coign, message) {
  const { attack } = message;
  if (!attack?.sure || !ATTACKS.includes(attack.occasion ?? DEFAULTS.occasion)) return false;
  const scene = game.scenes.get(attack.actorToken?.scene ?? "");
  return (
    scene?.tokens.has(attack.actorToken?.token ?? "") === true &&
    !targetsIn(coign, { ...message, attack }, scene).length
  );
}

/**
 * Return the targets' defences as the message shows them. For a target that a GM has set later they come from its sheet.
 *
 * @param {Coign.Context} coign
 * @param {Rolled} message
 * @param {string[]} targets
 * @param {Scene.Implementation} scene
 */
function defencesOf(coign, { id, attack, flags }, targets, scene) {
  const shown = attack.defence ?? {};
  const isSaid = flags.against?.length || coign.records.hiddenIn(id).only;
  if (!isSaid || !ATTACKS.includes(attack.occasion ?? DEFAULTS.occasion)) return shown;
  const from = scene.tokens.get(attack.actorToken?.token ?? "");
  const known = targets.flatMap((target) => scene.tokens.get(target) ?? []);
  const told = known.map((token) => [token.id, coign.adapter.defenceOf(token, from, attack.attack)]);
  return { ...Object.fromEntries(told), ...shown };
}

/**
 * Return the targets, each once. For a save they are the rollers, each with its formation; for an attack they are those
 * captured, or listed by the system, or the author's.
 *
 * @param {Coign.Context} coign
 * @param {Rolled} message
 * @param {Scene.Implementation} scene
 * @returns {string[]} token ids
 */
function targetsIn(coign, message, scene) {
  const { targets, occasion } = message.attack;
  if (occasion === "save") return targets.flatMap(({ token }) => [token, ...formationOf(coign, token, scene)]);
  const { aimed = [] } = coign.records.of(message.id) ?? {};
  // The flags of a roll that no player reads name no target (`capture.mjs`).
  const unwritten = message.isPublic ? undefined : aimed.map(({ scene, token }) => `Scene.${scene}.Token.${token}`);
  const { targets: captured = unwritten, against } = message.flags;
  const current = aimed.filter((target) => target.scene === scene.id).map(({ token }) => token);
  const { targets: hidden, only } = coign.records.hiddenIn(message.id);
  const visible = only ? [] : targetsOf({ against, captured, system: targets, current }, scene.id ?? "");
  return [...new Set([...visible, ...hidden])];
}

/**
 * Return the other tokens of a token's formation: they save from the worst place that any of them has.
 * @param {Coign.Context} coign
 * @param {string} token
 * @param {Scene.Implementation} scene
 */
function formationOf(coign, token, scene) {
  const nameOf = (/** @type {TokenDocument.Implementation} */ member) => coign.traits.of(member).formation;
  const own = scene.tokens.get(token);
  const name = own && nameOf(own);
  if (!name) return [];
  return [...scene.tokens].flatMap((member) =>
    member.id && member !== own && nameOf(member) === name ? [member.id] : [],
  );
}

/**
 * Return the tokens that an attack is against, in one scene. A GM's choice comes first. Then come those captured on the
 * author's client. They are tokens, while a game system may list only actors, and so lose the second of two tokens of one
 * actor. A single token that the system names and that was not captured comes before them: the roll was made against it.
 *
 * @param {object} sources
 * @param {string[]} [sources.against] the token uuids of the targets that a GM has set
 * @param {string[] | undefined} sources.captured token uuids
 * @param {Coign.AttackReading["targets"]} sources.system
 * @param {string[]} sources.current token ids that the author targeted when the message was made: used only if both of the others are empty
 * @param {string} scene
 * @returns {string[]} token ids, each once
 */
export function targetsOf({ against, captured, system, current }, scene) {
  const here = (/** @type {string[]} */ uuids) =>
    uuids.map(tokenOfUuid).flatMap((target) => (target?.scene === scene ? [target] : []));
  const said = here(against ?? []);
  if (said.length) return [...new Set(said.map(({ token }) => token))];
  const named = here(captured ?? []);
  const listed = system.filter((target) => !target.scene || target.scene === scene);
  const isCaptured = named.some((target) => target?.token === listed[0]?.token);
  const known = named.length && !(listed.length === 1 && !isCaptured) ? named : listed;
  return [...new Set(known.length ? known.map(({ token }) => token) : current)];
}

/**
 * Make one request for each roll of an attack: most have one, a full attack has several.
 *
 * @param {Coign.AttackReading & {further?: Coign.SeenRoll[]}} attack with its actor's token
 * @param {string[]} targets
 * @param {Coign.MessageFlags} flags
 * @returns {Coign.EvaluateRequest[]}
 */
export function requestsOf(attack, targets, flags) {
  const { scene, token } = /** @type {{scene: string, token: string}} */ (attack.actorToken);
  const occasion = attack.occasion ?? DEFAULTS.occasion;
  return [attack.roll, ...(attack.further ?? [])].map(({ shown, unjudged, ...roll }, nth) => ({
    scene,
    actor: token,
    targets,
    occasion,
    check: { ability: attack.ability ?? null, ...attack.check },
    attack: nth ? { ...attack.attack, primary: false } : attack.attack,
    // Of dice that no rule judges, the bridge is asked as before the roll.
    roll: unjudged
      ? null
      : {
          ...roll,
          rolled: { ...roll.rolled, ...valuesOf(flags.rolled, nth) },
          ...provedIn(flags.included, { occasion, mode: roll.mode, shown, defence: attack.defence }),
        },
    defence: attack.defence,
    removesAdvantage: attack.removesAdvantage ?? false,
    removesDisadvantage: attack.removesDisadvantage ?? false,
    ...(attack.counted && { counted: attack.counted }),
    ...(attack.origin && { origin: attack.origin }),
    ...(attack.turned && { turned: attack.turned }),
    overrides: flags.overrides ?? [],
  }));
}

/**
 * Return the dice rolled since for one roll, as the wire has them. A message's author may write them, so values that the
 * dice cannot show are left out.
 *
 * @param {Coign.Rolled[] | undefined} rolled
 * @param {number} roll the roll's number, from 0
 */
function valuesOf(rolled, roll) {
  const possible = (rolled ?? []).filter(({ dice, values, nth = 0 }) => {
    const [, count, faces] = /^[-+]?(\d*)d(\d+)$/.exec(dice) ?? [];
    const fits = (/** @type {number} */ value) => Number.isInteger(value) && value >= 1 && value <= Number(faces);
    return nth === roll && values.length === Number(count || 1) && values.every(fits);
  });
  return Object.fromEntries(possible.map(({ dice, values }) => [dice, values]));
}
