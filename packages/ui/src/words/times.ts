/** @returns `Jan 31, 2026, 12:00 PM`, in the visitor's time zone */
export const timeText = (time: string) =>
  new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));

/** @returns `January 31, 2026 at 12:00:00 PM UTC`, in the visitor's time zone */
export const fullTimeText = (time: string) =>
  new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "long" }).format(new Date(time));

/** @returns `Jan 31, 2026` */
export const dateText = (time: string) =>
  new Intl.DateTimeFormat("en", { dateStyle: "medium" }).format(new Date(time));
