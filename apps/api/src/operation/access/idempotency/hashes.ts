import { hash } from "node:crypto";

/** SHA-256 of a text, in hex. */
export function hashOf(text: string): string {
  return hash("sha256", text);
}

/** Identifies a request by its operation and input, whatever the order of its fields. */
export function requestHash(operation: string, input: unknown): string {
  return hashOf(`${operation}\0${JSON.stringify(input, sortedFields)}`);
}

function sortedFields(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
