/**
 * HandlebarsApplicationMixin and `renderTemplate`: windows made of parts, each from a template.
 *
 * A render with `parts: ["identity"]` replaces that part's element and leaves the others unchanged. (fvtt-types 13.346,
 * `applications/api/handlebars-application.d.mts`.) Functions here draw the templates of the core; those of modules are
 * fetched, and need Handlebars only if they contain expressions.
 */

export function createHandlebars(client) {
  const compiled = new Map();
  /** Path of a template of the core's own -> (context) => HTML or an element. */
  const core = new Map();

  async function readTemplate(path) {
    const response = await client.window.fetch(`../${path.replace(/^\//, "")}`);
    if (!response.ok) throw new Error(`the template ${path} could not be read: ${response.status}`);
    const text = await response.text();
    const { Handlebars } = client.window;
    if (Handlebars) return Handlebars.compile(text);
    if (text.includes("{{")) throw new Error(`the tabletop has no Handlebars to draw ${path} with`);
    return () => text;
  }

  async function renderTemplate(path, data) {
    if (core.has(path)) return core.get(path)(data);
    if (!compiled.has(path)) compiled.set(path, await readTemplate(path));
    return compiled.get(path)(data, { allowProtoPropertiesByDefault: true, allowProtoMethodsByDefault: true });
  }

  async function element(path, data) {
    const drawn = await renderTemplate(path, data);
    if (typeof drawn !== "string") return drawn;
    const holder = client.window.document.createElement("template");
    holder.innerHTML = drawn.trim();
    if (holder.content.childElementCount !== 1)
      throw new Error(`the template ${path} must have one element at its root`);
    return holder.content.firstElementChild;
  }

  const HandlebarsApplicationMixin = (Base) =>
    class HandlebarsApplication extends Base {
      static PARTS = {};
      #parts = {};

      get parts() {
        return this.#parts;
      }

      _configureRenderParts(_options) {
        return { ...this.constructor.PARTS };
      }

      _configureRenderOptions(options) {
        super._configureRenderOptions(options);
        options.parts ??= Object.keys(this._configureRenderParts(options));
      }

      async _preparePartContext(_partId, context, _options) {
        return context;
      }

      async _renderHTML(context, options) {
        const rendered = {};
        const parts = this._configureRenderParts(options);
        for (const id of options.parts) {
          if (!parts[id]) continue;
          const part = await element(parts[id].template, await this._preparePartContext(id, { ...context }, options));
          part.dataset.applicationPart = id;
          if (parts[id].id) part.id = `${this.id}-${parts[id].id}`;
          part.classList.add(...(parts[id].classes ?? []));
          rendered[id] = part;
        }
        return rendered;
      }

      /** Replace the old elements; the new ones keep the focus and the scroll position. */
      _replaceHTML(rendered, content, options) {
        for (const [id, part] of Object.entries(rendered)) {
          const old = content.querySelector(`:scope > [data-application-part="${id}"]`);
          const state = {};
          if (old) this._preSyncPartState(id, part, old, state);
          if (old) old.replaceWith(part);
          else content.append(part);
          if (old) this._syncPartState(id, part, old, state);
          this.#parts[id] = part;
          this._attachPartListeners(id, part, options);
        }
      }

      _preSyncPartState(_id, _part, old, state) {
        const focused = old.querySelector(":focus");
        if (focused?.id || focused?.name) state.focus = focused.id ? `#${focused.id}` : `[name="${focused.name}"]`;
        state.scroll = [old.scrollTop, old.scrollLeft];
      }

      _syncPartState(_id, part, _old, { focus, scroll }) {
        if (focus) part.querySelector(focus)?.focus();
        [part.scrollTop, part.scrollLeft] = scroll;
      }

      _attachPartListeners(_id, _part, _options) {}
    };

  return { HandlebarsApplicationMixin, renderTemplate, loadTemplates: async () => {}, core };
}
