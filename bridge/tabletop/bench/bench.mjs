/**
 * The open bench: a case is drawn or pasted, the engine in this page judges it, and a link carries all of it. The case in
 * the link, the case in the form and the case that is judged are one value; `bench/link.mjs` and `coign/bench/ruling.py`
 * say what it has.
 */

import { rulesetTitle } from "../../../foundry-module/scripts/util/texts.mjs";
import { field } from "../elements.mjs";
import { readTexts, translatePage } from "../texts.mjs";
import { openEngine } from "./engine.mjs";
import { choicesOf, FIRST, Form, optionFields } from "./form.mjs";
import { caseOf, linkOf } from "./link.mjs";
import { showPublished } from "./published.mjs";
import { shown } from "./ruling.mjs";
import { sentenceOf, Wrong } from "./wrong.mjs";

const MODULE = new URL("../../modules/coign/", location.href);
const PAUSE = 150; // ms after the last key
const LANGUAGES = { en: "English", de: "Deutsch" };

const query = new URLSearchParams(location.search);
const preferred = navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => tag in LANGUAGES);
const lang = query.get("lang") ?? preferred ?? "en";
const texts = await readTexts(lang, "../");
const say = (text) => texts[text] ?? text;
document.documentElement.lang = lang;
translatePage(document, texts);
const dark = matchMedia("(prefers-color-scheme: dark)");
const useTheme = () => {
  document.documentElement.dataset.theme = dark.matches ? "dark" : "light"; // as the drawings choose theirs
};
dark.addEventListener("change", useTheme);
useTheme();

const language = field("language");
language.append(...Object.entries(LANGUAGES).map(([id, name]) => new Option(name, id, false, id === lang)));
language.addEventListener("change", () => {
  query.set("lang", language.value);
  location.search = query; // the case stays in the address
});

const t = await moduleTexts();
const engine = openEngine(({ loaded, total }) => {
  field("state").textContent = `${say("Coign is loading:")} ${Math.round((100 * loaded) / total)} %`;
});

let pause = 0;
let asked = 0;
const form = new Form(
  (theCase) => {
    clearTimeout(pause);
    pause = setTimeout(() => judge(theCase), PAUSE);
  },
  tell,
  say,
);

try {
  const systems = (await engine.systems()).map((one) => ({ ...one, title: rulesetTitle(one, t) }));
  field("ruleset").append(...choicesOf(systems).map(({ value, title }) => new Option(title, value)));
  field("ruleset").addEventListener("input", () => setTimeout(() => showOptions(systems)));
  const open = async (theCase) => {
    form.show(theCase);
    showOptions(systems);
    await judge(theCase);
  };
  const follow = async () => {
    clearTimeout(pause);
    asked++; // no answer to an older case is shown under this address
    try {
      await open((await caseOf(location.hash)) ?? FIRST);
    } catch (problem) {
      tell(problem);
      field("state").scrollIntoView({ block: "center" }); // on a phone it is below the form
    }
  };
  addEventListener("hashchange", follow);
  form.show(FIRST);
  showOptions(systems);
  await follow();
  await showPublished(
    systems,
    (theCase) => {
      open(theCase);
      scrollTo({ top: 0, behavior: "smooth" });
    },
    say,
    t,
  );
} catch (problem) {
  tell(problem);
}

field("link").addEventListener("click", () => copy(location.href));
field("test").addEventListener("click", () => copy(field("answer").dataset.test));
document.body.dataset.ready = "true";

/** Have a case judged, show the ruling, and put the case into the address. */
async function judge(theCase) {
  const mine = ++asked;
  const [link, ruling] = await Promise.all([linkOf(theCase), engine.rule(theCase).catch((problem) => ({ problem }))]);
  if (mine !== asked || !ruling) return; // somebody has typed on, or followed a link
  history.replaceState(null, "", `${location.pathname}${location.search}${link}`);
  field("link").disabled = !link;
  field("copied").value = link ? "" : say("This case is too large for a link: copy it as a test case.");
  if (ruling.problem) return tell(ruling.problem);
  form.showCreatures(ruling.creatures);
  if (ruling.error) return tell(new Wrong(ruling.kind, ruling.about, ruling.error));
  field("state").hidden = true;
  delete field("state").dataset.wrong;
  field("answer").replaceChildren(...shown(ruling, t, say));
  field("answer").dataset.test = ruling.test;
  field("answer").dataset.annotation = ruling.annotation;
  field("answer").hidden = false;
  field("deeds").hidden = false;
}

/** Say why there is no ruling. The console has the fault itself. */
function tell(problem) {
  console.warn(problem);
  field("state").hidden = false;
  field("state").textContent = sentenceOf(problem, say);
  field("state").dataset.wrong = "";
  field("answer").hidden = true;
  field("deeds").hidden = true;
}

/** Show the options of the chosen rule systems; where there are two, each has its own part of the case's options. */
function showOptions(systems) {
  const ids = [form.case.ruleset].flat();
  const { options = {} } = form.case;
  const choose = (chosen) => {
    form.show({ ...form.case, options: chosen });
    showOptions(systems);
    judge(form.case);
  };
  const fields = ids.flatMap((id) => {
    const ruleset = systems.find((one) => one.id === id);
    if (!ruleset) return [];
    if (ids.length === 1) return optionFields(ruleset, options, t, choose);
    return optionFields(ruleset, options[id] ?? {}, t, (chosen) => choose({ ...options, [id]: chosen }));
  });
  document.querySelector("#options div").replaceChildren(...fields);
  field("options").hidden = !fields.length;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    field("copied").value = say("copied");
  } catch (problem) {
    console.warn(problem);
    field("copied").value = say("The browser does not let this page copy.");
  }
}

/** Read the module's language files, in English and over it in the reader's language. */
async function moduleTexts() {
  const files = (await fetchJson("module.json")).languages.filter((one) => one.lang === "en" || one.lang === lang);
  const sorted = files.sort((a, b) => Number(a.lang === lang) - Number(b.lang === lang));
  const trees = await Promise.all(sorted.map(({ path }) => fetchJson(path)));
  return (key, data = {}) => {
    for (const tree of trees.toReversed()) {
      const text = key.split(".").reduce((part, name) => part?.[name], tree);
      if (typeof text === "string") return text.replace(/{([^}]+)}/g, (_whole, name) => data[name]);
    }
    return key;
  };
}

async function fetchJson(path) {
  const response = await fetch(new URL(path, MODULE));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}
