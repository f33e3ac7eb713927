/**
 * Window of the things on the viewed scene: tokens that are no creatures (heaps of loot, vehicles, traps), tiles that a GM
 * made objects, and tiles that look like furniture. A GM may change the height and cover of each before accepting it.
 *
 * While the window is open, tiles have numbers in the list and on the map. Only a press of the GM writes anything: it sets
 * `flags.coign.object` on the tile.
 */

import { CanvasLayer } from "../map/canvas-layer.mjs";
import { actionButton, h } from "../util/dom.mjs";
import { ownFields } from "../util/fields.mjs";
import { addTool, ID, t } from "../util/foundry.mjs";
import { openPanel, Panel } from "../util/panel.mjs";
import { CANVAS } from "../util/tokens.mjs";
import { GIVES } from "../util/wire.mjs";
import { furnitureOf, pictureName } from "./furniture.mjs";
import { choice, numberInput } from "./sheet-fields.mjs";
import { isThing, setThing } from "./token-buttons.mjs";

const Z_INDEX = 710; // above the heat map
const COVERS = GIVES.filter((degree) => !["none", "soft"].includes(degree)); // the degrees that a tile may give

/** @typedef {import("./furniture.mjs").Proposal} Proposal */

export class ThingsWindow extends Panel {
  static DEFAULT_OPTIONS = {
    id: "coign-things",
    classes: ["coign-window"],
    window: { title: "COIGN.Things.Title", icon: "fa-solid fa-box" },
    position: { width: 480 },
    actions: /** @satisfies {import("../util/panel.mjs").Actions<ThingsWindow>} */ ({
      async add() {
        for (const { document } of canvas?.tokens?.controlled ?? []) await setThing(document, true);
        this.render();
      },
      async remove(_event, { dataset }) {
        const token = canvas?.scene?.tokens.get(dataset.key ?? "");
        if (token) await setThing(token, false);
        this.render();
      },
      async take(_event, { dataset }) {
        const chosen = this.#proposals.filter(({ id }) => !dataset.key || id === dataset.key);
        await setObjects(chosen.map(({ id, object }) => [id, this.#edited(id, object)]));
        this.render();
      },
      async back(_event, { dataset }) {
        const chosen = objectsOf(canvas?.scene).filter(({ id }) => !dataset.key || id === dataset.key);
        await setObjects(chosen.map(({ id }) => [id, null]));
        this.render();
      },
    }),
  };

  #layer = new CanvasLayer(Z_INDEX);
  /** @type {Proposal[]} */
  #proposals = [];

  /** @override */
  describe() {
    const things = [...(canvas?.scene?.tokens ?? [])].filter((token) => isThing(this.coign, token));
    this.#proposals = canvas?.scene ? furnitureOf(canvas.scene._source) : [];
    this.#layer.draw(this.#proposals.flatMap(mark));
    const made = objectsOf(canvas?.scene);
    return [
      h("p.hint", {}, t("COIGN.Things.Hint")),
      h("p", { role: "status" }, t("COIGN.Things.Count", { count: String(things.length) })),
      h(
        "ul.coign-overrides",
        {},
        things.map(({ id, name }) => {
          const says = t("COIGN.Things.CreatureThis", { name });
          const button = actionButton("remove", t("COIGN.Things.Creature"), { "data-key": id, "aria-label": says });
          return h("li", {}, h("span", {}, name), button);
        }),
      ),
      h("footer.form-footer", {}, actionButton("add", t("COIGN.Things.Add"))),
      this.#proposals.length > 0 && [
        h("h3", {}, t("COIGN.Things.Furniture", { count: String(this.#proposals.length) })),
        h("p.hint", {}, t("COIGN.Things.FurnitureHint")),
        h("ol.coign-overrides.coign-furniture", {}, this.#proposals.map(proposed)),
        h("footer.form-footer", {}, actionButton("take", t("COIGN.Things.TakeAll"))),
      ],
      made.length > 0 && [
        h("h3", {}, t("COIGN.Things.Objects", { count: String(made.length) })),
        h("ul.coign-overrides.coign-furniture", {}, made.map(taken)),
        h("footer.form-footer", {}, actionButton("back", t("COIGN.Things.BackAll"))),
      ],
    ];
  }

  /**
   * Return an object with the values typed in its row.
   * @param {string} id
   * @param {Proposal["object"]} object
   */
  #edited(id, object) {
    const [height, degree] = [Number(this.value(`height.${id}`)), JSON.parse(this.value(`degree.${id}`) || "null")];
    return { height: height > 0 ? height : object.height, degree: degree ?? object.degree };
  }

  /**
   * @override
   * @param {any} options
   */
  _onClose(options) {
    super._onClose(options);
    this.#layer.remove();
  }
}

/**
 * Add the button to the controls of tiles, for GMs in a scene that has some. (`getSceneControlButtons`)
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} controls
 */
export function addThingsControl(coign, controls) {
  const visible = Boolean(game.user?.isGM && canvas?.scene?.tiles?.size);
  const onChange = () => openPanel(coign, ThingsWindow);
  addTool(controls.tiles, "coignThings", { title: "COIGN.Things.Title", icon: "fa-solid fa-box", visible, onChange });
}

/**
 * Describe the row of a tile.
 * @param {string} src of its picture
 * @param {string} text
 * @param {...unknown} rest
 */
const row = (src, text, ...rest) =>
  h("li", {}, h("img", { src, alt: "", loading: "lazy" }), h("span", {}, text), ...rest);

/** @param {Proposal} proposal @param {number} n */
const proposed = ({ id, picture, word, object }, n) => {
  const covers = COVERS.map((degree) => /** @type {[string, string]} */ ([degree, t(`COIGN.Token.gives.${degree}`)]));
  const says = t("COIGN.Things.TakeThis", { name: word });
  return row(
    ...[picture, `${n + 1}. ${word}`],
    h("label", {}, t("COIGN.Things.Height"), numberInput(`height.${id}`, object.height, { min: 0 }), units()),
    h("label", {}, t("COIGN.Things.Cover"), choice(`degree.${id}`, covers, object.degree)),
    actionButton("take", t("COIGN.Things.Take"), { "data-key": id, "aria-label": says }),
  );
};

/** Return the units of heights in the viewed scene. */
const units = () => canvas?.scene?.grid.units ?? "";

/** @param {Coign.Foreign} tile */
const taken = (tile) => {
  const { id, texture } = tile;
  const { height, degree } = ownFields("tile", tile).object;
  const name = pictureName(texture?.src ?? id);
  const gives = t(`COIGN.Token.gives.${degree ?? "total"}`);
  const text = height ? `${height} ${units()}, ${gives}` : gives;
  const button = { "data-key": id, "aria-label": t("COIGN.Things.BackThis", { name }) };
  return row(texture?.src ?? "", `${name}: ${text}`, actionButton("back", t("COIGN.Things.Back"), button));
};

/**
 * Return the tiles of a scene that a GM made objects.
 * @param {Coign.Foreign} scene
 */
const objectsOf = (scene) => [...(scene?.tiles ?? [])].filter((tile) => ownFields("tile", tile).object);

/**
 * Make tiles of the viewed scene objects; null: no longer.
 * @param {[id: string, object: object | null][]} objects
 */
const setObjects = (objects) =>
  canvas?.scene?.updateEmbeddedDocuments(
    "Tile",
    objects.map(([id, object]) => ({ _id: id, [`flags.${ID}.${object ? "object" : "-=object"}`]: object })),
  );

/**
 * Draw the outline of a proposed tile, and its number in the list.
 * @param {Proposal} proposal
 * @param {number} n
 * @returns {import("../map/figure-drawing.mjs").Command[]}
 */
function mark({ box: { x, y, width, height } }, n) {
  const corners = [x, y, x + width, y, x + width, y + height, x, y + height];
  return [
    { op: "fill", color: CANVAS.partly, alpha: 0.25, points: corners },
    { op: "label", text: String(n + 1), x: x + width / 2, y: y + height / 2 },
  ];
}
