import { z } from "zod";
import type { ShownUsageEvent, UsageEventRow } from "../operation/ports/meter.ts";
import { UsageEventRecord } from "../schemas/records.ts";
import { OneUsageEvent } from "../schemas/usage-events.ts";

const Record = z.compile(UsageEventRecord);

/** An event that was read from the database, in JSON. */
export const storedEvent = (row: UsageEventRow): ShownUsageEvent => ({
  id: row.id,
  record: () => JSON.stringify(Record.parse(row)),
  whole: () => JSON.stringify(OneUsageEvent.parse({ usageEvent: row }).usageEvent),
});
