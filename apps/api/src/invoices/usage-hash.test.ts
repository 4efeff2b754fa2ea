import { settlementRegistryAbi } from "@usance/contracts";
import { type BilledEvent, usageHash, verifyUsageProof } from "@usance/usage-hash";
import { createPublicClient, http, parseEventLogs } from "viem";
import { describe, expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";

const service = useService();
const story = new Story(restDoor, service);

describe("the usage hash of an invoice", () => {
  const hashOf = (invoiceId: string) => story.call("invoices.usageHash", { invoiceId });

  /** Usage of an invoice's subscription, tied to the invoice. */
  async function use(invoice: Invoice, count: number, fields: object = {}): Promise<BilledEvent[]> {
    const { subscriptionId: id, serviceId, userId } = invoice;
    const events = [];
    for (let index = 0; index < count; index++) {
      events.push(
        await story.aUsageEvent({ id, serviceId, userId }, { invoiceId: invoice.id, ...fields }),
      );
    }
    return events;
  }

  it("can be computed by anyone from the invoice and its events as the API returns them", async () => {
    const invoice = await story.anInvoice();
    const events = await use(invoice, 5, { quantity: "0.5" });

    expect(await hashOf(invoice.id)).toMatchObject({
      status: 200,
      body: {
        usageHash: {
          invoiceId: invoice.id,
          usageHash: usageHash(invoice, events),
          eventCount: 5,
        },
      },
    });
  });

  it("is the hash of no events for an invoice without linked events", async () => {
    const invoice = await story.anInvoice();

    expect((await hashOf(invoice.id)).body).toEqual({
      usageHash: { invoiceId: invoice.id, usageHash: usageHash(invoice, []), eventCount: 0 },
    });
  });

  it("is of more events than the invoice nests, ordered by the bytes of their ids", async () => {
    const invoice = await story.anInvoice();
    const [one] = await use(invoice, 1);
    // Postgres in a language's order would have "a" before "B", and "_" before either.
    const ids = Array.from({ length: 1_050 }, (_, index) => `${"aB_z9"[index % 5]}${index}`);
    const where = { id: one?.id ?? "" };
    const created = await service().parts.db.usageEvent.findUniqueOrThrow({ where });
    const added = ids.map((id) => ({ ...created, id: `${id}${invoice.id}`, eventKey: id }));
    await service().parts.db.usageEvent.createMany({ data: added });

    const all = [created, ...added].map((event) => ({
      ...event,
      quantity: event.quantity.toFixed(6),
      occurredAt: event.occurredAt.toISOString(),
    }));
    expect((await hashOf(invoice.id)).body.usageHash).toMatchObject({
      usageHash: usageHash(invoice, all),
      eventCount: 1_051,
    });
    const { invoice: read } = await story.done("invoices.get", { invoiceId: invoice.id });
    expect(read.usageEvents).toHaveLength(1_000);
    expect(read.usageEventCount).toBe(1_051);
    const usageEventId = added.at(-1)?.id;
    const { usageProof } = await story.done("invoices.usageProof", {
      invoiceId: invoice.id,
      usageEventId,
    });
    expect(verifyUsageProof(usageHash(invoice, all), usageProof)).toBe(true);
  });

  it("is refused for an invoice with usage of another subscription of its user", async () => {
    const invoice = await story.anInvoice();
    const other = await story.subscribe(invoice, invoice.user.email);
    await use({ ...invoice, subscriptionId: other.id }, 1, {
      invoiceId: invoice.id,
    });

    expect(await hashOf(invoice.id)).toMatchObject({
      status: 409,
      body: { error: "Invoice has usage of another subscription than its own." },
    });
  });
});

interface Invoice {
  readonly id: string;
  readonly subscriptionId: string;
  readonly serviceId: string;
  readonly userId: string;
}

describe("the proof of a usage event", () => {
  async function anInvoiceWithUsage() {
    const invoice = await story.anInvoice();
    const { id: invoiceId, subscriptionId: id, serviceId, userId } = invoice;
    const events: BilledEvent[] = [];
    for (let index = 0; index < 3; index++) {
      events.push(await story.aUsageEvent({ id, serviceId, userId }, { invoiceId }));
    }
    return { invoice, events };
  }

  it("verifies against the reference recorded on the chain", async () => {
    const { invoice, events } = await anInvoiceWithUsage();
    const { usageHash } = await story.done("invoices.usageHash", { invoiceId: invoice.id });
    const { chain } = await story.done(
      "settlements.create",
      story.settlementOf(invoice, { referenceHash: usageHash.usageHash }),
    );
    const onChain = await referenceOnChain(chain.transactionHash);

    for (const { id: usageEventId } of events) {
      const input = { invoiceId: invoice.id, usageEventId };
      const { usageProof } = await story.done("invoices.usageProof", input);
      expect(usageProof.usageEvent.id).toBe(usageEventId);
      expect(verifyUsageProof(onChain, usageProof)).toBe(true);
      usageProof.usageEvent.quantity = "2.000000";
      expect(verifyUsageProof(onChain, usageProof)).toBe(false);
    }
  });

  it("is 404 for an event of another invoice or of none", async () => {
    const { invoice } = await anInvoiceWithUsage();
    const { events } = await anInvoiceWithUsage();

    for (const usageEventId of [events[0]?.id, "unknown"]) {
      const input = { invoiceId: invoice.id, usageEventId };
      expect(await story.refusal("invoices.usageProof", input)).toBe(
        "404 Usage event was not found.",
      );
    }
  });
});

/** As the payer reads it, who has the transaction's hash and trusts the chain alone. */
async function referenceOnChain(hash: `0x${string}`): Promise<string> {
  const client = createPublicClient({ transport: http(service().anvil.url) });
  const { logs } = await client.getTransactionReceipt({ hash });
  const abi = settlementRegistryAbi;
  const [event] = parseEventLogs({ abi, eventName: "SettlementRecorded", logs });
  if (event === undefined) throw new Error("The transaction has no SettlementRecorded event.");
  return event.args.referenceHash;
}
