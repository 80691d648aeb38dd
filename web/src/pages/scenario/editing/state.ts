// state.ts: a scenario while it is edited, what may happen to it, and what is to be done about that; types
import type { Scenario } from '@/api/client';
import type { Draft } from './draft';
import type { Form } from './form';
import type { Conflict, Place } from './merge';

type Saving =
  | { kind: 'saved' }
  | { kind: 'waiting' } // until the pause after the last edit
  | { kind: 'saving' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'conflict'; conflicts: readonly Conflict[] } // what is left to choose
  | { kind: 'gone' }; // it was deleted elsewhere

export type State = {
  readonly form: Form;
  readonly scenario: Scenario | undefined; // the server's version; undefined before the first save
  readonly base: Form; // what the edits began with: the server's version, or an empty form
  readonly saving: Saving;
  readonly past: readonly Form[];
  readonly future: readonly Form[];
  readonly field: string; // the last edited field; fieldMs says when
  readonly fieldMs: number;
  readonly sent: Form | undefined; // in a request whose answer is missing: the server may have it
  readonly busy: boolean; // a request is on its way
  readonly news: Scenario | undefined; // heard of during a request
};

export type Event =
  // Edits of the same field that follow each other are one step back.
  | { kind: 'edit'; field: string; form: Form; nowMs: number }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'due' } // it is time to save
  | { kind: 'hold' } // a request changes the scenario at the server
  | { kind: 'stored'; form: Form; scenario: Scenario }
  | { kind: 'adopted'; scenario: Scenario | undefined } // the end of hold
  | { kind: 'failed'; form: Form; error: unknown; status: number }
  // After a refused request: the server's version, or why it is not known.
  | { kind: 'theirs'; scenario: Scenario }
  | { kind: 'unknown'; error: unknown; status: number }
  | { kind: 'news'; scenario: Scenario } // the server's version, without having asked
  | { kind: 'choose'; id: string | undefined; side: 'mine' | 'theirs' } // undefined: all that are left
  | { kind: 'storeAgain' } // under another id
  | { kind: 'leave' } // the page closes
  | { kind: 'end' }; // it is deleted here

export type Effect =
  | { kind: 'schedule'; afterMs: number }
  | { kind: 'unschedule' }
  | { kind: 'send'; form: Form; scenario: Scenario | undefined; sent: Form | undefined }
  | { kind: 'read'; id: string }
  | { kind: 'beacon'; form: Form; scenario: Scenario | undefined } // the answer is lost
  | { kind: 'keep'; id: string; draft: Draft }
  | { kind: 'drop'; id: string }
  | { kind: 'cache'; scenario: Scenario } // for whoever shows it
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'forget'; id: string }
  | { kind: 'await' } // save again once the server is heard of
  | { kind: 'tell'; what: 'updated' | 'merged'; places: readonly Place[] };

export const NEW = 'new';
export const idOf = (state: State) => state.scenario?.id ?? NEW;
