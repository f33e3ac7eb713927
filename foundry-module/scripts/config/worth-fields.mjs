/**
 * The worth of a house rule: read it, write it, describe it in words, and show it in the rules window. The window has a list
 * of usual worths, and below it each case, built field by field. The grammar is the bridge's (`HOUSE`).
 *
 *     +1@10, +2@20 not-flying
 */

import { actionButton, h } from "../util/dom.mjs";
import { t } from "../util/foundry.mjs";
import { HOUSE } from "../util/wire.mjs";

/** @typedef {{kind: Coign.Wire.WorthKind, number: string, at: string, words: string[]}} Worth one case of a value */
/** @typedef {{name: string, "data-ruleset": string, "data-option": string}} Given */

const CASE = new RegExp(HOUSE.case);
/** The first value of each kind of worth when it is chosen. @type {Partial<Record<Coign.Wire.WorthKind, string>>} */
const FIRST = { number: "+1", ac: "+1", die: "+1d4", miss: "20" };

/**
 * @param {Given} given
 * @param {Coign.Choice & {form: Coign.Wire.Form}} option
 * @param {string} current its value
 * @param {Record<string, string>} named who labels it
 */
export function worthFields(given, { form, values }, current, named) {
  const listed = values.includes(current) ? values : [current, ...values];
  const cases = readWorths(form, current) ?? [];
  const select = h(
    "select",
    { ...given, ...named },
    listed.map((value) => h("option", { value, selected: value === current }, worthInWords(form, value, t))),
  );
  const key = `${given["data-ruleset"]} ${given["data-option"]}`;
  return h(
    "div.coign-worth",
    {},
    select,
    h(
      "details.coign-cases",
      { "data-fold": `cases ${key}`, open: !values.includes(current) },
      h("summary", {}, t("COIGN.Rules.Cases")),
      h("p.hint", {}, t(`COIGN.Rules.${form.at ? "CasesHint" : "FewCasesHint"}`)),
      h(
        "ol",
        { ...given, name: null, "data-cases": true },
        cases.map((worth, index) => [
          h("li", { "data-kind": worth.kind }, caseFields(given, form, worth, index)),
          cases.length > 1 && actionButton("dropCase", t("COIGN.Rules.dropCase"), { "data-key": `${key} ${index}` }),
        ]),
      ),
      cases.length < HOUSE.most && actionButton("addCase", t("COIGN.Rules.addCase"), { "data-key": key }),
    ),
  );
}

/**
 * @param {Given} given
 * @param {Coign.Wire.Form} form
 * @param {Worth} entry
 * @param {number} index
 */
function caseFields(given, form, entry, index) {
  /** The attributes of a field that names itself: its part of the case is its label. @type {(...texts: string[]) => {}} */
  const part = (name, label) => ({
    name: `${given.name}.${index}.${name}`,
    "data-part": name,
    "aria-label": label,
    title: label,
  });
  /** @type {(name: string, label: string, choices: string[][], now: string) => ReturnType<typeof h>} */
  const select = (name, label, choices, now) =>
    h(
      "select",
      part(name, label),
      choices.map(([value, text]) => h("option", { value, selected: value === now }, text)),
    );
  /** @type {(name: string, label: string, value: string, min?: number, max?: number) => ReturnType<typeof h>} */
  const number = (name, label, value, min = -99, max = 99) =>
    h("input", { ...part(name, label), type: "number", step: 1, min, max, value: value && Number(value) });
  const worth = t("COIGN.Rules.CaseWorth");
  const kinds = form.worths.map((kind) => [kind, t(`COIGN.Worth.kind.${kind}`)]);
  const signs = [
    ["+", "+1d"],
    ["-", "−1d"],
  ];
  const [sign, sides] = entry.number.split("1d");
  const from = form.at ? t(`COIGN.Worth.from.${form.at}`) : "";
  return [
    select("kind", worth, kinds, entry.kind),
    (entry.kind === "number" || entry.kind === "ac") && number("number", t("COIGN.Rules.CaseNumber"), entry.number),
    entry.kind === "miss" && number("number", t("COIGN.Rules.CaseNumber"), entry.number, 1),
    entry.kind === "die" && [
      select("sign", t("COIGN.Rules.CaseSign"), signs, sign),
      number("sides", t("COIGN.Rules.CaseSides"), sides, 2),
    ],
    from && h("label", {}, from, number("at", from, entry.at, 1, 9999)),
    form.words.map((group) => {
      const words = wordsOf(group).map((word) => [word, t(`COIGN.Worth.word.${word}`)]);
      const choices = [["", t(`COIGN.Worth.any.${group}`)], ...words];
      const now = entry.words.find((word) => wordsOf(group).includes(word)) ?? "";
      return select(`word.${group}`, t(`COIGN.Worth.group.${group}`), choices, now);
    }),
  ];
}

