/** The facts that determine when the status is polled again. */
interface Circumstances {
  /** A payment is under way. */
  readonly underWay: boolean;
  /** The page is not visible. */
  readonly hidden: boolean;
  /** The number of polls in a row without an answer. */
  readonly failures: number;
}

const longestMs = 30_000;

/** @returns the pause before the next poll, in milliseconds */
export function pace({ underWay, hidden, failures }: Circumstances): number {
  const visible = underWay ? 1_000 : 5_000;
  return Math.min(visible * (hidden ? 5 : 1) * 2 ** Math.min(failures, 10), longestMs);
}
