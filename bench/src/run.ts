/** What one side did in one round. */
export interface Run {
  /** A second. */
  readonly rate: number;
  readonly latenciesMs: readonly number[];
}

/** Does the work for each item, with limited concurrency. */
export async function run<Item>(
  items: readonly Item[],
  inFlight: number,
  work: (item: Item) => Promise<void>,
): Promise<Run> {
  const left = items.values();
  const latenciesMs: number[] = [];
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (const item of left) {
        const start = performance.now();
        await work(item);
        latenciesMs.push(performance.now() - start);
      }
    }),
  );
  return { rate: items.length / ((performance.now() - begin) / 1_000), latenciesMs };
}

/** The median: of an even number of values, the mean of the middle two. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return (low + high) / 2;
}

/** The percentile: the lowest value that this share of all does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
