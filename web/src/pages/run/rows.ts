// rows.ts: the rows of a timeline that a filter and a search leave; pure
import type { RunEvent } from '@/api/client';
import type { Place } from './data';
import type { Group, GroupKey, Item, Timeline, Turn } from './timeline';
import { classOf, isBad } from './tools';

// turn: the words and the tokens of a request to the model; event: a call, of a turn unless it was played, or
// another event. The first call of a turn without words leads it: it has no other row.
export type Row =
  | { kind: 'group'; group: Group }
  | { kind: 'turn'; group: Group; event: RunEvent; turn: Turn }
  | { kind: 'event'; group: Group; event: RunEvent; turn: Turn | undefined; leads: boolean };

export const filters = ['all', 'actions', 'checks', 'model', 'errors'] as const;
export type Filter = (typeof filters)[number];

function passes({ event, isHead }: Item, filter: Filter): boolean {
  const isTool = event.type === 'tool';
  if (filter === 'actions') return isTool && classOf(event) === 'acts';
  if (filter === 'checks') return isTool && classOf(event) === 'asserts';
  if (filter === 'model') return isHead === true || event.type === 'said';
  if (filter === 'errors')
    return (isTool && isBad(event)) || event.type === 'guard' || (event.type === 'model' && !!event.failed);
  return true;
}

function has({ event, turn, isHead }: Item, words: string): boolean {
  const { toolName, args, result, message, element, model } = event;
  const own = isHead
    ? [model, ...(turn?.words.map((said) => said.message) ?? [])]
    : [toolName, args, result, message, element];
  return own.some((text) => text?.toLowerCase().includes(words));
}

// The words before a call stay with it, since they say why it was made.
function withHeads(items: readonly Item[], left: ReadonlySet<Item>): Item[] {
  const turns = new Set([...left].map(({ turn }) => turn));
  return items.filter((item) => left.has(item) || (item.isHead && turns.has(item.turn)));
}

function leftOf(group: Group, filter: Filter, words: string): Item[] {
  const left = group.items.filter((item) => passes(item, filter) && (words === '' || has(item, words)));
  return withHeads(group.items, new Set(left));
}

function isSilent({ words, model, calls }: Turn): boolean {
  return words.length === 0 && calls > 0 && !model.failed;
}

function rowsOfItems(items: readonly Item[], group: Group, filter: Filter): Row[] {
  const rows: Row[] = [];
  let led: Turn | undefined;
  for (const { event, turn, isHead } of items) {
    const silent = turn !== undefined && filter !== 'model' && isSilent(turn);
    if (turn && isHead) {
      if (!silent) rows.push({ kind: 'turn', group, event, turn });
      continue;
    }
    rows.push({ kind: 'event', group, event, turn, leads: silent && led !== turn });
    led = turn;
  }
  return rows;
}

// The rows that are left of a timeline. Steps in which nothing is left go too, unless nothing is asked for.
export function rowsOf(
  groups: readonly Group[],
  filter: Filter,
  search: string,
  closed: ReadonlySet<GroupKey>,
): Row[] {
  const words = search.trim().toLowerCase();
  const asked = words !== '' || filter !== 'all';
  const rows: Row[] = [];
  for (const group of groups) {
    const isMeant = words !== '' && filter === 'all' && group.text.toLowerCase().includes(words);
    const items = asked ? leftOf(group, filter, words) : group.items;
    if (asked && items.length === 0 && !isMeant) continue;
    rows.push({ kind: 'group', group });
    if (!asked && closed.has(group.key)) continue;
    rows.push(...rowsOfItems(items, group, filter));
  }
  return rows;
}

export function placeOf(row: Row): Place {
  return row.kind === 'group' ? { step: row.group.place } : { event: row.event.index };
}

function isRowOf(row: Row, { event, step }: Place): boolean {
  if (row.kind === 'group') return event === undefined && row.group.place === step;
  return row.event.index === event;
}

// The row of a place, or of the event that shows it; -1: it is filtered out, or does not exist.
export function rowAt(rows: readonly Row[], timeline: Timeline, place: Place): number {
  const meant = place.event === undefined ? place : (timeline.owners.get(place.event) ?? place);
  const at = rows.findIndex((row) => isRowOf(row, meant));
  if (at >= 0 || meant.event === undefined) return at;
  return rows.findIndex((row) => row.kind === 'event' && row.leads && row.turn?.model.index === meant.event);
}
