/**
 * When this client connects, and to which place, and pairing with a bridge: Foundry's side of the connection.
 *
 * When another client is to compute from now on, the one that computes goes on until the other is ready. A setting of the
 * world says who computes, so that all clients ask the same one.
 *
 * The token is pinned to the bridge that issued it: it is sent nowhere else, even if the address is changed later.
 */

import { Refused, Unanswered } from "../util/errors.mjs";
import { ownFields } from "../util/fields.mjs";
import { engineFolder, ID, t } from "../util/foundry.mjs";
import { PROTOCOL, SCHEMA, SUBPROTOCOL } from "../util/wire.mjs";
import { barrier, endpoint, normalise, permission } from "./address.mjs";
import { answers } from "./meanwhile.mjs";
import { connectionPlan, inThisBrowser, notABridge, onBridge, read } from "./places.mjs";
import { configure } from "./rulesets.mjs";

/**
 * On a GM's client, start to watch over the connection. (`ready`)
 * @param {Coign.Context} coign
 */
export async function startConnection(coign) {
  if (!game.user.isGM) return;
  const { engine, meanwhile } = coign;
  engine.on("welcome", async () => {
    if (engine.status.place === "page") coign.contract.worked("page");
    await configure(coign);
    Hooks.callAll("coign.connected");
  });
  engine.on("status", (status) => meanwhile.statusChanged(status));
  engine.on("status", () => isHandedOver(coign) && engine.disconnect("off"));
  const wake = () => {
    engine.wake();
    meanwhile.look();
  };
  window.addEventListener("online", wake);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
  if (!coign.setting("clientId")) await game.settings.set(ID, "clientId", foundry.utils.randomID());
  await publishPaired(coign);
  connectIfOwner(coign);
}

/**
 * Return whose client computes, and at which place: the one that has said so last, while it is there, else the one that is to
 * compute.
 * @param {Coign.Context} coign
 */
export function planOf(coign) {
  const { owner, place } = nextPlan(coign);
  const present = game.users.get(coign.setting("computing"));
  return { owner: present?.active && present.isGM ? present : owner, place };
}

/**
 * Return whether this client computes for the table: it is connected, and no other client answers.
 * @param {Coign.Context} coign
 */
export const computes = (coign) => coign.engine.connected && planOf(coign).owner?.isSelf === true;

/**
 * Return whether another browser has taken the bridge because it is to compute from now on.
 * @param {Coign.Context} coign
 */
export const isHandedOver = (coign) => coign.engine.status.state === "taken-over" && !nextPlan(coign).owner?.isSelf;

/**
 * Return whose client is to compute as soon as it is ready, and at which place. A module that was installed without the engine
 * needs a bridge. Every client finds that in the module's manifest.
 * @param {Coign.Context} coign
 */
export function nextPlan(coign) {
  const computeOn = coign.setting("computeOn");
  const needsBridge = (computeOn === "auto" && !engineFolder()) || !coign.contract.works("page");
  return connectionPlan(game.users, game.users.activeGM, needsBridge ? "bridge" : computeOn);
}

/**
 * Tell a player that no GM is there to answer: once, until one is there again.
 * @param {Coign.Context} coign
 */
export function tellIfAlone(coign) {
  const alone = !game.user.isGM && !game.users.activeGM;
  if (alone && !coign.toldAlone) ui.notifications.info("COIGN.Errors.NoGM", { localize: true });
  coign.toldAlone = alone;
}

/**
 * Connect if this client owns the connection now, disconnect if it does not. (Users came, left or paired, or the setting
 * of where to compute has changed.)
 * @param {Coign.Context} coign
 */
export function connectIfOwner(coign) {
  if (!game.user?.isGM || !game.ready) return;
  const { engine, meanwhile } = coign;
  const { owner, place } = nextPlan(coign);
  const { state, place: current } = engine.status;
  if (!owner?.isSelf) {
    meanwhile.end();
    if (computes(coign)) return; // until the other is ready
    if (state !== "off") engine.disconnect("off");
    return;
  }
  if (state === "busy") engine.wake();
  const elsewhere = current !== undefined && current !== place && !meanwhile.running;
  if (state === "off" || state === "unpaired" || elsewhere) connect(coign);
}

