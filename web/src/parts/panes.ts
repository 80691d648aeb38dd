// panes.ts: shares of panes beside each other, as their edges move

// Moves the edge behind pane `at` by some shares; no pane becomes narrower than its least share.
export function moveEdge(
  shares: readonly number[],
  mins: readonly number[],
  at: number,
  by: number,
): readonly number[] {
  const first = shares[at] ?? 0;
  const second = shares[at + 1] ?? 0;
  const sum = first + second;
  const least = Math.min(mins[at] ?? 0, sum);
  const most = Math.max(least, sum - (mins[at + 1] ?? 0));
  const next = Math.max(least, Math.min(most, first + by));
  return shares.map((share, index) => (index === at ? next : index === at + 1 ? sum - next : share));
}

// Hides pane `at`, or shows it with its standard share; its neighbour gives or takes the room.
export function openEdge(
  shares: readonly number[],
  standard: readonly number[],
  at: number,
): readonly number[] {
  const sum = (shares[at] ?? 0) + (shares[at + 1] ?? 0);
  const first = shares[at] === 0 ? Math.min(standard[at] ?? 0, sum) : 0;
  return shares.map((share, index) => (index === at ? first : index === at + 1 ? sum - first : share));
}
