import { z } from "zod";
import { says } from "./messages.ts";
import type { RefusalTerms } from "./refusal.ts";

/**
 * An existing day, `T`, a time with or without seconds, and `Z` or an offset. Standard libraries write up to nine digits
 * after the point, and some of them `t` and `z`.
 */
const isoDateTime =
  /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** V8 misreads long fractions (it reads .0010000000 as 10 ms), so it gets three digits. */
const finerThanMilliseconds = /(\.\d{3})\d+/;

/**
 * Reads an ISO 8601 date-time with `Z` or an offset, in the years 1 to 9999 UTC. Digits below the millisecond are dropped.
 *
 * @returns null for every other text
 */
export function readDateTime(text: string): Date | null {
  if (!isoDateTime.test(text)) return null;
  const date = new Date(text.replace(finerThanMilliseconds, "$1").toUpperCase());
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : null;
}

/** The first and the last time that `readDateTime` returns, in milliseconds since 1970. */
export const [firstTime, lastTime] = [
  Date.parse("0001-01-01T00:00:00.000Z"),
  Date.parse("9999-12-31T23:59:59.999Z"),
] as const;

export const utc = "UTC";

const ruleText = "must be UTC or a time zone such as Europe/Berlin.";
const rule = says(ruleText);

export const unknownTimeZone: RefusalTerms = {
  kind: "invalid",
  code: "unknown_time_zone",
  param: "timeZone",
  message: `timeZone ${ruleText}`,
  meaning: "No time zone has this name, or the database does not know it.",
  remedy:
    "Send `UTC`, or a name of the IANA time zone database with a region, such as `Europe/Berlin`.",
};

/**
 * A time zone. Postgres reads a name without a slash as an abbreviation first, with a fixed offset where the zone has
 * summer time (CET), so such names are refused.
 */
export const timeZone = () =>
  z
    .string(rule)
    .max(64, { ...rule, abort: true })
    .refine((name) => name === utc || isZone(name), rule);

function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+){1,2}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const dayMs = 86_400_000;

/**
 * Returns whether two times are at most so many days apart in a time zone. A day on which clocks are set back counts
 * with all its hours, and one on which they are set forward as 24 hours.
 *
 * @param zone a time zone that `timeZone` accepts
 */
export function isWithinDays(from: Date, to: Date, days: number, zone: string): boolean {
  const passed = to.getTime() - from.getTime();
  return passed <= days * dayMs || passed - setBackBetween(from, to, zone) <= days * dayMs;
}

/** Returns how far clocks are set back between two times, in milliseconds: at most half a day. */
function setBackBetween(from: Date, to: Date, zone: string): number {
  const shown = timeOfDay(to, zone) - timeOfDay(from, zone);
  const ahead = (to.getTime() - from.getTime() - shown) % dayMs;
  return ahead > dayMs / 2 ? ahead - dayMs : ahead < -dayMs / 2 ? ahead + dayMs : ahead;
}

/** What a clock of the zone shows, in milliseconds since midnight. */
function timeOfDay(time: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en", { ...clock, timeZone });
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return ((of("hour") * 60 + of("minute")) * 60 + of("second")) * 1_000 + of("fractionalSecond");
}

const clock = {
  hourCycle: "h23",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
  fractionalSecondDigits: 3,
} as const;
