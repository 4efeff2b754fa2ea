/** What one side did in one round. */
export interface Run {
  /** A second. */
  readonly rate: number;
  readonly latenciesMs: readonly number[];
}

/** Does the work for each item, so many at a time. */
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

/** The one in the middle; of an even number the mean of the two that are, or it were always the lower. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return (low + high) / 2;
}

/** The value that so much of all are not above. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}
