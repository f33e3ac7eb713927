/**
 * Paints the PIXI 7 objects that modules put into the canvas groups, on a 2D canvas. Foundry uses WebGL, which a page
 * in a
 *
 * test or on an old machine may lack; shapes, lines and text look the same. Meshes, filters and masks are not painted.
 */

const POLYGON = 0;
const RECTANGLE = 1;
const CIRCLE = 2;
const ELLIPSE = 3;
const ROUNDED = 4;

export class Painter {
  #blank = true;

  /** @param {HTMLCanvasElement} element */
  constructor(element, client) {
    this.element = element;
    this.client = client;
    this.pen = element.getContext("2d");
    const loop = () => {
      this.paint();
      requestAnimationFrame(loop);
    };
    if (client.PIXI) requestAnimationFrame(loop);
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
    const groups = ["primary", "interface", "controls"]
      .map((name) => this.client.canvas[name])
      .filter((group) => group?.children?.length);
    if (!groups.length && this.#blank) return;
    this.pen.setTransform(1, 0, 0, 1, 0, 0);
    this.pen.clearRect(0, 0, this.element.width, this.element.height);
    this.#blank = groups.length === 0;
    if (!this.view) return;
    this.pen.setTransform(...this.view);
    for (const group of groups) this.#object(group, 1);
  }

  #object(object, alpha) {
    if (!object.visible || object.destroyed || !object.renderable) return;
    const { pen } = this;
    pen.save();
    object.transform.updateLocalTransform();
    const { a, b, c, d, tx, ty } = object.transform.localTransform;
    pen.transform(a, b, c, d, tx, ty);
    const strength = alpha * object.alpha;
    if (object.geometry?.graphicsData) this.#graphics(object, strength);
    else if (object.updateText) this.#text(object, strength);
    if (object.sortableChildren) object.sortChildren();
    for (const child of object.children) this.#object(child, strength);
    pen.restore();
  }

  #graphics(graphics, alpha) {
    graphics.finishPoly?.(); // so that a path that is still open is drawn
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
    text.updateText(true);
    const { canvas, resolution, anchor } = text;
    const [width, height] = [canvas.width / resolution, canvas.height / resolution];
    this.pen.globalAlpha = alpha;
    this.pen.drawImage(canvas, -anchor.x * width, -anchor.y * height, width, height);
  }
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
