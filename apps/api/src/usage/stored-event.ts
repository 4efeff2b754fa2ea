import { z } from "zod";
import { UsageEventRecord } from "../contract/records.ts";
import { OneUsageEvent } from "../contract/usage-events.ts";
import type { ShownUsageEvent, UsageEventRow } from "../ports/meter.ts";

const Record = z.compile(UsageEventRecord);

/** An event that was read from the database, in JSON. */
export const storedEvent = (row: UsageEventRow): ShownUsageEvent => ({
  id: row.id,
  record: () => JSON.stringify(Record.parse(row)),
  whole: () => JSON.stringify(OneUsageEvent.parse({ usageEvent: row }).usageEvent),
});
