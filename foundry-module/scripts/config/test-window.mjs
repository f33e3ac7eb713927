/**
 * The test window: it judges an attack between two tokens of the viewed scene and shows the card, or what is missing.
 * Nothing is rolled, and nothing is sent to the chat.
 */

import { previewRequest } from "../attack/likely-attack.mjs";
import { card } from "../card/card.mjs";
import { rulesetsInUse } from "../connection/rulesets.mjs";
import { actionButton, h } from "../util/dom.mjs";
import { whyOf } from "../util/errors.mjs";
import { ownFields } from "../util/fields.mjs";
import { t } from "../util/foundry.mjs";
import { Panel } from "../util/panel.mjs";
import { rulesetTitle } from "../util/texts.mjs";
import { checkAll, describeReport, sentencesOf, useAnyway } from "./foundry-checks.mjs";
import { describePractice, practise } from "./practice-fight.mjs";
import { shownState, stateHelp, stateText } from "./status.mjs";

/**
 * @typedef {object} Step something that an attack needs
 * @property {string} text
 * @property {boolean} done
 * @property {"pairing" | "rules"} [window] the window that mends it
 *
 * @typedef {object} Trial what came of a test
 * @property {Step[]} steps up to the first that is missing
 * @property {import("../util/dom.mjs").Node_ | null} [card] null: no rule changes this attack
 */

export class TestWindow extends Panel {
  static HELP = "no-card";

