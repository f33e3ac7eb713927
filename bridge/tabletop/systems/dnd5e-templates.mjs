/**
 * The parts of the dialogs before a roll: formula, fields to choose from, buttons.
 *
 * The elements and classes are those of dnd5e 5.3.3, `templates/dice/roll-{formulas,configuration,buttons}.hbs`.
 */

const FOLDER = "systems/dnd5e/templates/dice";

export const DIALOG_TEMPLATES = {
  parts: {
    formulas: { template: `${FOLDER}/roll-formulas.hbs` },
    configuration: { template: `${FOLDER}/roll-configuration.hbs` },
    buttons: { template: `${FOLDER}/roll-buttons.hbs` },
  },

  /** The templates by path: each takes its context and returns its HTML. @param {(text: unknown) => string} escapeHTML */
  draw: (escapeHTML) => ({
    [`${FOLDER}/roll-formulas.hbs`]: ({ rolls }) =>
      `<div class="rolls"><ul class="formulas unlist">${rolls.map((roll, n) => formula(roll, n, escapeHTML)).join("")}</ul></div>`,
    [`${FOLDER}/roll-configuration.hbs`]: ({ fields }) =>
      `<fieldset><legend>Configuration</legend>${fields.map((field) => select(field, escapeHTML)).join("")}</fieldset>`,
    [`${FOLDER}/roll-buttons.hbs`]: ({ buttons }) =>
      `<nav class="dialog-buttons flexrow">${Object.entries(buttons).map(button).join("")}</nav>`,
  }),
};

function formula(roll, index, escapeHTML) {
  const situational = escapeHTML(String(roll.data?.situational ?? ""));
  return `<li><div class="formula-line"><span class="formula">${escapeHTML(roll.formula)}</span>
    <span class="label">Formula</span></div><div class="form-group"><input type="text" class="full-width"
    name="roll.${index}.situational" value="${situational}" placeholder="Situational Bonus?"></div></li>`;
}

function select({ name, label, options, value }, escapeHTML) {
  const entries = options.map(
    (option) =>
      `<option value="${escapeHTML(option.value)}"${option.value === value ? " selected" : ""}>${escapeHTML(option.label)}`,
  );
  return `<div class="form-group"><label for="roll-${name}">${escapeHTML(label)}</label><div class="form-fields"><select
    id="roll-${name}" name="${name}">${entries.join("")}</select></div></div>`;
}

const button = ([action, { label, default: first }]) =>
  `<button type="submit" data-action="${action}"${first ? " autofocus" : ""}>${label}</button>`;
