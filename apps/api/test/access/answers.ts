import { expect } from "vitest";
import { type Answer, type CodedAnswer, restDoor } from "../harness/doors.ts";
import type { TestService } from "../harness/service.ts";
import { type Seller, Story } from "../harness/story.ts";

/* Helpers of tests that compare answers. */

export const unknownId = "k3v9x2m7q1t8w5z4b6n0c8r1";
const ids = /\b[a-z][a-z0-9]{23}\b/g;

/** An answer without what differs between two calls: ids, hashes, secrets, times, and what a test draws. */
export function said({ status, body, code, param, headers }: CodedAnswer): unknown {
  const drawnToo = { location: headers.get("location"), body };
  const rest = JSON.parse(JSON.stringify(drawnToo), (name, value: unknown) => {
    if (drawn.has(name)) return "drawn";
    return typeof value === "string" ? withoutDrawn(value) : value;
  });
  return { status, code, param, ...rest };
}

/** Fields whose numbers, or parts of secrets, differ. */
const drawn = new Set(["blockNumber", "latencyMs", "lastFour", "start", "validUntil"]);

const withoutDrawn = (text: string) =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
    .replaceAll(/\b0x[0-9a-fA-F]{8,}/g, "0x")
    .replaceAll(ids, "id")
    .replaceAll(/[\w+/=-]{32,}/g, "secret")
    .replaceAll(/\b[0-9a-f]{8}\b/g, "drawn");

/** A story that remembers which ids its answers contained: those of everything that it created. */
export class RememberingStory extends Story {
  readonly ids = new Set<string>();

  constructor(service: () => TestService, seller: Seller) {
    super(restDoor, service, seller);
  }

  override async done(operation: string, input?: unknown): Promise<Answer["body"]> {
    const body = await super.done(operation, input);
    for (const [id] of JSON.stringify(body).matchAll(ids)) this.ids.add(id);
    return body;
  }
}

/** Expects that an answer contains neither the e-mail address of a seller nor an id of its records. */
export function expectNothingOf(
  { id, email }: Seller,
  { ids }: RememberingStory,
  { body }: Answer,
  what: string,
): void {
  const text = JSON.stringify(body);
  const leaked = [id, email, ...ids].filter((one) => text.includes(one));
  expect(leaked, what).toEqual([]);
}

/** The value of a field of an input: `owner.id`, or `events[].id` of the first item. */
export const valueAt = (input: object, field: string): unknown =>
  partsOf(field).reduce<unknown>((value, part) => Object(value)[part], input);

/** The same input with other ids in some fields; by default with unknown ones. */
export function withIds(input: object, fields: readonly string[], id: unknown = unknownId): object {
  const copy = structuredClone(input);
  for (const field of fields) {
    const last = partsOf(field).pop() ?? "";
    Object.assign(Object(valueAt(copy, field.slice(0, -last.length - 1))), { [last]: id });
  }
  return copy;
}

const partsOf = (field: string) =>
  field
    .replaceAll("[]", ".0")
    .split(".")
    .filter((part) => part !== "");
