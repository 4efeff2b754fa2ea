import type { Subscription } from "../db/generated/client.ts";

/** How far clients' clocks may be ahead, where no period ends. */
export const aheadMs = 3_600_000;

type Periods = Pick<Subscription, "billingAnchor" | "currentPeriodEnd">;

const beforeFirst =
  "occurredAt is before the start of the subscription, so no bill contains this usage.";
const afterLast =
  "occurredAt is after the current period, so a bill contains this usage only if the subscription still runs then.";

/**
 * Tells why usage is outside of all periods of its subscription until now. A period that bills it may still begin. The
 * last bill of a subscription that was cancelled has the usage of its whole period.
 *
 * @returns a warning for the caller; null when a period contains it
 */
export function outsidePeriods(
  occurredAt: Date,
  { billingAnchor, currentPeriodEnd }: Periods,
  now: Date,
): string | null {
  if (occurredAt < billingAnchor) return beforeFirst;
  const end = currentPeriodEnd?.getTime() ?? now.getTime() + aheadMs;
  return occurredAt.getTime() >= end ? afterLast : null;
}
