import { isDeepStrictEqual } from "node:util";

/** The differences between a response and the expected one, one line per field. */
export function differences(expected: unknown, actual: unknown, at = "body"): string[] {
  if (isDeepStrictEqual(expected, actual)) return [];
  const names = namesIn(expected);
  if (names === null || namesIn(actual) === null || isList(expected) !== isList(actual)) {
    return [`${at} is ${JSON.stringify(actual)} and must be ${JSON.stringify(expected)}`];
  }
  const [one, other] = [expected, actual] as Record<string, unknown>[];
  return [...new Set([...names, ...(namesIn(actual) ?? [])])].flatMap((name) =>
    differences(one?.[name], other?.[name], `${at}.${name}`),
  );
}

const isList = (value: unknown) => Array.isArray(value);

const namesIn = (value: unknown): string[] | null =>
  typeof value === "object" && value !== null ? Object.keys(value) : null;
