// start.ts: where a scenario starts, as it is edited; pure
import type { Schemas } from '@/api/client';

export const resets = ['restart', 'none', 'data', 'reinstall'] as const;
export const orientations = ['any', 'portrait', 'landscape'] as const;
export const startTexts = ['apk', 'deepLink', 'locale'] as const;
export const startLists = ['grant', 'revoke'] as const; // of permissions
export const startSteps = ['setup', 'teardown'] as const; // a line each
export type StartForm = Readonly<
  Record<'reset' | 'orientation' | (typeof startTexts)[number] | (typeof startSteps)[number], string> &
    Record<(typeof startLists)[number], readonly string[]>
>;
type Input = Schemas['ScenarioInput'];

export function startOf(scenario: Input): StartForm {
  return {
    reset: scenario.reset ?? resets[0],
    orientation: scenario.orientation ?? orientations[0],
    apk: scenario.apk ?? '',
    deepLink: scenario.deepLink ?? '',
    locale: scenario.locale ?? '',
    grant: scenario.permissions?.grant ?? [],
    revoke: scenario.permissions?.revoke ?? [],
    setup: (scenario.setup ?? []).join('\n'),
    teardown: (scenario.teardown ?? []).join('\n'),
  };
}

// The server refuses to remove an app that it could not install again.
export function needsApk(start: StartForm): boolean {
  return start.reset === 'reinstall' && !start.apk.trim();
}

// The forms that the server accepts.
const forms = { apk: /./, deepLink: /^[A-Za-z][^\s:]*:\S+$/, locale: /^[A-Za-z]{2,8}(-[A-Za-z0-9]{2,8})*$/ };
const permission = /^[\w.-]+$/;

export function isTextRight(name: (typeof startTexts)[number], text: string): boolean {
  return !text.trim() || forms[name].test(text.trim());
}

export function arePermissions(words: readonly string[]): boolean {
  return words.every((word) => permission.test(word));
}

// The start as the server stores it, without defaults and without values that it would refuse.
export function startInput(start: StartForm): Partial<Input> {
  const out: Partial<Input> = {};
  const reset = resets.find((each) => each === start.reset);
  const orientation = orientations.find((each) => each === start.orientation);
  if (reset && reset !== resets[0] && !needsApk(start)) out.reset = reset;
  if (orientation && orientation !== orientations[0]) out.orientation = orientation;
  for (const name of startTexts)
    if (start[name].trim() && isTextRight(name, start[name])) out[name] = start[name].trim();
  for (const name of startLists) {
    const words = start[name].filter((word) => permission.test(word));
    if (words.length > 0) out.permissions = { ...out.permissions, [name]: words };
  }
  for (const name of startSteps) {
    const lines = start[name]
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    if (lines.length > 0) out[name] = lines;
  }
  return out;
}
