import { OneUsageEvent, UsageEventId, usageEventNotFound } from "../contract/usage-events.ts";
import { Refusal } from "../lib/refusal.ts";
import { read } from "../operation/define.ts";
import type { Keyed } from "../operation/work.ts";
import type { UsageEventRow } from "../ports/meter.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { findUsageEvent } from "./store.ts";

/** The invoice and the subscription are as of now: due expiries and renewals are applied first. */
export const getUsageEvent = read("GET /usage-events/{usageEventId}", {
  name: "usageEvents.get",
  summary: "Get a usage event",
  description:
    "Includes its service, subscription and user, and the invoice if it was recorded with one.",
  refusals: { usageEventNotFound },
  input: UsageEventId,
  output: OneUsageEvent,
  run: async (work, { usageEventId }) => ({ usageEvent: await load(work, usageEventId) }),
});

async function load(work: Keyed, id: string): Promise<UsageEventRow> {
  const usageEvent = await findUsageEvent(work.db, id, work.tenant);
  if (usageEvent === null) throw new Refusal(usageEventNotFound);
  return (await bringUpToDate(work, usageEvent)) ? load(work, id) : usageEvent;
}