/**
 * Compute for the table from now on, if this client is to; the one that has computed stops. (`coign.configured`)
 * @param {Coign.Context} coign
 */
export async function takeOver(coign) {
  const anew = nextPlan(coign).owner?.isSelf === true && coign.setting("computing") !== game.user.id;
  if (anew) {
    const scene = canvas?.scene?.id;
    if (scene) await coign.scenes.ready(scene).catch(() => {}); // refused: other scenes may still be judged
    if (!coign.engine.connected || !nextPlan(coign).owner?.isSelf) return;
    await game.settings.set(ID, "computing", game.user.id ?? "");
  }
  if (computes(coign)) Hooks.callAll("coign.computing", anew);
}

/**
 * Connect to the address that was just set. (`coign.addressChanged`)
 * @param {Coign.Context} coign
 */
export function connectToNewAddress(coign) {
  if (game.user?.isGM && game.ready && nextPlan(coign).place === "bridge") connect(coign);
}

/**
 * Connect now.
 * @param {Coign.Context} coign
 * @param {{byHand?: boolean}} options `byHand`: a person asked for it, so the browser may ask for its permission
 */
export function connect(coign, { byHand = false } = {}) {
  const { engine, meanwhile } = coign;
  const { owner, place } = nextPlan(coign);
  meanwhile.end();
  if (place === "page") return owner?.isSelf ? computeHere(coign) : engine.disconnect("off");
  const wanted = wantedBridge(coign);
  if (!wanted) return engine.disconnect("blocked", t("COIGN.Errors.Address", { address: coign.setting("bridgeUrl") }));
  if (!pinnedToken(coign)) return engine.disconnect("unpaired");
  return engine.connect({ place: wanted, hello: () => helloOf(coign) }, { byHand });
}

/**
 * Compute in this browser. A flag of the user tells that user's other pages: they stop. (`pageChanged`)
 * @param {Coign.Context} coign
 */
export async function computeHere(coign) {
  coign.engine.connect({
    place: inThisBrowser(game.world.id, engineFolder() || "engine/"),
    hello: () => helloOf(coign),
  });
  await game.user.setFlag(ID, "page", coign.page);
}

/**
 * `updateUser`: stop to compute in this page if another page of this user has begun.
 * @param {Coign.Context} coign
 * @param {User.Implementation} user
 * @param {any} changes
 */
export function pageChanged(coign, user, changes) {
  const { page } = ownFields("user", changes);
  if (!page || page === coign.page || !user.isSelf || coign.engine.status.place !== "page") return;
  coign.meanwhile.end();
  coign.engine.disconnect("taken-over");
}

/**
 * Return whether the bridge can be reached, without a question to the person.
 * @param {Coign.Context} coign
 */
export async function bridgeAnswers(coign) {
  const place = wantedBridge(coign);
  return Boolean(place && pinnedToken(coign) && (await answers(place)));
}

/**
 * Pair this browser with the bridge: with the one-time code that the bridge printed, or by a code shown on both sides.
 * A browser that computes itself goes on until then.
 *
 * @param {Coign.Context} coign
 * @param {string} code empty: show one
 * @param {(code: string) => void} show
 */
export async function pair(coign, code, show) {
  const { engine } = coign;
  const place = wantedBridge(coign);
  if (!place) throw new Unanswered(t("COIGN.Errors.Address", { address: coign.setting("bridgeUrl") }));
  const computesHere = engine.status.place === "page";
  if (!computesHere) engine.disconnect("connecting");
  try {
    const label = `${game.user.name}, ${game.world.title}`;
    const request = { ...identityOf(coign), label, ...(code && { code }) };
    const token = await requestToken(place.open(), request, show).catch((problem) => explain(problem, place.address));
    await game.settings.set(ID, "pairedUrl", bridgeAddress(coign));
    await game.settings.set(ID, "token", token);
    if (coign.setting("computeOn") === "page") await game.settings.set(ID, "computeOn", "auto");
    await publishPaired(coign);
  } finally {
    if (!computesHere || pinnedToken(coign)) await connect(coign, { byHand: true });
  }
}

