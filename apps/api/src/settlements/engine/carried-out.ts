import { findStartOfClock } from "../../catalog/test-clocks/store.ts";
import { ChainUnavailable } from "../../chain/chain-errors.ts";
import type { TrackedSettlement } from "../../chain/executor.ts";
import { peekInvoice } from "../../invoices/invoice-records.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import { termsOf } from "./terms.ts";

/**
 * Returns whether somebody else has carried out the transfer that a settlement takes. Then the payer has paid, and the
 * payment only has to be recorded. False for settlements that take their payment in another way.
 *
 * @throws ChainUnavailable also while the transfer's block is not final: a reorganization could remove it
 */
export async function isCarriedOutElsewhere(
  parts: Pick<SettlementParts, "chain" | "db">,
  settlement: TrackedSettlement,
): Promise<boolean> {
  if (settlement.collect !== "transfer") return false;
  const since = await earliestOf(parts, settlement);
  const found = await parts.chain.findTransfer(termsOf(settlement), since);
  if (found?.final === false) throw new ChainUnavailable(notFinalYet);
  return found !== null;
}

const notFinalYet =
  "The payer's transfer was sent by somebody else. It is recorded once its block is final.";

/**
 * Returns a real time before a settlement's invoice was created. The invoice may have the time of a test clock, so it
 * is then the start of that clock.
 */
export async function earliestOf(
  { db }: Pick<SettlementParts, "db">,
  { invoiceId }: TrackedSettlement,
): Promise<Date> {
  const invoice = await peekInvoice({ db }, invoiceId);
  if (invoice === null) throw new Error(`A foreign key keeps the invoice ${invoiceId}.`);
  return (await findStartOfClock(db, invoice.serviceId)) ?? invoice.createdAt;
}
