/** One client's page: builds its Foundry, loads the module, draws the table. */

import { Board } from "./board.mjs";
import { Client } from "./foundry/client.mjs";
import { CONST } from "./foundry/config.mjs";
import { seededUniform } from "./foundry/dice/index.mjs";
import { installGlobals } from "./foundry/globals.mjs";
import { Panel } from "./panel.mjs";
import { Path } from "./path.mjs";
import { systemOf } from "./systems/index.mjs";
import { translatePage } from "./texts.mjs";

const { world, modules, demo, readDemo, query, lang, texts } = window.parent.tabletop;
const userId = new URLSearchParams(location.search).get("user");

/** Return storage of this client's own, so that two clients do not share their `client` settings. */
function ownStorage() {
  const name = (key) => `tabletop.${userId}.${key}`;
  return {
    getItem: (key) => localStorage.getItem(name(key)),
    setItem: (key, value) => localStorage.setItem(name(key), value),
    removeItem: (key) => localStorage.removeItem(name(key)),
  };
}

/** Load PIXI. Foundry always has it; if this installation of the bridge lacks it, the map has no overlay. */
async function loadPIXI() {
  try {
    return await import("./pixi.mjs");
  } catch {
    return null; // the map reports this, once the client is there to translate the message
  }
}

/** Store the demo server's token where the module looks for one. A player's browser has none, as at a real table. */
function presetPairing(storage, { url, token }) {
  storage.setItem("coign.bridgeUrl", JSON.stringify(url));
  storage.setItem("coign.pairedUrl", JSON.stringify(url));
  storage.setItem("coign.token", JSON.stringify(token));
}

async function loadModule(client, manifest) {
  const { i18n } = client.game;
  const at = (path) => new URL(path, new URL(`../modules/${manifest.id}/`, location.href)).href;
  const texts = (manifest.languages ?? []).filter(({ lang }) => lang === "en" || lang === i18n.lang);
  const responses = await Promise.all(texts.map(({ path }) => fetch(at(path))));
  for (const [n, { lang, path }] of texts.entries()) {
    // if a language file is missing, only its texts are, as in Foundry
    if (responses[n].ok) i18n.take(lang, await responses[n].json());
    else console.error(`the language file ${path} could not be read: ${responses[n].status}`);
  }
  for (const style of manifest.styles ?? []) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = at(style.src ?? style) + (client.generation >= 14 ? `?v=${manifest.version}` : "");
    document.head.append(link);
  }
  // a file that cannot be loaded keeps neither the others nor the world from starting
  for (const path of manifest.scripts ?? []) await loadScript(at(path)).catch(reportError);
  for (const path of manifest.esmodules ?? []) await import(at(path)).catch(reportError);
}

function loadScript(src) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src, onload: resolve });
    script.onerror = () => reject(new Error(`the script ${src} could not be read`));
    document.head.append(script);
  });
}

/**
 * Fetch the new token of a demo server that was restarted, and make the module connect by setting the address again.
 * The server does not know the old token, and a module that was refused does not try again by itself.
 */
async function renewPairing(client) {
  const { settings, modules } = client.game;
  if (modules.get("coign").api?.state !== "refused") return;
  const next = await readDemo();
  if (!next || JSON.stringify(next.token) === storage.getItem("coign.token")) return;
  presetPairing(storage, next);
  storage.removeItem("coign.bridgeUrl");
  await settings.set("coign", "bridgeUrl", next.url);
}

/**
 * Keep the first card in view until a second message comes or somebody touches the page: where the chat is below the map, as
 * on a phone, nobody would look for it there. The card grows when it has been judged.
 */
function showFirstCard() {
  const log = document.querySelector("#chat-log");
  const show = () => {
    const messages = log.querySelectorAll("[data-message-id]");
    if (messages.length > 1) watch.disconnect();
    else if (log.querySelector(".coign-card")) messages[0].scrollIntoView({ block: "nearest" });
  };
  const watch = new MutationObserver(() => requestAnimationFrame(show));
  watch.observe(log, { childList: true, subtree: true });
  for (const act of ["pointerdown", "wheel", "keydown"])
    document.addEventListener(act, () => watch.disconnect(), { once: true, passive: true });
}

