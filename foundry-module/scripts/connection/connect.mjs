/**
 * When this client connects to the bridge, pairs with it and tells it the rules: Foundry's side of the connection.
 *
 * The token is pinned to the bridge that issued it: it is sent nowhere else, even if the address is changed later.
 */

import { Unanswered } from "../util/errors.mjs";
import { ID } from "../util/id.mjs";
import { t } from "../util/translate.mjs";
import { barrier, endpoint, normalise, permission } from "./address.mjs";
import { PROTOCOL, SUBPROTOCOL } from "./frames.mjs";
import { connectionOwner } from "./owner.mjs";
import { requestToken } from "./pairing.mjs";
import { optionsByRuleset, pickedRulesets, problemWith } from "./rulesets.mjs";

/** @typedef {Coign.Context} Context */

/**
 * On a GM's client, start to watch over the connection. (`ready`)
 * @param {Context} coign
 */
export async function startConnection(coign) {
  if (!game.user.isGM) return;
  const { bridge } = coign;
  bridge.on("welcome", async () => {
    await configure(coign);
    Hooks.callAll("coign.connected");
  });
  window.addEventListener("online", () => bridge.wake());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && bridge.wake());
  if (!coign.setting("clientId")) await game.settings.set(ID, "clientId", foundry.utils.randomID());
  await publishPaired(coign);
  connectIfOwner(coign);
}

/**
 * Connect if this client owns the connection now, disconnect if it does not. (Users came, left or paired.)
 * @param {Context} coign
 */
export function connectIfOwner(coign) {
  if (!game.user?.isGM) return;
  const { bridge } = coign;
  const owner = connectionOwner(game.users, game.users.activeGM)?.isSelf;
  const { state } = bridge.status;
  if (!owner) {
    if (state !== "off") bridge.disconnect("off");
    return;
  }
  if (state === "busy") bridge.wake();
  if (state === "off" || state === "unpaired") connect(coign);
}

/**
 * Connect to the address that was just set. (`coign.addressChanged`)
 * @param {Context} coign
 */
export function connectToNewAddress(coign) {
  if (game.user?.isGM && game.ready) connect(coign);
}

/**
 * Connect now.
 * @param {Context} coign
 * @param {{byHand?: boolean}} options `byHand`: a person asked for it, so the browser may ask for its permission
 */
export function connect(coign, { byHand = false } = {}) {
  const { bridge } = coign;
  const url = wantedUrl(coign);
  if (!url) return bridge.disconnect("blocked", t("COIGN.Errors.Address", { address: coign.setting("bridgeUrl") }));
  if (!pinnedToken(coign)) return bridge.disconnect("unpaired");
  return bridge.connect({ url, hello: () => helloOf(coign) }, { byHand });
}

/**
 * Pair this browser with the bridge: with the one-time code that the bridge printed, or by a code shown on both sides.
 *
 * @param {Context} coign
 * @param {string} code empty: show one
 * @param {(code: string) => void} show
 */
export async function pair(coign, code, show) {
  const url = wantedUrl(coign);
  if (!url) throw new Unanswered(t("COIGN.Errors.Address", { address: coign.setting("bridgeUrl") }));
  coign.bridge.disconnect("connecting");
  try {
    const label = `${game.user.name}, ${game.world.title}`;
    const request = { ...identityOf(coign), label, ...(code && { code }) };
    const token = await requestToken(new WebSocket(url, SUBPROTOCOL), request, show).catch((problem) =>
      explain(problem, url),
    );
    await game.settings.set(ID, "pairedUrl", bridgeAddress(coign));
    await game.settings.set(ID, "token", token);
    await publishPaired(coign);
  } finally {
    await connect(coign, { byHand: true });
  }
}

/**
 * Throw the error that helps the person most. A browser does not tell a page why a socket failed, but it does tell what
 * the page may do at all.
 *
 * @param {unknown} problem
 * @param {string} url
 * @returns {Promise<never>}
 */
