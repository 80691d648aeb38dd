// editing.ts: one scenario while it is edited: what can be undone, and how it gets to the server
//
// It lives beside the pages, so that a page that is left loses nothing: saving goes on. Each edit is in the
// draft at once and at the server SAVE_MS later, with the revision that it was made on.
import { client, Problem, type Scenario, take } from '@/api/client';
import { listen } from '@/api/events';
import { keys, queryClient } from '@/api/queries';
import { preferences } from '@/parts/preferences';
import { dropDraft, findDraft, keepDraft } from './draft';
import { type Form, formOf, inputOf, isBlank, isSame, renewed } from './form';

const SAVE_MS = 500;
const RETRY_MS = 3000;
const MERGE_MS = 1000;
const UNDO_MAX = 300;
const NEW = 'new';

export type Saving =
  | { kind: 'saved' }
  | { kind: 'waiting' } // until SAVE_MS after the last edit
  | { kind: 'saving' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'conflict'; theirs: Scenario }
  | { kind: 'gone' }; // somebody removed it

export type Edited = {
  form: Form;
  scenario: Scenario | undefined; // the server's version; undefined before the first save
  saving: Saving;
  canUndo: boolean;
  canRedo: boolean;
};

let count = 0;

export class Editing {
  readonly key = `editing${++count}`;
  #shown: Edited;
  readonly #begin: Form;
  #past: Form[] = [];
  #future: Form[] = [];
  #sent: Form | undefined; // the form in the pending request
  #field = ''; // the last edited field; #fieldMs says when
  #fieldMs = 0;
  #timer: number | undefined;
  #request: Promise<void> | undefined;
  #listeners = new Set<() => void>();
  #ignore: (() => void) | undefined;

  constructor(scenario?: Scenario) {
    this.#begin = formOf(scenario ?? { packageName: preferences.get().packageName });
    this.#shown = {
      form: this.#begin,
      scenario,
      saving: { kind: 'saved' },
      canUndo: false,
      canRedo: false,
    };
    this.#restore();
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  get = () => this.#shown;

  // Edits of the same field that follow each other are one step back.
  edit(field: string, change: (form: Form) => Form) {
    const { form } = this.#shown;
    const next = change(form);
    if (next === form) return;
    const now = performance.now();
    const merges = field !== '' && field === this.#field && now - this.#fieldMs < MERGE_MS;
    if (!merges) this.#past = [...this.#past.slice(1 - UNDO_MAX), form];
    this.#future = [];
    this.#field = field;
    this.#fieldMs = now;
    this.#change(next);
  }

  undo = () => this.#travel(this.#past, this.#future);
  redo = () => this.#travel(this.#future, this.#past);

