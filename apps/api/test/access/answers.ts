import { expect } from "vitest";
import { type Answer, operations, restDoor } from "../harness/doors.ts";
import type { TestService } from "../harness/service.ts";
import { type Seller, Story } from "../harness/story.ts";
import { inputs } from "./inputs.ts";

/* Helpers of the access matrices of keys and of cookies. */

export const unknownId = "k3v9x2m7q1t8w5z4b6n0c8r1";
const isId = (value: unknown) => typeof value === "string" && /^[a-z][a-z0-9]{23}$/.test(value);
export const idsOf = (input: object) =>
  Object.entries(input)
    .filter(([, value]) => isId(value))
    .map(([field]) => field);

export function withUnknownIds(input: object): object {
  return { ...input, ...Object.fromEntries(idsOf(input).map((field) => [field, unknownId])) };
}

/** Creates records of a seller. @returns an input with which the operation succeeds on them */
export function inputFrom(
  service: () => TestService,
  name: string,
  whose: Seller,
): Promise<Record<string, unknown>> {
  const input = inputs[name];
  if (input === undefined) throw new Error(`Add ${name} to apps/api/test/access/inputs.ts.`);
  return input(new Story(restDoor, service, whose));
}

/** The parts of an answer that do not differ between runs: of a success only its fields. */
export function said({ status, body }: Answer) {
  return status < 300 ? { status, fields: Object.keys(body) } : { status, body };
}

/** Expects that an answer does not contain the id or e-mail address of a seller. */
export function expectNothingOf({ id, email }: Seller, { body }: Answer): void {
  const text = JSON.stringify(body);
  expect(text).not.toContain(id);
  expect(text).not.toContain(email);
}

/** Operations that only read, but are called by POST because their input is too large for a URL. */
const questions: readonly string[] = ["quotes.create"];

export function scopeFor(name: string): string {
  const [noun = ""] = name.split(".");
  const resource = noun.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  const isRead = operations[name]?.method === "GET" || questions.includes(name);
  return `${resource}:${isRead ? "read" : "write"}`;
}
