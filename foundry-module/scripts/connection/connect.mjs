/**
 * When this client connects, and what it says of itself: the running world's side of the connection.
 *
 * The token is pinned to the bridge that gave it: it is sent nowhere else, whatever address is set later.
 */

import { catchUp } from "../attack/annotate.mjs";
import { coign, ID } from "../context.mjs";
import { Unanswered } from "../util/errors.mjs";
import { t } from "../util/translate.mjs";
import { barrier, endpoint, normalise, permission } from "./address.mjs";
import { PROTOCOL, SUBPROTOCOL } from "./frames.mjs";
import { keeperOf } from "./owner.mjs";
import { pairOver } from "./pairing.mjs";
import { picked } from "./rulesets.mjs";

/** `ready`: on a GM's client, be there for the world whenever it is this one's turn. */
export async function begin() {
  if (!game.user.isGM) return;
  coign.bridge.on("welcome", welcomed);
  coign.bridge.on("lost", () => coign.stream.reset());
  coign.bridge.on("answer", (answer) => coign.stream.receive(answer));
  window.addEventListener("online", () => coign.bridge.wake());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && coign.bridge.wake());
  if (!coign.setting("clientId")) await game.settings.set(ID, "clientId", foundry.utils.randomID());
  await tellPaired();
  reconsider();
}

/** Users came or went, or paired: connect where it is this client's turn, let go where it is not. */
export function reconsider() {
  if (!game.user?.isGM) return;
  const { bridge } = coign;
  const mine = keeperOf(game.users, game.users.activeGM)?.isSelf;
  const { state } = bridge.status;
  if (!mine) {
    if (state !== "off") bridge.disconnect("off");
    return;
  }
  if (state === "busy") bridge.wake();
  if (state === "off" || state === "unpaired") connect();
}

/**
 * Connect now. `byHand` where a person has just asked for it: only then may the browser ask for its permission.
 * @param {{byHand?: boolean}} how
 */
export function connect({ byHand = false } = {}) {
  const { bridge } = coign;
  const url = wanted();
  if (!url) return bridge.disconnect("blocked", t("COIGN.Errors.Address", { address: coign.setting("bridgeUrl") }));
  if (!tokenFor()) return bridge.disconnect("unpaired");
  return bridge.connect({ url, hello }, { byHand });
}

/**
 * Pair this browser with the bridge: with the one-time code that it printed, or by a code shown on both sides.
 *
 * @param {string} code empty: show one
 * @param {(code: string) => void} show
 */
export async function pair(code, show) {
  const url = wanted();
  if (!url) throw new Unanswered(t("COIGN.Errors.Address", { address: coign.setting("bridgeUrl") }));
  coign.bridge.disconnect("connecting");
  try {
    const { world, user, client } = self();
    const label = `${game.user.name}, ${game.world.title}`;
    const request = { world, user, client, label, ...(code && { code }) };
    const token = await pairOver(new WebSocket(url, SUBPROTOCOL), request, show).catch((problem) =>
      explained(problem, url),
    );
    await game.settings.set(ID, "pairedUrl", base());
    await game.settings.set(ID, "token", token);
    await tellPaired();
  } finally {
    await connect({ byHand: true });
  }
}

/**
 * The browser tells a page nothing of why a socket failed; what it may do at all, it tells.
 *
 * @param {unknown} problem
 * @param {string} url
 * @returns {Promise<never>}
 */
async function explained(problem, url) {
  if (!(problem instanceof Unanswered)) throw problem;
  const kind = barrier(url, location);
  if (kind === "insecure-page" || kind === "mixed") throw new Unanswered(t(`COIGN.Barrier.${kind}`));
  const denied = kind === "prompt" && (await permission(url, navigator.permissions)) === "denied";
  throw denied ? new Unanswered(t("COIGN.Help.blocked")) : problem;
}

/** Forget the token. */
export async function forget() {
  coign.bridge.disconnect("unpaired");
  await game.settings.set(ID, "token", "");
  await game.settings.set(ID, "pairedUrl", "");
  await tellPaired();
  reconsider();
}

/** Tell the bridge which rules the world plays by; it says so where an option is none. */
export async function configure() {
  const { bridge } = coign;
  if (!bridge.connected) return;
  const [overrides, options] = [coign.setting("overrides"), coign.setting("options")];
  const rulesets = picked();
  const own = Object.fromEntries(Object.entries(options).filter(([ruleset]) => rulesets.includes(ruleset)));
  const facingOffset = coign.setting("facingOffset");
  try {
    await bridge.request({ type: "configure", rulesets, options: own, overrides, facingOffset });
  } catch (problem) {
    if (problem instanceof Unanswered) return; // gone again: the next welcome configures anew
    ui.notifications.error(
      t("COIGN.Errors.Configure", { why: problem instanceof Error ? problem.message : String(problem) }),
    );
  }
}

/** The bridge is there: rules first, then the scene at hand, then what came in meanwhile. */
async function welcomed() {
  coign.stream.reset();
  await configure();
  prepareScene();
  catchUp();
}

/** Send the viewed scene ahead, so that the first attack in it need not wait for it. */
export function prepareScene() {
  const scene = canvas?.scene?.id;
  if (!scene || !coign.bridge.connected) return;
  coign.stream.ready(scene).catch((problem) => console.warn(`Coign | scene ${scene} could not be sent:`, problem));
}

/** That this browser is paired is no secret, and every client must agree on who keeps the connection. */
async function tellPaired() {
  const paired = Boolean(tokenFor());
  if (Boolean(game.user.getFlag(ID, "paired")) !== paired) await game.user.setFlag(ID, "paired", paired);
}

/** @returns {string} the token, where it is for the bridge at the address now set; else empty */
function tokenFor() {
  const pinned = coign.setting("pairedUrl");
  return !pinned || pinned === base() ? coign.setting("token") : "";
}

/** @returns {string} the bridge's address in one spelling; empty where it is none */
function base() {
  try {
    return normalise(coign.setting("bridgeUrl"), location);
  } catch {
    return ""; // not an address: `wanted` is empty too, and the person is told
  }
}

/** @returns {string} the URL to open; empty where the address is none */
const wanted = () => (base() ? endpoint(base(), game.world.id, location) : "");

const self = () => ({ world: game.world.id, user: game.user.id ?? "", client: coign.setting("clientId") });

const hello = () => ({
  ...self(),
  versions: [PROTOCOL],
  token: tokenFor(),
  module: game.modules.get(ID)?.version ?? "",
  foundry: game.release?.version ?? "",
  system: game.system.id,
  systemVersion: game.system.version ?? "",
  active: game.user.isActiveGM,
});
