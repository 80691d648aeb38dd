// differences.ts: in what two versions of a scenario differ, as texts; pure
import type { Scenario } from '@/api/client';

const compared = ['name', 'goal', 'packageName', 'steps', 'other'] as const;
type Difference = { name: (typeof compared)[number]; was: string; now: string };

type Version = Partial<Scenario>;
const ignored = new Set<string>([
  ...compared,
  'id',
  'revision',
  'createdAt',
  'updatedAt',
  'missing',
  'compiled',
]);

function stepsOf({ steps = [] }: Version): string {
  return steps
    .map((step, at) => `${at + 1}. ${typeof step === 'string' ? step : step.description}`)
    .join('\n');
}

const otherOf = (version: Version) =>
  JSON.stringify(
    Object.entries(version)
      .filter(([name]) => !ignored.has(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

// Members that the page does not know are not compared.
export function differencesOf(was: Version, now: Version): Difference[] {
  const rows = (['name', 'goal', 'packageName'] as const)
    .filter((name) => was[name] !== undefined || was.steps !== undefined)
    .map((name): Difference => ({ name, was: was[name] ?? '', now: now[name] ?? '' }));
  if (was.steps) rows.push({ name: 'steps', was: stepsOf(was), now: stepsOf(now) });
  const out = rows.filter((row) => row.was !== row.now);
  if (out.length === 0 || (was.steps && otherOf(was) !== otherOf(now)))
    out.push({ name: 'other', was: '', now: '' });
  return out;
}