  static DEFAULT_OPTIONS = {
    id: "coign-test",
    classes: ["coign-window"],
    window: { title: "COIGN.Test.Title", icon: "fa-solid fa-vial" },
    position: { width: 420 },
    actions: /** @satisfies {import("../util/panel.mjs").Actions<TestWindow>} */ ({
      test() {
        return this.#run();
      },
      /** Open the window in which the user can correct the fault. */
      mend(_event, { dataset }) {
        this.coign.open(dataset.window === "rules" ? "rules" : "pairing");
      },
      async floors() {
        const scene = canvas?.scene;
        const floors = ownFields("scene", scene).floors === "bottom" ? "drawn" : "bottom";
        await scene?.update(/** @type {Coign.Foreign} */ ({ flags: { coign: { floors } } }));
        await this.#run();
      },
      async check() {
        this.#report = "running";
        await this.render();
        try {
          this.#report = await checkAll(this.coign);
        } catch (problem) {
          this.#report = null;
          ui.notifications.warn(t("COIGN.Test.Failed", { why: String(problem) }));
        }
        this.render();
      },
      async anyway() {
        await useAnyway();
        this.render();
      },
      async copy() {
        await game.clipboard.copyPlainText(this.#reportText());
        ui.notifications.info(t("COIGN.Contract.Copied"));
      },
      save() {
        foundry.utils.saveDataToFile(this.#reportText(), "application/json", "coign-report.json");
      },
      practise() {
        return this.practise();
      },
      savePractice() {
        this.#savePractice();
      },
    }),
  };

  /** @type {Trial | null} */
  #trial = null;
  /** @type {import("../../contract/run.mjs").Report | "running" | null} */
  #report = null;
  /** The step that is played, or the report. @type {import("./practice-fight.mjs").Report | string | null} */
  #practice = null;

  /** Play the practice fight, and save its report. One that is not played leaves the report of the last one. */
  async practise() {
    const last = this.#practice;
    if (typeof last === "string") return;
    const progress = (/** @type {string} */ step) => {
      this.#practice = step;
      this.render();
    };
    try {
      const played = await practise(this.coign, progress);
      this.#practice = played ?? last;
      if (played) this.#savePractice();
    } catch (problem) {
      this.#practice = last;
      ui.notifications.warn(t("COIGN.Test.Failed", { why: String(problem) }));
    }
    await this.render();
  }

  #savePractice() {
    const text = `${JSON.stringify(this.#practice)}\n`;
    foundry.utils.saveDataToFile(text, "application/json", "coign-practice-fight.json");
  }

  /** @override */
  describe() {
    const { steps = [], card: shown } = this.#trial ?? {};
    const running = this.#report === "running";
    return [
      h("p.hint", {}, t("COIGN.Test.Hint")),
      h(
        "ol.coign-steps",
        { role: "status" },
        steps.map(({ text, done, window }) =>
          h(
            "li",
            { "data-done": done },
            h("span.coign-sign", { "aria-hidden": "true" }, done ? "✓" : "✗"),
            " ",
            text,
            window && [" ", actionButton("mend", t(`COIGN.Doors.${window}.name`), { "data-window": window })],
          ),
        ),
      ),
      this.#trial && steps.every(({ done }) => done) && (shown ?? h("p.hint", {}, t("COIGN.Test.Nothing"))),
      this.#strays(),
      this.#levels(),
      h(
        "footer.form-footer",
        {},
        actionButton("test", t("COIGN.Test.Again")),
        actionButton("check", t(running ? "COIGN.Contract.Running" : "COIGN.Contract.Check"), { disabled: running }),
        actionButton("practise", t("COIGN.Practice.Play"), { disabled: typeof this.#practice === "string" }),
      ),
      h("p.hint", {}, t("COIGN.Contract.Hint")),
      this.#report && this.#report !== "running" && describeReport(this.#report, sentencesOf(this.coign)),
      h("p.hint", {}, t("COIGN.Practice.Hint")),
      this.#practice && describePractice(this.#practice),
    ];
  }

  /** @override */
  async _onFirstRender(/** @type {any} */ context, /** @type {any} */ options) {
    await super._onFirstRender(context, options);
    setTimeout(() => this.#run()); // once this render is done: Foundry ignores another one until then
  }

  /** Name the tokens on a level that the viewed scene lacks. */
  #strays() {
    const { strays = [] } = this.#notes();
    if (!strays.length) return null;
    return h(
      "div.notification.warning",
      { role: "status" },
      h("p", {}, t("COIGN.Test.Strays")),
      h(
        "ul",
        {},
        strays.map(([token, level]) => h("li", {}, t("COIGN.Test.Stray", { token, level }))),
      ),
    );
  }

  /** Return the engine's notes about the viewed scene. */
  #notes() {
    return this.coign.scenes.notes((this.#trial && canvas?.scene?.id) ?? "");
  }

  /** Describe the openings between levels of the viewed scene, and offer to add a floor there, or to remove it. */
  #levels() {
    const { open_levels: open = [] } = this.#notes();
    const closed = ownFields("scene", canvas?.scene).floors === "bottom";
    if (!open.length && !closed) return null;
    const [say, offer] = closed ? ["FloorsAtBottom", "FloorsDrawn"] : ["NoFloors", "CloseFloors"];
    return h(
      "div.notification.warning",
      { role: "status" },
      h("p", {}, t(`COIGN.Test.${say}`)),
      h(
        "ul",
        {},
        open.map(([lower, upper]) => h("li", {}, t("COIGN.Test.Between", { lower, upper }))),
      ),
      actionButton("floors", t(`COIGN.Test.${offer}`)),
    );
  }

  #reportText() {
    return `${JSON.stringify(this.#report, null, 2)}\n`;
  }

  async #run() {
    this.#trial = await judge(this.coign);
    this.render();
  }
}

/**
 * Judge an attack between two tokens of the viewed scene.
 * @param {Coign.Context} coign
 * @returns {Promise<Trial>}
 */
async function judge(coign) {
  const steps = ready(coign);
  const pair = fighters();
  if (steps.every(({ done }) => done)) steps.push(sceneStep(pair));
  if (!pair || !steps.every(({ done }) => done)) return { steps };
  const request = previewRequest(coign, pair.from, [pair.target]);
  if (!request) return { steps: [...steps, { text: t("COIGN.Test.NotPlaced"), done: false }] };
  const before = performance.now();
  try {
    const annotation = await coign.evaluate(request);
    const ms = String(Math.round(performance.now() - before));
    const text = t("COIGN.Test.Judged", { attacker: pair.from.name, target: pair.target.name, ms });
    return { steps: [...steps, { text, done: true }], card: cardOf(annotation, pair.from.id) };
  } catch (problem) {
    return { steps: [...steps, { text: t("COIGN.Test.Failed", { why: whyOf(problem) }), done: false }] };
  }
}

/**
 * Return the steps before a scene matters: the connection, and the rules.
 * @param {Coign.Context} coign
 * @returns {Step[]}
 */
function ready(coign) {
  const state = shownState(coign);
  // Another GM's browser may have the connection: then this one asks it.
  if (state === "off") return [{ text: t("COIGN.Test.ByAnother"), done: true }];
  const connected = { text: t("COIGN.Test.Connected"), done: true };
  if (state === "no-rules") return [connected, { text: coign.rulesProblem, done: false, window: "rules" }];
  if (state !== "connected")
    return [{ text: `${stateText(coign)}: ${stateHelp(coign)}`, done: false, window: "pairing" }];
  const titles = rulesetsInUse(coign).map((ruleset) => rulesetTitle(ruleset, t));
  return [connected, { text: t("COIGN.Test.Rules", { rules: titles.join(" + ") }), done: true }];
}

/**
 * @param {{from: Coign.Foreign, target: Coign.Foreign} | null} pair
 * @returns {Step}
 */
function sceneStep(pair) {
  if (!canvas?.scene) return { text: t("COIGN.Test.NoScene"), done: false };
  const named = { scene: canvas.scene.name };
  return { text: t(pair ? "COIGN.Test.Scene" : "COIGN.Test.NoTokens", named), done: pair !== null };
}

/**
 * Choose two tokens of the viewed scene: the one that is controlled and the one that is targeted, where there are such;
 * else two that are on different sides, where there are such.
 * @returns {{from: Coign.Foreign, target: Coign.Foreign} | null} token documents
 */
function fighters() {
  /** @type {Coign.Foreign[]} */
  const tokens = (canvas?.tokens?.placeables ?? []).map(({ document }) => document);
  const from =
    canvas?.tokens?.controlled[0]?.document ?? tokens.find(({ disposition }) => disposition === 1) ?? tokens[0];
  const [aimed] = [...(game.user?.targets ?? [])].map(({ document }) => document).filter((target) => target !== from);
  const others = tokens.filter((token) => token !== from);
  const target = aimed ?? others.find(({ disposition }) => disposition !== from.disposition) ?? others[0];
  return from && target ? { from, target } : null;
}

/**
 * @param {Coign.Annotation} annotation
 * @param {string} actor the attacker's token
 */
const cardOf = (annotation, actor) =>
  card({
    annotations: [annotation],
    key: "test",
    rolled: [],
    unjudged: "",
    editable: false,
    mayAsk: false,
    mayRoll: false,
    mayMeasure: false,
    waiting: false,
    showNothing: false,
    hiding: false,
    offers: null,
    figureOf: (figure) => figure,
    actor,
    unfolded: () => true, // its buttons do nothing here, so all is open
    nameOf: (id) => canvas?.scene?.tokens.get(id)?.name ?? "",
    t,
  });