async function explain(problem, url) {
  if (!(problem instanceof Unanswered)) throw problem;
  const kind = barrier(url, location);
  if (kind === "insecure-page" || kind === "mixed") throw new Unanswered(t(`COIGN.Barrier.${kind}`));
  const denied = kind === "prompt" && (await permission(url, navigator.permissions)) === "denied";
  throw denied ? new Unanswered(t("COIGN.Help.blocked")) : problem;
}

/**
 * Forget the token, and disconnect.
 * @param {Context} coign
 */
export async function unpair(coign) {
  coign.bridge.disconnect("unpaired");
  await game.settings.set(ID, "token", "");
  await game.settings.set(ID, "pairedUrl", "");
  await publishPaired(coign);
  connectIfOwner(coign);
}

/**
 * Tell the bridge which rules the world plays by. Whether it takes them is kept in `coign.rulesProblem`, and shown.
 * @param {Context} coign
 */
export async function configure(coign) {
  const { bridge } = coign;
  if (!bridge.connected) return;
  try {
    const problem = problemWith(bridge.status.welcome?.rulesets ?? [], pickedRulesets(coign));
    if (!problem) await sendRules(coign);
    coign.rulesProblem = problem;
  } catch (problem) {
    if (problem instanceof Unanswered) return; // disconnected again: the next welcome configures again
    coign.rulesProblem = problem instanceof Error ? problem.message : String(problem);
    ui.notifications.error(t("COIGN.Errors.Configure", { why: coign.rulesProblem }));
  }
  Hooks.callAll("coign.configured");
}

/** @param {Context} coign */
async function sendRules(coign) {
  const [overrides, options] = [coign.setting("overrides"), optionsByRuleset(coign)];
  const rulesets = pickedRulesets(coign);
  const optionsInUse = Object.fromEntries(Object.entries(options).filter(([ruleset]) => rulesets.includes(ruleset)));
  const facingOffset = coign.setting("facingOffset");
  await coign.bridge.request({ type: "configure", rulesets, options: optionsInUse, overrides, facingOffset });
}

/**
 * Keep the user's flag that says whether this browser is paired: every client must agree on who owns the connection.
 * @param {Context} coign
 */
async function publishPaired(coign) {
  const paired = Boolean(pinnedToken(coign));
  if (Boolean(game.user.getFlag(ID, "paired")) !== paired) await game.user.setFlag(ID, "paired", paired);
}

/**
 * Return the token, if it was issued by the bridge at the address now set; else an empty string.
 * @param {Context} coign
 * @returns {string}
 */
function pinnedToken(coign) {
  const pinned = coign.setting("pairedUrl");
  return !pinned || pinned === bridgeAddress(coign) ? coign.setting("token") : "";
}

/**
 * Return the bridge's address in its normal form; an empty string if the setting is not an address.
 * @param {Context} coign
 * @returns {string}
 */
function bridgeAddress(coign) {
  try {
    return normalise(coign.setting("bridgeUrl"), location);
  } catch {
    return ""; // the connection then becomes "blocked", with a message that names the address
  }
}

/**
 * Return the URL to open; an empty string if the setting is not an address.
 * @param {Context} coign
 * @returns {string}
 */
function wantedUrl(coign) {
  const address = bridgeAddress(coign);
  return address ? endpoint(address, game.world.id, location) : "";
}

/** @param {Context} coign */
const identityOf = (coign) => ({
  world: game.world.id,
  user: game.user.id ?? "",
  client: coign.setting("clientId"),
});

/** @param {Context} coign */
const helloOf = (coign) => ({
  ...identityOf(coign),
  versions: [PROTOCOL],
  token: pinnedToken(coign),
  module: game.modules.get(ID)?.version ?? "",
  foundry: game.release?.version ?? "",
  system: game.system.id,
  title: game.world.title ?? "",
  userName: game.user.name ?? "",
  systemVersion: game.system.version ?? "",
  active: game.user.isActiveGM,
});
