import { amountText, difference, isLess, portion } from "@usance/ui";

interface Cap {
  readonly amount: string;
  readonly spent: string;
  readonly revoked: boolean;
  readonly validUntil: string;
}

/** A cap is running out if less than a fifth is left, or two weeks. */
const leastPart = 5;
const leastMs = 14 * 86_400_000;

/** Why a spending cap will soon not pay for a bill; null: it will. */
export function capTrouble({ amount, spent, revoked, validUntil }: Cap, now: Date): string | null {
  if (revoked) return "was revoked";
  const leftMs = Date.parse(validUntil) - now.getTime();
  if (leftMs <= 0) return "has expired";
  const left = difference(amount, spent);
  if (isLess(left, portion(amount, 1, leastPart))) {
    return `has ${amountText(left)} of ${amountText(amount)} USDC left`;
  }
  return leftMs < leastMs ? "expires within two weeks" : null;
}
