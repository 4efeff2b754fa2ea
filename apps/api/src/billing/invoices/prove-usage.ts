import { usageProofOfLeaves } from "@usance/usage-hash";
import type { z } from "zod";
import { usageEventNotFound } from "../../contract/usage-events.ts";
import type { BilledUsageEventId, UsageProof } from "../../contract/usage-proofs.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { readUsageLeaves } from "./read-usage-leaves.ts";

/** The proof that a usage event is one of those in the invoice's usage hash. */
export async function proveUsage(
  parts: Pick<Parts, "db" | "tenant">,
  { invoiceId, usageEventId }: z.output<typeof BilledUsageEventId>,
): Promise<z.output<typeof UsageProof>> {
  const { invoice, leaves, found } = await readUsageLeaves(parts, invoiceId, usageEventId);
  if (found === null) throw new Refusal(usageEventNotFound);
  const { path, ...proof } = usageProofOfLeaves(invoice, leaves, found);
  return { ...proof, path: [...path] };
}