/**
 * Pair on a connection of its own. With a one-time code from the bridge in the request the answer comes at once;
 * without, `show` receives a code that a person approves at the bridge.
 *
 * @param {import("./places.mjs").Socket} socket still connecting; closed when done
 * @param {object} request `pair`, without its type
 * @param {(code: string) => void} show
 * @returns {Promise<string>} the token
 * @throws {Unanswered | Refused}
 */
function requestToken(socket, request, show) {
  return new Promise((resolve, reject) => {
    socket.onopen = () => {
      if (socket.protocol === SUBPROTOCOL) return socket.send(JSON.stringify({ type: "pair", ...request }));
      reject(new Unanswered(notABridge(socket.url)));
      socket.close(1000);
    };
    socket.onclose = ({ reason }) => reject(new Unanswered(reason || `nothing answers at ${socket.url}`));
    socket.onmessage = ({ data }) => {
      const answer = read(data);
      if (answer?.type === "pairing") show(answer.code);
      if (answer?.type === "paired") resolve(answer.token);
      if (answer?.type === "error") reject(new Refused(answer));
      if (answer?.type === "paired" || answer?.type === "error") socket.close(1000);
    };
  });
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
  if (kind === "insecure-page") throw new Unanswered(t(`COIGN.Barrier.${kind}`));
  const denied = kind === "prompt" && (await permission(url, navigator.permissions)) === "denied";
  throw denied ? new Unanswered(t("COIGN.Help.blocked")) : problem;
}

/**
 * Forget the token, and disconnect.
 * @param {Coign.Context} coign
 */
export async function unpair(coign) {
  coign.engine.disconnect("unpaired");
  await game.settings.set(ID, "token", "");
  await game.settings.set(ID, "pairedUrl", "");
  await publishPaired(coign);
  connectIfOwner(coign);
}

/**
 * Keep the user's flag that says whether this browser is paired: every client must agree on who owns the connection.
 * @param {Coign.Context} coign
 */
async function publishPaired(coign) {
  const paired = Boolean(pinnedToken(coign));
  if (Boolean(ownFields("user", game.user).paired) !== paired) await game.user.setFlag(ID, "paired", paired);
}

/**
 * Return the token, if it was issued by the bridge at the address now set; else an empty string.
 * @param {Coign.Context} coign
 */
function pinnedToken(coign) {
  const pinned = coign.setting("pairedUrl");
  return !pinned || pinned === bridgeAddress(coign) ? coign.setting("token") : "";
}

/**
 * Return the bridge's address in its normal form; an empty string if the setting is not an address.
 * @param {Coign.Context} coign
 */
function bridgeAddress(coign) {
  try {
    return normalise(coign.setting("bridgeUrl"), location);
  } catch {
    return ""; // the connection then becomes "blocked", with a message that names the address
  }
}

/**
 * Return the bridge at the address now set; null if the setting is not an address.
 * @param {Coign.Context} coign
 */
function wantedBridge(coign) {
  const address = bridgeAddress(coign);
  return address ? onBridge(endpoint(address, game.world.id, location)) : null;
}

/** @param {Coign.Context} coign */
const identityOf = (coign) => ({
  world: game.world.id,
  user: game.user.id ?? "",
  client: coign.setting("clientId"),
});

/** @param {Coign.Context} coign */
const helloOf = (coign) => ({
  ...identityOf(coign),
  versions: [PROTOCOL],
  schema: SCHEMA,
  token: pinnedToken(coign),
  module: game.modules.get(ID)?.version ?? "",
  foundry: game.release?.version ?? "",
  system: game.system.id,
  title: game.world.title ?? "",
  userName: game.user.name ?? "",
  systemVersion: game.system.version ?? "",
  active: game.user.isActiveGM,
});
