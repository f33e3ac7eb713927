/** The engine of the page without a page: Coign's own, started under Node, behind the members of a Worker. */

import { startInNode } from "../../embedded/node.mjs";

/**
 * Start Python, and return a class of Workers. Each has a line of its own; `sent` is given what it is sent.
 * @param {{sent: object[], sockets: object[]}} bridge
 */
export async function workersOf(bridge) {
  const { python } = await startInNode();
  const { PageSession } = python.pyimport("coign.embedded.page_session");

  return class {
    #line;

    constructor() {
      bridge.sockets.push(this);
    }

    addEventListener() {}

    postMessage(data) {
      if (typeof data === "string") {
        bridge.sent.push(JSON.parse(data));
        this.#run(() => this.#line.receive(data));
        return;
      }
      if (data.ping) {
        this.#hear({ pong: true });
        return;
      }
      const close = (code, reason) => this.#hear({ close: { code, reason } });
      this.#line = PageSession(data.origin, data.world, (text) => this.#hear(text), close);
      this.#hear({ open: true });
    }

    terminate() {
      this.#line?.destroy();
      this.#line = null;
    }

    /** Do something, and go on in turns while there is more to do. */
    #run(work) {
      if (work()) this.#later(() => this.#run(() => this.#line.step()));
    }

    #hear(data) {
      this.#later(() => this.onmessage({ data }));
    }

    #later(task) {
      bridge.working += 1;
      setTimeout(() => {
        bridge.working -= 1;
        if (this.#line) task();
      });
    }
  };
}
