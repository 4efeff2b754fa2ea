import { usageHashOfLeaves } from "@usance/usage-hash";
import type { z } from "zod";
import type { UsageHash } from "../../contract/usage-proofs.ts";
import type { Parts } from "../../ports/parts.ts";
import { readUsageLeaves } from "./read-usage-leaves.ts";

/** The hash of an invoice and of all usage events that have its id. */
export async function hashUsage(
  parts: Pick<Parts, "db" | "tenant">,
  invoiceId: string,
): Promise<z.output<typeof UsageHash>> {
  const { invoice, leaves } = await readUsageLeaves(parts, invoiceId);
  return { invoiceId, usageHash: usageHashOfLeaves(invoice, leaves), eventCount: leaves.length };
}
