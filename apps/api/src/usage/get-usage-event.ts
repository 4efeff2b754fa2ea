import { OneUsageEvent, UsageEventId, usageEventNotFound } from "../contract/usage-events.ts";
import { Refusal } from "../lib/refusal.ts";
import { read } from "../operation/define.ts";
import { upToDate } from "../ports/up-to-date.ts";
import { findUsageEvent } from "./store.ts";
import { timedOf } from "./timed-of.ts";

/** The invoice and the subscription are as of now: due expiries and renewals are applied first. */
export { findUsageEvent } from "./store.ts";

export const getUsageEvent = read("GET /usage-events/{usageEventId}", {
  name: "usageEvents.get",
  summary: "Get a usage event",
  description:
    "Includes its service, subscription and user, and the invoice if it was recorded with one.",
  refusals: { usageEventNotFound },
  input: UsageEventId,
  output: OneUsageEvent,
  run: async ({ db, tenant, due }, { usageEventId }) => {
    const find = async () => {
      const usageEvent = await findUsageEvent(db, usageEventId, tenant);
      if (usageEvent === null) throw new Refusal(usageEventNotFound);
      return usageEvent;
    };
    const usageEvent = await upToDate({ db, due }, find, (event) => timedOf([event]));
    return { usageEvent };
  },
});
