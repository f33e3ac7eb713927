/** The rules window: the rulesets that the world plays by, in their order, and their options, as the bridge reports them. */

import { pickedRulesets } from "../connection/rulesets.mjs";
import { h } from "../util/dom.mjs";
import { ID } from "../util/id.mjs";
import { Panel } from "../util/panel.mjs";
import { t } from "../util/translate.mjs";

export class RulesWindow extends Panel {
  static DEFAULT_OPTIONS = {
    id: "coign-rules",
    classes: ["coign-window"],
    window: { title: "COIGN.Rules.Title", icon: "fa-solid fa-scale-balanced" },
    position: { width: 560 },
    actions: { toggle: RulesWindow.#toggle, raise: RulesWindow.#raise, choose: RulesWindow.#choose },
  };

  /** @override */
  describe() {
    const { coign } = this;
    const known = coign.bridge.status.welcome?.rulesets ?? [];
    if (!known.length) return [h("p", { role: "status" }, t("COIGN.Rules.NotConnected"))];
    const order = pickedRulesets(coign);
    const rank = (/** @type {Coign.RulesetInfo} */ { id }) => (order.includes(id) ? order.indexOf(id) : order.length);
    const sorted = [...known].sort((one, other) => rank(one) - rank(other));
    return [h("p.hint", {}, t("COIGN.Rules.Hint")), ...sorted.map((ruleset) => this.#ruleset(ruleset, order))];
  }

  /**
   * @param {Coign.RulesetInfo} ruleset
   * @param {string[]} order
   */
  #ruleset({ id, title, source, options }, order) {
    const used = order.includes(id);
    const values = this.coign.setting("options")[id] ?? {};
    return h(
      "fieldset.coign-ruleset",
      {},
      h(
        "legend",
        {},
        h(
          "label",
          {},
          h("input", { type: "checkbox", checked: used, "data-action": "toggle", "data-key": id }),
          ` ${title}`,
        ),
        used &&
          order[0] !== id &&
          h("button", { type: "button", "data-action": "raise", "data-key": id }, t("COIGN.Rules.Raise")),
      ),
      h("p.hint", {}, source),
      used && options.map((choice) => option(id, choice, values[choice.name] ?? choice.default)),
    );
  }

  /**
   * @this {RulesWindow}
   * @param {Event} _event
   * @param {HTMLElement} target
   */
  static async #toggle(_event, target) {
    const { key = "" } = target.dataset;
    const before = pickedRulesets(this.coign);
    await game.settings.set(
      ID,
      "rulesets",
      before.includes(key) ? before.filter((id) => id !== key) : [...before, key],
    );
  }

  /**
   * @this {RulesWindow}
   * @param {Event} _event
   * @param {HTMLElement} target
   */
  static async #raise(_event, target) {
    const { key = "" } = target.dataset;
    await game.settings.set(ID, "rulesets", [key, ...pickedRulesets(this.coign).filter((id) => id !== key)]);
  }

  /**
   * @this {RulesWindow}
   * @param {Event} _event
   * @param {HTMLElement} target
   */
  static async #choose(_event, target) {
    const { key = "", option: name = "", value = "" } = target.dataset;
    const options = this.coign.setting("options");
    const chosen = value || /** @type {HTMLInputElement} */ (target).checked;
    await game.settings.set(ID, "options", { ...options, [key]: { ...options[key], [name]: chosen } });
  }
}

/**
 * Describe an option: a checkbox, or one radio button for each value.
 *
 * @param {string} ruleset
 * @param {Coign.Wire.Choice} choice
 * @param {unknown} current
 */
function option(ruleset, { name, values, help }, current) {
  const given = { "data-action": "choose", "data-key": ruleset, "data-option": name, name: `${ruleset}.${name}` };
  const inputs = values.length
    ? values.map((value) =>
        h(
          "label",
          {},
          h("input", { ...given, type: "radio", "data-value": value, value, checked: value === current }),
          ` ${value}`,
        ),
      )
    : h("label", {}, h("input", { ...given, type: "checkbox", checked: Boolean(current) }), ` ${titled(name)}`);
  const together = values.length ? { role: "radiogroup", "aria-label": titled(name) } : {};
  return h(
    "div.form-group",
    {},
    values.length ? h("span", {}, titled(name)) : null,
    h("div.form-fields", together, inputs),
    h("p.hint", {}, help),
  );
}

/** Return an option's id as a title: "half-cover" is "Half cover". @param {string} id */
const titled = (id) => id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ");
