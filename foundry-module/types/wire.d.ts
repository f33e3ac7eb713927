// Short names for what stands on the wire (`protocol.d.ts` is made from the bridge's own), and the one shape that the
// module adds: a question that is not a message yet.

declare namespace Coign {
  type Json = Record<string, unknown>;
  type Occasion = Wire.Occasion;
  type Viewer = "gm" | "player";
  type To = Wire.To;

  type Attack = Wire.Attack;
  type Roll = Wire.Roll;
  type Defence = Wire.Defence;
  type Point = Wire.Point;
  type Override = Wire.Override;
  type Change = Wire.Change;

  type Effect = Wire.Effect;
  type Modifier = Wire.Modifier;
  type Outcome = Wire.Outcome;
  type Figure = Wire.Figure;
  type Mark = Wire.Mark;
  /** In a message's flags the measurements are left out. */
  type Result = Omit<Wire.Result, "facts"> & { facts?: Wire.Facts | null };
  type Annotation = Omit<Wire.Annotation, "results"> & { results: Result[] };
  type Surveyed = Wire.Surveyed;

  type Welcome = Wire.Welcome;
  type RulesetInfo = Wire.RulesetInfo;
  type ErrorAnswer = Wire.ErrorMessage;
  type Answer = Wire.ServerMessage;

  /** What the module's parts and other modules ask; `evaluate` makes a message of it. */
  type Question = Omit<Wire.Evaluate, "type" | "id" | "occasion"> & { occasion?: Occasion };
}
