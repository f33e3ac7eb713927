/**
 * The control and the picture of a door, as classes whose members modules wrap; the map here draws doors itself.
 * (fvtt-types 13.346: `canvas/containers/elements/door-control.d.mts` and `door-mesh.d.mts`.)
 */

export class DoorControl {
  constructor(wall) {
    this.wall = wall;
  }

  _onMouseOver(_event) {}

  _onMouseOut(_event) {}

  _onMouseDown(_event) {}

  _onRightDown(_event) {}

  /** A secret door shows its control to game masters alone. */
  get isVisible() {
    return this.wall.document.door === 1 || this.wall.client.user.isGM;
  }
}

export class DoorMesh {
  constructor({ object } = {}) {
    this.object = object;
  }

  get elevation() {
    return 0;
  }

  get sort() {
    return 0;
  }
}
