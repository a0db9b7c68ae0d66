/** Adds one to the count of a kind. */
export function countUp(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

/** Counts the elements of each kind. */
export function countKinds(elements: Iterable<{ kind: string }>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind } of elements) countUp(counts, kind);
  return counts;
}

export function sumCounts(counts: Iterable<number>): number {
  return [...counts].reduce((sum, count) => sum + count, 0);
}

/** Formats counts as `name 3, other 1`. */
export function listCounts(counts: Iterable<readonly [string, number]>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(", ");
}
