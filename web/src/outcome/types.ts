// types.ts: what outcomeOf() gives: words, tone and what can be done next; pure
import type { Seen } from './facts';
import type { Line } from './words';

export type Tone = 'pass' | 'fail' | 'open' | 'live' | 'quiet';

// The next action of a person; its label is the text `next.NAME`. A page offers those that it can do.
export type Next =
  | 'approve'
  | 'editStep'
  | 'addExpectation'
  | 'editExpectation'
  | 'reviewHealed'
  | 'seeLog'
  | 'configureModel'
  | 'checkDevice'
  | 'raiseLimit'
  | 'editScenario'
  | 'runAgain';

export type Outcome = {
  tone: Tone;
  short: Line; // one or two words, for a pill
  headline: Line; // one sentence
  expected?: Line;
  seen?: Line; // what was there instead
  nearest?: Seen; // the element to frame in the picture, if its box is known
  proof?: Line;
  notes: readonly Line[]; // how strong the proof is, a second model, a healed recording
  said?: string; // the model's own words
  raw?: string; // the engine's words: for a tab of raw texts, or where nothing else is known
  cause?: Line; // what is known of why it did not pass
  step?: number; // the step that a run's headline is about
  next: readonly Next[];
};
