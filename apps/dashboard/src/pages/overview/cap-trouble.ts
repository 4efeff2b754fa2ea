import { amountText, difference, isLess, portion } from "@usance/ui";

interface Cap {
  readonly perPeriod: string;
  readonly total: string;
  readonly spent: string;
  readonly revoked: boolean;
  readonly validUntil: string;
}

/** A cap is running out if less than a fifth of a period's limit is left in all, or two weeks. */
const leastPart = 5;
const leastMs = 14 * 86_400_000;

/** Why a spending cap will soon not pay for a bill; null: it will. */
export function capTrouble(cap: Cap, now: Date): string | null {
  const { perPeriod, total, spent, revoked, validUntil } = cap;
  if (revoked) return "was revoked";
  const leftMs = Date.parse(validUntil) - now.getTime();
  if (leftMs <= 0) return "has expired";
  const left = difference(total, spent);
  if (isLess(left, portion(perPeriod, 1, leastPart))) {
    return `has ${amountText(left)} of ${amountText(total)} USDC left`;
  }
  return leftMs < leastMs ? "expires within two weeks" : null;
}
