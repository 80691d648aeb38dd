// form.ts: a suite as its form has it, and as it is stored; pure
import type { Suite, SuiteDocument } from '@/api/team_suites';
import { type Table, tableOf } from './csv';

export type Devices = 'any' | 'all' | 'some';
export type SuiteForm = {
  name: string;
  scenarios: readonly string[];
  tags: string; // with commas
  devices: Devices;
  serials: readonly string[];
  profiles: readonly string[];
  table: Table;
  repeat: string;
  retry: string;
  priority: number;
  failFast: boolean;
};

export function formOf(suite: Partial<Suite>): SuiteForm {
  const devices = suite.devices ?? [];
  const serials = devices.filter((each) => each !== 'any' && each !== 'all');
  return {
    name: suite.name ?? '',
    scenarios: suite.scenarios ?? [],
    tags: (suite.tags ?? []).join(', '),
    devices: devices.includes('all') ? 'all' : serials.length > 0 ? 'some' : 'any',
    serials,
    profiles: suite.profiles ?? [],
    table: tableOf(suite.data ?? []),
    repeat: String(suite.repeat ?? 1),
    retry: String(suite.retryInfra ?? 1),
    priority: suite.priority ?? 0,
    failFast: suite.failFast ?? false,
  };
}

export const tagsOf = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

// What is not a number is sent as it is: the server says what is valid. The form has texts, whose type is lost here.
function numberOf(text: string, least: number): number {
  const number = Number(text.trim() || least);
  return Number.isInteger(number) ? number : Number.NaN;
}

export function documentOf(form: SuiteForm): SuiteDocument {
  const { name, scenarios, tags, devices, serials, profiles, table, repeat, retry, priority, failFast } =
    form;
  return {
    name: name.trim(),
    scenarios: [...scenarios],
    tags: tagsOf(tags),
    devices: devices === 'some' ? [...serials] : [devices],
    profiles: [...profiles],
    repeat: numberOf(repeat, 1),
    retryInfra: numberOf(retry, 0),
    failFast,
    data: table.rows,
    priority,
  };
}

export const sameForm = (one: SuiteForm, other: SuiteForm) =>
  JSON.stringify(documentOf(one)) === JSON.stringify(documentOf(other));

// A priority that this page has no word for keeps its value.
export const priorityLevels = { low: -10, normal: 0, high: 10 } as const;

// Whether a simple list of tags has one of the scenario's; expressions are the server's.
export function hasTag(wanted: readonly string[], tags: readonly string[] = []): boolean {
  const lower = tags.map((tag) => tag.toLowerCase());
  return wanted.some((tag) => lower.includes(tag.toLowerCase()));
}

export type Total = { count: number; open: boolean }; // open: tags or devices decide it when it runs

// How many cases a run has, as far as it is known now.
export function totalOf(form: SuiteForm, all: readonly { id: string; tags?: string[] }[]): Total {
  const wanted = tagsOf(form.tags);
  const chosen = new Set(form.scenarios);
  for (const { id, tags } of all) if (hasTag(wanted, tags)) chosen.add(id);
  const devices = form.devices === 'some' ? Math.max(1, form.serials.length) : 1;
  const repeat = Math.max(1, numberOf(form.repeat, 1) || 1);
  const rows = Math.max(1, form.table.rows.length);
  return {
    count: chosen.size * devices * Math.max(1, form.profiles.length) * rows * repeat,
    open: wanted.length > 0 || form.devices === 'all',
  };
}
