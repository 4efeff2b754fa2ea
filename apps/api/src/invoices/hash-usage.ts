import { read } from "../operation/define.ts";
import { InvoiceId, invoiceNotFound, usageOfAnotherSubscription } from "../schemas/invoices.ts";
import { OneUsageHash } from "../schemas/usage-proofs.ts";
import { hashInWorker } from "./hash-in-worker.ts";
import { readUsageLeaves } from "./read-usage-leaves.ts";

export const hashUsage = read("GET /invoices/{invoiceId}/usage-hash", {
  name: "invoices.usageHash",
  cost: "large",
  summary: "Get an invoice's usage hash",
  description:
    "Returns one hash of the invoice and of all usage events that were recorded with its id. Use it as the `referenceHash` of the settlement to record on the chain what was billed. docs/usage-hash.md specifies how it is computed.",
  refusals: { invoiceNotFound, usageOfAnotherSubscription },
  input: InvoiceId,
  output: OneUsageHash,
  run: async (work, { invoiceId }) => {
    const { invoice, leaves, count } = await readUsageLeaves(work, invoiceId);
    const usageHash = await hashInWorker({ kind: "hash", invoice, leaves });
    return { usageHash: { invoiceId, usageHash, eventCount: count } };
  },
});
