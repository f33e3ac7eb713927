/** Define the globals that modules expect: `game`, `Hooks`, `foundry`, `CONFIG`, `ui`, `canvas` and others. */

import { createApplications } from "./applications.mjs";
import { createAppV1 } from "./appv1.mjs";
import { cleanHTML } from "./clean-html.mjs";
import { Collection } from "./collections.mjs";
import { CONST } from "./config.mjs";
import { createContextMenu } from "./context-menu.mjs";
import { createDialogs } from "./dialogs.mjs";
import { DoorControl, DoorMesh } from "./doors.mjs";
import { CanvasEdges, Edge, WallPlaceable } from "./edges.mjs";
import { Color, DataModel, fields, RegionBehaviorType } from "./fields.mjs";
import { Game } from "./game.mjs";
import { createHandlebars } from "./handlebars.mjs";
import { createInterface } from "./interface.mjs";
import { KeyboardManager } from "./keybindings.mjs";
import { TokenPlaceable } from "./placeable.mjs";
import { installPrimitives } from "./primitives.mjs";
import { Ray } from "./ray.mjs";
import { createSheets } from "./sheets.mjs";
import { showSystem } from "./systems.mjs";
import { TilePlaceable } from "./tile.mjs";
import { createTokenHud } from "./token-hud.mjs";
import { createTours } from "./tours.mjs";
import { utilities } from "./utils.mjs";
import { addGlobals, is14 } from "./version-14.mjs";

/**
 * Define the globals that exist before a module's file runs. `client.show` adds the others during the start-up: `game`
 * and `canvas` from `init` on, the contents of `ui` after `setup`. (fvtt-types 13.346: `client/game.d.mts`.)
 *
 * @param {import("./client.mjs").Client} client
 * @param {Window} window  The client's page.
 */
export function installGlobals(client, window) {
  installPrimitives(window);
  const applications = { ...createApplications(client), ContextMenu: createContextMenu(client) };
  const handlebars = createHandlebars(client);
  const api = {
    ApplicationV2: applications.ApplicationV2,
    DocumentSheetV2: applications.DocumentSheetV2,
    DialogV2: createDialogs(client, applications),
    HandlebarsApplicationMixin: handlebars.HandlebarsApplicationMixin,
  };
  const sheets = createSheets(client, applications, handlebars);
  const ui = createInterface(client, applications);
  const TokenHUD = createTokenHud(client, applications.ApplicationV2);
  client.canvas.hud = { token: new TokenHUD() };
  client.ui = ui;
  client.sheets = sheets;
  client.tours = createTours(client);
  const appv1 = createAppV1(client, { ...applications, ...handlebars });
  client.templates = handlebars.core; // a game system's own templates are functions here too
  const foundry = {
    appv1: { api: appv1 },
    Game,
    nue: { Tour: client.tours.Tour, ToursCollection: client.tours.ToursCollection },
    utils: { ...utilities, Color, Collection, cleanHTML: (html) => cleanHTML(window.document, html) },
    abstract: { DataModel, TypeDataModel: DataModel, Document: client.Document },
    applications: {
      api,
      sheets,
      instances: applications.instances,
      handlebars,
      sidebar: { tabs: { ChatLog: ui.chat.ChatLog }, apps: { ChatPopout: ui.chat.ChatPopout } },
      ux: { FormDataExtended: applications.FormDataExtended, ContextMenu: applications.ContextMenu },
      settings: { SettingsConfig: sheets.SettingsConfig },
      hud: { TokenHUD },
    },
    canvas: {
      containers: { PreciseText: preciseText(client.PIXI), DoorControl, DoorMesh },
      geometry: {
        Ray,
        ClockwiseSweepPolygon: client.CONFIG.Canvas.polygonBackends.sight,
        edges: { Edge, CanvasEdges },
      },
      perception: { DetectionMode: client.sight.DetectionMode },
      sources: { PointVisionSource: client.sight.PointVisionSource },
      placeables: { Token: TokenPlaceable, Wall: WallPlaceable, Tile: TilePlaceable, ...unplaced },
    },
    data: { fields, regionBehaviors: { RegionBehaviorType } },
    dice: { Roll: client.Roll, terms: client.dice.terms },
    documents: Object.fromEntries(Object.entries(client.classes).map(([name, one]) => [documentClassName(name), one])),
    audio: { AudioHelper: { play: async () => null } }, // there is no sound here
    helpers: {
      interaction: { KeyboardManager },
    },
  };
  Object.assign(window, {
    foundry,
    game: undefined, // declared: lib-wrapper 1.13 asks for `game?.i18n` while it loads
    canvas: undefined,
    ...appv1,
    renderTemplate: handlebars.renderTemplate,
    loadTemplates: handlebars.loadTemplates,
    ui: { windows: {} },
    Hooks: client.Hooks,
    CONFIG: client.CONFIG,
    CONST,
    Roll: client.Roll,
    ChatMessage: client.classes.ChatMessage,
    Actor: client.classes.Actor,
    Combat: client.classes.Combat,
    Item: client.classes.Item,
    JournalEntry: client.classes.JournalEntry,
    Macro: client.classes.Macro,
    ActiveEffect: client.classes.ActiveEffect,
    User: client.classes.User,
    Scene: client.classes.Scene,
    TokenDocument: client.classes.Token,
    Collection,
    getDocumentClass: (name) => client.classOf(name),
    fromUuid: async (uuid) => client.fromUuidSync(uuid),
    fromUuidSync: (uuid, options) => client.fromUuidSync(uuid, options),
  });
  if (client.PIXI) window.PIXI = withClipperPoints(client.PIXI);
  showSystem(client, window, { applications, handlebars });
  if (is14(client.generation)) addGlobals(window, client.game);
  client.show = (stage) => {
    if (stage === "init")
      Object.assign(window, { game: client.game, canvas: client.canvas }); // nothing is drawn yet
    else Object.assign(window, { ui: Object.assign(window.ui, { ...ui, ...window.ui }) });
  };
}

/** Add to polygons how the library Clipper has their points. (fvtt-types 13.346: `extensions/polygon-extension.d.mts`.) */
function withClipperPoints(PIXI) {
  PIXI.Polygon.prototype.toClipperPoints = function toClipperPoints({ scalingFactor = 1 } = {}) {
    const pairs = this.points.length / 2;
    return Array.from({ length: pairs }, (_pair, n) => ({
      X: Math.round(this.points[2 * n] * scalingFactor),
      Y: Math.round(this.points[2 * n + 1] * scalingFactor),
    }));
  };
  return PIXI;
}

/** Placeables whose layers are empty here: modules ask what a thing is an instance of. */
const unplaced = { AmbientLight: class AmbientLight {}, AmbientSound: class AmbientSound {}, Region: class Region {} };

const documentClassName = (name) =>
  [
    "Scene",
    "User",
    "Actor",
    "Item",
    "ChatMessage",
    "Combat",
    "JournalEntry",
    "Macro",
    "ActiveEffect",
    "ActorDelta",
    "Combatant",
  ].includes(name)
    ? name
    : `${name}Document`;

/** Foundry's text on the canvas: PIXI text with the house style. */
function preciseText(PIXI) {
  if (!PIXI?.Text) return undefined;
  return class PreciseText extends PIXI.Text {
    static getTextStyle({ anchor: _anchor, ...options } = {}) {
      return new PIXI.TextStyle({
        fontFamily: "sans-serif",
        fontSize: 24,
        fill: "#ffffff",
        stroke: "#111111",
        strokeThickness: 4,
        ...options,
      });
    }
  };
}