  // Somebody has asked the server: what is newer replaces what is not edited here. To undo an older edit would
  // take back what others did since.
  learn(scenario: Scenario) {
    const mine = this.#shown.scenario;
    if (this.isDirty() || this.#request || !mine || scenario.revision <= mine.revision) return;
    this.#past = [];
    this.#future = [];
    this.#adopt(scenario);
  }

  isDirty = () => this.#shown.saving.kind !== 'saved';

  // Save now; a Problem is thrown if that does not work.
  async flush(): Promise<void> {
    while (this.isDirty()) {
      await this.#save();
      const { saving } = this.#shown;
      if (saving.kind === 'failed') throw saving.error;
      if (saving.kind === 'conflict') throw new Problem(409, 'CONFLICT', '');
      if (saving.kind === 'gone') throw new Problem(404, 'NOT_FOUND', '');
      if (this.#isUntouched()) return;
    }
  }

  // The page is closing: the browser still sends the rest, but the answer is lost.
  leave() {
    const { form, scenario, saving } = this.#shown;
    if ((saving.kind !== 'waiting' && saving.kind !== 'failed') || this.#request || this.#isUntouched())
      return;
    const path = scenario ? `/${encodeURIComponent(scenario.id)}` : '';
    this.#sent = form;
    this.#keep();
    void fetch(`/api/v1/scenarios${path}`, {
      method: scenario ? 'PUT' : 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...inputOf(form), ...(scenario && { revision: scenario.revision }) }),
    }).catch(() => undefined);
  }

  keepMine() {
    const { saving, scenario } = this.#shown;
    if (saving.kind === 'conflict') this.#show({ scenario: saving.theirs, saving: { kind: 'waiting' } });
    if (saving.kind === 'gone') {
      editings.delete(scenario?.id ?? NEW);
      dropDraft(scenario?.id ?? NEW);
      this.#show({ scenario: undefined, saving: { kind: 'waiting' } });
    }
    this.#schedule(0);
  }

  takeTheirs() {
    const { form, saving } = this.#shown;
    if (saving.kind !== 'conflict') return;
    this.#past = [...this.#past, form];
    this.#future = [];
    this.#adopt(saving.theirs);
  }

  retry = () => this.#schedule(0);

  // The scenario was removed: stop saving.
  end() {
    window.clearTimeout(this.#timer);
    this.#ignore?.();
    dropDraft(this.#shown.scenario?.id ?? NEW);
    this.#show({ saving: { kind: 'saved' } });
    editings.delete(this.#shown.scenario?.id ?? NEW);
  }

  // A new scenario without any input is not stored.
  #isUntouched(): boolean {
    const { form, scenario } = this.#shown;
    return !scenario && (isBlank(form) || isSame(form, this.#begin));
  }

  #restore() {
    const { scenario, form } = this.#shown;
    const draft = findDraft(scenario?.id ?? NEW);
    if (!draft) return;
    const mine = renewed(draft.form);
    if (scenario && isSame(mine, form)) {
      dropDraft(scenario.id);
      return;
    }
    this.#past = [form];
    this.#sent = draft.sent && renewed(draft.sent);
    if (scenario) this.#shown = { ...this.#shown, scenario: { ...scenario, revision: draft.revision } };
    this.#change(mine);
  }

  #show(change: Partial<Edited>) {
    this.#shown = {
      ...this.#shown,
      ...change,
      canUndo: this.#past.length > 0,
      canRedo: this.#future.length > 0,
    };
    for (const listener of this.#listeners) listener();
  }

  #adopt(scenario: Scenario) {
    dropDraft(scenario.id);
    window.clearTimeout(this.#timer);
    this.#sent = undefined;
    this.#show({ scenario, form: formOf(scenario), saving: { kind: 'saved' } });
    queryClient.setQueryData(keys.scenario(scenario.id), scenario);
  }

  #travel(from: Form[], to: Form[]) {
    const form = from.pop();
    if (!form) return;
    to.push(this.#shown.form);
    this.#field = '';
    this.#change(form);
  }

  #keep() {
    const { scenario, form } = this.#shown;
    keepDraft(scenario?.id ?? NEW, {
      revision: scenario?.revision ?? 0,
      form,
      ...(this.#sent && { sent: this.#sent }),
    });
  }

  #change(form: Form) {
    const held = this.#shown.saving.kind === 'conflict' || this.#shown.saving.kind === 'gone';
    this.#show({ form, ...(held ? {} : { saving: { kind: 'waiting' } }) });
    this.#keep();
    if (!held) this.#schedule(SAVE_MS);
  }

  #schedule(afterMs: number) {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#save(), afterMs);
  }

  // One request at a time; later edits follow it.
  async #save() {
    window.clearTimeout(this.#timer);
    if (!this.#request) this.#request = this.#send().finally(() => (this.#request = undefined));
    await this.#request;
  }

  async #send() {
    const { form, scenario } = this.#shown;
    if (this.#isUntouched() || (scenario && isSame(form, formOf(scenario)))) {
      dropDraft(scenario?.id ?? NEW);
      this.#show({ saving: { kind: 'saved' } });
      return;
    }
    this.#show({ saving: { kind: 'saving' } });
    try {
      this.#stored(form, await this.#ask(form, scenario));
    } catch (error) {
      await this.#failed(error, form);
    }
  }

  async #ask(form: Form, scenario: Scenario | undefined): Promise<Scenario> {
    const base = scenario ?? (this.#sent && (await findStored(this.#sent)));
    const keepalive = isSmall(form);
    if (!base) return take(client.POST('/api/v1/scenarios', { body: inputOf(form), keepalive }));
    const body = { ...inputOf(form), revision: base.revision };
    return take(client.PUT('/api/v1/scenarios/{id}', { params: { path: { id: base.id } }, body, keepalive }));
  }

  #stored(form: Form, scenario: Scenario) {
    const before = this.#shown.scenario;
    if (before?.id !== scenario.id) {
      dropDraft(before?.id ?? NEW);
      editings.set(scenario.id, this);
    }
    this.#sent = undefined;
    this.#ignore?.();
    const done = this.#shown.form === form;
    this.#show({ scenario, saving: { kind: done ? 'saved' : 'waiting' } });
    if (done) dropDraft(scenario.id);
    else {
      this.#keep();
      this.#schedule(SAVE_MS);
    }
    queryClient.setQueryData(keys.scenario(scenario.id), scenario);
    // A changed scenario may have another recording now, or none.
    for (const queryKey of [[...keys.scenarios, 'list'], keys.recording(scenario.id)])
      void queryClient.invalidateQueries({ queryKey });
  }

