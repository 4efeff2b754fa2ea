import type { z } from "zod";
import type { SpendingCap } from "../../../db/generated/client.ts";
import { Amount } from "../../../kit/money.ts";
import type { OnePortalSpendingCap, OneStoredCap } from "../../../schemas/portal.ts";
import type { ReadCap } from "../../../settlements/spending-caps/read-spending-cap.ts";
import {
  capTerms,
  stateOfCap,
  validUntilOf,
} from "../../../settlements/spending-caps/usable-cap.ts";

type Shown = NonNullable<z.input<typeof OnePortalSpendingCap>["spendingCap"]>;

/** A cap as the portal shows it. */
export function shownCap(
  { cap, collector, spent, revokedOnChain }: ReadCap,
  subscriptionId: string,
  now: Date,
): Shown {
  const state = stateOfCap(cap, now);
  const amount = new Amount(cap.amount.toFixed());
  return {
    ...storedCap(cap),
    state,
    spent,
    left: state === "ACTIVE" ? amount.minus(spent) : new Amount(0),
    revokedOnChain,
    chainId: collector.chainId,
    revocation: collector.revocationOf(capTerms(cap, subscriptionId)),
  };
}

/** A cap as it is stored, without what the chain knows of it. */
export const storedCap = (cap: SpendingCap): z.input<typeof OneStoredCap>["spendingCap"] => ({
  ...cap,
  validUntil: validUntilOf(cap),
});
