/* Cells of CSV, as the API and the dashboard write them. It runs in browsers too, so it imports nothing. */

/** A spreadsheet would run a cell that begins so as a formula. */
const formula = /^[=+\-@\t\r]/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
const special = /[",\r\n]/;

/**
 * A value as a cell of CSV (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe, unless
 * it is a plain number, such as a negative amount. Lists and objects without columns of their own are JSON.
 */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of CSV, with its end. */
export const lineOf = (cells: readonly unknown[]): string => `${cells.map(cellOf).join(",")}\r\n`;
