import { read } from "../../operation/define.ts";
import { SubscriberPage, SubscriberQuery } from "../../schemas/subscribers.ts";
import { findSubscribers, searchSubscribers } from "./store.ts";

export const listSubscribers = read("GET /subscribers", {
  name: "subscribers.list",
  summary: "List subscribers",
  description:
    "Returns the users with subscriptions to your services, newest first, or those that `search` finds. The counts include only records that the API key can read.",
  input: SubscriberQuery,
  output: SubscriberPage,
  run: async ({ db, tenant, clock }, { search, limit, cursor }) => {
    const asking = { db, tenant, now: clock.now() };
    const found = cursor !== undefined && "by" in cursor ? cursor : undefined;
    const place = cursor === undefined || "by" in cursor ? undefined : cursor;
    const { rows, next } =
      search === undefined
        ? await findSubscribers(asking, { limit, cursor: place })
        : await searchSubscribers(asking, { search, limit, cursor: found });
    return { subscribers: rows, nextCursor: next };
  },
});
