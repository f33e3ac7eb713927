/** Users: their roles and presence, the active GM, targets, and queries from one client to another. */

import { DocumentCollection } from "./document.mjs";

const ROLES = { NONE: 0, PLAYER: 1, TRUSTED: 2, ASSISTANT: 3, GAMEMASTER: 4 };

export function userClass(Base, client) {
  return class extends Base {
    active = false;
    viewedScene = null;
    targets = new UserTargets(this);

    get isGM() {
      return this._source.role >= ROLES.ASSISTANT;
    }

    get isSelf() {
      return this.id === client.userId;
    }

    get isActiveGM() {
      return this === client.users.activeGM;
    }

    get character() {
      return client.actors?.get(this._source.character) ?? null;
    }

    hasRole(role) {
      return this._source.role >= (ROLES[role] ?? role);
    }

    /**
     * The world's setting says which roles may do something. By default players may do what is used here, QUERY_USER
     * included, and only assistants change the world's settings.
     */
    hasPermission(permission) {
      const roles = client.game.settings.get("core", "permissions")[permission];
      if (roles) return roles.includes(this._source.role);
      return this._source.role >= (permission === "SETTINGS_MODIFY" ? ROLES.ASSISTANT : ROLES.PLAYER);
    }

    can(action) {
      return this.hasPermission(action);
    }

    getUserLevel(user) {
      return user.isGM || user.id === this.id ? 3 : 0;
    }

    /**
     * Run `CONFIG.queries[name]` on this user's client and return its answer. Rejects if it throws there, if the user
     * is not connected, or if it takes too long. The handler does not learn who asked. (Types of v13: user.d.mts.)
     */
    async query(name, data, { timeout } = {}) {
      if (!client.user.hasPermission("QUERY_USER")) throw new Error("You do not have permission to query other users");
      if (this.isSelf) return client.CONFIG.queries[name](data, { timeout });
      const answer = client.request({ type: "query", to: this.id, name, data, timeout });
      return timeout ? Promise.race([answer, late(name, timeout)]) : answer;
    }

    broadcastActivity(activity = {}) {
      client.send({ type: "activity", activity });
    }

    /** Take an activity packet, by which every client learns the scene that a user views and the tokens it targets. */
    _takeActivity({ sceneId, targets }) {
      if (sceneId !== undefined) this.viewedScene = sceneId;
      if (targets) this._onUpdateTokenTargets(targets);
    }

    /** Set this user's targets by token id, under v13's name. */
    _onUpdateTokenTargets(ids = []) {
      for (const token of [...this.targets]) {
        if (!ids.includes(token.id)) token.setTarget(false, { user: this, releaseOthers: false });
      }
      for (const id of ids) client.canvas.tokens.get(id)?.setTarget(true, { user: this, releaseOthers: false });
    }
  };
}

/** The placeables that a user targets on the scene that this client views. */
class UserTargets extends Set {
  constructor(user) {
    super();
    this.user = user;
  }

  get ids() {
    return [...this].map((token) => token.id);
  }
}

export class Users extends DocumentCollection {
  constructor(documentClass, client) {
    super(documentClass);
    this.client = client;
  }

  get current() {
    return this.get(this.client.userId);
  }

  get players() {
    return this.filter((user) => !user.isGM);
  }

  /** The connected GM of the highest role, the first of them by id: the same on every client. */
  get activeGM() {
    const here = this.filter((user) => user.active && user.isGM);
    here.sort((a, b) => b.role - a.role || (a.id < b.id ? -1 : 1));
    return here[0] ?? null;
  }
}

function late(name, timeout) {
  return new Promise((_answer, reject) => {
    setTimeout(() => reject(new Error(`The query "${name}" timed out after ${timeout} ms`)), timeout);
  });
}
