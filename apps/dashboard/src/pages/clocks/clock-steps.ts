const dayMs = 86_400_000;

/** The steps by which a clock is advanced, in UTC. */
export const clockSteps: readonly {
  readonly words: string;
  readonly from: (now: string) => string;
}[] = [
  { words: "1 day", from: (now) => new Date(Date.parse(now) + dayMs).toISOString() },
  { words: "1 month", from: monthAfter },
];

/** The same day of the next month, or the month's last day if it has no such day. */
export function monthAfter(time: string): string {
  const from = new Date(time);
  const after = new Date(time);
  after.setUTCMonth(from.getUTCMonth() + 1);
  if (after.getUTCDate() !== from.getUTCDate()) after.setUTCDate(0);
  return after.toISOString();
}

/** How far a clock has come on its way, in thousandths. */
export function wayOf(start: string, now: string, end: string): number {
  const way = Date.parse(end) - Date.parse(start);
  return way <= 0 ? 1_000 : ((Date.parse(now) - Date.parse(start)) * 1_000) / way;
}
