import { type Balance, Prisma } from "../db/generated/client.ts";
import { type BackingTrouble, unansweredMs } from "../schemas/balances.ts";

/** A balance as callers see it. */
export interface BalanceView extends Balance {
  readonly currency: "USDC";
  readonly owed: Prisma.Decimal;
  /** null: no spending cap backs its overdraft. */
  readonly backing: Backing | null;
}

interface Backing extends Pick<Balance, "capLeft" | "walletLeft" | "inFlight" | "lookedUpAt"> {
  readonly max: Prisma.Decimal;
  readonly trouble: BackingTrouble | null;
}

export const view = <Row extends Balance>(balance: Row): Row & BalanceView => ({
  ...balance,
  currency: "USDC",
  owed: owedOn(balance),
  backing: balance.overdraftMax && {
    ...balance,
    max: balance.overdraftMax,
    trouble: troubleOf(balance),
  },
});

/** What was charged beyond the credit. */
export const owedOn = ({ available, held }: Pick<Balance, "available" | "held">): Prisma.Decimal =>
  Prisma.Decimal.max(available.plus(held).neg(), 0);

function troubleOf({ capLeft, lookedUpAt, checkedAt }: Balance): BackingTrouble | null {
  const isSilent =
    checkedAt !== null && checkedAt.getTime() - (lookedUpAt?.getTime() ?? 0) > unansweredMs;
  if (isSilent) return "CHAIN_UNAVAILABLE";
  return lookedUpAt !== null && capLeft === null ? "NO_CAP" : null;
}
