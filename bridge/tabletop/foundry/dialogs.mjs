/**
 * DialogV2: a question with buttons, and the promise of its answer.
 *
 * Active content such as scripts is removed unless the content is given as a `div` element (foundryvtt issue 12072).
 */

import { cleanHTML } from "./clean-html.mjs";

/** @param {object} applications  ApplicationV2, FormDataExtended */
export function createDialogs(client, { ApplicationV2, FormDataExtended }) {
  const { document } = client.window;

  class DialogV2 extends ApplicationV2 {
    static DEFAULT_OPTIONS = { id: "dialog-{id}", classes: ["dialog"], tag: "dialog", window: { minimizable: false } };

    async _renderHTML() {
      const form = document.createElement("form");
      form.className = "dialog-form standard-form";
      const content = document.createElement("div");
      content.className = "dialog-content standard-form";
      const given = this.options.content;
      if (given?.tagName === "DIV") content.append(given);
      else if (given) content.innerHTML = cleanHTML(document, given);
      const footer = document.createElement("footer");
      footer.className = "form-footer";
      for (const { action, label, default: first, type = "submit" } of list(this.options.buttons)) {
        const button = Object.assign(document.createElement("button"), {
          type,
          textContent: client.game.i18n.localize(label),
        });
        button.dataset.action = action;
        button.autofocus = Boolean(first);
        footer.append(button);
      }
      form.append(content, footer);
      return form;
    }

    _replaceHTML(form, content) {
      content.replaceChildren(form);
      if (!this.element.open) this.element[this.options.modal ? "showModal" : "show"]();
      form.querySelector("[autofocus]")?.focus();
    }

    get form() {
      return this.element?.querySelector("form") ?? null;
    }

    async _onClickAction(event, target) {
      const button = list(this.options.buttons).find((one) => one.action === target.dataset.action);
      if (!button) return;
      event.preventDefault();
      const result = (await button.callback?.(event, target, this)) ?? button.action;
      await this.options.submit?.(result, this);
      await this.close({ submitted: true });
    }

    /** Resolve to the result of the button's callback, else to its action. If closed, resolve to null, or reject. */
    static async wait({ rejectClose = false, close, submit, render, ...options } = {}) {
      return new Promise((resolve, reject) => {
        const dialog = new this({
          ...options,
          submit: async (result, self) => {
            await submit?.(result, self);
            resolve(result);
          },
        });
        dialog.addEventListener("close", (event) => {
          close?.(event, dialog);
          if (rejectClose) reject(new Error("Dialog was dismissed without pressing a button."));
          else resolve(null);
        });
        dialog.render({ force: true }).then(() => render?.(new Event("render"), dialog), reject);
      });
    }

    static confirm({ yes = {}, no = {}, ...options } = {}) {
      const buttons = [
        { action: "yes", label: "Yes", callback: () => true, ...yes },
        { action: "no", label: "No", default: true, callback: () => false, ...no },
      ];
      return this.wait({ ...options, buttons: [...buttons, ...(options.buttons ?? [])] });
    }

    static prompt({ ok = {}, ...options } = {}) {
      return this.wait({ ...options, buttons: [{ action: "ok", label: "Confirm", default: true, ...ok }] });
    }

    static input({ ok = {}, ...options } = {}) {
      const callback = (_event, button) => new FormDataExtended(button.form).object;
      return this.prompt({ ...options, ok: { callback, ...ok } });
    }
  }

  return DialogV2;
}

const list = (buttons) => (Array.isArray(buttons) ? buttons : Object.values(buttons ?? {}));
