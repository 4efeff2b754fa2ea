const dayMs = 86_400_000;

/** Days of the visitor's time zone, whole ones. */
export interface Range {
  readonly timeZone: string;
  /** ISO 8601: the start of the first day, and the end of the last. */
  readonly from: string;
  readonly to: string;
  /** The first day and the last: `2026-01-31`. */
  readonly firstDay: string;
  readonly lastDay: string;
}

const ownTimeZone = () => new Intl.DateTimeFormat("en").resolvedOptions().timeZone;

/** The day of a time in the visitor's time zone: `2026-01-31`. */
export const dayOf = (time: Date): string =>
  [
    String(time.getFullYear()).padStart(4, "0"),
    String(time.getMonth() + 1).padStart(2, "0"),
    String(time.getDate()).padStart(2, "0"),
  ].join("-");

/**
 * The last days up to now, today included.
 *
 * @param back how many such stretches ago: 1 is the time before
 */
export function lastDays(now: Date, days: number, back = 0): Range {
  const end = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - days * back);
  const start = new Date(end.getFullYear(), end.getMonth(), end.getDate() - days);
  return {
    timeZone: ownTimeZone(),
    from: start.toISOString(),
    to: end.toISOString(),
    firstDay: dayOf(start),
    lastDay: dayOf(new Date(end.getTime() - 1)),
  };
}

/** A day, so many days later. */
export const laterDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
