// rows.ts: numbers that the list and its rows share
export const RUNS_SHOWN = 12; // bars per scenario
