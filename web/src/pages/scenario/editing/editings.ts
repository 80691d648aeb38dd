// editings.ts: the scenarios that this tab edits; saving continues when their page is left
//
// One that is saved and not shown is kept for its undo, and forgotten once newer ones are.
import type { Scenario } from '@/api/client';
import { preferences } from '@/parts/preferences';
import { findDraft } from './draft';
import { type Editing, type Home, startEditing } from './editing';
import { started } from './reducer';
import { NEW } from './state';

const IDLE_MAX = 8;
const UNSAVED = ['failed', 'conflict', 'gone'];

const open = new Map<string, Editing>(); // the newest last
let listening: AbortController | undefined;

// A page that closes sends what is left; one that could not is asked about.
function listenToPage() {
  const unsaved = [...open.values()].some((editing) => editing.isDirty());
  if (!unsaved) {
    listening?.abort();
    listening = undefined;
    return;
  }
  if (listening) return;
  listening = new AbortController();
  const { signal } = listening;
  window.addEventListener(
    'pagehide',
    () => {
      for (const editing of open.values()) editing.leave();
    },
    { signal },
  );
  window.addEventListener(
    'beforeunload',
    (event) => {
      if ([...open.values()].some((each) => UNSAVED.includes(each.get().saving.kind))) event.preventDefault();
    },
    { signal },
  );
}

function trim() {
  const idle = [...open].filter(([, editing]) => editing.isIdle());
  for (const [id] of idle.slice(0, Math.max(0, idle.length - IDLE_MAX))) open.delete(id);
  listenToPage();
}

const home: Home = {
  rename(from, to, editing) {
    if (open.get(from) === editing) open.delete(from);
    open.set(to, editing);
  },
  forget(id) {
    open.delete(id);
    trim();
  },
  changed: trim,
};

function add(id: string, scenario?: Scenario): Editing {
  const editing = startEditing(started(scenario, findDraft(id), preferences.get().packageName), home);
  open.set(id, editing);
  trim();
  return editing;
}

export function knownEditing(id: string): Editing | undefined {
  return open.get(id);
}

export function editingOf(scenario: Scenario): Editing {
  return open.get(scenario.id) ?? add(scenario.id, scenario);
}

// The one that has no id yet; what was begun and not stored is found again.
export function editingOfNew(): Editing {
  const known = open.get(NEW);
  return known && !known.get().scenario ? known : add(NEW);
}
