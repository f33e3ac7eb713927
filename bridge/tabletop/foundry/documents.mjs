/** The documents of a world: what each adds to the base class. Messages are in chat.mjs, users in users.mjs. */

import { actorDeltaClass } from "./actor-delta.mjs";
import { chatMessageClass } from "./chat.mjs";
import { combatantClass, combatClass } from "./combat.mjs";
import { sceneGrid } from "./grid.mjs";
import { adventureClass, macroClass } from "./packs.mjs";
import { isInRegion, regionPolygons } from "./polygons.mjs";
import { offsetsOf, sizeOf, snapped } from "./token-space.mjs";
import { defaultsOf } from "./types.mjs";
import { userClass } from "./users.mjs";
import { deepClone, lineSegmentIntersects, mergeObject, setProperty } from "./utils.mjs";
import { is14, tokenChanges } from "./version-14.mjs";

const MOVES = ["x", "y", "elevation", "width", "height", "shape", "level", "depth"];
const ANIMATED = ["x", "y", "elevation", "rotation"];
const SET_BY_ACTOR = ["name", "disposition", "light", "sight", "detectionModes", "movementAction"];

export function documentClasses(client) {
  const { Document } = client;
  const named = (name, members = (Base) => class extends Base {}) => {
    const found = members(Document);
    found.documentName = name;
    Object.defineProperty(found, "name", { value: `${name}Document` });
    return found;
  };

  return {
    User: named("User", (Base) => userClass(Base, client)),
    ChatMessage: named("ChatMessage", (Base) => chatMessageClass(Base, client)),
    Scene: named("Scene", (Base) => sceneClass(Base, client)),
    Token: named("Token", (Base) => tokenClass(baseTokenClass(Base), client)),
    Wall: named("Wall", wallClass),
    AmbientLight: named("AmbientLight"),
    Region: named("Region", regionClass),
    RegionBehavior: named("RegionBehavior"),
    Level: named("Level"),
    Tile: named("Tile"),
    Drawing: named("Drawing"),
    MeasuredTemplate: named("MeasuredTemplate"),
    Combat: named("Combat", (Base) => combatClass(Base, client)),
    Combatant: named("Combatant", (Base) => combatantClass(Base, client)),
    Item: named("Item", (Base) => itemClass(Base)),
    ActiveEffect: named("ActiveEffect"),
    JournalEntry: named("JournalEntry"),
    Macro: named("Macro", macroClass),
    Adventure: named("Adventure", (Base) => adventureClass(Base, client)),
    Actor: named("Actor", (Base) => actorClass(Base, client)),
    ActorDelta: named("ActorDelta", (Base) => actorDeltaClass(Base, client)),
  };
}

/** A wall: players may open and close a door that is not locked. A change that names nothing passes for that. */
const wallClass = (Base) =>
  class extends Base {
    canUserModify(user, action, data = {}) {
      const doorOnly = action === "update" && Object.keys(data).every((key) => ["_id", "ds"].includes(key));
      const open = ![this._source.ds, data.ds].includes(2); // locked
      return doorOnly && open ? user.isGM || user.role >= 1 : super.canUserModify(user, action, data);
    }
  };

const sceneClass = (Base, client) =>
  class extends Base {
    prepareData() {
      this.grid = sceneGrid(
        { ...this._source.grid, legacy: this._source.flags.core?.legacyHex },
        client.gridDiagonals(),
      );
      this.dimensions = this.getDimensions();
    }

    get isView() {
      return client.canvas?.scene === this;
    }

    /** Return the scene's dimensions; padding is rounded up to whole spaces, the same on each side. */
    getDimensions() {
      const { width, height, padding, grid } = this._source;
      const sceneX = Math.ceil((padding * width) / grid.size) * grid.size;
      const sceneY = Math.ceil((padding * height) / grid.size) * grid.size;
      return {
        width: width + 2 * sceneX,
        height: height + 2 * sceneY,
        size: grid.size,
        sceneX,
        sceneY,
        sceneWidth: width,
        sceneHeight: height,
        sceneRect: { x: sceneX, y: sceneY, width, height },
        distance: grid.distance,
        distancePixels: grid.size / grid.distance,
        maxR: Math.hypot(width + 2 * sceneX, height + 2 * sceneY),
      };
    }

    get firstLevel() {
      return this.levels?.contents[0] ?? null;
    }

    async activate() {
      const others = client.scenes.filter((scene) => scene.active && scene !== this);
      await this.constructor.updateDocuments([
        { _id: this.id, active: true },
        ...others.map(({ id }) => ({ _id: id, active: false })),
      ]);
    }

    async view() {
      return client.view(this);
    }

    /** Show a scene to everybody once it is active. (Types: "_onActivate: handle Scene activation workflow".) */
    _onUpdate(change) {
      if (change.active === true && client.canvas) client.view(this);
    }

    /** No floors or ceilings are drawn here: levels have no surfaces. (Version 14.) */
    getSurfaces() {
      return [];
    }

    testSurfaceCollision(_origin, _destination, { mode = "all" } = {}) {
      return { any: false, closest: null, all: [] }[mode];
    }
  };

