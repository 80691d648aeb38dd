// useDeeds.ts: a person's actions on the device, one at a time, and the result of the last one
import { useCallback, useRef, useState } from 'react';
import { Problem } from '@/api/client';
import { type Pointed, type ScreenStep, type TestedApp, tryStep } from '@/api/view';
import type { Read } from './useScreen';
import type { Deed } from './words';

export type Outcome = {
  number: number; // a new one for each deed
  deed: Deed;
  step: ScreenStep;
  pointed?: Pointed;
  problem?: Problem;
};

export type Deeds = {
  busy: boolean;
  outcome: Outcome | undefined;
  act: (deed: Deed, step: ScreenStep, approved?: boolean) => void;
  dismiss: () => void;
};

export function useDeeds(device: string, app: TestedApp, { adopt, read }: Read): Deeds {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const going = useRef(false);
  const number = useRef(0);
  const { packageName, packages } = app;

  const act = useCallback(
    async (deed: Deed, step: ScreenStep, approved = false) => {
      if (going.current) return;
      going.current = true;
      setBusy(true);
      const done = { number: ++number.current, deed, step };
      try {
        const pointed = await tryStep(device, { packageName, packages }, step, approved);
        if (pointed.screen) adopt(pointed.screen);
        else read();
        setOutcome({ ...done, pointed });
      } catch (error) {
        const problem = error instanceof Problem ? error : new Problem(0, 'STEP', String(error));
        setOutcome({ ...done, problem });
        read();
      } finally {
        going.current = false;
        setBusy(false);
      }
    },
    [device, packageName, packages, adopt, read],
  );
  return {
    busy,
    outcome,
    act: useCallback((...deed) => void act(...deed), [act]),
    dismiss: useCallback(() => setOutcome(undefined), []),
  };
}
