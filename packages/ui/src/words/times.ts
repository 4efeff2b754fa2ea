/** @returns `Jan 31, 2026, 12:00 PM`, in the visitor's time zone */
export const timeText = (time: string) =>
  new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));

/** @returns `January 31, 2026 at 12:00:00 PM UTC`, in the visitor's time zone */
export const fullTimeText = (time: string) =>
  new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "long" }).format(new Date(time));

/** @returns `Jan 31 – Feb 28, 2026`, in the visitor's time zone */
export const rangeText = (from: string, to: string) =>
  new Intl.DateTimeFormat("en", { dateStyle: "medium" }).formatRange(new Date(from), new Date(to));

/** @returns `Jan 31, 2026` */
export const dateText = (time: string) =>
  new Intl.DateTimeFormat("en", { dateStyle: "medium" }).format(new Date(time));

/** @returns `2026-01-31 12:00:00 UTC` */
export const utcText = (time: string) =>
  `${new Date(time).toISOString().slice(0, 19).replace("T", " ")} UTC`;
