const dayMs = 86_400_000;

/** The time zone whose days are shown. */
export interface Zone {
  readonly timeZone: string;
  /** Whether it is the visitor's own. Otherwise it is UTC, because the service does not know the visitor's. */
  readonly isOwn: boolean;
}

export const ownZone = (): Zone => ({
  timeZone: new Intl.DateTimeFormat("en").resolvedOptions().timeZone,
  isOwn: true,
});

export const utcZone: Zone = { timeZone: "UTC", isOwn: false };

/** Whole days of a time zone. */
export interface Range {
  readonly timeZone: string;
  /** ISO 8601: the start of the first day, and the end of the last. */
  readonly from: string;
  readonly to: string;
  /** The first day and the last: `2026-01-31`. */
  readonly firstDay: string;
  readonly lastDay: string;
}

/** The day of a time in a time zone: `2026-01-31`. */
export function dayOf(time: Date, { isOwn }: Zone): string {
  if (!isOwn) return time.toISOString().slice(0, 10);
  return [
    String(time.getFullYear()).padStart(4, "0"),
    String(time.getMonth() + 1).padStart(2, "0"),
    String(time.getDate()).padStart(2, "0"),
  ].join("-");
}

/** The beginning of a day, so many days after that of a time. */
function startOfDay(time: Date, days: number, { isOwn }: Zone): Date {
  return isOwn
    ? new Date(time.getFullYear(), time.getMonth(), time.getDate() + days)
    : new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + days));
}

/**
 * The last days up to now, today included.
 *
 * @param back how many such stretches ago: 1 is the time before
 */
export function lastDays(now: Date, days: number, zone: Zone, back = 0): Range {
  const end = startOfDay(now, 1 - days * back, zone);
  const start = startOfDay(end, -days, zone);
  return {
    timeZone: zone.timeZone,
    from: start.toISOString(),
    to: end.toISOString(),
    firstDay: dayOf(start, zone),
    lastDay: dayOf(new Date(end.getTime() - 1), zone),
  };
}

/** A day, so many days later. */
export const laterDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
