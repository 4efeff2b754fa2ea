import type { Subscription } from "../db/generated/client.ts";

/** How far clients' clocks may be ahead, where no period ends. */
const aheadMs = 3_600_000;

type Periods = Pick<Subscription, "billingAnchor" | "currentPeriodEnd">;

const beforeFirst =
  "occurredAt is before the start of the subscription, so no bill contains this usage.";
const afterLast =
  "occurredAt is after the current period, so a bill contains this usage only if the subscription still runs then.";
const ahead =
  "occurredAt is in the future. The subscription's period has no end, so its bill contains this usage.";

/**
 * Warns of usage that a caller may have dated wrongly: no period of its subscription contains it until now, or a period
 * without an end does, and it has not occurred yet. The last bill of a subscription that was cancelled has the usage of
 * its whole period.
 *
 * @returns null when nothing is wrong
 */
export function occurrenceWarning(
  occurredAt: Date,
  { billingAnchor, currentPeriodEnd }: Periods,
  now: Date,
): string | null {
  if (occurredAt < billingAnchor) return beforeFirst;
  if (currentPeriodEnd !== null) return occurredAt >= currentPeriodEnd ? afterLast : null;
  return occurredAt.getTime() > now.getTime() + aheadMs ? ahead : null;
}
