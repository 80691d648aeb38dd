// data.ts: what the page of a run is drawn from
//
// The page fetches nothing itself: the dashboard gives it the server's data, the HTML file of one run its own.
import type { Run, RunEvent } from '@/api/client';
import type { Elsewhere } from '@/api/hosts';

// URLs of the files of a run; undefined if the file is not available here.
export type RunSource = {
  picture: (path: string, widthPx?: number) => string | undefined;
  file: (path: string) => string | undefined; // videos, and files to be saved
  call: (path: string) => Promise<unknown>; // of a model
};

// A place in a run, with its own URL.
export type Place = { event?: number; step?: number };

export const exportFormats = ['html', 'junit', 'json', 'manifest', 'markdown', 'log', 'flow'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type RunActions = {
  elsewhere?: Elsewhere | undefined; // the host of the pool that has its files, if it is not this one
  stop: () => void;
  stopping: boolean;
  again: (fromStep?: number) => void; // from there on the device as it is; undefined: all of it
  approve: (approved: boolean) => void;
  copyReport: () => void;
  linkTo: (place: Place) => string; // the whole address
  exports: readonly { format: ExportFormat; href: string }[];
};

export type RunData = {
  run: Run;
  events: readonly RunEvent[]; // in order
  complete: boolean; // these are all so far
};
