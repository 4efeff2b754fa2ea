import type { InTransaction } from "../../../db/client.ts";
import type { WebhookEndpoint } from "../../../db/generated/client.ts";
import { redeliverEventsOf } from "./store.ts";

/** How many deliveries one transaction starts. */
const max = 10_000;

/**
 * Sends an endpoint the events of a period that it subscribes to, oldest first. Events with a delivery that has
 * arrived or is pending are left out.
 *
 * @param period.to the first moment after the period
 * @param period.delivered also sends events that have arrived
 * @returns how many deliveries it started, and where the next call continues when there are more
 */
export async function redeliverPeriod(
  { tx, now }: InTransaction,
  endpoint: WebhookEndpoint,
  period: { readonly from: Date; readonly to: Date; readonly delivered: boolean },
): Promise<{ redelivered: number; nextFrom: Date | null }> {
  const times = await redeliverEventsOf(tx, endpoint, { ...period, max }, now);
  return { redelivered: times.length, nextFrom: times.length < max ? null : newest(times) };
}

/** The time of the last event itself: others of the same time may not have been sent yet. */
function newest(times: readonly Date[]): Date {
  return new Date(Math.max(...times.map((time) => time.getTime())));
}
