import type { CapTerms, Permit, SignedPermit } from "../../chain/caps.ts";
import type { Collector } from "../../chain/collector.ts";
import type { InTransaction } from "../../db/client.ts";
import type { Prisma, SpendingCap } from "../../db/generated/client.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { newId } from "../../kit/ids.ts";
import { fromTokenUnits } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import { tooManyUnderWay } from "../../schemas/payment-refusals.ts";
import { nextCheck } from "./check-caps.ts";
import { deleteSpendingCaps, findSpendingCap, insertSpendingCap } from "./store.ts";
import { limitsOf, validUntilOf } from "./usable-cap.ts";
import { keepPermit, walletAt } from "./wallet-permits.ts";

/** A spending cap that a subscriber has signed. */
export interface SignedCap {
  readonly cap: CapTerms;
  readonly signature: Hex;
  /** The allowance that was signed with it; null: the wallet allows enough. */
  readonly permit: (SignedPermit & Permit) | null;
  /** The permit that was waiting then. */
  readonly waiting: Permit | null;
  /** The collector that it was signed for. */
  readonly collector: Collector;
}

/**
 * Stores the cap that a subscriber signed with a payment, in the transaction that accepts the payment. The cap of an
 * earlier attempt is deleted: a subscriber who tries again without a cap does not want one.
 *
 * @param replaced the cap of the subscription until now
 * @throws Refusal when another permit of the wallet was stored meanwhile
 */
export async function keepSpendingCap(
  { tx, now }: InTransaction,
  checkoutSessionId: string,
  signed: SignedCap | null,
  replaced: SpendingCap | null = null,
): Promise<void> {
  const isReplacing = (await deleteSpendingCaps(tx, checkoutSessionId)) > 0;
  if (signed === null) return;
  const { cap, signature, permit, waiting, collector } = signed;
  const wallet = walletAt(collector, cap.payer);
  if (permit !== null) {
    const isKept = await keepPermit(tx, { ...wallet, ...permit, createdAt: now }, waiting);
    if (!isKept) throw new Refusal(tooManyUnderWay);
  }
  await insertSpendingCap(tx, {
    id: newId(),
    checkoutSessionId,
    ...wallet,
    merchantAddress: cap.merchant.toLowerCase(),
    perCharge: fromTokenUnits(cap.perCharge).toFixed(),
    perPeriod: fromTokenUnits(cap.perPeriod).toFixed(),
    total: fromTokenUnits(cap.total).toFixed(),
    periodSeconds: cap.periodSeconds,
    start: cap.start,
    validUntil: cap.validUntil,
    rateCardHashes: [...cap.rateCards],
    signature,
    createdAt: now,
    ...carriedOver(replaced, { ...wallet, ...cap }),
    // What the cap before it took in this period counts, and only the chain knows that.
    nextCheckAt: isReplacing ? now : nextCheck(now),
  });
}

/** What a wallet has spent in the period counts under its next cap, if that has the same periods. */
function carriedOver(
  replaced: SpendingCap | null,
  { payerAddress, periodSeconds }: Pick<SpendingCap, "payerAddress" | "periodSeconds">,
): Partial<Pick<SpendingCap, "spentInPeriod" | "periodEnd">> {
  const isSame =
    replaced?.payerAddress === payerAddress && replaced.periodSeconds === periodSeconds;
  return isSame ? { spentInPeriod: replaced.spentInPeriod, periodEnd: replaced.periodEnd } : {};
}

interface SignedLimit {
  readonly perPeriod: Prisma.Decimal;
  readonly periodSeconds: number | null;
  readonly validUntil: Date;
}

/**
 * Finds the limit of the cap that was signed for a subscription, without asking the chain. @returns null without one
 */
export async function signedLimitOf(
  { db }: SettlementParts,
  subscriptionId: string,
): Promise<SignedLimit | null> {
  const cap = await findSpendingCap(db, subscriptionId);
  if (cap === null) return null;
  return { ...limitsOf(cap), validUntil: validUntilOf(cap) };
}