function useTheme() {
  const theme = window.parent.document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = theme;
  // Foundry marks the body, the interface and each window; the chat log and what is popped out of it stay light
  const themed = document.querySelectorAll("#interface, .application.themed:not(.chat-popout)");
  for (const part of [document.body, ...themed]) {
    part.classList.toggle("theme-dark", theme === "dark");
    part.classList.toggle("theme-light", theme !== "dark");
  }
}

const storage = ownStorage();
const isGM = world.data.documents.User.find((user) => user._id === userId).role >= CONST.USER_ROLES.ASSISTANT;
if (demo && isGM) presetPairing(storage, demo);
useTheme();
showFirstCard();
window.addEventListener("theme", useTheme);

translatePage(document, texts);
const client = new Client(world, userId, { window, storage, lang, texts, PIXI: await loadPIXI() });
window.addEventListener("pagehide", () => client.close());
if (query.has("seed"))
  client.CONFIG.Dice.randomUniform = seededUniform(
    Number(query.get("seed")) + world.data.documents.User.findIndex((user) => user._id === userId),
  );
installGlobals(client, window);
const system = systemOf(client.game.system.id);
system.install(client, window);
client.Hooks.on("canvasReady", () => client.ui.controls.render({ reset: true }));
document.documentElement.lang = client.game.i18n.lang;
document.body.classList.toggle("gm", isGM);
document.querySelector("#board").dataset.who = client.t(isGM ? "Game master" : "Player");
document.querySelector("#chat-log").dataset.empty = client.t("Rolls appear here, with what Coign makes of them.");

/** Return the ids of the world's rule systems, chosen or its game system's; none while the module is switched off. */
function rulesInUse() {
  if (!client.game.settings.settings.has("coign.rulesets")) return [];
  const chosen = client.game.settings.get("coign", "rulesets");
  return chosen.length ? chosen : [system.rules];
}
if (!client.PIXI)
  document.querySelector("#lacking").textContent = client.t(
    "Nothing is drawn over the map: this installation lacks PIXI. A wheel that “python3 dev.py wheel” builds has it.",
  );
const board = new Board(client);
const panel = new Panel(client, board, system);
const path = new Path(client, system, rulesInUse, (token, weapon) => panel.strike(token, weapon));
await client.start({
  async load() {
    for (const manifest of modules) await loadModule(client, manifest);
  },
  async show(stage) {
    if (stage === "setup") await client.ui.chat.render();
  },
});
// a player begins each scene with its own character under control, so that the first click can already be an attack
const takeOwn = () => {
  const own = client.user.character;
  if (own) client.canvas.tokens.placeables.find((token) => token.actor === own)?.control();
};
takeOwn();
client.Hooks.on("canvasReady", takeOwn);
client.Hooks.on("canvasReady", () => client.scenes.active && window.parent.tabletop.showScene(client.scenes.active));
const showRules = () => window.parent.tabletop.showRules(rulesInUse());
showRules();
client.Hooks.on("clientSettingChanged", (key) => key === "coign.rulesets" && showRules());
// the hook comes when the engine has answered, and has told what it has
const showSystems = () => window.parent.tabletop.showRuleSystems(client.game.modules.get("coign").api.rulesets);
if (isGM) client.Hooks.on("coign.connected", showSystems);
board.draw();
panel.draw();
path.draw();

/** Let the first step play itself, once its card can come at once. */
async function playFirst() {
  if (client.game.modules.get("coign").api?.state === "connected") await path.begin();
  else client.Hooks.once("coign.connected", () => path.begin());
}
if (client.user.isActiveGM && query.get("path") !== "wait") await playFirst();

if (demo && isGM) setInterval(() => renewPairing(client).catch((error) => client.report(error, "pairing anew")), 1000);

/** The parts that tests and the console use. */
window.tabletop = { client, board, panel, path, dice: client.CONFIG.Dice };
document.body.dataset.ready = "true";
