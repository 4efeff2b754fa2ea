import type { InTransaction } from "../../db/client.ts";
import { writeEmails } from "../../outbox/write-emails.ts";
import { findCapSpending } from "./store.ts";

/**
 * Writes an e-mail for each spending cap that is running low after invoices were collected under it, in the transaction
 * that marks them paid. Each cap has one such e-mail.
 */
export async function warnOfLowCaps(at: InTransaction, paid: readonly string[]): Promise<void> {
  const caps = await findCapSpending(at.tx, paid);
  const low = caps.filter(({ isLow }) => isLow);
  await writeEmails(
    at,
    "spending_cap.low",
    low.map(({ invoiceId, capId }) => ({ invoiceId, once: capId })),
  );
}
