// What this module adds to Foundry's own configuration, so that the checker knows its settings, flags and hooks.

import type {} from "fvtt-types/configuration";

declare module "fvtt-types/configuration" {
  interface AssumeHookRan {
    ready: never;
  }

  interface SettingConfig extends CoignSettings {}
  type CoignSettings = { [Name in keyof Coign.Settings as `coign.${Name}`]: Coign.Settings[Name] };

  interface FlagConfig {
    ChatMessage: { coign: Coign.MessageFlags };
    Scene: { coign: Coign.OverrideFlags & { floors?: "drawn" | "bottom" } };
    Token: { coign: Coign.TokenFlags };
    Wall: { coign: { cover?: Coign.WallCover | null } };
    /** Whether this user's browser is paired, and the last page of this user that computed by itself. */
    User: { coign: { paired?: boolean; page?: string } };
  }

  namespace Hooks {
    interface HookConfig {
      /** An attack could not be annotated; the GM's card says why. */
      "coign.unjudged": (message: ChatMessage.Implementation) => void;
      "coign.waiting": (message: ChatMessage.Implementation) => void;
      "coign.ledgerOpened": () => void;
      /** An attack has been annotated: with what this client may know of it. */
      "coign.annotated": (message: ChatMessage.Implementation, annotation: Coign.Annotation) => void;
      /** A roll is about to be judged, or an attack to be shown before its roll: on the GM's client with the connection. */
      "coign.beforeJudgement": (roll: Coign.BeforeJudgement) => void;
      /** What Coign is doing has changed, as a GM reads it. */
      "coign.statusChanged": (status: { state: string; text: string }) => void;
      /** A GM has set an override, or removed it (`state: "measured"`). */
      "coign.overridden": (override: Coign.Override, message?: ChatMessage.Implementation) => void;
      /** The bridge is connected, and knows the rules. */
      "coign.connected": () => void;
      /** The bridge has been told the rules, or `rulesProblem` says why not. */
      "coign.configured": () => void;
      /** This client computes for the table, by new rules or `anew`: after another client. */
      "coign.computing": (anew: boolean) => void;
      /** Something that an attack may depend on has changed in a scene; null: in any. */
      "coign.sceneChanged": (scene: string | null) => void;
      /** Tokens of a scene face another way, as the engine says, or their next steps cost something else. */
      "coign.turned": (scene: string) => void;
      /** A setting of the rules, or an override of the world, has changed. */
      "coign.rulesChanged": () => void;
      /** The world's setting changed whether modifiers go into rolls. */
      "coign.inRollChanged": () => void;
      /** A GM has set traits of a token that only GMs may set. */
      "coign.trustChanged": () => void;
      /** midi-qol, on the roller's client: the attack has been rolled. */
      "midi-qol.AttackRollComplete": (workflow: Coign.Foreign) => void;
      /** A token has made another attack than before, which is now its likely one. */
      "coign.likelyAttackChanged": () => void;
      /** "Check everything" has found what does not hold here, or that all holds. */
      "coign.checked": () => void;
      /** A feature was switched off, because something that it relies on does not hold, or on again. */
      "coign.featuresChanged": () => void;
      /** The world's setting changed where Coign computes. */
      "coign.placeChanged": () => void;
      /** The bridge's address has changed. */
      "coign.addressChanged": () => void;
      /** A card's row about a target is pointed at; null: none any more. */
      "coign.pointed": (pointed: { target: string; numbers: Map<string, number> } | null) => void;
      /** Tokens are slowed, or no longer. */
      "coign.slowed": () => void;
      /** Since v13; the types do not know it yet. */
      getChatMessageContextOptions: (log: unknown, entries: object[]) => void;
      /** Since v13; the types do not know it yet. */
      moveToken: (token: TokenDocument.Implementation, movement: TokenDocument.MovementData) => void;
      /** Since v14. */
      createLevel: (level: Coign.Foreign) => void;
      updateLevel: (level: Coign.Foreign) => void;
      deleteLevel: (level: Coign.Foreign) => void;
      "dnd5e.renderChatMessage": (message: ChatMessage.Implementation, html: HTMLElement) => void;
    }
  }
}

declare global {
  /** Defined in the bundle of the module, which stands in the module's folder. */
  const COIGN_BUNDLED: true | undefined;

  /** Dice So Nice, where it is installed: what we call of it. */
  interface DiceSoNice {
    showForRoll(
      roll: Roll,
      user: User.Implementation,
      synchronize: boolean,
      whisper: string[] | null,
      blind: boolean,
    ): Promise<boolean>;
  }

  namespace CONFIG {
    interface Queries {
      "coign.key": (key: unknown) => void;
      "coign.practice": (query: Record<"scene" | "hero" | "foe", string>) => Promise<Record<string, string | boolean>>;
      "coign.bearings": (query: unknown) => Record<string, Coign.Wire.Bearing> | boolean;
      "coign.evaluate": (request: Coign.EvaluateRequest) => Promise<Coign.Annotation>;
      "coign.survey": (
        request: Coign.EvaluateRequest & { places: [number, number][]; of?: string[]; both?: boolean },
      ) => Promise<Coign.SurveyPart>;
      "coign.ledger": (query: object) => Promise<object>;
      "coign.asked": (query: object) => boolean;
      "coign.news": (query: object) => boolean;
      "coign.press": (query: {
        key: string | null;
        message: string;
        press: Coign.Press;
      }) => Promise<import("../scripts/attack/presses.mjs").Decided>;
    }
  }
}
