/** Draw a scene: ground, tiles, regions, grid, walls, doors, tokens. Reads documents, changes nothing. */

import { svg } from "./elements.mjs";
import { CONST } from "./foundry/config.mjs";
import { labelOf } from "./foundry/ruler.mjs";

/**
 * @param {object} client
 * @param {object} scene
 * @param {object | null} dragged  The token being dragged: drawn a second time where it would stand.
 * @returns {SVGElement[]}
 */
export function drawScene(client, scene, dragged) {
  const { width, height } = scene.dimensions;
  const tokens = client.canvas.tokens.placeables.filter((token) => token.visible);
  return [
    patterns(),
    svg("rect", { class: "ground", width, height }),
    svg("g", { class: "tiles" }, ...scene.tiles.map((tile) => drawTile(tile, client))),
    svg("g", { class: "regions" }, ...scene.regions.map(drawRegion)),
    drawGrid(scene),
    svg("g", { class: "drawings" }, ...scene.drawings.map(drawDrawing)),
    svg("g", { class: "walls" }, ...scene.walls.filter((wall) => !wall.door).map(drawWall)),
    svg("g", { class: "doors" }, ...scene.walls.filter((wall) => wall.door).map((door) => drawDoor(door, client))),
    svg("g", { class: "labels" }, ...scene.regions.map(labelRegion)),
    // big ones first, so that none hides under another
    svg(
      "g",
      { class: "tokens" },
      ...tokens.sort((a, b) => b.w - a.w).map((token) => drawToken(client, token, token.document._source)),
    ),
    dragged?._preview &&
      svg(
        "g",
        { class: "ghost" },
        drawToken(client, dragged, { ...dragged.document._source, ...placeOf(dragged._preview) }),
      ),
    dragged?._preview && drawRuler(client, dragged),
  ].filter(Boolean);
}

const placeOf = ({ document }) => ({ x: document.x, y: document.y });

function patterns() {
  const hatch = svg(
    "pattern",
    { id: "scree", width: 14, height: 14, patternUnits: "userSpaceOnUse", patternTransform: "rotate(35)" },
    svg("line", { x1: 0, y1: 0, x2: 0, y2: 14, class: "scree" }),
  );
  const dots = svg(
    "pattern",
    { id: "dots", width: 22, height: 22, patternUnits: "userSpaceOnUse" },
    svg("circle", { cx: 6, cy: 6, r: 3 }),
    svg("circle", { cx: 16, cy: 15, r: 2 }),
  );
  return svg("defs", {}, hatch, dots);
}

/** Draw a tile's picture. In version 14 its place is that of its anchor (foundryvtt/foundryvtt#13442). */
function drawTile({ _source: { x, y, width, height, texture } }, { generation }) {
  const [across, down] = generation >= 14 ? [texture.anchorX ?? 0.5, texture.anchorY ?? 0.5] : [0, 0];
  const box = { x: x - across * width, y: y - down * height, width, height };
  return svg("image", { href: texture.src, preserveAspectRatio: "none", ...box });
}

function kindOf(region) {
  return region.behaviors.contents[0]?.type.replace("coign.", "") ?? "plain";
}

function drawRegion(region) {
  const outline = region.polygons.map(({ points }) => `M${pairs(points)}Z`).join(" ");
  return svg("path", {
    class: `region ${kindOf(region)}`,
    d: outline,
    "fill-rule": "evenodd",
    style: `--tint: ${region.color}`,
  });
}

function labelRegion(region) {
  const points = region.polygons[0]?.points;
  if (!points) return null;
  const xs = points.filter((_value, n) => n % 2 === 0);
  const ys = points.filter((_value, n) => n % 2 === 1);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  return svg("text", { class: "region-name", x: middle, y: Math.min(...ys) + 32 }, region.name);
}

