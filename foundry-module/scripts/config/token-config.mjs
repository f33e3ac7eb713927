/**
 * Coign's tab on a token's sheet: traits of the creature that the GM sets, because no document has them or because they
 * are different.
 *
 * Each control is saved as a field of `flags.coign`, which goes before what the game system's adapter reads. An empty
 * control is null: the system's value is used, and is shown as the placeholder.
 */

import { rulesetsInUse } from "../connection/rulesets.mjs";
import { setOnToken } from "../systems/index.mjs";
import { elementOf, h } from "../util/dom.mjs";
import { ownFlags } from "../util/fields.mjs";
import { hooksFor, t } from "../util/foundry.mjs";
import { DEGREES, GIVES, SENSES } from "../util/wire.mjs";
import { choice, group, numberInput, textInput } from "./sheet-fields.mjs";

const TAB = "coign";
const YES_NO = [null, true, false];
const UNFLANKABLE = [null, [], ["flanking"], ["sneak-attack"], ["flanking", "sneak-attack"]];
/** The choices for removing advantage or disadvantage; null: as the creature's features say. */
export const WITHOUT = [null, ["attacked-with-advantage"], ["advantage"], ["disadvantage"]];
const ARMS = [null, "left", "right"];

/**
 * Add the tab to the sheets of tokens and of actors' prototype tokens. Call it while Foundry initialises.
 * @param {Coign.Context} coign
 */
export function registerTokenConfig(coign) {
  const { on } = hooksFor(coign, "tokenSheet");
  on("renderTokenConfig", (sheet, element) => addTab(coign, sheet, element, sheet.document));
  on("renderPrototypeTokenConfig", (sheet, element) =>
    addTab(coign, sheet, element, /** @type {Coign.Foreign} */ (sheet).token),
  );
}

/**
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} sheet
 * @param {HTMLElement} element
 * @param {Coign.Foreign} token a token's document, or a prototype
 */
function addTab(coign, sheet, element, token) {
  const tabs = element.querySelector("nav.sheet-tabs, nav.tabs");
  const footer = element.querySelector("footer");
  if (!coign.contract.meet("token-sheet-met", element) || !tabs || !footer || !token) return;
  // The sheet renders its own parts again when the token changes: the link is gone then, and our values are old.
  for (const old of element.querySelectorAll(`[data-tab="${TAB}"]`)) old.remove();
  const tabGroup = tabs.querySelector("[data-group]")?.getAttribute("data-group") ?? "sheet";
  const active = sheet.tabGroups?.[tabGroup] === TAB ? ".active" : "";
  const data = { "data-group": tabGroup, "data-tab": TAB };
  const icon = h("i.fa-solid.fa-chess-rook", { inert: true });
  const link = h(`a${active}`, { "data-action": "tab", ...data }, icon, " ", h("span", {}, t("COIGN.Token.Tab")));
  const section = h(
    `div.tab.coign-token.standard-form.scrollable${active}`,
    data,
    contents(
      shownValues(token),
      coign.adapter.tokenDefaults(token),
      token.parent?.grid?.units ?? "",
      degreesInUse(coign),
    ),
  );
  tabs.append(elementOf(link, element.ownerDocument));
  footer.before(elementOf(section, element.ownerDocument));
}

/**
 * Return the values to show: for a token in a scene those that count, for a prototype all. Tokens placed from a prototype
 * take over the values that a GM set.
 * @param {Coign.Foreign} token a token's document, or a prototype
 */
const shownValues = (token) => (token.parent?.tokens ? setOnToken(token) : ownFlags(token));

/**
 * @typedef {keyof Coign.TokenSheetValues | `shield.${keyof Coign.Wire.Shield}` | `senses.${keyof Coign.Wire.Senses}`} Field
 */

/**
 * @param {Coign.TokenSheetValues} set what the GM has set
 * @param {Coign.TokenTraits} read the system's
 * @param {string} units
 * @param {string[]} degrees of cover that the rules in use have, from the least
 */
function contents(set, read, units, degrees) {
  const { getProperty } = foundry.utils;
  /**
   * @param {Field} field
   * @param {(name: string, value: unknown) => import("../util/dom.mjs").Node_} control
   * @param {{label?: string, units?: string}} [more] `label`: the name of its texts, if not the field's with `label`
   */
  const row = (field, control, { label = `${field}.label`, units } = {}) => ({
    label: `COIGN.Token.${label}`,
    control: control(`flags.coign.${field}`, getProperty(set, field)),
    units,
  });
  /**
   * @param {Field} field
   * @param {{min?: number, max?: number, step?: string, placeholder?: string}} attributes
   * @param {Parameters<typeof row>[2]} [more]
   */
  const number = (field, attributes, more) => {
    const ofSystem = getProperty(read, field);
    const placeholder = ofSystem === undefined ? "" : String(ofSystem);
    return row(field, (name, value) => numberInput(name, value, { placeholder, ...attributes }), more);
  };
  /**
   * @param {Field} field
   * @param {unknown[]} values
   * @param {Parameters<typeof row>[2]} [more]
   */
  const pick = (field, values, more) => {
    const options = values.map(
      (value) => /** @type {[unknown, string]} */ ([value, t(`COIGN.Token.${field}.${nameOf(value)}`)]),
    );
    return row(field, (name, value) => choice(name, options, value), more);
  };
  return [
    group("COIGN.Token.Facing", [
      pick("faceless", YES_NO),
      number("facing", { min: 0, step: "1", placeholder: "" }),
      pick("shield.side", ARMS, { label: "shield.label" }),
      number("shield.spell", { min: 0, step: "1" }, { label: "shield.spell" }),
      pick("mounted", YES_NO),
      row("attacks", textInput),
    ]),
    group("COIGN.Token.Fight", [
      pick("creature", YES_NO),
      pick("gives", [null, ...GIVES]),
      number("reach", { min: 0 }, { units }),
      number("height", { min: 0 }, { units }),
      pick("immune", UNFLANKABLE),
      row("ignores", (name, value) => choice(name, ignorable(degrees), value)),
      pick("without", WITHOUT),
      number("miss", { min: 0, max: 100, step: "1" }, { units: "%" }),
      row("formation", textInput),
    ]),
    group(
      "COIGN.Token.Senses",
      SENSES.map((sense) => number(`senses.${sense}`, { min: 0 }, { label: `senses.${sense}`, units })),
    ),
  ];
}

/**
 * Return the degrees of cover of the rules in use that hide a part of a creature, from the least.
 * @param {Coign.Context} coign
 */
function degreesInUse(coign) {
  const own = rulesetsInUse(coign).flatMap(({ degrees }) => degrees);
  const [none, ...rest] = DEGREES.dmg;
  const known = own.length ? [...new Set(own)] : [none, ...rest];
  return known.filter((degree) => degree !== none && degree !== rest.at(-1));
}

/**
 * List the choices for cover that a creature ignores: none, or each degree with those below it.
 * @param {string[]} degrees
 * @returns {[string[] | null, string][]}
 */
const ignorable = (degrees) => [
  [null, t("COIGN.Token.ignores.system")],
  [[], t("COIGN.Token.ignores.none")],
  ...degrees.map((_degree, n) => {
    const these = degrees.slice(0, n + 1);
    const names = these.map((degree) => t(`COIGN.Said.degree-${degree}`));
    return /** @type {[string[], string]} */ ([these, names.join(", ")]);
  }),
];

/**
 * Return a value as the last part of a language key.
 * @param {unknown} value
 */
export function nameOf(value) {
  if (value === null) return "system";
  if (Array.isArray(value)) return value.length ? value.join("-and-") : "none";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
