/**
 * `game.settings`: registered settings in their scopes, and menus.
 *
 * The server keeps `world` values: every client can read them, and only a GM may change them. It also keeps `user`
 * values (since v13), which follow the user. `client` values stay in this browser. `onChange` runs on every client that
 * the new value reaches. (Types of v13: client-settings.)
 */

import { deepClone, overTheWire } from "./utils.mjs";
import { modeName, modeSetting } from "./version-14.mjs";

/**
 * @param {object} client
 * @param {Storage} storage  Keeps client values; each simulated browser has its own.
 * @param {{settings: object, userSettings: object}} snapshot
 */
export function createSettings(client, storage, snapshot) {
  const settings = new Map();
  const menus = new Map();
  const world = new Map(Object.entries(snapshot.settings));
  const user = new Map(Object.entries(snapshot.userSettings));

  function registered(namespace, key) {
    const setting = settings.get(`${namespace}.${key}`);
    if (!setting) throw new Error(`"${namespace}.${key}" is not a registered game setting`);
    return setting;
  }

  function stored({ id, scope }) {
    if (scope === "world") return world.get(id);
    if (scope === "user") return user.get(id);
    return storage.getItem(id) ?? undefined;
  }

  function changed(setting, value, options, userId) {
    client.Hooks.callAll("clientSettingChanged", setting.id, value, options);
    setting.onChange?.(value, options, userId);
  }

  const ready = {
    register,
    registerMenu,
    get,
    set,
    settings,
    menus,
    storage: new Map([
      ["client", storage],
      ["world", world],
    ]),
  };
  return Object.assign(ready, {
    /** Take a new value that the server reports. */
    take({ key, value, scope, options, userId }) {
      (scope === "world" ? world : user).set(key, value);
      const setting = settings.get(key);
      if (setting) changed(setting, cast(setting, value), options, userId);
    },
  });

  function register(namespace, key, data) {
    if (!namespace || !key) throw new Error("You must specify both namespace and key portions of the setting");
    const id = `${namespace}.${key}`;
    settings.set(id, { scope: "client", ...data, namespace, key, id });
  }

  function registerMenu(namespace, key, data) {
    if (!data.type?.prototype?.render) throw new Error("You must provide a menu type that is an Application");
    menus.set(`${namespace}.${key}`, { ...data, namespace, key: `${namespace}.${key}` });
  }

  function get(namespace, key) {
    const setting = registered(namespace, key);
    const json = stored(setting);
    if (json === undefined || json === null) return read(setting, deepClone(setting.default ?? setting.type?.initial));
    return read(setting, cast(setting, json));
  }

  /** Return a value in the setting's type, which may be a field of a data model. */
  function read({ type }, value) {
    return typeof type?.initialize === "function" ? type.initialize(value) : value;
  }

  async function set(namespace, key, value, options = {}) {
    const setting = registered(namespace, key);
    if (setting.choices && !(value in setting.choices) && !Array.isArray(setting.choices)) {
      throw new Error(`The value ${value} is not one of the choices of ${setting.id}`);
    }
    const json = JSON.stringify(value instanceof Set ? [...value] : (value ?? null)); // of a `SetField`
    if (setting.scope === "client") {
      const before = storage.getItem(setting.id);
      storage.setItem(setting.id, json);
      if (before !== json) changed(setting, overTheWire(value), options, client.userId);
      return value;
    }
    if (!client.game.ready)
      throw new Error("You may not assert the value of a world-level Setting before the game is ready.");
    if (stored(setting) !== json)
      await client.request({ type: "setting", scope: setting.scope, key: setting.id, value: json, options });
    return value;
  }
}

/** Register those of Foundry's own settings that code here or in modules reads. */
export function registerCoreSettings({ game: { settings }, generation }) {
  const everyone = modeName(generation, "public");
  settings.register("core", modeSetting(generation), { scope: "client", type: String, default: everyone });
  settings.register("core", "gridDiagonals", { scope: "world", type: Number, default: 0 });
  settings.register("core", "uiConfig", { scope: "client", type: Object, default: {} });
  settings.register("core", "permissions", { scope: "world", type: Object, default: {} });
}

function cast({ type }, json) {
  const value = JSON.parse(json);
  if (value === null) return value;
  if (type === Number) return Number(value);
  if (type === Boolean) return Boolean(value);
  if (type === String) return String(value);
  return value;
}
