import { createHash } from "node:crypto";
import {
  type InvoiceSummary,
  NotFoundError,
  type Settlement,
  type UsanceClient,
} from "@usance/sdk";

const hour = 3_600_000;
const day = 24 * hour;

/** How long after a failed attempt the next one is made. After the last of them, the payer has the link. */
const pauses: readonly number[] = [hour, day, 2 * day, 2 * day, 2 * day, 3 * day];

/**
 * Collects an open bill under the spending cap that the subscriber signed at checkout.
 *
 * @param now in milliseconds since 1970
 * @returns the settlement; null without a cap, or while the next attempt is not due
 * @throws UsanceError when the attempt failed
 */
export async function collectBill(
  usance: UsanceClient,
  invoice: InvoiceSummary,
  now: number,
): Promise<Settlement | null> {
  const { id: invoiceId, subscriptionId, settlements } = invoice;
  if (subscriptionId === null || !isDue(settlements, now)) return null;
  const cap = await capOf(usance, subscriptionId);
  if (cap === null) return null;
  const { payerAddress, merchantAddress } = cap;
  const payment = { invoiceId, payerAddress, merchantAddress, referenceHash: referenceOf(invoice) };
  const { settlement } = await usance.settlements.create({ ...payment, collect: "allowance" });
  return settlement;
}

/** @param settlements the attempts so far, newest first */
function isDue(settlements: InvoiceSummary["settlements"], now: number): boolean {
  const [newest] = settlements;
  if (newest === undefined) return true;
  const pause = pauses[settlements.length - 1];
  return pause !== undefined && now - Date.parse(newest.createdAt) >= pause;
}

async function capOf({ spendingCaps }: UsanceClient, subscriptionId: string) {
  try {
    return await spendingCaps.get({ subscriptionId });
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/**
 * The reference of the bill's settlement, which the chain stores: SHA-256 of the invoice's id and of the hash of the billed
 * usage. It is the same at every attempt, so nothing is collected twice.
 */
function referenceOf({ id, usageHash }: InvoiceSummary): string {
  return `0x${createHash("sha256").update(`${id}\n${usageHash}`).digest("hex")}`;
}
