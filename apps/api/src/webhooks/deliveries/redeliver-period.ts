import type { Queryable } from "../../db/client.ts";
import type { WebhookEndpoint } from "../../db/generated/client.ts";
import { redeliverEventsOf } from "./store.ts";

/** How many deliveries are begun in one transaction. */
const max = 10_000;

/**
 * Sends an endpoint the events of a period that it is for, the oldest first: those that have no
 * delivery that arrived or is on its way.
 *
 * @param period.to the first moment that is not in it
 * @param period.delivered those that have arrived too
 * @returns how many, and where to go on when there were more
 */
export async function redeliverPeriod(
  tx: Queryable,
  endpoint: WebhookEndpoint,
  period: { readonly from: Date; readonly to: Date; readonly delivered: boolean },
  now: Date,
): Promise<{ redelivered: number; nextFrom: Date | null }> {
  const times = await redeliverEventsOf(tx, endpoint, { ...period, max }, now);
  return { redelivered: times.length, nextFrom: times.length < max ? null : newest(times) };
}

/** What has the same moment as the last one may not have been among them. */
function newest(times: readonly Date[]): Date {
  return new Date(Math.max(...times.map((time) => time.getTime())));
}
