/**
 * Coign's tab on a token's sheet: traits of the creature that the GM sets, because no document has them or because they
 * are different.
 *
 * Each control is saved as a field of `flags.coign`, which goes before what the game system's adapter reads. An empty
 * control is null: the system's value is used, and is shown as the placeholder.
 */

import { rulesetsInUse } from "../connection/rulesets.mjs";
import { ownFlags } from "../util/fields.mjs";
import { hooksFor } from "../util/foundry.mjs";
import { DEGREES, SENSES } from "../util/wire.mjs";
import { choice, group, numberInput, textInput } from "./sheet-fields.mjs";

const TAB = "coign";
const YES_NO = [null, true, false];
const UNFLANKABLE = [null, [], ["flanking"], ["sneak-attack"], ["flanking", "sneak-attack"]];
/** What removes advantage or disadvantage: null is what its features say. */
export const WITHOUT = [null, ["attacked-with-advantage"], ["advantage"], ["disadvantage"]];
const ARMS = [null, "left", "right"];

/**
 * Add the tab to the sheets of tokens and of actors' prototype tokens. To be called while Foundry initialises.
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
 * @param {Coign.Foreign} token  a token's document, or a prototype
 */
function addTab(coign, sheet, element, token) {
  const tabs = element.querySelector("nav.sheet-tabs, nav.tabs");
  const footer = element.querySelector("footer");
  if (!coign.contract.meet("token-sheet-met", element) || !tabs || !footer || !token) return;
  // The sheet renders its own parts again when the token changes: the link is gone then, and our values are old.
  for (const old of element.querySelectorAll(`[data-tab="${TAB}"]`)) old.remove();
  const page = element.ownerDocument;
  const set = tabs.querySelector("[data-group]")?.getAttribute("data-group") ?? "sheet";
  const active = sheet.tabGroups?.[set] === TAB;
  const link = page.createElement("a");
  Object.assign(link.dataset, { action: "tab", group: set, tab: TAB });
  link.classList.toggle("active", active);
  const icon = page.createElement("i");
  icon.className = "fa-solid fa-chess-rook";
  icon.inert = true;
  const title = page.createElement("span");
  title.textContent = game.i18n.localize("COIGN.Token.Tab");
  link.append(icon, " ", title);
  tabs.append(link);

  const section = page.createElement("div");
  section.className = "tab coign-token standard-form scrollable";
  section.classList.toggle("active", active);
  Object.assign(section.dataset, { group: set, tab: TAB });
  section.append(
    ...contents(page, ownFlags(token), defaultsOf(coign, token), token.parent?.grid?.units ?? "", degreesInUse(coign)),
  );
  footer.before(section);
}

/**
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token
 * @returns {Coign.TokenTraits}
 */
const defaultsOf = (coign, token) => coign.adapter.tokenDefaults(token);

/**
 * @param {Document} page
 * @param {Coign.TokenSheetValues} set  what the GM has set
 * @param {Coign.TokenTraits} read  the system's
 * @param {string} units
 * @param {string[]} degrees of cover that the rules in use have, from the least
 */
function contents(page, set, read, units, degrees) {
  const localize = (/** @type {string} */ key) => game.i18n.localize(`COIGN.Token.${key}`);
  /**
   * @param {string} field
   * @param {Coign.Foreign} value
   * @param {Coign.Foreign} systemValue
   */
  const number = (field, value, systemValue, more = {}) =>
    numberInput(page, `flags.coign.${field}`, value, {
      placeholder: systemValue === undefined ? "" : String(systemValue),
      ...more,
    });
  /**
   * @param {string} field
   * @param {unknown[]} values
   * @param {unknown} current
   */
  const pick = (field, values, current) =>
    choice(
      page,
      `flags.coign.${field}`,
      values.map((value) => [value, localize(`${field}.${nameOf(value)}`)]),
      current,
    );
  return [
    group(page, "COIGN.Token.Facing", [
      { label: "COIGN.Token.faceless.label", control: pick("faceless", YES_NO, set.faceless) },
      { label: "COIGN.Token.facing.label", control: number("facing", set.facing, undefined, { min: 0, step: "1" }) },
      { label: "COIGN.Token.shield.label", control: pick("shield.side", ARMS, set.shield?.side) },
      {
        label: "COIGN.Token.shield.spell",
        control: number("shield.spell", set.shield?.spell, read.shield?.spell, { min: 0, step: "1" }),
      },
      { label: "COIGN.Token.mounted.label", control: pick("mounted", YES_NO, set.mounted) },
      { label: "COIGN.Token.attacks.label", control: textInput(page, "flags.coign.attacks", set.attacks) },
    ]),
    group(page, "COIGN.Token.Fight", [
      { label: "COIGN.Token.creature.label", control: pick("creature", YES_NO, set.creature) },
      { label: "COIGN.Token.reach.label", control: number("reach", set.reach, read.reach, { min: 0 }), units },
      {
        label: "COIGN.Token.height.label",
        control: number("height", set.height, read.height, { min: 0 }),
        units,
      },
      { label: "COIGN.Token.immune.label", control: pick("immune", UNFLANKABLE, set.immune) },
      {
        label: "COIGN.Token.ignores.label",
        control: choice(page, "flags.coign.ignores", ignorable(degrees, localize), set.ignores),
      },
      { label: "COIGN.Token.without.label", control: pick("without", WITHOUT, set.without) },
      {
        label: "COIGN.Token.miss.label",
        control: number("miss", set.miss, read.miss, { min: 0, max: 100, step: "1" }),
        units: "%",
      },
      { label: "COIGN.Token.formation.label", control: textInput(page, "flags.coign.formation", set.formation) },
    ]),
    group(
      page,
      "COIGN.Token.Senses",
      SENSES.map((sense) => ({
        label: `COIGN.Token.senses.${sense}`,
        control: number(`senses.${sense}`, set.senses?.[sense], read.senses?.[sense], { min: 0 }),
        units,
      })),
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
 * List what a creature may ignore: no degree of cover, and each degree with those below it.
 * @param {string[]} degrees
 * @param {(key: string) => string} localize of the token's texts
 * @returns {[string[] | null, string][]}
 */
const ignorable = (degrees, localize) => [
  [null, localize("ignores.system")],
  [[], localize("ignores.none")],
  ...degrees.map((_degree, n) => {
    const these = degrees.slice(0, n + 1);
    const names = these.map((degree) => game.i18n.localize(`COIGN.Said.degree-${degree}`));
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
