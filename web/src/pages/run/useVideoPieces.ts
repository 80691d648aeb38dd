// useVideoPieces.ts: the files of a run's recording, in order
import { useMemo } from 'react';
import type { RunData, RunSource } from './data';

export type Piece = { url: string; beganAt?: string };

export function useVideoPieces({ events }: RunData, source: RunSource): readonly Piece[] {
  return useMemo(
    () =>
      events.flatMap((event): Piece[] => {
        const found = event.videoPath && source.file(event.videoPath);
        return found ? [{ url: found, ...(event.videoBeganAt && { beganAt: event.videoBeganAt }) }] : [];
      }),
    [events, source],
  );
}
