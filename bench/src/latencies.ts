export interface Latencies {
  add(ms: number): void;
  count(): number;
  /** In milliseconds: what so much of all did not exceed; 0.5 is the median. */
  percentile(part: number): number;
}

/**
 * Counts latencies in steps of 10 µs up to ten seconds, so that a long run takes no more memory than a
 * short one. The last step holds all that took longer.
 */
export function latencies(): Latencies {
  const steps = new Uint32Array(1_000_000);
  let count = 0;
  return {
    add: (ms) => {
      const step = Math.min(Math.floor(ms * 100), steps.length - 1);
      steps[step] = (steps[step] ?? 0) + 1;
      count += 1;
    },
    count: () => count,
    percentile: (part) => {
      let left = Math.ceil(part * count);
      const step = steps.findIndex((some) => {
        left -= some;
        return left <= 0;
      });
      return step / 100;
    },
  };
}
