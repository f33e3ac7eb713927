/**
 * Shows on the bridge's own page what `/status.json` says, and asks it every two seconds. What others have written, and all
 * that comes from outside, is put in as text. A part with the keyboard's focus in it stays as it is, so that nobody loses
 * their place.
 */

const SECONDS = 2;
const key = new URLSearchParams(location.search).get("key") ?? "";
const query = key ? `?${new URLSearchParams({ key })}` : "";
const language = navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
const texts = await read("/status-texts.json");

async function read(path) {
  const answer = await fetch(path + query, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** Make an element. Its children are elements and texts, in lists of any depth. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.flat(Infinity));
  return element;
}

const code = (text) => make("code", {}, text);
const paragraph = (...children) => make("p", {}, children);
const row = (...children) => make("div", { class: "row" }, children);

/**
 * Return a text of the table as a list of texts and elements. `{name}` is one of the values, and `*words*` are what
 * Foundry calls something.
 */
function say(name, values = {}) {
  const [english, german] = texts[name];
  return (language === "de" ? german : english).split(/(\{\w+\}|\*[^*]+\*)/).map((part) => {
    if (part.startsWith("{")) return values[part.slice(1, -1)];
    return part.startsWith("*") ? make("i", {}, part.slice(1, -1)) : part;
  });
}

/** Return a form with one button, empty if this visitor may not press it. */
function button(status, action, text, value = "yes") {
  if (!status.buttons.includes(action)) return [];
  const address = `/press?${new URLSearchParams({ key, [action]: value })}`;
  return [make("form", { method: "post", action: address }, make("button", {}, say(text)))];
}

const foundry = (status) => status.worlds.filter((world) => !world.practice);
const manifest = () => code(`http://${location.host}/module.json`);
/** The texts for few browsers that are paired, by their number. */
const PAIRED = ["paired-none", "paired-one"];
const between = (parts, separator) => parts.flatMap((part, n) => (n ? [separator(), part] : [part]));

/** The content of each part of the page. Empty parts are hidden, and so are sections with empty parts alone. */
const PARTS = {
  version: (status) => say("version", { version: status.version }),
  state: (status) => {
    const [kind, words] = state(status);
    return [make("p", { class: `state ${kind}` }, words)];
  },
  title: (status) => say(foundry(status).length ? "set-up" : "next"),
  "install-title": (status) => titled("install", status.installed),
  install: () =>
    say("install-step", {
      manifest: manifest(),
      ways: make("a", { href: "#module" }, say("other-ways")),
    }),
  "pair-title": (status) => titled("pair", foundry(status).length > 0),
  pair: (status) => say("pair-step", { code: pairingCode(status) }),
  "rules-title": (status) =>
    titled(
      "rules",
      foundry(status).some((world) => world.rules.length),
    ),
  practice: (status) => {
    const practice = button(status, "practice", "practice");
    return practice.length ? [say("no-foundry"), practice] : [];
  },
  pairing: (status) => [
    status.asks.map((ask) => asking(status, ask)),
    paragraph(say(PAIRED[status.paired] ?? "paired-many", { count: status.paired })),
    status.problem ? paragraph(say("unwritten", { why: status.problem })) : [],
    whoMayAsk(status),
  ],
  worlds: (status) => (status.worlds.length ? [make("div", { class: "wide" }, worldTable(status.worlds))] : []),
  ways: (status) => {
    const download = () => make("a", { href: `/coign.zip${query}` }, say("download"));
    const ways = {
      here: { manifest: manifest() },
      elsewhere: { download: download(), folder: code("Data/modules/coign") },
      forge: { download: download() },
      ...(status.release ? { anywhere: { manifest: code(status.release) } } : {}),
    };
    const rows = Object.entries(ways).map(([who, values]) => [
      make("dt", {}, say(who)),
      make("dd", {}, say(`${who}-help`, values)),
    ]);
    return [make("dl", {}, rows)];
  },
  program: (status) => {
    const metrics = make("a", { href: `/metrics${query}` }, say("metrics"));
    const log = make("a", { href: `/coign.log${query}` }, say("log"));
    return [
      paragraph(status.log ? [say("log-help", { log }), " · "] : [], metrics),
      status.buttons.includes("stop") ? row(button(status, "stop", "stop")) : [],
    ];
  },
};

