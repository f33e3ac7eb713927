/** The generated attacks again, against the engine as it runs in the page. */

process.env.COIGN_TRANSPORT = "page";
await import("../../module/generated-attack.test.mjs");
