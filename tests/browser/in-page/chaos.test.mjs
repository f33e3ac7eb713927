/** The chaos with clock jumps again, with the engine as it runs in the page. */

process.env.COIGN_TRANSPORT = "page";
await import("../../module/chaos.test.mjs");