  async #failed(error: unknown, form: Form) {
    const status = error instanceof Problem ? error.status : 0;
    if (status === 404) {
      this.#show({ saving: { kind: 'gone' } });
      return;
    }
    if (status === 409 || status === 412) return this.#collided();
    if (status === 0) this.#sent = form;
    this.#keep();
    this.#show({ saving: { kind: 'failed', error } });
    if (status === 0 || status === 401 || status >= 500) this.#waitForServer();
  }

  // The server's version is another one: perhaps it is our own, whose answer was lost.
  async #collided() {
    const id = this.#shown.scenario?.id ?? '';
    try {
      const theirs = await take(client.GET('/api/v1/scenarios/{id}', { params: { path: { id } } }));
      const own = [this.#sent, this.#shown.form].some((form) => form && isSame(form, formOf(theirs)));
      this.#sent = undefined;
      if (!own) {
        this.#show({ saving: { kind: 'conflict', theirs } });
        return;
      }
      this.#show({ scenario: theirs, saving: { kind: 'waiting' } });
      this.#schedule(0);
    } catch (error) {
      const gone = error instanceof Problem && error.status === 404;
      this.#show({ saving: gone ? { kind: 'gone' } : { kind: 'failed', error } });
      if (!gone) this.#waitForServer();
    }
  }

  // Try again when the server is heard of, and now and then.
  #waitForServer() {
    this.#ignore?.();
    const stop = listen({ opened: () => this.#schedule(0) });
    this.#ignore = () => {
      stop();
      this.#ignore = undefined;
    };
    this.#schedule(RETRY_MS);
  }
}

// Browsers let only so much be sent by a page that goes.
function isSmall(form: Form): boolean {
  return JSON.stringify(inputOf(form)).length < 30_000;
}

// The newest scenarios, if one is what we have sent.
async function findStored(form: Form): Promise<Scenario | undefined> {
  const newest = await take(client.GET('/api/v1/scenarios', { params: { query: { limit: 10 } } }));
  return newest.scenarios.find((each) => isSame(form, formOf(each)));
}

const editings = new Map<string, Editing>();

// Return the editing of this scenario; create it on first use.
export function editingOf(scenario: Scenario): Editing {
  const known = editings.get(scenario.id);
  if (known) return known;
  const editing = new Editing(scenario);
  editings.set(scenario.id, editing);
  return editing;
}

export function knownEditing(id: string): Editing | undefined {
  return editings.get(id);
}

// The one that has no id yet; what was begun and not stored is found again.
export function editingOfNew(): Editing {
  const known = editings.get(NEW);
  if (known && !known.get().scenario) return known;
  const editing = new Editing();
  editings.set(NEW, editing);
  return editing;
}

window.addEventListener('pagehide', () => {
  for (const editing of editings.values()) editing.leave();
});
window.addEventListener('beforeunload', (event) => {
  const held = [...editings.values()].some((each) =>
    ['failed', 'conflict', 'gone'].includes(each.get().saving.kind),
  );
  if (held) event.preventDefault();
});
