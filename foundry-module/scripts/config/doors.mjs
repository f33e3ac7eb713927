/** The windows of game masters, as a list of doors: what each is for, and how it opens. */

import { OverridesWindow } from "../overrides/window.mjs";
import { actionButton, h } from "../util/dom.mjs";
import { t } from "../util/foundry.mjs";
import { openPanel } from "../util/panel.mjs";
import { FightWindow } from "./fight-window.mjs";
import { RulesWindow } from "./rules-window.mjs";
import { TestWindow } from "./test-window.mjs";
import { ThingsWindow } from "./things-window.mjs";

/**
 * @typedef {{icon: string, open: (coign: Coign.Context) => unknown}} Door
 * @satisfies {Record<string, Door>}
 */
export const DOORS = {
  rules: { icon: "fa-scale-balanced", open: (coign) => openPanel(coign, RulesWindow) },
  inForce: { icon: "fa-gavel", open: (coign) => openPanel(coign, OverridesWindow) },
  things: { icon: "fa-box", open: (coign) => openPanel(coign, ThingsWindow) },
  fight: { icon: "fa-chart-line", open: (coign) => openPanel(coign, FightWindow) },
  test: { icon: "fa-vial", open: (coign) => openPanel(coign, TestWindow) },
  practice: { icon: "fa-dungeon", open: openPractice },
};

/**
 * Open the window that tests the set-up, and ask to play the practice fight in it.
 * @param {Coign.Context} coign
 */
export async function openPractice(coign) {
  const window = await openPanel(coign, TestWindow);
  if (window instanceof TestWindow) await window.practise();
}

/** Describe a button for each window, with what it is for. */
export const describeDoors = () =>
  h(
    "nav.coign-doors",
    { "aria-label": t("COIGN.Doors.Label") },
    Object.entries(DOORS).map(([name, { icon }]) =>
      actionButton(
        "door",
        [
          h(`i.fa-solid.${icon}`, { "aria-hidden": "true" }),
          h("span", {}, h("strong", {}, t(`COIGN.Doors.${name}.name`)), h("small", {}, t(`COIGN.Doors.${name}.hint`))),
        ],
        { "data-key": name },
      ),
    ),
  );
