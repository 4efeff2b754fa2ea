import { usageEventNotFound } from "../contract/usage-events.ts";
import { Refusal } from "../lib/refusal.ts";
import type { UsageEventRow } from "../ports/meter.ts";
import type { Parts } from "../ports/parts.ts";
import { upToDate } from "../ports/up-to-date.ts";
import { findUsageEvent } from "./store.ts";
import { timedOf } from "./timed-of.ts";

/** The event, with its invoice and its subscription as of now. */
export function getUsageEvent(
  parts: Pick<Parts, "db" | "tenant" | "due">,
  id: string,
): Promise<UsageEventRow> {
  const read = async () => {
    const usageEvent = await findUsageEvent(parts.db, id, parts.tenant);
    if (usageEvent === null) throw new Refusal(usageEventNotFound);
    return usageEvent;
  };
  return upToDate(parts, read, (usageEvent) => timedOf([usageEvent]));
}
