/** The fights again, with Coign in the game master's page: where it computes makes no difference to a table. */

process.env.COIGN_TRANSPORT = "page";
await import("../fight.test.mjs");