/** Draw a rectangle of a GM's, with its text in the middle, in as many lines as it needs. */
function drawDrawing({ x, y, shape: { width, height }, text, fontSize, textColor, ...look }) {
  const lines = linesOf(text, width / (fontSize * LETTER));
  const top = y + height / 2 - ((lines.length - 1) * fontSize * LINE) / 2;
  return svg(
    "g",
    { class: "drawing" },
    svg("rect", {
      x,
      y,
      width,
      height,
      fill: look.fillType ? look.fillColor : "none",
      "fill-opacity": look.fillAlpha,
      stroke: look.strokeWidth ? look.strokeColor : "none",
      "stroke-width": look.strokeWidth,
    }),
    svg(
      "text",
      { "font-size": fontSize, style: `--tint: ${textColor}` },
      ...lines.map((line, n) => svg("tspan", { x: x + width / 2, y: top + n * fontSize * LINE }, line)),
    ),
  );
}

const [LETTER, LINE] = [0.55, 1.15]; // of the size of a text: the width of a letter, the height of a line

/** Break a text into lines of so many letters. */
function linesOf(text, letters) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length <= letters || !lines.at(-1)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const pairs = (points) => points.reduce((text, value, n) => `${text}${n % 2 ? "," : " "}${value}`, "");

function drawGrid({ dimensions: { width, height }, grid }) {
  if (grid.isGridless) return drawScale(grid, height);
  const last = grid.getOffset({ x: width, y: height });
  let path = "";
  for (let i = -1; i <= last.i; i++) {
    for (let j = -1; j <= last.j; j++) path += `M${pairs(grid.getVertices({ i, j }).flatMap(({ x, y }) => [x, y]))}Z`;
  }
  return svg("path", { class: "grid", d: path });
}

/** Draw a scale: without a grid, only this shows distances. */
function drawScale({ size, distance, units }, height) {
  const [x, y] = [20, height - 70];
  return svg(
    "g",
    { class: "scale" },
    svg("path", { d: `M${x} ${y - 8}V${y}H${x + size}V${y - 8}` }),
    svg("text", { x: x + size / 2, y: y - 12 }, `${distance} ${units}`),
  );
}

function drawWall({ c: [x1, y1, x2, y2], flags }) {
  return svg("line", { class: `wall ${flags.coign?.cover ? "cover" : ""}`, x1, y1, x2, y2 });
}

/** A door's name and hint, by its state. */
const DOORS = {
  open: ["door, open", "Door, open. Click to close."],
  closed: ["door, closed", "Door, closed. Click to open."],
  locked: ["door, locked", "Door, locked. Click to open."],
};

/** Draw a door, which swings about its first end. Players see a secret door as a wall. */
function drawDoor({ id, c: [x1, y1, x2, y2], door, ds }, client) {
  if (door === 2 && !client.user.isGM) return svg("line", { class: "wall", x1, y1, x2, y2 });
  const open = ds === 1;
  const leaf = svg("line", { class: "leaf", x1, y1, x2, y2, transform: open ? `rotate(75 ${x1} ${y1})` : null });
  const handle = svg("circle", { class: "handle", cx: (x1 + x2) / 2, cy: (y1 + y2) / 2, r: 15 });
  const word = ds === 2 ? "locked" : open ? "open" : "closed";
  const [name, hint] = DOORS[word];
  const title = svg("title", {}, client.t(hint));
  return svg(
    "g",
    { class: `door ${word}`, "data-door-id": id, role: "button", tabindex: 0, "aria-label": client.t(name) },
    title,
    leaf,
    handle,
    lock(ds, (x1 + x2) / 2, (y1 + y2) / 2),
  );
}

function lock(ds, x, y) {
  return svg("path", {
    class: "sign",
    d: ds === 1 ? `M${x - 6} ${y}H${x + 6}` : `M${x - 6} ${y}H${x + 6}M${x} ${y - 6}V${y + 6}`,
  });
}

const UNDER = 16; // pixels of the scene between a dragged token and its label, as in Foundry
const LABEL = { height: 42, letter: 17 };

