/**
 * Paints the PIXI 7 objects that modules put into the canvas groups, on a 2D canvas. Foundry uses WebGL, which a page in a
 * test or on an old machine may lack; shapes, lines and text look the same. Meshes, filters and masks are not painted.
 *
 * PIXI does not tell when an object changes. So the objects are looked through thirty times a second, and painted only if
 * something has changed. To paint in every frame took a fifth of a processor, and to ask for every frame a twentieth.
 */

const PAUSE = 33; // milliseconds between two looks
const POLYGON = 0;
const RECTANGLE = 1;
const CIRCLE = 2;
const ELLIPSE = 3;
const ROUNDED = 4;

export class Painter {
  /** The traits that the picture on the canvas shows: see `addTraits`. */
  #painted = [];

  /** @param {HTMLCanvasElement} element */
  constructor(element, client) {
    this.element = element;
    this.client = client;
    this.pen = element.getContext("2d");
    if (client.PIXI) setInterval(() => this.paint(), PAUSE);
  }

  /** Lie exactly over the map. */
  fit(map) {
    const { width, height } = map.getBoundingClientRect();
    const [wanted, tall] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
    if (this.element.width !== wanted || this.element.height !== tall)
      Object.assign(this.element, { width: wanted, height: tall });
    const { a, d, e, f } = map.getScreenCTM();
    const box = map.getBoundingClientRect();
    this.view = [
      a * devicePixelRatio,
      0,
      0,
      d * devicePixelRatio,
      (e - box.x) * devicePixelRatio,
      (f - box.y) * devicePixelRatio,
    ];
  }

  paint() {
    const groups = ["primary", "interface", "controls"].map((name) => this.client.canvas[name]).filter(Boolean);
    const traits = [this.view];
    for (const group of groups) addTraits(group, traits);
    if (isSame(traits, this.#painted)) return;
    this.#painted = traits;
    this.pen.setTransform(1, 0, 0, 1, 0, 0);
    this.pen.clearRect(0, 0, this.element.width, this.element.height);
    if (!this.view) return;
    this.pen.setTransform(...this.view);
    for (const group of groups) this.#object(group, 1);
  }

  #object(object, alpha) {
    if (!isShown(object)) return;
    const { pen } = this;
    pen.save();
    const { a, b, c, d, tx, ty } = object.transform.localTransform;
    pen.transform(a, b, c, d, tx, ty);
    const strength = alpha * object.alpha;
    if (object.geometry?.graphicsData) this.#graphics(object, strength);
    else if (object.updateText) this.#text(object, strength);
    for (const child of object.children) this.#object(child, strength);
    pen.restore();
  }

  #graphics(graphics, alpha) {
    for (const { shape, fillStyle, lineStyle, matrix, holes } of graphics.geometry.graphicsData) {
      this.pen.save();
      if (matrix) this.pen.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty);
      this.pen.beginPath();
      trace(this.pen, shape);
      for (const hole of holes) trace(this.pen, hole.shape);
      this.#ink(fillStyle, lineStyle, alpha);
      this.pen.restore();
    }
  }

  #ink(fill, line, alpha) {
    const { pen } = this;
    if (fill.visible) {
      pen.globalAlpha = alpha * fill.alpha;
      pen.fillStyle = colour(fill.color);
      pen.fill("evenodd");
    }
    if (line.visible && line.width > 0) {
      pen.globalAlpha = alpha * line.alpha;
      pen.strokeStyle = colour(line.color);
      pen.lineWidth = line.width;
      pen.lineCap = line.cap ?? "butt";
      pen.lineJoin = line.join ?? "miter";
      pen.stroke();
    }
  }

  #text(text, alpha) {
    const { canvas, resolution, anchor } = text;
    const [width, height] = [canvas.width / resolution, canvas.height / resolution];
    this.pen.globalAlpha = alpha;
    this.pen.drawImage(canvas, -anchor.x * width, -anchor.y * height, width, height);
  }
}

const isShown = ({ visible, destroyed, renderable }) => visible && !destroyed && renderable;
const isSame = (traits, others) => traits.length === others.length && traits.every((one, n) => one === others[n]);

/** Bring an object and what is in it up to date, and add to a list everything on which their picture depends. */
function addTraits(object, traits) {
  if (!isShown(object)) return;
  object.transform.updateLocalTransform();
  const { a, b, c, d, tx, ty } = object.transform.localTransform;
  traits.push(object, object.alpha, a, b, c, d, tx, ty);
  if (object.geometry?.graphicsData) {
    object.finishPoly?.(); // so that a path that is still open is drawn
    traits.push(object.geometry.dirty);
  } else if (object.updateText) {
    object.updateText(true);
    traits.push(object.text, object.localStyleID, object.anchor.x, object.anchor.y);
  }
  if (object.sortableChildren) object.sortChildren();
  traits.push(object.children.length);
  for (const child of object.children) addTraits(child, traits);
}

const colour = (number) => `#${Number(number).toString(16).padStart(6, "0")}`;

function trace(pen, shape) {
  if (shape.type === POLYGON) {
    const { points } = shape;
    for (let n = 0; n < points.length; n += 2) pen[n ? "lineTo" : "moveTo"](points[n], points[n + 1]);
    if (shape.closeStroke) pen.closePath();
  } else if (shape.type === RECTANGLE) pen.rect(shape.x, shape.y, shape.width, shape.height);
  else if (shape.type === ROUNDED) pen.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius);
  else if (shape.type === CIRCLE) {
    pen.moveTo(shape.x + shape.radius, shape.y);
    pen.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI);
  } else if (shape.type === ELLIPSE) {
    pen.moveTo(shape.x + shape.width, shape.y);
    pen.ellipse(shape.x, shape.y, shape.width, shape.height, 0, 0, 2 * Math.PI);
  }
}
