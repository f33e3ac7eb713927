/** The report of "check everything", as *Test My Set-Up* shows it. */

import { CHECKS } from "../../contract/index.mjs";
import { h } from "../util/dom.mjs";
import { t } from "../util/foundry.mjs";

/** @typedef {import("../../contract/run.mjs").Report} Report */

/**
 * Describe a report, and what can be done with it.
 * @param {Report} report
 * @param {string[]} sentences what is off
 */
export function describeReport({ passed, failed, untried, left }, sentences) {
  const failures = Object.entries(failed);
  const numbers = { passed: String(passed.length), failed: String(failures.length), untried: String(untried.length) };
  return h(
    "section.coign-report",
    { role: "status", "data-failed": failures.length },
    h("p", {}, t("COIGN.Contract.Found", numbers)),
    untried.length > 0 && h("p.hint", {}, t("COIGN.Contract.Untried")),
    ...left.map((problem) => h("p.coign-problem", {}, t("COIGN.Contract.Left", { problem }))),
    ...sentences.map((sentence) => h("p.notification.warning", {}, sentence)),
    failures.length > 0 && [
      h(
        "ul",
        {},
        failures.map(([id, why]) => h("li", {}, h("strong", {}, id), ` ${saysOf(id)} (${why})`)),
      ),
      button("anyway"),
    ],
    h("footer.form-footer", {}, button("copy"), button("save")),
  );
}

/** @param {string} id */
const saysOf = (id) => CHECKS.find((check) => check.id === id)?.says ?? "";

/** @param {string} action */
const button = (action) => h("button", { type: "button", "data-action": action }, t(`COIGN.Contract.${action}`));
