import { usageProofOfLeaves } from "@usance/usage-hash";
import type { z } from "zod";
import type { Parts } from "../parts.ts";
import { Refusal } from "../shared/refusal.ts";
import { usageEventNotFound } from "../usage-events/errors.ts";
import type { BilledUsageEventId, UsageProof } from "./billed-usage.ts";
import { readUsageLeaves } from "./read-usage-leaves.ts";

/** The proof that a usage event is one of those in the invoice's usage hash. */
export async function proveUsage(
  parts: Parts,
  { invoiceId, usageEventId }: z.output<typeof BilledUsageEventId>,
): Promise<z.output<typeof UsageProof>> {
  const { invoice, leaves, found } = await readUsageLeaves(parts, invoiceId, usageEventId);
  if (found === null) throw new Refusal(usageEventNotFound);
  const { path, ...proof } = usageProofOfLeaves(invoice, leaves, found);
  return { ...proof, path: [...path] };
}
