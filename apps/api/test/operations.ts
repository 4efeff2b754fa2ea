import type { z } from "zod";
import { statusOf } from "../src/operation/errors.ts";
import type { AnyOperation } from "../src/operation/operation.ts";
import { BatchedUsageEvent } from "../src/usage/batch-usage-events.ts";

/* What an operation declares, in one line. every-operation.test.ts keeps the lines in operations.snap. */

/** The record that an id names, by the name of its table in the database client; `any`: of any table. */
const nouns: Readonly<Record<string, string>> = {
  alertId: "alert",
  apiKeyId: "apiKey",
  balanceId: "balance",
  checkoutSessionId: "checkoutSession",
  creditNoteId: "creditNote",
  dashboardSessionId: "dashboardSession",
  emailId: "email",
  endpointId: "webhookEndpoint",
  eventId: "webhookEvent",
  holdId: "balanceHold",
  invoiceId: "invoice",
  disputeId: "dispute",
  merchantId: "user",
  ownerId: "user",
  payerId: "user",
  paymentPlanId: "paymentPlan",
  portalSessionId: "portalSession",
  rateCardId: "rateCard",
  recordId: "any",
  recurringGrantId: "recurringGrant",
  serviceId: "service",
  settlementId: "settlement",
  subscriberId: "user",
  subscriptionId: "subscription",
  testClockId: "testClock",
  usageEventId: "usageEvent",
  userId: "user",
  walletGrantId: "apiKey",
  webhookDeliveryId: "webhookDelivery",
  webhookEndpointId: "webhookEndpoint",
  x402PaymentId: "x402Payment",
};

/** Operations with a key that are the same for every caller. */
const ofNobody = ["system.get"];

/** A record that an input names: where its id stands, and the record's noun. */
export interface NamedRecord {
  /** `owner.id`; `usageEvents[].serviceId` of the items of a list. */
  readonly field: string;
  readonly noun: string;
}

/** The records that an operation's input names. @throws Error when an id has no noun yet */
export function namedRecords({ name, input }: Pick<AnyOperation, "name" | "input">): NamedRecord[] {
  return idFieldsOf(input).map((field) => {
    const noun = nouns[/\w+$/.exec(field.replace(/\[\]$/, ""))?.[0] ?? ""];
    if (noun !== undefined) return { field, noun };
    throw new Error(`Say in apps/api/test/operations.ts which record ${field} of ${name} names.`);
  });
}

/**
 * What an operation declares:
 *
 * - the function of `src/operation/define.ts` that defines it; `access/kinds.test.ts` has what each does
 * - the scope that an API key needs; `none` is a call without a key
 * - what happens to fields that its input does not have, at every depth
 * - whose records it concerns: the secret in its path, or the ids in its input, in each of which `access/tenants.test.ts`
 *   sends another seller's record; without them the caller's `own records`, or `none`
 * - its own refusals by status
 */
export function lineOf(operation: AnyOperation): string {
  const { name, kind, scope, path, input, refusals } = operation;
  const [, secret] = /\{(linkToken|portalToken)\}/.exec(path) ?? [];
  const records = namedRecords(operation).map(({ field, noun }) => `${field}: ${noun}`);
  const binding = [...(secret === undefined ? [] : [secret]), ...records].join(", ");
  const otherwise = scope === null || ofNobody.includes(name) ? "none" : "own records";
  return [
    name,
    kind,
    scope ?? "none",
    unknownFieldsOf(input),
    binding || otherwise,
    refusalsOf(refusals),
  ].join(" | ");
}

function refusalsOf(refusals: AnyOperation["refusals"]): string {
  const codes = Map.groupBy(Object.values(refusals), statusOf);
  const each = [...codes]
    .toSorted(([one], [other]) => one - other)
    .map(([status, terms]) => `${status} ${[...new Set(terms.map(({ code }) => code))].join(" ")}`);
  return each.join(", ") || "none";
}

/** Whether the objects of an input ignore unknown fields or refuse them, at every depth. */
export function unknownFieldsOf(input: z.ZodType | undefined): string {
  const objects = input === undefined ? [] : [...partsOf(input)].filter(isObject);
  const refusing = objects.filter(([, { _zod }]) => _zod.def.catchall?._zod.def.type === "never");
  const ignoring = objects.filter(([, { _zod }]) => _zod.def.catchall === undefined);
  if (objects.length === 0) return "no input";
  if (refusing.length === objects.length) return "refused";
  if (ignoring.length === objects.length) return "ignored";
  const others = objects
    .filter((one) => !refusing.includes(one))
    .map(([place]) => place || "itself");
  return `refused, but not in ${[...new Set(others)].join(" ")}`;
}

/** The fields of an input that contain ids of records. */
function idFieldsOf(input: z.ZodType | undefined): string[] {
  const places = input === undefined ? [] : [...partsOf(input)].map(([place]) => place);
  return [...new Set(places.filter((place) => /Ids?(\[\])?$/.test(place)))];
}

const isObject = (part: Part): part is [place: string, schema: z.core.$ZodObject] =>
  part[1]._zod.def.type === "object";

/** The schema of items that the operation checks one by one, so that its own schema lets all of them through. */
function checkedLater(place: string): z.core.$ZodType {
  if (place === "usageEvents[]") return BatchedUsageEvent;
  throw new Error(`Tell apps/api/test/operations.ts which schema ${place} is checked with.`);
}

type Part = [place: string, schema: z.core.$ZodType];

/** Every part of a schema, with its place: `owner.email`, `lines[].amount`. */
function* partsOf(schema: z.core.$ZodType, place = ""): Generator<Part> {
  yield [place, schema];
  const { def } = schema._zod as { readonly def: z.core.$ZodTypes["_zod"]["def"] };
  switch (def.type) {
    case "object":
      for (const [name, of] of Object.entries(def.shape)) {
        yield* partsOf(of, place === "" ? name : `${place}.${name}`);
      }
      return;
    case "array":
      yield* partsOf(def.element, `${place}[]`);
      return;
    case "union":
      for (const option of def.options) yield* partsOf(option, place);
      return;
    case "pipe":
      yield* partsOf(def.in, place);
      yield* partsOf(def.out, place);
      return;
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
      yield* partsOf(def.innerType, place);
      return;
    case "custom":
      yield* partsOf(checkedLater(place), place);
      return;
    case "string":
    case "number":
    case "boolean":
    case "date":
    case "enum":
    case "literal":
    case "transform":
    case "null":
    case "void":
      return;
    default:
      throw new Error(
        `Tell apps/api/test/operations.ts what a schema of type ${def.type} contains.`,
      );
  }
}
