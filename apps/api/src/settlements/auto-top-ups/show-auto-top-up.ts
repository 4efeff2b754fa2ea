import type { AutoTopUp } from "../../db/generated/client.ts";
import type { Parts } from "../../operation/ports/parts.ts";

/** An auto-top-up as callers see it, with the service of its balance. */
export type AutoTopUpView = Omit<AutoTopUp, "status"> & {
  readonly status: AutoTopUp["status"] | "PAUSED";
  readonly serviceId: string;
};

/** It is `PAUSED` until the limit of a day allows a top-up, by the time of its service. */
export async function showAutoTopUp(
  { db, times }: Pick<Parts, "db" | "times">,
  autoTopUp: AutoTopUp,
  serviceId: string,
): Promise<AutoTopUpView> {
  const { pausedUntil, perDayAtMost } = autoTopUp;
  if (pausedUntil === null || pausedUntil <= (await times.of(db, serviceId))) {
    return { ...autoTopUp, pausedUntil: null, serviceId };
  }
  const stoppedReason = `The limit of ${perDayAtMost.toFixed(6)} USDC in 24 hours is reached.`;
  return { ...autoTopUp, status: "PAUSED", stoppedReason, serviceId };
}
