/*
 * The one form of each field that is hashed. Equal values that are written differently (0.5 and 0.500000, a time with
 * an offset and the same time in UTC) have the same form, and so the same hash.
 */

/** The input cannot be hashed. The message names the field and says what is allowed. */
export class ProofError extends Error {
  override readonly name = "ProofError";
}

/** @throws ProofError unless a value that may have come from anywhere is an object */
export function assertObject(value: unknown, name: string): void {
  if (typeof value !== "object" || value === null) {
    throw new ProofError(`${name} must be an object.`);
  }
}

/** Text as it is: neither trimmed nor normalized. Half a surrogate pair has no bytes of its own. */
export function text(value: unknown, name: string): string {
  if (typeof value !== "string" || value === "" || !value.isWellFormed()) {
    throw new ProofError(`${name} must be valid Unicode text, and not empty.`);
  }
  return value;
}

const decimalForm = /^0*(\d{1,18})(?:\.(\d{1,6})0*)?$/;

/** A non-negative decimal with six places: 250 is `250.000000`. */
export function decimal(value: unknown, name: string): string {
  const [, whole, fraction = ""] = (typeof value === "string" && decimalForm.exec(value)) || [];
  if (whole === undefined) {
    throw new ProofError(
      `${name} must be a non-negative decimal with at most six decimal places, as a string.`,
    );
  }
  return `${whole}.${fraction.padEnd(6, "0")}`;
}

const timeForm =
  /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

/** A moment in UTC with milliseconds: `2026-01-31T12:00:00.000Z`. Digits below them are dropped, as when the event is recorded. */
export function time(value: unknown, name: string): string {
  const [, day, minute, second = "00", fraction = "", sign, hours, minutes] =
    (typeof value === "string" && timeForm.exec(value)) || [];
  const local = `${day}T${minute}:${second}.${fraction.padEnd(3, "0")}Z`;
  const milliseconds = Date.parse(local);
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  const moment = new Date(milliseconds - (sign === "-" ? -offset : offset));
  // Some engines read 30 February as 2 March, so the date must be the same after a round trip.
  const isDate = !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === local;
  if (!isDate || moment.getUTCFullYear() < 1 || moment.getUTCFullYear() > 9999) {
    throw new ProofError(`${name} must be an ISO 8601 date-time with Z or an offset.`);
  }
  return moment.toISOString();
}
