/* Cells of CSV, as the API and the dashboard write them. It runs in browsers too, so it imports nothing. */

/** The characters with which a spreadsheet begins a formula, and those that it may take for them: by NFKC, and the minus sign. */
const formula = /[=+\-@＝﹦⁼₌⩵⩶＋﹢⁺₊﬩－﹣⁻₋−＠﹫]/u;
/** The characters that separate cells in any spreadsheet, whichever of them is used here. */
const separators = ",;:|\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029，︐﹐；︔﹔\\u037e：︓﹕｜";
const separator = new RegExp(`[${separators}]`, "u");
/** Characters that a spreadsheet may ignore at the beginning of a cell: quotes, and what is not visible. */
const ignored = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800"]/u;
/** Most texts: they begin with a letter or a digit, and nothing in them separates cells, except colons in times and URLs. */
const harmless = new RegExp(`^[A-Za-z0-9](?:[^${separators}]|:(?=[A-Za-z0-9/]))*$`, "u");
const plainNumber = /^-?\d+(?:\.\d+)?$/;
/** A string in JSON, with its quotes. JSON has no unfinished one: `$` lets the expression run in linear time on any text. */
const jsonString = /"(?:[^"\\]|\\.)*(?:"|\\?$)/gs;

/**
 * A value as a cell of CSV (RFC 4180). Texts are always in quotes. Where a text could begin a formula, it has an apostrophe:
 * at its beginning and, because a spreadsheet may split the line at another character than the comma, behind what
 * could separate cells. Plain numbers, such as a negative amount, are as they are. Lists and objects without columns of their
 * own are JSON, in whose strings such a character is written as `\u003d`.
 */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return quoted(jsonOf(value));
  const text = String(value);
  if (typeof value !== "string" || plainNumber.test(text)) return text;
  if (harmless.test(text)) return quoted(text);
  const safe = escaped(text, (before, character) => `'${before}${character}`);
  return quoted(/^[\t\r\n]/.test(safe) ? `'${safe}` : safe);
}

/** A line of CSV, with its end. */
export const lineOf = (cells: readonly unknown[]): string => `${cells.map(cellOf).join(",")}\r\n`;

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

const jsonOf = (value: object) =>
  JSON.stringify(value).replace(jsonString, (text) => {
    const inner = escaped(text.slice(1, -1), (before, character) => before + codeOf(character));
    return `"${inner}"`;
  });

const codeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Escapes what could begin a formula, in one pass.
 *
 * @param written returns the escaped form of a character and of the ignorable ones before it
 */
function escaped(text: string, written: (before: string, character: string) => string): string {
  let all = "";
  /** The characters since the beginning of the cell, all of which a spreadsheet may ignore; null once another came. */
  let before: string | null = "";
  for (const character of text) {
    if (separator.test(character)) {
      all += `${before ?? ""}${character}`;
      before = "";
    } else if (before === null) {
      all += character;
    } else if (ignored.test(character)) {
      before += character;
    } else {
      all += formula.test(character) ? written(before, character) : before + character;
      before = null;
    }
  }
  return all + (before ?? "");
}
