import { usageEventNotFound } from "../contract/usage-events.ts";
import { Refusal } from "../lib/refusal.ts";
import type { UsageEventRow } from "../ports/meter.ts";
import type { Parts } from "../ports/parts.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { findUsageEvent } from "./store.ts";

/** The event, with its invoice and its subscription as of now. */
export async function getUsageEvent(parts: Parts, id: string): Promise<UsageEventRow> {
  const usageEvent = await findUsageEvent(parts.db, id, parts.tenant);
  if (usageEvent === null) throw new Refusal(usageEventNotFound);
  return (await bringUpToDate(parts, usageEvent)) ? getUsageEvent(parts, id) : usageEvent;
}
