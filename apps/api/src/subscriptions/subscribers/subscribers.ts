import { orRefuse } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import {
  OneSubscriber,
  SubscriberId,
  SubscriberPage,
  SubscriberQuery,
  subscriberNotFound,
} from "../../schemas/subscribers.ts";
import { findSubscriber, findSubscribers, searchSubscribers } from "./store.ts";

export const getSubscriber = read("GET /subscribers/{subscriberId}", {
  name: "subscribers.get",
  summary: "Get a subscriber",
  description: "Returns the subscriber. The counts include only records that the API key can read.",
  refusals: { subscriberNotFound },
  input: SubscriberId,
  output: OneSubscriber,
  run: async ({ db, tenant, clock }, { subscriberId }) => {
    const subscriber = orRefuse(
      await findSubscriber({ db, tenant, now: clock.now() }, subscriberId),
      subscriberNotFound,
    );
    return { subscriber };
  },
});

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
