import { read } from "../operation/define.ts";
import { upToDate } from "../operation/ports/up-to-date.ts";
import { SubscriptionPage, SubscriptionQuery } from "../schemas/subscriptions.ts";
import { findSubscriptions } from "./store.ts";

/** Every subscription on the page is as its own GET returns it. */
export const listSubscriptions = read("GET /subscriptions", {
  name: "subscriptions.list",
  summary: "List subscriptions, newest first",
  description:
    "Each subscription is as `GET /subscriptions/{subscriptionId}` returns it: due renewals are applied first.",
  input: SubscriptionQuery,
  output: SubscriptionPage,
  run: async (work, query) => {
    const { rows, next } = await upToDate(
      work,
      () => findSubscriptions(work.db, work.tenant, query),
      ({ rows }) => ({ subscriptions: rows }),
    );
    return { subscriptions: rows, nextCursor: next };
  },
});
