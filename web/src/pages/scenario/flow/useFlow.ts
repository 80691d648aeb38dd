// useFlow.ts: a flow while it is edited: its files and variables, what is wrong with them, and storing them
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Scenario } from '@/api/client';
import { checkFlow, type Flow, type FlowProblem, putFlow } from '@/api/flows';
import type { Variable } from './Variables';

const CHECK_AFTER_MS = 300;

const variablesOf = (flow: Flow): Variable[] => Object.entries(flow.env ?? {});

function flowOf(file: string, files: NonNullable<Flow['files']>, rows: readonly Variable[]): Flow {
  const env = Object.fromEntries(
    rows.filter(([name]) => name.trim()).map(([name, value]) => [name.trim(), value]),
  );
  return { file, files, ...(Object.keys(env).length > 0 && { env }) };
}

export function useFlow(scenario: Scenario, stored: Flow) {
  const [from, setFrom] = useState(scenario);
  const [files, setFiles] = useState(stored.files ?? {});
  const [rows, setRows] = useState(() => variablesOf(stored));
  const [problems, setProblems] = useState<readonly FlowProblem[]>(scenario.problems ?? []);
  const [checking, setChecking] = useState(false);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const kept = from.flow ?? stored;
  const { file } = kept;
  const flow = useMemo(() => flowOf(file, files, rows), [file, files, rows]);
  const text = useMemo(() => JSON.stringify(flow), [flow]);
  const keptText = useMemo(
    () => JSON.stringify(flowOf(kept.file, kept.files ?? {}, variablesOf(kept))),
    [kept],
  );
  const dirty = text !== keptText;
  const now = useRef({ from, flow, dirty });
  now.current = { from, flow, dirty };

  const takeOver = useCallback((next: Scenario) => {
    setFrom(next);
    setFiles(next.flow?.files ?? {});
    setRows(variablesOf(next.flow ?? { file: '' }));
    setProblems(next.problems ?? []);
    setError(undefined);
  }, []);

  // Another program has stored it: shown at once, unless something here is not stored.
  useEffect(() => {
    if (scenario.revision > now.current.from.revision && !now.current.dirty) takeOver(scenario);
  }, [scenario, takeOver]);

  // Checked a moment after the last letter.
  useEffect(() => {
    if (!dirty) return;
    const abort = new AbortController();
    setChecking(true);
    const timer = window.setTimeout(() => {
      checkFlow(flow, abort.signal)
        .then((checked) => setProblems(checked.problems))
        .catch(() => undefined) // saving says it
        .finally(() => abort.signal.aborted || setChecking(false));
    }, CHECK_AFTER_MS);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
      setChecking(false);
    };
  }, [flow, dirty]);

  // Store what is shown. Returns it as it is stored, or undefined: it is not, and the page says why.
  const save = useCallback(async (): Promise<Scenario | undefined> => {
    const { from: base, flow: sent, dirty: changed } = now.current;
    if (!changed) return base;
    setSaving(true);
    setError(undefined);
    try {
      const next = await putFlow(base, sent);
      setFrom(next);
      setProblems(next.problems ?? []);
      return next;
    } catch (problem) {
      setError(problem);
      return undefined;
    } finally {
      setSaving(false);
    }
  }, []);

  return { from, files, setFiles, rows, setRows, problems, checking, saving, error, dirty, save, takeOver };
}
