/**
 * The rules window: which rulesets the world plays by, as the bridge reports them. One family is chosen, and within it
 * the rulesets that combine; each shows its options and its text. What clashes cannot be chosen, so it is never saved.
 */

import {
  combine,
  defaultRulesets,
  gameUnder,
  NO_RULES,
  optionsByRuleset,
  pickedRulesets,
  problemWith,
  withRuleset,
} from "../connection/rulesets.mjs";
import { actionButton, h } from "../util/dom.mjs";
import { Refused, Unanswered } from "../util/errors.mjs";
import { ID, t } from "../util/foundry.mjs";
import { Panel } from "../util/panel.mjs";
import { rulesetSource, rulesetTitle } from "../util/texts.mjs";
import {
  inRollQuestion,
  layering,
  optionGroups,
  optionValue,
  ruleTexts,
  sharing,
  takingRules,
} from "./rules-fields.mjs";
import { builtValue, otherCases } from "./worth-fields.mjs";

/** @typedef {{key: string, title: string, rulesets: Coign.RulesetInfo[]}} Group rulesets of one family */

export class RulesWindow extends Panel {
  static HELP = "house-rules";

  static DEFAULT_OPTIONS = {
    id: "coign-rules",
    classes: ["coign-window"],
    window: { title: "COIGN.Rules.Title", icon: "fa-solid fa-scale-balanced", resizable: true },
    position: { width: 620 },
    actions: /** @satisfies {import("../util/panel.mjs").Actions<RulesWindow>} */ ({
      async raise(_event, { dataset: { key = "" } }) {
        await this.#save([key, ...pickedRulesets(this.coign).filter((id) => id !== key)]);
      },
      /** Use a ruleset in place of those that it does not combine with. */
      async instead(_event, { dataset }) {
        await this.#use(dataset.key ?? "");
      },
      async usual() {
        this.#refused = "";
        await game.settings.set(ID, "rulesets", []);
      },
      async copyRules(_event, { dataset }) {
        await game.clipboard.copyPlainText(this.value(`line.${dataset.key}`));
        ui.notifications.info(t("COIGN.Rules.Copied"));
      },
      async takeRules() {
        await this.#take();
      },
      async addCase(_event, { dataset }) {
        await this.#changeCases(dataset.key ?? "");
      },
      async dropCase(_event, { dataset }) {
        await this.#changeCases(dataset.key ?? "");
      },
      /** Take the answer that was preselected. */
      async answerInRoll() {
        const chosen = /** @type {HTMLInputElement} */ (this.element.querySelector('[name="inRoll"]:checked'));
        await this.#answer(chosen.value);
      },
    }),
  };

  /** Why the last thing that was tried was refused. */
  #refused = "";
  /** The rulesets that were ticked before another family was chosen, by family. @type {Map<string, string[]>} */
  #before = new Map();

  /** @override */
  describe() {
    const known = this.#known;
    if (!known.length) return [h("p", { role: "status" }, t("COIGN.Rules.NotConnected"))];
    const picked = pickedRulesets(this.coign);
    const why = this.#refused || this.coign.rulesProblem;
    return [
      why && h("p.coign-problem", { role: "alert" }, why),
      this.#origin(),
      h(
        "div.coign-families",
        { role: "radiogroup", "aria-label": t("COIGN.Rules.Family") },
        groups(known).map((group) => this.#group(group, picked)),
        h("section.coign-family", {}, radio(NO_RULES[0], !picked.length, t("COIGN.Rules.None"))),
      ),
      inRollQuestion({ answer: this.coign.setting("inRoll"), hasPlace: this.coign.adapter.inRoll !== null }),
      takingRules(),
    ];
  }

  /** Describe who chose the rules: the world's game system, or the GM. */
  #origin() {
    if (!this.coign.setting("rulesets").length)
      return h("p.hint", {}, t("COIGN.Rules.BySystem", { system: game.system.title ?? game.system.id }));
    const button = actionButton("usual", t("COIGN.Rules.Usual"));
    return h("div.coign-origin", {}, h("p.hint", {}, t("COIGN.Rules.ByHand")), button);
  }

