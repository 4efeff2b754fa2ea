import { usageProofOfLeaves } from "@usance/usage-hash";
import { invoiceNotFound, usageOfAnotherSubscription } from "../../contract/invoices.ts";
import { usageEventNotFound } from "../../contract/usage-events.ts";
import { BilledUsageEventId, OneUsageProof } from "../../contract/usage-proofs.ts";
import { Refusal } from "../../lib/refusal.ts";
import { read } from "../../operation/define.ts";
import { readUsageLeaves } from "./read-usage-leaves.ts";

export const proveUsage = read("GET /invoices/{invoiceId}/usage-proof", {
  name: "invoices.usageProof",
  summary: "Prove that an invoice bills a usage event",
  description:
    "Returns everything that is needed, in addition to the usage hash, to verify that the event is one of the hashed events.",
  refusals: { invoiceNotFound, usageEventNotFound, usageOfAnotherSubscription },
  input: BilledUsageEventId,
  output: OneUsageProof,
  run: async (work, { invoiceId, usageEventId }) => {
    const { invoice, leaves, found } = await readUsageLeaves(work, invoiceId, usageEventId);
    if (found === null) throw new Refusal(usageEventNotFound);
    const { path, ...proof } = usageProofOfLeaves(invoice, leaves, found);
    return { usageProof: { ...proof, path: [...path] } };
  },
});
