// The wire's types under the names that the module uses. They are made from the bridge's own: see protocol.d.ts.

declare namespace Coign {
  type Json = Record<string, unknown>;
  type Viewer = NonNullable<Wire.Evaluate["viewer"]>;

  type Annotation = Wire.Annotation;
  type Answer = Wire.ServerMessage;
  type Attack = Wire.Attack;
  type Change = Wire.Change;
  type Choice = Wire.Choice;
  type Defence = Wire.Defence;
  type Effect = Wire.Effect;
  type ErrorAnswer = Wire.ErrorMessage;
  type Evaluate = Wire.Evaluate;
  type Figure = Wire.Figure;
  type Mark = Wire.Mark;
  type Modifier = Wire.Modifier;
  type Occasion = Wire.Occasion;
  type Outcome = Wire.Outcome;
  type Override = Wire.Override;
  type Point = Wire.Point;
  type Result = Wire.Result;
  type Roll = Wire.Roll;
  type RulesetInfo = Wire.RulesetInfo;
  type Survey = Wire.Survey;
  type Surveyed = Wire.Surveyed;
  type SurveyPart = Pick<Surveyed, "start" | "mine" | "theirs" | "likely">;
  type Synced = Wire.Synced;
  type To = Wire.To;
  type Welcome = Wire.Welcome;

  /** What the module's parts and other modules ask; `evaluate` fills in the rest. */
  type EvaluateRequest = Omit<Evaluate, "type" | "id" | "occasion"> & { occasion?: Occasion };
}
