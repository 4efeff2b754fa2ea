import { describe, expect, it } from "vitest";
import { inputs } from "../../../../test/access/inputs.ts";
import { operations, restDoor } from "../../../../test/harness/doors.ts";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { payments, useService, withEmails } from "../../../../test/harness/service.ts";
import { aSeller, Story } from "../../../../test/harness/story.ts";

const service = useService({ ...withEmails, ...payments });
const platform = new Story(restDoor, service);

const rowsOf = (requestId: string | null) =>
  service().parts.db.auditEvent.findMany({ where: { requestId: requestId ?? "" } });

/**
 * One write of one transaction, in which the steps of all of them write the row, and all that commit by themselves. Usage
 * events and holds store the key that recorded or placed them themselves.
 */
const audited = [
  "invoices.finalize",
  ...Object.values(operations)
    .filter(({ name, kind }) => kind === "own-transaction write" && !/^(usage|holds)/.test(name))
    .map(({ name }) => name),
];

describe("the audit row", () => {
  it("every write writes one row for the seller who owns the record", () =>
    forRows(audited, async (name) => {
      const seller = await aSeller(service);
      const input = (await inputs[name]?.(new Story(restDoor, service, seller))) ?? {};

      const { body, headers } = await restDoor.call(service().url, name, input);

      const record = Object.values(body as Record<string, { id: string }>)[0];
      expect(await rowsOf(headers.get("x-request-id"))).toEqual([
        expect.objectContaining({
          ownerId: seller.id,
          apiKeyId: "bootstrap",
          operation: name,
          recordId: record?.id ?? expect.any(String), // what x402 answers is no record
        }),
      ]);
    }));

  it("a refused write writes none", async () => {
    const { id: invoiceId } = await platform.anInvoice({ status: "VOID" });

    const { status, headers } = await restDoor.call(service().url, "invoices.void", { invoiceId });

    expect(status).toBe(409);
    expect(await rowsOf(headers.get("x-request-id"))).toEqual([]);
  });

  it("a usage event writes none, and stores its key id itself", async () => {
    const seller = await aSeller(service);
    const story = new Story(restDoor, service, seller);
    const input = story.usageOf(await story.aSubscription());

    const { body, headers } = await story.call("usageEvents.create", input);

    const { db } = service().parts;
    const key = await db.apiKey.findFirst({ where: { userId: seller.id } });
    const event = await db.usageEvent.findUnique({ where: { id: body.usageEvent.id } });
    expect(event?.apiKeyId).toBe(key?.id);
    expect(await rowsOf(headers.get("x-request-id"))).toEqual([]);
  });

  it("testClocks.create and dashboardSessions.create by a seller's key write a row for the seller", () =>
    forRows(["testClocks.create", "dashboardSessions.create"], async (name) => {
      const seller = await aSeller(service);
      const input = (await inputs[name]?.(platform)) ?? {};

      const { headers } = await new Story(restDoor, service, seller).call(name, input);

      expect(await rowsOf(headers.get("x-request-id"))).toMatchObject([{ ownerId: seller.id }]);
    }));

  it("a platform key's own rows belong to the platform", async () => {
    const { headers } = await restDoor.call(service().url, "apiKeys.create", { name: "A" });

    expect(await rowsOf(headers.get("x-request-id"))).toMatchObject([{ ownerId: null }]);
  });
});
