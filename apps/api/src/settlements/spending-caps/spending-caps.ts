import { z } from "zod";
import type { CapSpending } from "../../chain/caps.ts";
import { askChain } from "../../chain/chain-errors.ts";
import type { Collector } from "../../chain/collector.ts";
import { type InTransaction, inTransaction } from "../../db/client.ts";
import { addressOut, component, createdAt, id, timeOut } from "../../kit/answers.ts";
import { Refusal } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import type { SettlementParts, Storage } from "../../operation/ports/parts.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import {
  capLimitsOut,
  capRateCards,
  capSpendingOut,
  spendingCapNotFound,
} from "../../schemas/spending-caps.ts";
import { SubscriptionId, subscriptionNotFound } from "../../schemas/subscriptions.ts";
import { loadSubscription } from "../../subscriptions/load-subscription.ts";
import { announceSubscription } from "../../subscriptions/subscriptions.ts";
import { findSpendingCap, markRevoked, type SpendingCapRow } from "./store.ts";
import { capTerms, isSignedFor, limitsOf, shownSpending, validUntilOf } from "./usable-cap.ts";

/**
 * Revokes a subscription's cap here, with its event: nothing more is collected under it. The contract would still accept
 * it, until the wallet revokes it there too.
 *
 * @returns false when the cap is revoked already, or was replaced
 */
export async function revokeSpendingCap(
  { tx, now }: InTransaction,
  { id }: { readonly id: string },
  subscriptionId: string,
): Promise<boolean> {
  if (!(await markRevoked(tx, id, now))) return false;
  await announceSubscription({ tx, now }, "subscription.cap_revoked", subscriptionId);
  return true;
}

/** A cap as it stands here and on the chain. */
export interface ReadCap {
  readonly cap: SpendingCapRow;
  readonly collector: Collector;
  readonly spending: CapSpending;
}

/**
 * Reads a subscription's cap, and from the chain what was spent under it. A revocation that the wallet made there is
 * stored, with its event, by the first read.
 *
 * @returns null when there is no cap, or its collector is no longer in use
 */
export async function readSpendingCap(
  { db, clock, collector }: SettlementParts,
  subscriptionId: string,
): Promise<ReadCap | null> {
  const cap = await findSpendingCap(db, subscriptionId);
  if (cap === null || !isSignedFor(collector, cap)) return null;
  const spending = await askChain(collector.spendingOf(capTerms(cap, subscriptionId)));
  const found = { collector, spending };
  if (!spending.isReplaced || cap.revokedAt !== null) return { cap, ...found };
  const now = clock.now();
  await inTransaction(db, (tx) => revokeSpendingCap({ tx, now }, cap, subscriptionId));
  return { cap: { ...cap, revokedAt: now }, ...found };
}

const SpendingCap = component(
  "SpendingCap",
  "A limit, signed by the subscriber, on what can be collected for later invoices.",
  {
    id: id(),
    serviceId: id(),
    subscriptionId: id(),
    payerAddress: addressOut().meta({
      description: "Address of the wallet that signed the cap and pays",
    }),
    merchantAddress: z.string().meta({
      description: "The only address that can be paid under the cap",
      example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    }),
    ...capLimitsOut(),
    ...capSpendingOut(),
    revoked: z.boolean().meta({
      description:
        "Whether the subscriber revoked the cap, on the chain or in the portal. Nothing more is collected under a revoked cap",
      example: false,
    }),
    validUntil: timeOut().meta({
      description: "When the cap expires. Nothing can be collected after that",
    }),
    rateCardHashes: capRateCards(),
    createdAt: createdAt(),
  },
);

/** The terms come from the database; the spent amount and the revocation come from the chain. */
export const getSpendingCap = read("GET /subscriptions/{subscriptionId}/spending-cap", {
  name: "spendingCaps.get",
  summary: "Get a subscription's spending cap",
  description:
    "Returns the cap that the subscriber signed, with the amount spent under it and whether it was revoked, both read from the chain.",
  refusals: { subscriptionNotFound, spendingCapNotFound, chainDoesNotAnswer },
  input: SubscriptionId,
  output: z.object({ spendingCap: SpendingCap }),
  run: async (work, { subscriptionId }) => {
    const { id, serviceId } = await loadSubscription(work, subscriptionId);
    const read = await readSpendingCap(work, id);
    if (read === null) throw new Refusal(spendingCapNotFound);
    const { cap, spending } = read;
    const spendingCap = {
      ...cap,
      ...limitsOf(cap),
      ...shownSpending(spending),
      serviceId,
      subscriptionId: id,
      revoked: cap.revokedAt !== null,
      validUntil: validUntilOf(cap),
    };
    return { spendingCap };
  },
});

/** Finds the stored cap of a subscription. @throws Refusal 404 when none was signed */
export async function requireSpendingCap(
  { db }: Storage,
  subscriptionId: string,
): Promise<SpendingCapRow> {
  const cap = await findSpendingCap(db, subscriptionId);
  if (cap === null) throw new Refusal(spendingCapNotFound);
  return cap;
}
