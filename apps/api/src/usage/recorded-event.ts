import { formatAmount } from "../kit/money.ts";
import type { Reported, ShownUsageEvent } from "../operation/ports/meter.ts";
import type { SharedText } from "./named-records.ts";

/**
 * An event that has just been recorded, in JSON: exactly what the schemas `UsageEvent` and `UsageEventRecord` make of
 * its row (recorded-event.test.ts).
 *
 * @param now when it was recorded
 */
export function recordedEvent(
  id: string,
  { input }: Reported,
  shared: SharedText,
  now: string,
): ShownUsageEvent {
  const { eventKey, quantity, occurredAt } = input;
  const time = occurredAt === undefined ? now : occurredAt.toISOString();
  const fields = () =>
    `{"id":"${id}",${shared.ids},"eventKey":${JSON.stringify(eventKey)},"quantity":"${formatAmount(quantity)}","occurredAt":"${time}","createdAt":"${now}"`;
  return {
    id,
    record: () => `${fields()}}`,
    whole: () => `${fields()},${shared.records},"void":null}`,
  };
}
