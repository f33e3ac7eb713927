// What the parts on the map and in Foundry's sheets add to Foundry's own configuration.

import type {} from "fvtt-types/configuration";

declare module "fvtt-types/configuration" {
  interface SettingConfig {
    "coign.overlay": typeof Boolean;
    "coign.facingArrows": typeof Boolean;
  }
}