/** Draw the way of a dragged token and, below it, the label of Foundry's ruler: what the way costs. */
function drawRuler(client, { _preview: { document, ruler, w, h }, document: token }) {
  const from = token._source;
  const { action, cost, units } = labelOf(client.CONFIG.Token.movement.actions, token, ruler, client.game.i18n.lang);
  const words = `${client.t(action)} ${cost} ${units}`;
  const [x, y, width] = [document.x + w / 2, document.y + h + UNDER, LABEL.letter * words.length + 20];
  return svg(
    "g",
    { class: "ruler" },
    svg("line", { x1: from.x + w / 2, y1: from.y + h / 2, x2: x, y2: document.y + h / 2 }),
    svg("rect", { x: x - width / 2, y, width, height: LABEL.height, rx: 8 }),
    svg("text", { x, y: y + LABEL.height - 12 }, words),
  );
}

function drawToken(client, token, { x, y, rotation, elevation }) {
  const { w, h } = token;
  const radius = Math.min(w, h) / 2 - 8;
  const [cx, cy] = [x + w / 2, y + h / 2];
  const side = ["secret", "hostile", "neutral", "friendly"][token.document.disposition + 2];
  const states = [
    side,
    token.controlled && "chosen",
    token.isTargeted && "targeted",
    token.document.hidden && "hidden",
    token.hover && "hovered",
  ];
  const name = nameKnown(token) ? token.name : client.t("somebody");
  const words = [
    name,
    elevation && client.t("{height} up", { height: `${elevation} ${token.scene.grid.units}` }),
    token.isTargeted && client.t("aimed at"),
  ];
  return svg(
    "g",
    {
      class: `token ${states.filter(Boolean).join(" ")}`,
      "data-token-id": token.id,
      role: "button",
      tabindex: 0,
      "aria-pressed": String(token.controlled),
      "aria-label": words.filter(Boolean).join(", "),
      style: `--tint: ${token.document.texture?.tint ?? "var(--coign-token)"}`,
    },
    svg("circle", { class: "halo", cx, cy, r: radius + 6 }),
    // rotation 0 faces south and turns clockwise
    svg("path", {
      class: "facing",
      d: `M-13 ${radius + 2}L0 ${radius + 17}L13 ${radius + 2}Z`,
      transform: `translate(${cx} ${cy}) rotate(${rotation})`,
    }),
    svg("circle", { class: "body", cx, cy, r: radius }),
    svg("text", { class: "initials", x: cx, y: cy, "font-size": radius * 0.85 }, token.name.slice(0, 2)),
    token.isTargeted && reticle(cx, cy, radius + 4),
    elevation !== 0 && badge(cx + radius * 0.72, cy - radius * 0.78, elevation),
    token.nameplate.visible && svg("text", { class: "name", x: cx, y: y + h + 10 }, token.name),
  );
}

/** Return whether the user may read a token's name: a GM always, a player if it is theirs or shown to everyone. */
const { ALWAYS, HOVER } = CONST.TOKEN_DISPLAY_MODES;
const nameKnown = ({ document, isOwner }) => isOwner || [ALWAYS, HOVER].includes(document.displayName);

/** Draw four arms that point at a token from outside its corners. */
function reticle(x, y, r) {
  const [outer, inner] = [r * 0.95, r * 0.95 - 20];
  const arms = [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ];
  return svg("path", {
    class: "reticle",
    d: arms.map(([a, b]) => `M${x + a * outer} ${y + b * outer}L${x + a * inner} ${y + b * inner}`).join(""),
  });
}

function badge(x, y, elevation) {
  return svg(
    "g",
    { class: "badge" },
    svg("rect", { x: x - 24, y: y - 16, width: 48, height: 30, rx: 15 }),
    svg("text", { x, y: y - 1 }, `${elevation > 0 ? "+" : ""}${elevation}`),
  );
}
