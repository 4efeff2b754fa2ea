import { Refusal } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import { OneSubscriber, SubscriberId, subscriberNotFound } from "../../schemas/subscribers.ts";
import { findSubscriber } from "./store.ts";

export const getSubscriber = read("GET /subscribers/{subscriberId}", {
  name: "subscribers.get",
  summary: "Get a subscriber",
  description: "Returns the subscriber. The counts include only records that the API key can read.",
  refusals: { subscriberNotFound },
  input: SubscriberId,
  output: OneSubscriber,
  run: async ({ db, tenant, clock }, { subscriberId }) => {
    const subscriber = await findSubscriber({ db, tenant, now: clock.now() }, subscriberId);
    if (subscriber === null) throw new Refusal(subscriberNotFound);
    return { subscriber };
  },
});