  /**
   * @param {Group} group
   * @param {string[]} picked
   */
  #group({ key, title, rulesets }, picked) {
    const chosen = rulesets.some(({ id }) => picked.includes(id));
    const rank = (/** @type {Coign.RulesetInfo} */ { id }) =>
      picked.includes(id) ? picked.indexOf(id) : picked.length;
    const sorted = [...rulesets].sort((first, second) => rank(first) - rank(second));
    const several = rulesets.length > 1;
    const summary = rulesets.map((ruleset) => rulesetTitle(ruleset, t)).join(" · ");
    return h(
      "section.coign-family",
      { "data-chosen": chosen },
      radio(key, chosen, title),
      !chosen && several && h("p.hint", {}, summary),
      chosen && several && h("p.hint", {}, t("COIGN.Rules.Hint")),
      chosen && sorted.map((ruleset) => this.#ruleset(ruleset, picked, several)),
    );
  }

  /**
   * @param {Coign.RulesetInfo} ruleset
   * @param {string[]} picked
   * @param {boolean} several whether its family has others, so that it can be ticked
   */
  #ruleset(ruleset, picked, several) {
    const { id } = ruleset;
    const used = picked.includes(id);
    const line = this.coign.ruleLines[id];
    const game = gameUnder(this.#known, picked, ruleset);
    const below = this.#known.some((ruleset) => picked.includes(ruleset.id) && ruleset.over.includes(id));
    const left = game?.options.map(({ name }) => name) ?? []; // options that both have belong to the printed game
    const options = ruleset.options.filter(({ name }) => !left.includes(name));
    const values = optionsByRuleset(this.coign)[id] ?? {};
    const rival = used
      ? undefined
      : this.#known.find((candidate) => picked.includes(candidate.id) && !combine(candidate, ruleset));
    const clash = rival && t("COIGN.Rules.ClashWith", { other: rulesetTitle(rival, t) });
    const instead = actionButton("instead", t("COIGN.Rules.Instead"), { "data-key": id });
    const raise = used && picked[0] !== id && !below;
    return h(
      "fieldset.coign-ruleset",
      {},
      several &&
        h(
          "legend",
          {},
          tick(ruleset, used, Boolean(rival)),
          raise && actionButton("raise", t("COIGN.Rules.Raise"), { "data-key": id }),
        ),
      !rulesetSource(ruleset, t).startsWith(rulesetTitle(ruleset, t)) && h("p.hint", {}, rulesetSource(ruleset, t)),
      clash && h("p.coign-clash", {}, clash, " ", instead),
      used && layering(ruleset, game, this.#known),
      used && optionGroups(id, options, values),
      used && line && sharing(id, line),
      used && ruleTexts(ruleset, game),
    );
  }

  get #known() {
    return this.coign.engine.status.welcome?.rulesets ?? [];
  }

  /** @override */
  async changed(/** @type {HTMLInputElement} */ field) {
    const { family, ruleset, option, part } = field.dataset;
    const { name, value, checked } = field;
    if (name === "inRoll") await this.#answer(value);
    else if (part) await this.#setCases(/** @type {HTMLElement} */ (field.closest("[data-cases]")));
    else if (family) await this.#choose(family);
    else if (option) await this.#set(ruleset ?? "", option, field.type === "checkbox" ? String(checked) : value);
    else if (ruleset) await this.#tick(ruleset, checked);
  }

