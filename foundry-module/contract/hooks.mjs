/**
 * Checks of Foundry's hooks: their order, their arguments, and the state of documents while they run. If another module
 * prevents making or changing a document, no hook runs.
 */

import { createIfKnown, heard } from "./scratch.mjs";

const TYPES = "fvtt-types 13.346, `client/hooks.d.mts`";
const API = "foundryvtt.com/api, hookEvents";
const HOOK = /** @type {const} */ ({ from: TYPES, feature: "judging", part: "hooks", when: "asked" });

/** @type {import("./index.mjs").Check[]} */
export const HOOKS = [
  {
    ...HOOK,
    id: "hooks-in-order",
    says: "handlers run in the order in which they were registered",
    used: "scripts/main.mjs: the hook table",
    from: API,
    when: "start",
    holds({ Hooks }) {
      /** @type {number[]} */
      const order = [];
      const ids = [1, 2, 3].map((nth) => Hooks.on("coign.contract", () => void order.push(nth)));
      Hooks.callAll("coign.contract");
      for (const id of ids) Hooks.off("coign.contract", id);
      return order.join() === "1,2,3" || order.join();
    },
  },
  {
    ...HOOK,
    id: "hooks-are-not-awaited",
    says: "a hook returns while its handlers still wait",
    used: "scripts/attack/capture.mjs, which therefore captures without waiting",
    from: API,
    when: "start",
    holds({ Hooks }) {
      const id = Hooks.on("coign.contract", () => new Promise(() => {}));
      const returned = Hooks.callAll("coign.contract");
      Hooks.off("coign.contract", id);
      return returned === true || String(returned);
    },
  },
  {
    ...HOOK,
    id: "create-token-hook",
    says: "`createToken` gets the document, in its scene, and the user's id last",
    used: "scripts/scene-sync/document-hooks.mjs, scripts/config/note-traits.mjs",
    async holds(at) {
      const { scene, data } = at.scratch;
      /** @type {any[]} */
      let made = [];
      const [args = []] = await heard(at, "createToken", async () => {
        made = await scene.createEmbeddedDocuments("Token", [data.token(3)]);
      });
      if (!made[0]) return null;
      const [token, , user] = args;
      return (token?.parent === scene && user === at.game.userId) || "other arguments";
    },
  },
  {
    ...HOOK,
    id: "update-token-hook",
    says: "`updateToken` gets the document and the changed fields, before the promise of the update is kept",
    used: "scripts/scene-sync/document-hooks.mjs, scripts/attack/watch-facing.mjs",
    names: ["update"],
    async holds(at) {
      const token = at.scratch.tokens[0];
      const [args = []] = await heard(at, "updateToken", () => token.update({ elevation: 7 }));
      const [document, change] = args;
      if (token._source.elevation !== 7) return null;
      return (document === token && change?.elevation === 7 && !("width" in change)) || JSON.stringify(change);
    },
  },
  {
    ...HOOK,
    id: "source-in-update-hook",
    says: "while `updateToken` runs, the document's source has the new values already",
    used: "scripts/scene-sync/document-data.mjs, which reads the source",
    from: "issues of Foundry's tracker on moving tokens; fvtt-types, `_source`",
    async holds(at) {
      const token = at.scratch.tokens[0];
      /** @type {number | null} */
      let seen = null;
      const before = token._source.x;
      const id = at.Hooks.on("updateToken", (/** @type {any} */ one) => {
        if (one === token) seen = one._source.x;
      });
      await token.update({ x: before + 100 });
      at.Hooks.off("updateToken", id);
      if (token._source.x === before) return null;
      return seen === token._source.x || `x is ${seen}, not ${token._source.x}`;
    },
  },
  {
    ...HOOK,
    id: "rotation-in-change",
    says: "a token's turn comes as `rotation` in the change of `updateToken`",
    used: "scripts/attack/watch-facing.mjs",
    feature: "facing",
    async holds(at) {
      const token = at.scratch.tokens[0];
      const [args = []] = await heard(at, "updateToken", () => token.update({ rotation: 90 }));
      if (token._source.rotation !== 90) return null;
      return args[1]?.rotation === 90 || JSON.stringify(args[1]);
    },
  },
  {
    ...HOOK,
    id: "one-hook-for-each-document",
    says: "an update of several documents at once runs the hook for each",
    used: "scripts/scene-sync/document-hooks.mjs",
    from: API,
    names: ["updateEmbeddedDocuments"],
    async holds(at) {
      const { scene, tokens } = at.scratch;
      const updates = tokens.map((/** @type {any} */ { id }) => ({ _id: id, elevation: 3 }));
      const calls = await heard(at, "updateToken", () => scene.updateEmbeddedDocuments("Token", updates));
      if (tokens.some((/** @type {any} */ { _source }) => _source.elevation !== 3)) return null;
      return calls.length === updates.length || `${calls.length} calls`;
    },
  },
  {
    ...HOOK,
    id: "behavior-has-its-region",
    says: "`createRegionBehavior` gets a document whose parent is the region, in its scene",
    used: "scripts/scene-sync/document-hooks.mjs: behaviorChanged",
    feature: "regions",
    part: "regions",
    async holds(at) {
      const { region, scene } = at.scratch;
      const behaviour = { name: "check", type: "coign.cover", system: {} };
      /** @type {any[]} */
      let made = [];
      const [args = []] = await heard(at, "createRegionBehavior", async () => {
        made = await region.createEmbeddedDocuments("RegionBehavior", [behaviour]);
      });
      if (!made[0]) return null;
      return (args[0]?.parent === region && region.parent === scene) || "another parent";
    },
  },
  {
    ...HOOK,
    id: "delete-wall-hook",
    says: "`deleteWall` gets the document, with its id and its scene",
    used: "scripts/scene-sync/document-hooks.mjs",
    async holds(at) {
      const { scene, data } = at.scratch;
      const [wall] = await scene.createEmbeddedDocuments("Wall", [data.wall]);
      const [args = []] = await heard(at, "deleteWall", () => wall.delete());
      if (scene.walls.has(wall.id)) return null;
      return (args[0]?.id === wall.id && args[0]?.parent === scene) || "other arguments";
    },
  },
  {
    id: "level-hooks",
    says: "`createLevel` and `deleteLevel` get the level, in its scene",
    used: "scripts/main.mjs",
    from: "foundry-vtt-types 14.366, in work",
    feature: "levels",
    part: "levels",
    when: "asked",
    generation: 14,
    names: ["createLevel", "updateLevel", "deleteLevel"],
    async holds(at) {
      const { scene } = at.scratch;
      const level = { name: "check", elevation: { bottom: 40, top: 60 } };
      /** @type {any} */
      let made = null;
      const calls = await heard(at, "createLevel", async () => {
        made = await createIfKnown(scene, "Level", level);
      });
      await made?.delete();
      return made && (calls[0]?.[0]?.parent === scene || "other arguments");
    },
  },
];
