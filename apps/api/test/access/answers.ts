import { expect } from "vitest";
import { type Answer, operations, restDoor } from "../harness/doors.ts";
import type { TestService } from "../harness/service.ts";
import { type Seller, Story } from "../harness/story.ts";
import { inputs } from "./inputs.ts";

/* What the access matrices of keys and of cookies compare. */

export const unknownId = "k3v9x2m7q1t8w5z4b6n0c8r1";
const isId = (value: unknown) => typeof value === "string" && /^[a-z][a-z0-9]{23}$/.test(value);
export const idsOf = (input: object) =>
  Object.entries(input)
    .filter(([, value]) => isId(value))
    .map(([field]) => field);

export function withUnknownIds(input: object): object {
  return { ...input, ...Object.fromEntries(idsOf(input).map((field) => [field, unknownId])) };
}

/** An input of an operation that succeeds for a seller, on records made for it. */
export function inputFrom(
  service: () => TestService,
  name: string,
  whose: Seller,
): Promise<Record<string, unknown>> {
  const input = inputs[name];
  if (input === undefined) throw new Error(`Add ${name} to apps/api/test/access/inputs.ts.`);
  return input(new Story(restDoor, service, whose));
}

/** What an answer says, but for the ids and times of what a success has just made. */
export function said({ status, body }: Answer) {
  return status < 300 ? { status, fields: Object.keys(body) } : { status, body };
}

/** Nothing in an answer names a seller, its people or its records. */
export function expectNothingOf({ id, email }: Seller, { body }: Answer): void {
  const text = JSON.stringify(body);
  expect(text).not.toContain(id);
  expect(text).not.toContain(email);
}

/** The operations that only read, although they are no GET: their input does not fit into a URL. */
const questions: readonly string[] = ["quotes.create"];

export function scopeFor(name: string): string {
  const [noun = ""] = name.split(".");
  const resource = noun.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  const isRead = operations[name]?.method === "GET" || questions.includes(name);
  return `${resource}:${isRead ? "read" : "write"}`;
}
