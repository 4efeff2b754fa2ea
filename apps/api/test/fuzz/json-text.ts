/*
 * JSON texts that JavaScript values cannot express: a repeated field, a field named `__proto__`, a number of 400
 * digits.
 */

export type Json = string | number | boolean | null | readonly Json[] | JsonObject | RawJson;

type Member = readonly [name: string, value: Json];

/** An object with its fields in order; a field may occur twice. */
export class JsonObject {
  readonly members: readonly Member[];

  constructor(members: readonly Member[]) {
    this.members = members;
  }
}

/** A text in place of a value, which need not be JSON. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function writeJson(value: Json): string {
  if (value instanceof RawJson) return value.text;
  if (value instanceof JsonObject) {
    const members = value.members.map(([name, of]) => `${JSON.stringify(name)}:${writeJson(of)}`);
    return `{${members.join(",")}}`;
  }
  if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`;
  return JSON.stringify(value);
}

/** The number of values within a value, including itself. */
export function countValues(value: Json): number {
  return 1 + childrenOf(value).reduce<number>((sum, child) => sum + countValues(child), 0);
}

/** @param place the index of the value in the text's order, starting with the outermost */
export function changeAt(value: Json, place: number, change: (value: Json) => Json): Json {
  if (place === 0) return change(value);
  let left = place - 1;
  const children = childrenOf(value).map((child) => {
    const size = countValues(child);
    const changed = left >= 0 && left < size ? changeAt(child, left, change) : child;
    left -= size;
    return changed;
  });
  if (!(value instanceof JsonObject)) return children;
  return new JsonObject(value.members.map(([name], index) => [name, children[index] ?? null]));
}

function childrenOf(value: Json): readonly Json[] {
  if (value instanceof JsonObject) return value.members.map(([, of]) => of);
  return Array.isArray(value) ? value : [];
}
