/**
 * The page that `coign demo` opens: it holds the world, as Foundry's server would, and shows a game master's and a
 * player's client side by side, each in a frame with globals of its own that runs the real module.
 *
 * In the address: `?scene=hexes` or `gridless`, `?v=14` for Foundry 14's shapes (13 without), `?system=pf2e`, `pf1` or
 * `D35E` for a world of that game system, `?rules=partial-advantage` for a world that plays by these rules (without,
 * nobody has chosen: those printed for its game system), `?lang=de` (the browser's language without), `?theme=dark`,
 * `?clients=gm,player`, `?also=lib-wrapper,about-face` for other modules beside Coign, which the server must have,
 * `?path=wait` for a table whose first step does not play itself, `?view=both` for the views of both side by side,
 * `?latency=50` milliseconds between the clients and the server, `?seed=7` for the same dice each time, `?compute=page`
 * for a world without a bridge, in which Coign computes in the game master's browser, or `?compute=bridge` for one that
 * never does, `?setup` for a world into which no module is installed yet.
 */

import { DEFAULT_LEVEL } from "./foundry/version-14.mjs";
import { World } from "./foundry/world.mjs";
import { setUp } from "./setup.mjs";
import { documentsFor, SYSTEMS, systemOf } from "./systems/index.mjs";
import { readTexts, translateDocuments, translatePage } from "./texts.mjs";

const USERS = { gm: "userGM0000000000", gm2: "userGM2000000000", player: "userPlayer000000" };
const BUILDS = { 13: "13.351", 14: "14.369" };
const ROOM = matchMedia("(min-width: 2200px)"); // for the views of both, each with its chat beside its map
const ROW = matchMedia("(min-width: 1100px)"); // for the choices in the bar; in a narrower one they open
const SCENES = { squares: null, hexes: "sample-hexes.json", gridless: "sample-gridless.json" }; // the first is the world's

const query = new URLSearchParams(location.search);
const generation = query.get("v") === "14" ? 14 : 13;
const system = systemOf(query.get("system"));

