import { z } from "zod";
import { id, timeOut } from "../kit/answers.ts";
import { omittable, request, requiredId, requiredText } from "../kit/fields.ts";
import {
  badCursor,
  cursor,
  limit,
  type Place,
  placeText,
  readCursor,
  readPlace,
  usualLimit,
  writeCursor,
} from "../kit/lists.ts";
import { recordNotFound } from "../kit/refusal.ts";
import { User } from "./users.ts";

export const subscriberNotFound = recordNotFound({
  code: "subscriber_not_found",
  param: "subscriberId",
  message: "Subscriber was not found.",
});

/** The maximum number of a subscriber's records that a read counts. */
export const maxCounted = 1_000;

/** The place of a row among those that a search found: first by e-mail address, then by id. */
export interface FoundPlace {
  readonly by: "email" | "id";
  readonly key: string;
  readonly id: string;
}

const list = "subscribers";
const found = "subscribers found";

export const SubscriberId = request({ subscriberId: requiredId() });

export const SubscriberQuery = request({
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

const Subscriber = z
  .object({
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
  })
  .meta({ id: "Subscriber", description: "A user with a subscription to one of your services." });

export const OneSubscriber = z.object({ subscriber: Subscriber });

export const SubscriberPage = z.object({
  subscribers: z.array(Subscriber).meta({
    description: "Newest first; with `search`, sorted by e-mail address",
  }),
  nextCursor: z
    .custom<Place | FoundPlace | null>()
    .transform((place) => {
      if (place === null) return null;
      if (!("by" in place)) return writeCursor(list, placeText(place));
      return writeCursor(found, `${place.by} ${place.id} ${place.key}`);
    })
    .pipe(z.string().nullable())
    .meta({
      description: "Pass it as `cursor` to get the next page; null on the last page",
      example: null,
    }),
});

function readFound(text: string): FoundPlace | null {
  const [, by, id, key] =
    /^(email|id) ([\w-]+) ([^\0]*)$/.exec(readCursor(found, text) ?? "") ?? [];
  if (id === undefined || key === undefined) return null;
  return { by: by === "email" ? "email" : "id", key, id };
}
