import { z } from "zod";
import { component, id, timeOut } from "../../kit/answers.ts";
import { omittable, request, requiredId, requiredText } from "../../kit/fields.ts";
import {
  badCursor,
  cursor,
  limit,
  nextCursorBy,
  type Place,
  placeText,
  readCursor,
  readPlace,
  usualLimit,
  writeCursor,
} from "../../kit/lists.ts";
import { orRefuse, recordNotFound } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import { type FoundPlace, maxCounted } from "../../schemas/subscribers.ts";
import { User } from "../../schemas/users.ts";
import { findSubscriber, findSubscribers, searchSubscribers } from "./store.ts";

const subscriberNotFound = recordNotFound("subscriber_not_found", "subscriberId");

const Subscriber = component("Subscriber", "A user with a subscription to one of your services.", {
  id: id().meta({ description: "Id of the user, as `userId` elsewhere" }),
  email: User.shape.email,
  name: User.shape.name,
  subscribedAt: timeOut().meta({
    description: "When its first subscription to your services was created",
  }),
  subscriptionCount: z.int().meta({
    description: `Number of its subscriptions to your services, counted up to ${maxCounted}`,
    example: 2,
  }),
  activeSubscriptionCount: z.int().meta({
    description: "Number of these subscriptions that are `ACTIVE`",
    example: 1,
  }),
  openInvoiceCount: z.int().meta({
    description: `Number of its invoices that are \`OPEN\` and of which something is due, counted up to ${maxCounted}`,
    example: 0,
  }),
});

export const getSubscriber = read("GET /subscribers/{subscriberId}", {
  name: "subscribers.get",
  summary: "Get a subscriber",
  description: "Returns the subscriber. The counts include only records that the API key can read.",
  refusals: { subscriberNotFound },
  input: request({ subscriberId: requiredId() }),
  output: z.object({ subscriber: Subscriber }),
  run: async ({ db, tenant, clock }, { subscriberId }) => {
    const subscriber = orRefuse(
      await findSubscriber({ db, tenant, now: clock.now() }, subscriberId),
      subscriberNotFound,
    );
    return { subscriber };
  },
});

const list = "subscribers";

const found = "subscribers found";

function readFound(text: string): FoundPlace | null {
  const [, by, id, key] =
    /^(email|id) ([\w-]+) ([^\0]*)$/.exec(readCursor(found, text) ?? "") ?? [];
  if (id === undefined || key === undefined) return null;
  return { by: by === "email" ? "email" : "id", key, id };
}

const SubscriberQuery = request({
  search: omittable(requiredText(320)).meta({
    description:
      "Only subscribers whose e-mail address or id begins with this text. Case is ignored. The result is sorted by e-mail address; subscribers found by their id come last",
    example: "pat",
  }),
  limit: limit(usualLimit, 100).transform((given) => given ?? usualLimit),
  cursor: cursor<Place | FoundPlace>((text) => readPlace(list, text) ?? readFound(text)),
})
  .refine(
    ({ search, cursor: place }) => place === undefined || "by" in place === (search !== undefined),
    { path: ["cursor"], error: badCursor },
  )
  .prefault({});

const SubscriberPage = z.object({
  subscribers: z.array(Subscriber).meta({
    description: "Newest first; with `search`, sorted by e-mail address",
  }),
  nextCursor: nextCursorBy<Place | FoundPlace>((place) =>
    "by" in place
      ? writeCursor(found, `${place.by} ${place.id} ${place.key}`)
      : writeCursor(list, placeText(place)),
  ),
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
