import { settlementRegistryAbi } from "@usance/contracts";
import { type BilledEvent, verifyUsageProof } from "@usance/sdk";
import { createPublicClient, http, parseEventLogs } from "viem";
import { describe, expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";

const service = useService();

describe("the proof of a usage event", () => {
  const story = new Story(restDoor, service);

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
