import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { appRouter } from "../../src/trpc/router.ts";
import { doors, operations, restDoor } from "../harness/doors.ts";
import { testKey, useService } from "../harness/service.ts";
import { Story } from "../harness/story.ts";

/*
 * Whatever is sent to an operation, through either door, is answered, and refused with one message:
 * never a 5xx, never a hang. (That the document declares the answer is checked on the REST door.) Bodies are made of the operations' own fields
 * with values that fit, nearly fit or do not fit at all, ids of real records among them.
 */

const runs = 200;
const service = useService({ SETTLEMENT_TIMEOUT_MS: "5000" });
const story = new Story(restDoor, service);
let ids: string[] = [];

beforeAll(async () => {
  const invoice = await story.anInvoice();
  const session = await story.aCheckoutSession();
  ids = [invoice.id, invoice.serviceId, invoice.paymentPlanId, invoice.userId, session.id];
  ids.push(invoice.subscriptionId, session.serviceId, session.paymentPlanId);
});

const fieldNames = (name: string): string[] => {
  const procedure: { _def: { inputs: unknown[] } } = appRouter._def.procedures[name as never];
  const [input] = procedure._def.inputs as [{ shape?: object; unwrap?: () => { shape: object } }?];
  return Object.keys(input?.shape ?? input?.unwrap?.().shape ?? {});
};

const words = [
  "ACTIVE",
  "DRAFT",
  "OPEN",
  "PAID",
  "USDC",
  "MONTH",
  "USAGE_BASED",
  "a@b.co",
  "__proto__",
];
const texts = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom("", " ", "\0", "a\0b", "\ud800", "0", "1.5", "-1", "1e400", "9".repeat(30)),
  fc.constantFrom("x".repeat(10_000), "2026-01-31T12:00:00Z", "0000-01-01T00:00:00Z"),
  fc.constantFrom("+275760-09-13T00:00:00Z", "9999-12-31T23:59:59-23:59", `0x${"0".repeat(40)}`),
  fc.constantFrom(`0x${"a".repeat(64)}`, `0x${"b".repeat(40)}`, `0x${"G".repeat(64)}`),
  fc.string({ unit: "binary" }),
);
const values = fc.oneof(
  { weight: 4, arbitrary: texts },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, 0, -0, 1, -1, 1e21, 1e-7, 0.1 + 0.2, 2 ** 53),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.record({ email: texts, name: texts, role: texts }) },
);

describe.each(doors)("through $name", (door) => {
  it.each(Object.keys(operations))("%s answers every body with sense", async (name) => {
    const fields = fieldNames(name);
    const real = fc.nat().map((index) => ids[index % ids.length]);
    const field = fc.oneof({ weight: 2, arbitrary: real }, { weight: 3, arbitrary: values });
    const bodies = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record(Object.fromEntries(fields.map((one) => [one, field])), {
          requiredKeys: [],
        }),
      },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    );

    await fc.assert(
      fc.asyncProperty(bodies, async (input) => {
        const { status, body } = await door.call(service().url, name, input);
        if (status < 400) return;
        expect(status).toBeLessThan(500);
        expect(body).toEqual({ error: expect.stringMatching(/\.$/) });
      }),
      { numRuns: runs },
    );
  });

  it("answers bytes that are no JSON", async () => {
    const path = door.name === "REST" ? "/api/v1/services" : "/trpc/services.create";
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (body) => {
        const { status } = await fetch(service().url + path, {
          method: "POST",
          headers: { Authorization: `Bearer ${testKey}`, "Content-Type": "application/json" },
          body: new Uint8Array(body),
        });
        expect(status).toBe(400);
      }),
      { numRuns: runs },
    );
  });
});
