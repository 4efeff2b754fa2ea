import type { Micros, Moment } from "./world.ts";

/* Decimals and times: reads them from inputs, and writes them as responses show them. */

/** Parses a decimal of the specification; null if it is invalid. */
export function toMicros(value: unknown): Micros | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return null;
  const [, whole, fraction = ""] = /^(\d{1,18})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || /[^0]/.test(fraction.slice(6))) return null;
  return BigInt(whole) * 1_000_000n + BigInt(fraction.slice(0, 6).padEnd(6, "0"));
}

/** With six decimal places. */
export function showMicros(micros: Micros): string {
  if (micros < 0n) return `-${showMicros(-micros)}`;
  const digits = String(micros).padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

export const showMicrosOrNull = (micros: Micros | null): string | null =>
  micros === null ? null : showMicros(micros);

export const showMoment = (moment: Moment): string => new Date(moment).toISOString();

export const showMomentOrNull = (moment: Moment | null): string | null =>
  moment === null ? null : showMoment(moment);
