import { Refusal } from "../kit/refusal.ts";
import { read } from "../operation/define.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { upToDate } from "../operation/ports/up-to-date.ts";
import { OneUsageEvent, UsageEventId, usageEventNotFound } from "../schemas/usage-events.ts";
import { findUsageEvent } from "./store.ts";
import type { UsageEventRow } from "./usage-event-json.ts";
import { timedOf } from "./usage-event-json.ts";

export const getUsageEvent = read("GET /usage-events/{usageEventId}", {
  name: "usageEvents.get",
  summary: "Get a usage event",
  description:
    "Returns the event with its service, subscription and user, and with its invoice if it was recorded with one. If the event was voided, `void` says why.",
  refusals: { usageEventNotFound },
  input: UsageEventId,
  output: OneUsageEvent,
  run: async (work, { usageEventId }) => ({ usageEvent: await loadUsageEvent(work, usageEventId) }),
});

/**
 * Loads a usage event. Its invoice and subscription are as of now: due expiries and renewals are applied first.
 *
 * @throws Refusal 404 when the tenant has no such event
 */
export function loadUsageEvent(
  { db, tenant, due }: Pick<Parts, "db" | "tenant" | "due">,
  id: string,
): Promise<UsageEventRow> {
  const find = async () => {
    const usageEvent = await findUsageEvent(db, id, tenant);
    if (usageEvent === null) throw new Refusal(usageEventNotFound);
    return usageEvent;
  };
  return upToDate({ db, due }, find, (event) => timedOf([event]));
}
