/** HandlebarsApplicationMixin and `renderTemplate`, for modules whose windows come from template files. */

export function createHandlebars(client) {
  const compiled = new Map();

  async function renderTemplate(path, data) {
    const { Handlebars } = client.window;
    if (!Handlebars) throw new Error(`the tabletop has no Handlebars to draw ${path} with`);
    if (!compiled.has(path)) {
      const response = await client.window.fetch(`/${path.replace(/^\//, "")}`);
      if (!response.ok) throw new Error(`the template ${path} could not be read: ${response.status}`);
      compiled.set(path, Handlebars.compile(await response.text()));
    }
    return compiled.get(path)(data, { allowProtoPropertiesByDefault: true, allowProtoMethodsByDefault: true });
  }

  const HandlebarsApplicationMixin = (Base) =>
    class extends Base {
      static PARTS = {};

      get parts() {
        return Object.fromEntries(
          [...this.element.querySelectorAll("[data-application-part]")].map((part) => [
            part.dataset.applicationPart,
            part,
          ]),
        );
      }

      async _preparePartContext(_partId, context, _options) {
        return context;
      }

      async _renderHTML(context, options) {
        const rendered = {};
        for (const [id, { template }] of Object.entries(this.constructor.PARTS)) {
          const holder = client.window.document.createElement("template");
          holder.innerHTML = await renderTemplate(
            template,
            await this._preparePartContext(id, { ...context }, options),
          );
          const part = holder.content.firstElementChild;
          part.dataset.applicationPart = id;
          rendered[id] = part;
        }
        return rendered;
      }

      _replaceHTML(rendered, content) {
        content.replaceChildren(...Object.values(rendered));
      }
    };

  return { HandlebarsApplicationMixin, renderTemplate, loadTemplates: async () => {} };
}
