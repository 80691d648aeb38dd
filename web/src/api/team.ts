// team.ts: requests of the pages of a team, and what they put out of date
import { useQueryClient } from '@tanstack/react-query';
import { Problem, problemOf } from './client';
import { hearDate } from './clock';
import { session } from './session';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export async function ask<T>(
  method: Method,
  path: string,
  { body, signal }: { body?: unknown; signal?: AbortSignal } = {},
): Promise<T> {
  const [sentMs, sentAt] = [performance.now(), Date.now()];
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      ...(signal && { signal }),
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, 'OFFLINE', String(error));
  }
  hearDate(response.headers.get('Date'), sentAt, Date.now());
  if (response.status === 401) session.refuse(sentMs);
  const text = await response.text();
  const answer: unknown =
    text && /json/.test(response.headers.get('Content-Type') ?? '') ? JSON.parse(text) : text;
  if (!response.ok) throw problemOf(response, answer);
  return answer as T;
}

export const idOf = (id: string) => encodeURIComponent(id);

// After a change of ours: the event stream says it too, but not while it is lost.
export function useRefresh(...queryKeys: (readonly unknown[])[]) {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of queryKeys) void queries.invalidateQueries({ queryKey });
  };
}
