/** A ray from one point to another, as `foundry.canvas.geometry.Ray`. (fvtt-types 13.346: `geometry/shapes/ray.d.mts`.) */

export class Ray {
  constructor(A, B) {
    Object.assign(this, { A, B, x0: A.x, y0: A.y, dx: B.x - A.x, dy: B.y - A.y });
    this.slope = this.dy / this.dx;
  }

  static fromAngle(x, y, radians, distance) {
    const end = { x: x + distance * Math.cos(radians), y: y + distance * Math.sin(radians) };
    return new this({ x, y }, end);
  }

  get angle() {
    return Math.atan2(this.dy, this.dx);
  }

  get distance() {
    return Math.hypot(this.dx, this.dy);
  }

  /** Return the point at a part of the way: 0 is the start, 1 the end. */
  project(part) {
    return { x: this.A.x + part * this.dx, y: this.A.y + part * this.dy };
  }

  reverse() {
    return new this.constructor(this.B, this.A);
  }
}
