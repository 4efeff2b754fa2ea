import type { z } from "zod";
import type { CapTerms } from "../../../chain/caps.ts";
import type { WalletCall } from "../../../chain/collector.ts";
import type { Queryable } from "../../../db/client.ts";
import type { SpendingCap } from "../../../db/generated/client.ts";
import type { Hex } from "../../../kit/evm-fields.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { notRelayed } from "../../../schemas/payment-refusals.ts";
import type { OnePortalSpendingCap } from "../../../schemas/portal-records.ts";
import { spendingCapNotFound } from "../../../schemas/spending-caps.ts";
import { mayRelay } from "../../../settlements/cap-relays/relay-caps.ts";
import { hasRelayUnderWay } from "../../../settlements/cap-relays/store.ts";
import { type ReadCap, readSpendingCap } from "../../../settlements/spending-caps/spending-caps.ts";
import { hasPaidUnder } from "../../../settlements/spending-caps/store.ts";
import { capTerms, isSignedFor } from "../../../settlements/spending-caps/usable-cap.ts";
import { checkRevocation, prepareRevocation } from "../../payments/spending-cap.ts";
import type { loadPortal } from "../portal-sessions/load-portal.ts";

/* What the service sends to the contract for a subscriber: lower limits, and revocations. */

type At = Awaited<ReturnType<typeof loadPortal>>;

type RelayParts = Pick<At, "executor" | "clock" | "collector"> & { readonly db: Queryable };

type Relayed = Pick<
  NonNullable<z.input<typeof OnePortalSpendingCap>["spendingCap"]>,
  "isRelaying" | "revocation"
>;

/** What the service sends to the contract for a cap, and what it would send. */
export async function relayedOf(
  at: At,
  { cap, collector, spending }: ReadCap,
  subscriptionId: string,
): Promise<Relayed> {
  const isRelaying = await hasRelayUnderWay(at.db, cap.checkoutSessionId);
  const isOver = spending.isReplaced || (isRelaying && cap.revokedAt !== null);
  if (isOver || !(await mayRelayOf(at, cap, subscriptionId))) {
    return { isRelaying, revocation: null };
  }
  const terms = capTerms(cap, subscriptionId);
  return { isRelaying, revocation: await prepareRevocation(at, collector, terms) };
}

/** Of wallets that have not paid yet, nothing is sent: it would cost the service gas for strangers. */
const mayRelayOf = async (
  at: RelayParts,
  cap: SpendingCap,
  subscriptionId: string,
): Promise<boolean> =>
  (await hasPaidUnder(at.db, cap, subscriptionId)) && (await mayRelay(at, cap.checkoutSessionId));

/** Whether the contract has to be told of a cap before its first collection: it takes less than the one before. */
export async function isToRelay(
  at: RelayParts,
  replaced: SpendingCap,
  { subscriptionId, ...cap }: CapTerms,
): Promise<boolean> {
  const before = capTerms(replaced, subscriptionId);
  const isLower =
    cap.periodSeconds !== before.periodSeconds ||
    (["perCharge", "perPeriod", "total"] as const).some((limit) => cap[limit] < before[limit]);
  const isSame = before.payer === cap.payer && isSignedFor(at.collector, replaced);
  return isLower && isSame && (await mayRelayOf(at, replaced, subscriptionId));
}

/** @returns the call that ends the cap on the chain; null without a signature @throws Refusal when it is not sent */
export async function revocationBy(
  at: At,
  subscriptionId: string,
  {
    start,
    signature,
  }: { readonly start?: number | undefined; readonly signature?: Hex | undefined },
): Promise<WalletCall | null> {
  if (signature === undefined) return null;
  const read = await readSpendingCap(at, subscriptionId);
  if (read === null) throw new Refusal(spendingCapNotFound);
  const { cap, collector, spending } = read;
  if (spending.isReplaced || !(await mayRelayOf(at, cap, subscriptionId))) {
    throw new Refusal(notRelayed);
  }
  return checkRevocation(at, collector, capTerms(cap, subscriptionId), { start, signature });
}