  /** @param {string} whose rolls get their modifiers before the dice fall */
  #answer(whose) {
    return game.settings.set(ID, "inRoll", /** @type {Coign.Settings["inRoll"]} */ (whose));
  }

  /** @param {string} key of the family */
  #choose(key) {
    const known = this.#known;
    const picked = pickedRulesets(this.coign);
    const left = groups(known).find(({ rulesets }) => rulesets.some(({ id }) => picked.includes(id)));
    if (left) this.#before.set(left.key, picked);
    const own = groups(known).find((group) => group.key === key)?.rulesets ?? [];
    const usual = own.filter(({ id }) => defaultRulesets().includes(id)).map(({ id }) => id);
    return this.#save(this.#before.get(key) ?? (usual.length ? usual : own.slice(0, 1).map(({ id }) => id)));
  }

  /**
   * @param {string} id
   * @param {boolean} on
   */
  #tick(id, on) {
    const picked = pickedRulesets(this.coign);
    return this.#save(on ? withRuleset(this.#known, picked, id) : picked.filter((pick) => pick !== id));
  }

  /**
   * Save rulesets, or refuse and report the reason.
   * @param {string[]} ids in their order; none: the GM wants no rules
   */
  async #save(ids) {
    this.#refused = ids.length ? problemWith(this.#known, ids) : "";
    if (this.#refused) return this.render();
    await game.settings.set(ID, "rulesets", ids.length ? ids : NO_RULES);
    return this;
  }

  /**
   * @param {string} id
   * @param {string} name
   * @param {string} text
   */
  async #set(id, name, text) {
    const option = this.#known.find((ruleset) => ruleset.id === id)?.options.find((option) => option.name === name);
    const value = option && optionValue(option, text);
    this.#refused = value === undefined ? t("COIGN.Rules.BadValue", { value: text }) : "";
    if (value === undefined) return this.render();
    const options = this.coign.setting("options");
    await game.settings.set(ID, "options", { ...options, [id]: { ...options[id], [name]: value } });
    return this;
  }

  /** @param {HTMLElement} list the fields of an option's cases */
  #setCases(list) {
    const { ruleset = "", option = "" } = list.dataset;
    return this.#set(ruleset, option, builtValue(list));
  }

  /**
   * Add a case to an option of house rules, or take one away.
   * @param {string} key the ruleset, the option, and the place of the case to take away
   */
  #changeCases(key) {
    const [ruleset, name, without] = key.split(" ");
    const option = this.#known.find(({ id }) => id === ruleset)?.options.find((option) => option.name === name);
    if (!option?.form) return undefined;
    const value = String(optionsByRuleset(this.coign)[ruleset]?.[name] ?? option.default);
    return this.#set(ruleset, name, otherCases(option.form, value, without ? Number(without) : undefined));
  }

  /** @param {string} key of the ruleset */
  #use(key) {
    const wanted = this.#known.find(({ id }) => id === key);
    const allowed = this.#known.filter((ruleset) => wanted && combine(ruleset, wanted)).map(({ id }) => id);
    const left = pickedRulesets(this.coign).filter((id) => allowed.includes(id));
    return this.#save(withRuleset(this.#known, left, key));
  }

  /** Use the line of another table: its ruleset and its options. */
  async #take() {
    try {
      /** @type {Coign.Wire.Shared} */
      const { ruleset: id, options } = await this.coign.engine.request({ type: "share", line: this.value("given") });
      this.#refused = "";
      await game.settings.set(ID, "options", { ...this.coign.setting("options"), [id]: options });
      if (!pickedRulesets(this.coign).includes(id)) await this.#use(id);
    } catch (problem) {
      if (!(problem instanceof Refused || problem instanceof Unanswered)) throw problem;
      this.#refused = whyUnreadable(problem);
      await this.render();
      this.element.querySelector(".coign-problem")?.scrollIntoView({ block: "nearest" }); // the field is far below it
    }
  }
}

/**
 * Say why the line of another table was not read.
 * @param {Refused | Unanswered} problem
 */
function whyUnreadable(problem) {
  const { code = "", detail = {} } = problem instanceof Refused ? problem : {};
  if (code === "unknown-ruleset") return t("COIGN.Rules.Unknown", { id: String(detail.ruleset) });
  if (code !== "bad-option") return problem.message;
  return detail.part ? t("COIGN.Rules.BadPart", { part: String(detail.part) }) : t("COIGN.Rules.NotALine");
}

/**
 * Return the rulesets by family, in the order in which the bridge reports them. A ruleset that combines with no other,
 * and the only one of a family, stand by their own titles.
 * @param {Coign.RulesetInfo[]} known
 * @returns {Group[]}
 */
function groups(known) {
  /** @type {Map<string, Coign.RulesetInfo[]>} */
  const families = new Map();
  for (const ruleset of known) {
    const key = ruleset.family === "other" ? ruleset.id : ruleset.family;
    families.set(key, [...(families.get(key) ?? []), ruleset]);
  }
  return [...families].map(([key, rulesets]) => {
    const title = rulesets.length > 1 ? t(`COIGN.Family.${key}`) : rulesetTitle(rulesets[0], t);
    return { key, title, rulesets };
  });
}

/**
 * @param {string} key
 * @param {boolean} checked
 * @param {string} title
 */
const radio = (key, checked, title) =>
  h(
    "label.coign-choice",
    {},
    h("input", { type: "radio", name: "family", value: key, checked, "data-family": key }),
    h("strong", {}, title),
  );

/**
 * @param {Coign.RulesetInfo} ruleset
 * @param {boolean} checked
 * @param {boolean} disabled
 */
const tick = (ruleset, checked, disabled) =>
  h(
    "label.coign-choice",
    {},
    h("input", { type: "checkbox", name: `use.${ruleset.id}`, checked, disabled, "data-ruleset": ruleset.id }),
    rulesetTitle(ruleset, t),
  );
