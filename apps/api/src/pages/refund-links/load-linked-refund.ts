import { getReferencedService } from "../../catalog/services/get-service.ts";
import { ChainUnavailable } from "../../chain/ports/settlement-chain.ts";
import type { Service } from "../../db/generated/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import { within } from "../../kit/time-limit.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { RefundLink, refundLinkNotFound } from "../../schemas/refund-links.ts";
import {
  isOnOurChain,
  type LookParts,
  lookAtRefund,
} from "../../settlements/credit-notes/look-at-refund.ts";
import type { WalletRefund } from "../../settlements/credit-notes/refund-terms.ts";
import { findRefundByLink, type TrackedRefund } from "../../settlements/credit-notes/store.ts";

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