async function read(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} could not be read: ${response.status} ${response.statusText}`);
  return response.json();
}

/** Return the sample world in v14's shape: one level that contains everything. */
function withLevel(documents) {
  const scenes = documents.Scene.map((scene) => ({ ...scene, levels: [{ _id: DEFAULT_LEVEL, name: "Ground" }] }));
  return { ...documents, Scene: scenes };
}

/**
 * Fetch the token that the demo server gives to this page alone. A static folder has "null" in its place, and Coign then
 * computes in the page.
 */
async function readDemo() {
  const response = await fetch("demo.json");
  return response.ok ? response.json() : null;
}

/** Read the sample world, with a scene for each kind of grid; the one in the address is active. */
async function readWorld() {
  const names = Object.keys(SCENES).filter((name) => SCENES[name]);
  const [world, ...scenes] = await Promise.all([read("sample-scene.json"), ...names.map((name) => read(SCENES[name]))]);
  const all = [...world.Scene, ...scenes];
  const active = Math.max(0, Object.keys(SCENES).indexOf(query.get("scene")));
  const documents = await documentsFor(system, world, read);
  return translateDocuments(
    { ...documents, Scene: all.map((scene, n) => ({ ...scene, active: n === active })) },
    texts,
  );
}

/** The manifests in the order in which their files are loaded: Coign last. */
const ids = [...(query.get("also")?.split(",") ?? []), "coign"];
const served = await Promise.all(ids.map((id) => read(`../modules/${id}/module.json`)));
const languages = new Map(served.at(-1).languages.map(({ lang, name }) => [lang, name])); // each has several files
const preferred = navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => languages.has(tag));
const lang = query.get("lang") ?? preferred ?? "en";
const texts = await readTexts(lang);
document.documentElement.lang = lang;
translatePage(document, texts);
const compute = query.get("compute") ?? "auto";
const bare = query.has("setup");
const [documents, demo] = await Promise.all([readWorld(), compute === "page" || bare ? null : readDemo()]);
const say = (text) => texts[text] ?? text;
const modules = bare ? await setUp(document.querySelector("#clients"), served, generation, say) : served;
const world = new World(
  {
    id: demo?.world ?? "demo",
    title: "Coign demo",
    generation,
    version: BUILDS[generation],
    system: { id: system.id, title: say(system.title), version: system.versions[generation] },
    modules,
    documents: generation === 14 ? withLevel(documents) : documents,
  },
  { latency: Number(query.get("latency") ?? 0) },
);

if (query.get("rules")) world.settings.set("coign.rulesets", JSON.stringify([query.get("rules")]));

if (!bare) world.settings.set("coign.computeOn", JSON.stringify(compute));

/** The parts of this page that a client's frame uses. */
window.tabletop = {
  world,
  modules,
  demo,
  readDemo,
  generation,
  query,
  lang,
  texts,
  frames: new Map(),
  open,
  close,
  show,
};

/** Log a user in, in a frame of its own; reload the frame if it is open. */
function open(name) {
  const frame = window.tabletop.frames.get(name) ?? document.createElement("iframe");
  frame.contentDocument?.body?.removeAttribute("data-ready"); // so that nobody takes the old page for the new one
  frame.title = say(name === "player" ? "The player's view" : "The game master's view");
  frame.dataset.client = name;
  frame.src = `client.html?user=${USERS[name]}`;
  if (!frame.isConnected) document.querySelector("#clients").append(frame);
  window.tabletop.frames.set(name, frame);
  return frame;
}

function close(name) {
  world.disconnect(USERS[name]);
  window.tabletop.frames.get(name)?.remove();
  window.tabletop.frames.delete(name);
}

function show(view) {
  document.querySelector("#clients").dataset.view = view;
  for (const button of document.querySelectorAll("[data-view]"))
    button.setAttribute("aria-pressed", String(button.dataset.view === view));
}

function useTheme(theme) {
  for (const page of [window, ...[...window.tabletop.frames.values()].map((frame) => frame.contentWindow)]) {
    page.document.documentElement.dataset.theme = theme;
    page.dispatchEvent(new Event("theme"));
  }
}

/** Only the GM's client may activate a scene or choose the rules, and then everybody sees them. */
const gamemaster = () => window.tabletop.frames.get("gm")?.contentWindow.game;
const chooser = document.querySelector("#scene");
chooser.append(...documents.Scene.map(({ _id, name, active }) => new Option(name, _id, active, active)));
chooser.addEventListener("change", () => gamemaster()?.scenes.get(chooser.value).activate());
window.tabletop.showScene = ({ id, name }) => {
  if (![...chooser.options].some(({ value }) => value === id)) chooser.append(new Option(name, id));
  chooser.value = id;
};

/**
 * The select of the rules has what the engine has, which the game master's client hears from it. Until then it shows what
 * the world plays by. The module's own window changes the setting too.
 */
const rules = document.querySelector("#rules");
rules.addEventListener("change", () => gamemaster()?.settings.set("coign", "rulesets", [rules.value]));
let chosen = query.get("rules") || system.rules;
window.tabletop.showRules = (ids) => {
  chosen = ids[0] ?? system.rules;
  if (![...rules.options].some(({ value }) => value === chosen)) rules.append(new Option(chosen, chosen));
  rules.value = chosen;
};
window.tabletop.showRuleSystems = (systems) => {
  rules.replaceChildren(...systems.map(({ id, title }) => new Option(title, id)));
  window.tabletop.showRules([chosen]);
};
window.tabletop.showRules([chosen]);

// Opened from the bridge's own page, the table leads back to it with the key that shows its code and buttons.
if (location.hash.startsWith("#key=")) document.querySelector("#own").href = `../?${location.hash.slice(1)}`;

/** Let a select decide what the address says of the page. */
function decides(select, name, options, value) {
  select.append(...options);
  select.value = value;
  select.addEventListener("change", () => {
    query.set(name, select.value);
    location.search = query;
  });
}

const named = [...languages].map(([id, name]) => new Option(name, id));
decides(document.querySelector("#language"), "lang", named, lang);
const playable = SYSTEMS.map(({ id, title }) => new Option(say(title), id));
decides(document.querySelector("#system"), "system", playable, system.id);
for (const button of document.querySelectorAll("nav [data-view]"))
  button.addEventListener("click", () => show(button.dataset.view));
const dark = matchMedia("(prefers-color-scheme: dark)");
document.documentElement.dataset.theme = query.get("theme") ?? (dark.matches ? "dark" : "light");
document.querySelector("#theme").addEventListener("click", () => {
  useTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
});
for (const name of (query.get("clients") ?? "gm,player").split(",")) open(name);
chooser.disabled = rules.disabled = !window.tabletop.frames.has("gm");
show(query.get("view") || (ROOM.matches ? "both" : "gm"));

const choices = document.querySelector("#choices");
const fold = () => (choices.open = ROW.matches);
ROW.addEventListener("change", fold);
fold();
