/** Define the globals that modules expect: `game`, `Hooks`, `foundry`, `CONFIG`, `ui`, `canvas` and others. */

import { createApplications } from "./applications.mjs";
import { createAppV1 } from "./appv1.mjs";
import { cleanHTML } from "./clean-html.mjs";
import { Collection } from "./collections.mjs";
import { CONST } from "./config.mjs";
import { createContextMenu } from "./context-menu.mjs";
import { createDialogs } from "./dialogs.mjs";
import { Color, DataModel, fields, RegionBehaviorType } from "./fields.mjs";
import { Game } from "./game.mjs";
import { createHandlebars } from "./handlebars.mjs";
import { createInterface } from "./interface.mjs";
import { KeyboardManager } from "./keybindings.mjs";
import { TokenPlaceable } from "./placeable.mjs";
import { installPrimitives } from "./primitives.mjs";
import { createSheets } from "./sheets.mjs";
import { showSystem } from "./systems.mjs";
import { createTokenHud } from "./token-hud.mjs";
import { createTours } from "./tours.mjs";
import { utilities } from "./utils.mjs";
import { addGlobals, is14 } from "./version-14.mjs";

/**
 * Define the globals that exist before a module's file runs. `client.show` adds the others during the start-up: `game`
 * from `init` on, `canvas` and the contents of `ui` after `setup`.
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
    abstract: { DataModel, TypeDataModel: DataModel },
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
      containers: { PreciseText: preciseText(client.PIXI) },
      geometry: { ClockwiseSweepPolygon: client.CONFIG.Canvas.polygonBackends.sight },
      placeables: { Token: TokenPlaceable },
    },
    data: { fields, regionBehaviors: { RegionBehaviorType } },
    dice: { Roll: client.Roll, terms: client.dice.terms },
    documents: Object.fromEntries(Object.entries(client.classes).map(([name, one]) => [documentClassName(name), one])),
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
  if (client.PIXI) window.PIXI = client.PIXI;
  showSystem(client, window, { applications, handlebars });
  if (is14(client.generation)) addGlobals(window, client.game);
  client.show = (stage) => {
    if (stage === "init") window.game = client.game;
    else Object.assign(window, { canvas: client.canvas, ui: Object.assign(window.ui, { ...ui, ...window.ui }) });
  };
}

const documentClassName = (name) =>
  [
    "Scene",
    "User",
    "Actor",
    "Item",
    "ChatMessage",
    "Combat",
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
