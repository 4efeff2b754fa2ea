import { Refusal } from "../kit/refusal.ts";
import { read } from "../operation/define.ts";
import { invoiceNotFound, usageOfAnotherSubscription } from "../schemas/invoices.ts";
import { usageEventNotFound } from "../schemas/usage-events.ts";
import { BilledUsageEventId, OneUsageProof } from "../schemas/usage-proofs.ts";
import { hashInWorker } from "./hash-in-worker.ts";
import { readUsageLeaves } from "./read-usage-leaves.ts";

export const proveUsage = read("GET /invoices/{invoiceId}/usage-proof", {
  name: "invoices.usageProof",
  cost: "large",
  summary: "Prove that an invoice bills a usage event",
  description:
    "Returns everything that is needed, in addition to the usage hash, to verify that the event is one of the hashed events.",
  refusals: { invoiceNotFound, usageEventNotFound, usageOfAnotherSubscription },
  input: BilledUsageEventId,
  output: OneUsageProof,
  run: async (work, { invoiceId, usageEventId }) => {
    const { invoice, leaves, found } = await readUsageLeaves(work, invoiceId, usageEventId);
    if (found === null) throw new Refusal(usageEventNotFound);
    const { path, ...proof } = await hashInWorker({ kind: "proof", invoice, leaves, found });
    return { usageProof: { ...proof, path: [...path] } };
  },
});
