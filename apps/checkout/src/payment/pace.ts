/** What decides how soon the status is asked for again. */
interface Circumstances {
  /** A payment is under way: its end is waited for. */
  readonly underWay: boolean;
  /** Nobody looks at the page. */
  readonly hidden: boolean;
  /** How often in a row nobody has answered. */
  readonly failures: number;
}

const longestMs = 30_000;

/** @returns in how many milliseconds the status is asked for again */
export function pace({ underWay, hidden, failures }: Circumstances): number {
  const visible = underWay ? 1_000 : 5_000;
  return Math.min(visible * (hidden ? 5 : 1) * 2 ** Math.min(failures, 10), longestMs);
}
