// client.ts: requests to the server, typed by its OpenAPI file, and what it answers to a request that failed
import createClient from 'openapi-fetch';
import { hearDate } from './clock';
import type { components, paths } from './openapi';
import { session } from './session';

export type Schemas = components['schemas'];
export type Scenario = Schemas['Scenario'];
// What a pool adds.
type Pooled = { attempt?: number; priority?: number; notBefore?: string; host?: string; waiting?: string };
export type Run = Schemas['Run'] & Pooled;
export type RunStep = Schemas['RunStep'];
export type RunEvent = Schemas['Event'];
export type Device = Schemas['Device'];
export type Profile = Schemas['Profile'];
export type Config = Schemas['Config'];

// What the server said (RFC 9457), or that it could not be asked: status 0.
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly scenario?: Scenario, // as it is now, if a run of another revision was refused
    readonly field?: string, // the member of the request that is wrong: "baseUrl", "prices/input"
  ) {
    super(detail);
    this.name = 'Problem';
  }
}

export const client = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: async (request) => {
    const sentMs = performance.now();
    const sentAt = Date.now();
    try {
      const response = await fetch(request);
      hearDate(response.headers.get('Date'), sentAt, Date.now());
      if (response.status === 401) session.refuse(sentMs);
      return response;
    } catch (error) {
      if (request.signal.aborted) throw error;
      throw new Problem(0, 'OFFLINE', String(error));
    }
  },
});

type Answer<T> = { data?: T; error?: unknown; response: Response };

export function problemOf(response: Response, body: unknown): Problem {
  const told = (typeof body === 'object' && body !== null ? body : {}) as Partial<
    Schemas['ScenarioChanged'] & Schemas['Problem']
  >;
  const text = typeof body === 'string' && body ? body : response.statusText;
  return new Problem(
    response.status,
    told.code ?? String(response.status),
    told.detail ?? text,
    told.scenario,
    told.pointer?.replace(/^#\//, ''),
  );
}

// The body of an answer; every other outcome is thrown as a Problem.
export async function take<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (error !== undefined || !response.ok) throw problemOf(response, error);
  return data as T;
}

export function artifactUrl(run: string, path: string, widthPx?: number): string {
  const name = path.split('/').map(encodeURIComponent).join('/');
  return `/api/v1/runs/${encodeURIComponent(run)}/artifacts/${name}${widthPx ? `?width=${widthPx}` : ''}`;
}
