/** `game.keybindings`: actions that modules register, run by real key presses in this client's page. */

/** The names of modifier keys. (fvtt-types 13.346, `helpers/interaction/keyboard-manager.d.mts`.) */
export const KeyboardManager = {
  MODIFIER_KEYS: { CONTROL: "Control", SHIFT: "Shift", ALT: "Alt" },
  MODIFIER_CODES: {
    Alt: ["AltLeft", "AltRight"],
    Control: ["ControlLeft", "ControlRight", "MetaLeft", "MetaRight", "Meta", "OsLeft", "OsRight"],
    Shift: ["ShiftLeft", "ShiftRight"],
  },
};

const MODIFIERS = { Alt: "altKey", Control: "ctrlKey", Shift: "shiftKey" };

export function createKeybindings(client) {
  const actions = new Map();

  function bindings(namespace, action) {
    return actions.get(`${namespace}.${action}`)?.editable ?? [];
  }

  function run(event, up) {
    if (event.target?.closest?.("input, textarea, select, [contenteditable]")) return false;
    for (const action of actions.values()) {
      if (action.restricted && !client.user.isGM) continue;
      const pressed = [...(action.uneditable ?? []), ...(action.editable ?? [])].some((binding) =>
        matches(binding, event, up),
      );
      const handler = up ? action.onUp : action.onDown;
      if (!pressed || !handler || (event.repeat && !action.repeat)) continue;
      // a handler that returns true has consumed the key; others of the same key stay silent
      if (handler({ key: event.code, event, up, repeat: event.repeat, isShift: event.shiftKey }) === true) return true;
    }
    return false;
  }

  return {
    actions,
    bindings: new Map(),
    get: bindings,
    register(namespace, action, data) {
      if (client.game.ready) throw new Error("You cannot register a Keybinding after the init hook");
      actions.set(`${namespace}.${action}`, { ...data, namespace });
    },
    /** @param {KeyboardEvent} event */
    press: (event) => run(event, false),
    release: (event) => run(event, true),
  };
}

function matches({ key, modifiers = [] }, event, up) {
  if (key !== event.code) return false;
  if (up) return true; // the modifier may have been released first
  return Object.entries(MODIFIERS).every(([name, property]) => event[property] === modifiers.includes(name));
}
