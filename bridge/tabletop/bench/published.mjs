/** The list of the published verdicts, which `tests/support/published.py` makes of the tests. */

import { field, make } from "../elements.mjs";

const PAGE = 12; // rows at once: on a phone each is as high as a paragraph

/**
 * Show the list, if this site has it.
 * @param {{id: string, title: string}[]} systems the rule systems, in the reader's language
 * @param {(theCase: object) => void} open
 * @param {(text: string) => string} say a text of the page
 * @param {(key: string) => string} t a text of the module
 */
export async function showPublished(systems, open, say, t) {
  const response = await fetch("published.json");
  if (!response.ok) return; // `coign demo` has no tests
  const all = await response.json();
  const titles = new Map(systems.map(({ id, title }) => [id, title]));
  const titleOf = (ids) =>
    String(ids)
      .split(",")
      .map((id) => titles.get(id) ?? id)
      .join(" + ");
  const used = [...new Set(all.map((one) => String(one.case.ruleset)))];
  field("of").append(new Option(say("all"), ""), ...used.map((id) => new Option(titleOf(id), id)));
  let most = PAGE;
  const draw = () => {
    const found = all.filter(wanted());
    field("count").value = `${found.length} / ${all.length}`;
    const rows = found.slice(0, most).map((one) => row(one, titleOf(one.case.ruleset), open, say, t));
    document.querySelector("#published tbody").replaceChildren(...rows);
    field("further").hidden = found.length <= most;
  };
  for (const id of ["wanted", "of", "differing"])
    field(id).addEventListener("input", () => {
      most = PAGE;
      draw();
    });
  field("further").addEventListener("click", () => {
    most += PAGE;
    draw();
  });
  draw();
  field("published").hidden = false;
}

/** Return whether a verdict is among those that the fields ask for. */
function wanted() {
  const words = field("wanted").value.toLowerCase().split(/\s+/).filter(Boolean);
  const of = field("of").value;
  const differing = field("differing").checked;
  return (one) => {
    const text = `${one.case.name} ${one.case.why} ${one.case.source} ${one.says}`.toLowerCase();
    return (
      (!of || String(one.case.ruleset) === of) &&
      (!differing || one.differs.length) &&
      words.every((word) => text.includes(word))
    );
  };
}

const degreeText = (degree, t) => t(`COIGN.Said.degree-${degree}`);

function row({ case: theCase, says, cover, others, differs }, title, open, say, t) {
  const { why, name, source, example } = theCase;
  const lang = "en"; // of the tests, whatever the page's is
  const button = make("button", { type: "button", lang, onclick: () => open(theCase) }, why || name);
  const cell = (id, module) => {
    const found = make("td", {}, others[id] ? degreeText(others[id], t) : "–");
    found.dataset.of = others[id] ? module : "";
    if (differs.includes(id)) found.dataset.differs = "";
    return found;
  };
  return make(
    "tr",
    {},
    make("td", {}, button, make("small", {}, `${title}: ${name}`)),
    make("td", { lang }, example ? make("a", { href: example, rel: "noopener" }, source) : source),
    make("td", {}, make("span", { lang }, says), make("small", {}, `${say("cover")}: ${degreeText(cover, t)}`)),
    cell("simplecover5e", "Simple Cover 5e"),
    cell("pf2e-visioner", "PF2e Visioner"),
  );
}
