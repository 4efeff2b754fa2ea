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
