import { OneUsageEvent, UsageEventId, usageEventNotFound } from "../contract/usage-events.ts";
import { Refusal } from "../lib/refusal.ts";
import { read } from "../operation/define.ts";
import type { UsageEventRow } from "../ports/meter.ts";
import type { Parts } from "../ports/parts.ts";
import { upToDate } from "../ports/up-to-date.ts";
import { findUsageEvent } from "./store.ts";
import { timedOf } from "./timed-of.ts";

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

function load(work: Pick<Parts, "db" | "tenant" | "due">, id: string): Promise<UsageEventRow> {
  const find = async () => {
    const usageEvent = await findUsageEvent(work.db, id, work.tenant);
    if (usageEvent === null) throw new Refusal(usageEventNotFound);
    return usageEvent;
  };
  return upToDate(work, find, (usageEvent) => timedOf([usageEvent]));
}
