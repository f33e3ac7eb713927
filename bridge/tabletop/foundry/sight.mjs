/**
 * The sight of tokens: sources of vision, detection modes, and where there is light.
 *
 * A detection mode tests the points of a target one by one: the point is in the mode's range, and, if walls stop the mode,
 * in the line of sight. `lightPerception` asks for light at the point as well. A target with the status of the invisible
 * is not detected by sight. (fvtt-types 13.346: `canvas/perception/detection-mode.d.mts` and the modes beside it,
 * `sources/point-vision-source.d.mts`, `groups/effects.d.mts`.)
 *
 * Left out are vision modes, the angle of sight, darkness of lights, and blinded sources. No user has sources of
 * its own: `canvas.effects.visionSources` is empty, as it is for a game master who has selected no token.
 */

import { DataModel, fields } from "./fields.mjs";

const { BooleanField, NumberField, StringField } = fields;
const BY_SIGHT = 0;
const BY_OTHER = 3;

/** The detection modes of the core, without their names: walls stop those by sight. */
const MODES = {
  lightPerception: { walls: true, type: BY_SIGHT },
  basicSight: { walls: true, type: BY_SIGHT },
  seeInvisibility: { walls: true, type: BY_SIGHT },
  senseInvisibility: { walls: false, type: BY_OTHER },
  feelTremor: { walls: false, type: 2 },
  seeAll: { walls: true, type: BY_SIGHT },
  senseAll: { walls: false, type: BY_OTHER },
};
const SEES_INVISIBLE = ["seeInvisibility", "senseInvisibility", "feelTremor", "seeAll", "senseAll"];

/** @param {object} client  Its canvas has the scene. */
export function createSight(client) {
  const perPixel = () => client.canvas.dimensions.distancePixels;

  class DetectionMode extends DataModel {
    static DETECTION_TYPES = { SIGHT: BY_SIGHT, SOUND: 1, MOVE: 2, OTHER: BY_OTHER };

    static BASIC_MODE_ID = "basicSight";

    static defineSchema() {
      return {
        id: new StringField({ blank: false }),
        label: new StringField({ blank: false }),
        tokenConfig: new BooleanField({ initial: true }),
        walls: new BooleanField({ initial: true }),
        angle: new BooleanField({ initial: true }),
        type: new NumberField({ initial: BY_SIGHT }),
      };
    }

    testVisibility(visionSource, mode, { object, tests }) {
      if (!mode.enabled || !this._canDetect(visionSource, object)) return false;
      return tests.some((test) => this._testPoint(visionSource, mode, object, test));
    }

    _canDetect(_visionSource, target) {
      const hidden = target?.actor?.statuses?.has(client.CONFIG.specialStatusEffects.INVISIBLE);
      return !hidden || SEES_INVISIBLE.includes(this.id);
    }

    _testPoint(visionSource, mode, target, test) {
      return this._testRange(visionSource, mode, target, test) && this._testLOS(visionSource, mode, target, test);
    }

    _testLOS(visionSource, _mode, _target, test) {
      if (!this.walls) return true;
      if (!test.los.has(visionSource))
        test.los.set(visionSource, visionSource.los.contains(test.point.x, test.point.y));
      return test.los.get(visionSource);
    }

    _testRange(visionSource, { range }, _target, { point }) {
      const reach = (range ?? Number.POSITIVE_INFINITY) * perPixel();
      const up = ((point.elevation ?? 0) - visionSource.elevation) * perPixel();
      return Math.hypot(point.x - visionSource.x, point.y - visionSource.y, up) <= reach;
    }
  }

  class DetectionModeLightPerception extends DetectionMode {
    _testPoint(visionSource, mode, target, test) {
      return super._testPoint(visionSource, mode, target, test) && effects.testInsideLight(test.point);
    }
  }

  /** An eye: its place, and the polygon of what walls leave it. */
  class PointVisionSource {
    static sourceType = "sight";

    constructor({ sourceId, object } = {}) {
      Object.assign(this, { sourceId, object, active: false, data: {} });
    }

    initialize(data) {
      Object.assign(this.data, data);
      this.active = !this.data.disabled;
      this.shape = this.los = this._createRestrictedPolygon();
      return this;
    }

    get x() {
      return this.data.x;
    }

    get y() {
      return this.data.y;
    }

    get elevation() {
      return this.data.elevation ?? 0;
    }

    get priority() {
      return this.data.priority ?? 0;
    }

    _createRestrictedPolygon() {
      const config = { type: "sight", radius: client.canvas.dimensions.maxR, source: this };
      return client.CONFIG.Canvas.polygonBackends.sight.create({ x: this.x, y: this.y }, config);
    }

    destroy() {
      this.active = false;
    }
  }

  /** The scene's lights that shine, and the tokens', each with what it reaches. */
  function lights() {
    const { scene } = client.canvas;
    const placed = scene.lights
      .filter(({ hidden }) => !hidden)
      .map(({ config, ...light }) => ({ ...light, ...config }));
    const carried = scene.tokens
      .filter(({ hidden }) => !hidden)
      .map((token) => ({ ...token.getCenterPoint(), ...token.light }));
    return [...placed, ...carried]
      .map(({ x, y, elevation, dim, bright }) => ({ x, y, elevation, data: { dim, bright } }))
      .filter(({ data: { dim, bright } }) => Math.max(dim, bright) > 0)
      .map(({ data, ...light }) => {
        const radius = Math.max(data.dim, data.bright) * perPixel();
        const { light: backend } = client.CONFIG.Canvas.polygonBackends;
        const shape = backend.create(light, { type: "light", radius });
        return { ...light, active: true, data: { ...data, radius }, shape };
      });
  }

  const globalLightSource = {
    get active() {
      const { globalLight, darknessLevel } = client.canvas.scene._source.environment;
      const { min = 0, max = 1 } = globalLight.darkness ?? {};
      return Boolean(globalLight.enabled && darknessLevel >= min && darknessLevel <= max);
    },
  };
  const effects = {
    visionSources: new Map(),
    get lightSources() {
      return new Map(lights().map((light, n) => [`light${n}`, light]));
    },
    testInsideLight({ x, y }, { condition = () => true } = {}) {
      if (globalLightSource.active && condition(globalLightSource)) return true;
      return lights().some((light) => condition(light) && light.shape.contains(x, y));
    },
    testInsideDarkness: () => false,
  };
  const modes = Object.fromEntries(
    Object.entries(MODES).map(([id, mode]) => {
      const Mode = id === "lightPerception" ? DetectionModeLightPerception : DetectionMode;
      return [id, new Mode({ id, label: id, ...mode })];
    }),
  );
  return { DetectionMode, PointVisionSource, modes, effects, environment: { globalLightSource } };
}
