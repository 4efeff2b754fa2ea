import type { TimedRecords } from "../operation/ports/due.ts";
import type { UsageEventRow } from "../operation/ports/meter.ts";

/** The nested records of events that change because time passes. */
export function timedOf(events: readonly UsageEventRow[]): TimedRecords {
  return {
    invoices: events.flatMap(({ invoice }) => invoice ?? []),
    subscriptions: events.map(({ subscription }) => subscription),
  };
}