/** Return what the bridge is doing, and whether that is `connected` or `waiting` for the person. */
function state(status) {
  if (status.demo) return ["waiting", say("demo", { command: code("coign") })];
  const worlds = foundry(status);
  const waiting = [say("waiting"), status.worlds.length ? [" ", say("practising")] : []];
  if (!worlds.length) return ["waiting", waiting];
  const titles = (some) => some.map((world) => world.title).join(", ");
  const connected = say("connected", { names: titles(worlds) });
  const idle = worlds.filter((world) => !world.rules.length);
  if (!idle.length) return ["connected", connected];
  return ["waiting", [connected, " ", say("without-rules", { names: titles(idle) })]];
}

/** Return the title of a step, which is ticked when it is done. */
function titled(step, done) {
  document.getElementById(step).className = done ? "done" : "open";
  return [say(`${step}-title`), done ? [" (", say("done"), ")"] : []];
}

/** Return where the one-time code is, and for a visitor with the key the code and how long it is good. */
function pairingCode(status) {
  if (status.demo) return say("demo-code", { command: code("coign") });
  if (!status.key) return say("printed-code");
  if (!status.code) return [say("this-code"), " ", button(status, "code", "show-code")];
  const good = status.minutes === 1 ? say("minute") : say("minutes", { minutes: status.minutes });
  const shown = make("p", { class: "code" }, code(status.code), " ", make("span", {}, good));
  return [say("this-code"), shown];
}

function asking(status, ask) {
  const asks = say("asks", { ...ask, who: ask.label || say("browser"), code: code(ask.code) });
  return row(
    asks,
    ["approve", "refuse"].map((answer) => button(status, answer, answer, ask.code)),
  );
}

function whoMayAsk(status) {
  if (!status.key) return paragraph(say("needs-key"));
  return status.open ? paragraph(say("is-open")) : button(status, "open", "open");
}

function worldTable(worlds) {
  const heads = ["world", "foundry", "user", "rules", "scenes"].map((name) => make("th", {}, say(name)));
  const rows = worlds.map((world) => [
    world.title,
    world.origin,
    world.user,
    world.rules.join(", ") || say("no-rules"),
    world.scenes.length ? between(world.scenes.map(sceneLine), () => make("br", {})) : say("no-scenes"),
  ]);
  const cells = rows.map((row) =>
    make(
      "tr",
      {},
      row.map((cell) => make("td", {}, cell)),
    ),
  );
  return make("table", {}, make("tr", {}, heads), cells);
}

/** Return the name of a scene and how many documents of each kind it has: `Crypt (1 token, 12 walls)`. */
function sceneLine(scene) {
  const counts = Object.entries(scene.counts).map(([kind, count]) => [
    `${count} `,
    say(count === 1 ? kind.replace(/s$/, "") : kind),
  ]);
  return [`${scene.name} (`, counts.length ? between(counts, () => ", ") : say("empty"), ")"];
}

function show(status) {
  for (const slot of document.querySelectorAll("[data-part]")) {
    const fresh = make("div", {}, PARTS[slot.dataset.part](status));
    const isNew = slot.innerHTML !== fresh.innerHTML;
    if (isNew && !slot.contains(document.activeElement)) slot.replaceChildren(...fresh.childNodes);
    slot.hidden = !slot.hasChildNodes();
  }
  for (const section of document.querySelectorAll("section")) {
    section.hidden = !section.querySelector("[data-part]:not([hidden])");
  }
  document.querySelector("main").hidden = false;
}

function away() {
  document.querySelector(".state")?.replaceWith(make("p", { class: "state waiting" }, say("away")));
}

/** Press the button that stops the bridge, which can show no page afterwards. */
async function stop(event) {
  if (!new URL(event.target.action).searchParams.has("stop")) return;
  event.preventDefault();
  const answer = await fetch(event.target.action, { method: "POST" });
  if (!answer.ok) return;
  isStopped = true;
  document.title = say("stopped").join("");
  document.querySelector("h1").textContent = document.title;
  document.querySelector("[data-part=version]").hidden = true;
  document.querySelector("main").replaceChildren(paragraph(say("stopped-help")));
}

let isStopped = false;
document.documentElement.lang = language;
for (const place of document.querySelectorAll("[data-say]")) place.append(...say(place.dataset.say));
for (const place of document.querySelectorAll("[data-label]")) {
  place.setAttribute("aria-label", say(place.dataset.label).join(""));
}
document.addEventListener("submit", stop);
while (!isStopped) {
  await read("/status.json").then(show).catch(away);
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
}
