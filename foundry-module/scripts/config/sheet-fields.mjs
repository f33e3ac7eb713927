/**
 * Rows of a form for Foundry's own sheets. A sheet saves a control named `flags.coign...` by itself. A control with
 * `data-dtype="JSON"` is saved as the value that its text encodes, so that null, booleans and lists keep their types.
 */

/**
 * @typedef {object} Row
 * @property {string} label  a language key; the hint has the key `<label>Hint`, if there is one
 * @property {HTMLElement} control
 * @property {string} [units]  of the number, shown beside the label as in Foundry's own rows
 */

/**
 * @param {Document} page  of the sheet's window, which may be detached
 * @param {Row} row
 */
function rowOf(page, { label, control, units }) {
  const row = page.createElement("div");
  row.className = "form-group";
  const name = page.createElement("label");
  name.textContent = game.i18n.localize(label);
  if (units) {
    const beside = page.createElement("span");
    beside.className = "units";
    beside.textContent = `(${units})`;
    name.append(" ", beside);
  }
  control.id ||= `coign-${foundry.utils.randomID()}`;
  name.htmlFor = control.id;
  const fields = page.createElement("div");
  fields.className = "form-fields";
  fields.append(control);
  row.append(name, fields);
  if (game.i18n.has(`${label}Hint`)) {
    const note = page.createElement("p");
    note.className = "hint";
    note.textContent = game.i18n.localize(`${label}Hint`);
    row.append(note);
  }
  return row;
}

/**
 * Return a select of values that need not be strings.
 * @param {Document} page
 * @param {string | null} name  null: not saved
 * @param {[value: unknown, label: string][]} options  labels are translated texts
 * @param {unknown} value
 */
export function choice(page, name, options, value) {
  const select = page.createElement("select");
  if (name) select.name = name;
  select.dataset.dtype = "JSON";
  for (const [offered, label] of options) {
    const option = page.createElement("option");
    option.value = JSON.stringify(offered);
    option.textContent = label;
    option.selected = option.value === JSON.stringify(value ?? null);
    select.append(option);
  }
  return select;
}

/**
 * Return an input for a number, or nothing.
 * @param {Document} page
 * @param {string | null} name  null: not saved
 * @param {unknown} value
 * @param {{min?: number, max?: number, step?: string, placeholder?: string}} [options]
 */
export function numberInput(page, name, value, { min, max, step = "any", placeholder = "" } = {}) {
  const input = page.createElement("input");
  input.type = "number";
  if (name) input.name = name;
  if (min !== undefined) input.min = String(min);
  if (max !== undefined) input.max = String(max);
  input.step = step;
  input.placeholder = placeholder;
  input.value = typeof value === "number" ? String(value) : "";
  return input;
}

/**
 * @param {Document} page
 * @param {string} name
 * @param {unknown} value
 */
export function textInput(page, name, value) {
  const input = page.createElement("input");
  input.type = "text";
  input.name = name;
  input.value = typeof value === "string" ? value : "";
  return input;
}

/**
 * Return a group of rows under a heading.
 * @param {Document} page
 * @param {string} legend  a language key
 * @param {Row[]} rows
 */
export function group(page, legend, rows) {
  const set = page.createElement("fieldset");
  const title = page.createElement("legend");
  title.textContent = game.i18n.localize(legend);
  set.append(title, ...rows.map((row) => rowOf(page, row)));
  return set;
}