/**
 * Write the value that the fields of an option say.
 * @param {HTMLElement} list the cases
 */
export const builtValue = (list) => written([...list.querySelectorAll("li")].map(builtCase));

/**
 * @param {HTMLElement} item
 */
function builtCase(item) {
  const parts = Object.fromEntries(
    [...item.querySelectorAll("[data-part]")].map((field) => [
      /** @type {HTMLElement} */ (field).dataset.part,
      /** @type {HTMLInputElement} */ (field).value.trim(),
    ]),
  );
  const kind = /** @type {Coign.Wire.WorthKind} */ (parts.kind);
  const words = Object.entries(parts).filter(([name, word]) => name.startsWith("word.") && word);
  return {
    kind,
    number: kind === item.dataset.kind ? builtNumber(kind, parts) : (FIRST[kind] ?? ""),
    at: parts.at ?? "",
    words: words.map(([, word]) => word),
  };
}

/**
 * @param {Coign.Wire.WorthKind} kind
 * @param {Record<string, string>} parts
 */
function builtNumber(kind, { number = "", sign = "", sides = "" }) {
  if (kind === "die") return `${sign}1d${sides}`;
  return kind === "miss" || /^[-+]/.test(number) || !number ? number : `+${number}`;
}

/**
 * Return a value with one case more, which the user still has to fill in, or with one less.
 * @param {Coign.Wire.Form} form
 * @param {string} value
 * @param {number} [without] the place of the case to leave out
 */
export function otherCases(form, value, without) {
  const cases = readWorths(form, value) ?? [];
  if (without !== undefined) return written(cases.filter((_one, index) => index !== without));
  const kind = form.worths.find((key) => FIRST[key]) ?? form.worths[0];
  return written([...cases, { kind, number: FIRST[kind] ?? "", at: "", words: [] }]);
}

/**
 * Read a value; undefined if the form does not allow it.
 * @param {Coign.Wire.Form} form
 * @param {string} text
 */
export function readWorths(form, text) {
  const cases = text.split(",").map((part) => readWorth(form, part.trim()));
  const read = cases.filter((text) => text !== undefined);
  return read.length === cases.length && read.length <= HOUSE.most ? read : undefined;
}

/**
 * @param {Coign.Wire.Form} form
 * @param {string} part
 * @returns {Worth | undefined}
 */
function readWorth(form, part) {
  const [, what, at = "", rest = ""] = part.match(CASE) ?? [];
  if (!what || (at && !form.at)) return undefined;
  const words = rest.split(" ").filter(Boolean);
  const groups = words.map((word) => form.words.find((group) => wordsOf(group).includes(word)));
  if (groups.includes(undefined) || new Set(groups).size < groups.length) return undefined;
  for (const kind of form.worths) {
    const match = what.match(`^(?:${HOUSE.worths[kind]})$`);
    if (match) return { kind, number: match[1] ?? "", at, words };
  }
  return undefined;
}

/**
 * Return the condition words of a group, of which a case has at most one.
 * @param {Coign.Wire.Condition} group
 */
const wordsOf = (group) => HOUSE.conditions[group];

/**
 * Write a value.
 * @param {Worth[]} worths
 */
export const written = (worths) =>
  worths
    .map(({ kind, number, at, words }) => [
      `${HOUSE.worths[kind].replace(/\(.*\)/, number)}${at && `@${at}`}`,
      ...words,
    ])
    .map((parts) => parts.join(" "))
    .join(", ");

/**
 * Say a value in words: "+1 on the attack, 10 ft above or more; ...".
 * @param {Coign.Wire.Form} form
 * @param {string} text
 * @param {Coign.Translate} t
 */
export function worthInWords(form, text, t) {
  const each = (/** @type {Worth} */ { kind, number, at, words }) =>
    [
      t(`COIGN.Worth.${kind}`, { number, to: t(`COIGN.Worth.to.${form.to}`) }),
      at && t(`COIGN.Worth.at.${form.at}`, { at }),
      ...words.map((word) => t(`COIGN.Worth.word.${word}`)),
    ]
      .filter(Boolean)
      .join(", ");
  return readWorths(form, text)?.map(each).join("; ") ?? text;
}
