import { getReferencedService } from "../catalog/services/get-service.ts";
import { RefundLink, refundLinkNotFound } from "../contract/refund-links.ts";
import { isOnOurChain, type LookParts, lookAtRefund } from "../credit-notes/look-at-refund.ts";
import type { WalletRefund } from "../credit-notes/refund-terms.ts";
import { findRefundByLink, type TrackedRefund } from "../credit-notes/tracked-refunds.ts";
import type { Service } from "../db/generated/client.ts";
import { Refusal } from "../lib/refusal.ts";
import { everyone } from "../lib/tenant.ts";
import { within } from "../lib/time-limit.ts";
import type { Parts } from "../ports/parts.ts";
import { ChainUnavailable } from "../ports/settlement-chain.ts";

export type LinkedRefundRow = TrackedRefund & WalletRefund;

/** How long a read waits for the chain, in milliseconds. */
const readLimitMs = 2_000;

/** Loads the refund that a link leads to, of any seller. @throws Refusal 404 */
async function loadLinkedRefund(
  { db, chain }: Pick<Parts, "db" | "chain">,
  linkToken: string,
): Promise<LinkedRefundRow> {
  const refund = await findRefundByLink(db, linkToken);
  if (refund === null || !isOnOurChain({ chain }, refund)) throw new Refusal(refundLinkNotFound);
  return refund;
}

/** The same, checked against the chain while it may still be paid. */
export async function refreshLinkedRefund(
  parts: LookParts,
  linkToken: string,
): Promise<LinkedRefundRow> {
  const refund = await loadLinkedRefund(parts, linkToken);
  if (refund.status !== "PENDING") return refund;
  try {
    await within(readLimitMs, lookAtRefund(parts, refund));
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error; // the page shows what is stored
  }
  return loadLinkedRefund(parts, linkToken);
}

/** The service whose invoice is refunded. */
export function serviceOf(
  { db }: Pick<Parts, "db">,
  { creditNote: { serviceId } }: LinkedRefundRow,
): Promise<Service> {
  return getReferencedService({ db, tenant: everyone }, serviceId);
}

/** Checks that a link leads to a refund, before a request's body is read. @throws Refusal refundLinkNotFound */
export async function requireRefundLink(
  { db }: Pick<Parts, "db">,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const { data } = RefundLink.safeParse(parameters);
  if (data === undefined || (await findRefundByLink(db, data.linkToken)) !== null) return;
  throw new Refusal(refundLinkNotFound);
}