/** `BaseToken`, which knows a token's shape and its scene's grid, but no walls. Its spaces are those where it would snap to. */
const baseTokenClass = (Base) =>
  class extends Base {
    getOccupiedGridSpaceOffsets({ x = this.x, y = this.y } = {}) {
      const { grid } = this.parent;
      return offsetsOf(this._source, grid, snapped(this._source, grid, { x, y }));
    }
  };

const tokenClass = (Base, client) =>
  class extends Base {
    #delta = null;

    prepareData() {
      if (#delta in this) this.prepareForActor(); // not before the document is made
    }

    /**
     * Prepare the fields that the actor sets: its effects in version 14, game systems in both. The source stays as it is, and
     * no `updateToken` runs. (notes-14.353 in foundryvtt/foundryvtt; `TokenDocumentPF2e#prepareDerivedData`)
     */
    prepareForActor() {
      for (const field of SET_BY_ACTOR) this[field] = deepClone(this._source[field]);
      for (const { key, value } of tokenChanges(client.generation, this.actor))
        if (SET_BY_ACTOR.includes(key.split(".")[0])) setProperty(this, key, deepClone(value));
    }

    /** The world's actor if the token is linked to it, else the token's own. */
    get actor() {
      return this._source.actorLink ? this.baseActor : this.delta.syntheticActor;
    }

    get delta() {
      if (!this.#delta) {
        this.#delta = new (client.classOf("ActorDelta"))({ _id: this.id, ...this._source.delta }, { parent: this });
        this._source.delta = this.#delta._source; // the same object, so that the token's toObject() is always whole
      }
      return this.#delta;
    }

    get baseActor() {
      return client.actors.get(this._source.actorId) ?? null;
    }

    get isLinked() {
      return this._source.actorLink;
    }

    get object() {
      const found = client.canvas?.tokens.get(this.id);
      return found?.document === this ? found : null;
    }

    get scene() {
      return this.parent;
    }

    get inCombat() {
      const isIn = ({ tokenId, sceneId }) => tokenId === this.id && sceneId === this.parent?.id;
      return client.collections.get("Combat").some(({ combatants }) => combatants.some(isIn));
    }

    get isSecret() {
      return this._source.disposition === -2 && !this.isOwner;
    }

    getUserLevel(user = client.user) {
      return this.baseActor?.getUserLevel(user) ?? (user.isGM ? 3 : 0);
    }

    getSize() {
      return sizeOf(this._source, this.parent.grid);
    }

    // Without a given place, the helpers below use the prepared one, which previews and animations change.
    getCenterPoint({ x = this.x, y = this.y, elevation = this.elevation } = {}) {
      const { width, height } = this.getSize();
      return { x: x + width / 2, y: y + height / 2, elevation };
    }

    /** Without the spaces that a wall separates from its centre, in version 14. (notes-14.358 in foundryvtt/foundryvtt) */
    getOccupiedGridSpaceOffsets(data) {
      const offsets = super.getOccupiedGridSpaceOffsets(data);
      if (!is14(client.generation)) return offsets;
      const walls = this.parent.walls.filter(({ move, door, ds }) => move && !(door && ds === 1));
      const centre = this.getCenterPoint(data);
      const isNear = (point) =>
        walls.every(
          ({ c: [ax, ay, bx, by] }) => !lineSegmentIntersects(centre, point, { x: ax, y: ay }, { x: bx, y: by }),
        );
      const near = offsets.filter((offset) => isNear(this.parent.grid.getCenterPoint(offset)));
      return near.length ? near : [this.parent.grid.getOffset(centre)];
    }

    getSnappedPosition({ x = this.x, y = this.y, elevation = this.elevation } = {}) {
      return { ...snapped(this._source, this.parent.grid, { x, y }), elevation };
    }

    /** Move along a way of several points. (Types of v13: `TokenDocument#move`; here in one step, without stops.) */
    async move(waypoints, { method = "api", ...options } = {}) {
      const way = [waypoints].flat();
      await this.update({ ...way.at(-1) }, { ...options, movement: { [this.id]: { waypoints: way, method } } });
    }

    _preUpdate(changes, options) {
      if (!MOVES.some((field) => field in changes)) return true;
      const { waypoints = [changes], method = "api" } = options.movement?.[this.id] ?? {};
      const movement = {
        origin: deepClone(this._source),
        destination: { ...this._source, ...changes },
        passed: this.#section(waypoints),
        pending: { waypoints: [], distance: 0, cost: 0, spaces: 0 },
        method,
      };
      options._movement = { ...options._movement, [this.id]: movement };
      return client.Hooks.call("preMoveToken", this, movement, options) !== false;
    }

    /** Measure the way along several points from where the token stands. (Types of v13: `MovementSectionData`.) */
    #section(waypoints) {
      const at = { x: this._source.x, y: this._source.y, elevation: this._source.elevation };
      const way = [{ ...at }, ...waypoints.map((point) => Object.assign(at, point) && { ...at })];
      const { distance, spaces } = this.parent.grid.measurePath(way.map((point) => this.getCenterPoint(point)));
      return { waypoints: way.slice(1), distance, cost: distance, spaces };
    }

    /**
     * During an animation the prepared place is somewhere between the old and the new one (foundryvtt issues 11122,
     * 11106); the real place is in `_source`.
     */
    _take(change, options) {
      const before = Object.fromEntries(ANIMATED.map((field) => [field, this[field]]));
      const { object } = this;
      super._take(change, options);
      if (this.#delta && this.#delta._source !== this._source.delta) this.#delta._source = this._source.delta;
      if (this.#delta) this.#delta.updateSyntheticActor();
      const moves = options.animate !== false && ANIMATED.some((field) => field in change);
      if (object && (moves || object.isAnimating)) Object.assign(this, before);
      if (object && moves) object.animate();
    }

    _onCreate() {
      this.prepareForActor();
    }

    _onUpdate(change, options, userId) {
      if (!MOVES.some((field) => field in change)) return;
      const movement = options._movement?.[this.id];
      if (movement) client.Hooks.callAll("moveToken", this, movement, options, client.users.get(userId));
    }
  };

const itemClass = (Base) =>
  class extends Base {
    get actor() {
      return this.parent;
    }
  };

const regionClass = (Base) =>
  class extends Base {
    prepareData() {
      this.polygons = regionPolygons(this._source.shapes);
    }

    testPoint(point) {
      return isInRegion(this._source, this.polygons, point);
    }

    get polygonTree() {
      return this.polygons.map((polygon) => ({ ...polygon, isHole: !polygon.isPositive, children: [] }));
    }
  };

const actorClass = (Base, client) =>
  class extends Base {
    prepareData() {
      // conditions are active effects that name a status
      this.statuses = new Set(
        this.effects?.filter((effect) => !effect.disabled).flatMap((effect) => [...effect.statuses]),
      );
      const { _id, ...token } = defaultsOf("Token", client.generation);
      this.prototypeToken = mergeObject({ ...token, name: this._source.name }, this._source.prototypeToken);
      Object.defineProperty(this.prototypeToken, "parent", { value: this });
    }

    /** The effects that are not switched off. (fvtt-types 13.346: `Actor#appliedEffects`.) */
    get appliedEffects() {
      return this.effects.filter((effect) => !effect.disabled);
    }

    /** The items by their types, of which the game system has more. (fvtt-types 13.346: `Actor#itemTypes`.) */
    get itemTypes() {
      const known = Object.keys(client.CONFIG.Item.typeLabels ?? {});
      const types = Object.fromEntries([...known, ...this.items.map(({ type }) => type)].map((type) => [type, []]));
      for (const item of this.items) types[item.type].push(item);
      return types;
    }

    get isToken() {
      return this.parent !== null;
    }

    get token() {
      return this.parent;
    }

    get isOwner() {
      return this.getUserLevel() >= 3;
    }

    getUserLevel(user = client.user) {
      if (user.isGM) return 3;
      return this._source.ownership[user.id] ?? this._source.ownership.default ?? 0;
    }

    getActiveTokens(_linked = false, document = false) {
      const tokens = client.canvas?.scene?.tokens.filter((token) => token.actorId === this.id) ?? [];
      return document ? tokens : tokens.map((token) => token.object).filter(Boolean);
    }

    getRollData() {
      return deepClone(this._source.system);
    }

    async toggleStatusEffect(status, { active } = {}) {
      const found = this.effects.find((effect) => effect.statuses.includes(status));
      if (found && active !== true) return found.delete();
      if (!found && active !== false)
        await this.createEmbeddedDocuments("ActiveEffect", [{ name: status, statuses: [status] }]);
      return !found;
    }
  };
