// Foundry's documents as far as they are streamed, in the shapes of 13 and 14. The published types are those of 13: what
// 14 brought stands here and nowhere else.

declare namespace Coign {
  interface SceneDocument {
    readonly id: string | null;
    /** Prepared: it knows the world's rule for diagonals. */
    readonly grid?: { readonly type: number; readonly diagonals?: number };
    readonly walls?: PlacedCollection;
    readonly tokens?: PlacedCollection;
    readonly lights?: PlacedCollection;
    readonly regions?: PlacedCollection;
    readonly tiles?: PlacedCollection;
    /** Since v14. */
    readonly levels?: PlacedCollection;
    readonly _source?: object;
    toObject(): object;
  }

  /** Which fields of a record are sent: of a record in it, its own; `null`: null is sent too. */
  interface SentFields {
    [name: string]: true | "null" | SentFields;
  }

  interface SceneSource extends Json {
    flags?: Record<string, Json | undefined>;
  }

  interface PlacedCollection extends Iterable<Placed> {
    get(id: string): Placed | undefined;
  }

  /** A document that stands in a scene, of any of the kinds that are streamed. */
  interface Placed {
    readonly id: string | null;
    readonly parent?: { readonly grid?: { readonly type?: number } } | null;
    /** A token's: the spaces that it holds. */
    getOccupiedGridSpaceOffsets?(data: object): Offset[];
    /** A token's, as its actor sets them. */
    readonly name?: unknown;
    readonly disposition?: unknown;
    readonly light?: unknown;
    readonly sight?: unknown;
    readonly detectionModes?: unknown;
    readonly movementAction?: unknown;
    /** A region's, worked out by Foundry from its shapes, which are more in 14 than in 13. */
    readonly polygons?: Iterable<Outline>;
    readonly _source?: object;
    toObject(): object;
  }

  /** What is read of a placed document's source, whatever its kind. */
  interface PlacedSource extends Json {
    /** A tile's. */
    hidden?: boolean;
    restrictions?: { light?: boolean };
    flags?: Record<string, unknown> & { coign?: Json };
  }

  /** A token as far as its way is concerned. */
  interface Mover {
    readonly parent: SceneDocument | null;
    readonly _source: { readonly elevation: number /** Since v14. */; readonly level?: string | null };
  }

  /** What tests for collisions, in both versions; `level` is one of v14's documents, or nothing. */
  interface CollisionBackend {
    testCollision(from: Required<Point>, to: Required<Point>, how: object): unknown;
  }

  /** v14's manager of detached windows: asked, it looks in the main page too. */
  interface DetachedPages {
    querySelectorAll(selector: string): Iterable<Element>;
  }

  /** A document that keeps overrides in its flags. */
  interface OverrideHolder {
    flags: { coign?: OverrideFlags };
    update(change: { flags: { coign: OverrideFlags } }, options?: { diff: boolean }): Promise<unknown>;
  }

  interface Offset {
    i: number;
    j: number;
  }

  type Outline = { readonly points: Iterable<number> } | Iterable<number>;
}
