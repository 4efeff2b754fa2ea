import { z } from "zod";
import { scopes } from "../auth/scopes.ts";
import { id, timeOut } from "../shared/answers.ts";
import {
  dateTime,
  listOf,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredId,
  requiredText,
  wholeNumber,
} from "../shared/fields.ts";
import { nextCursor, page } from "../shared/lists.ts";

const thirtyDays = 30 * 24 * 60 * 60;

export const NewApiKey = request({
  name: requiredText(200).meta({ example: "Metering, production" }),
  userId: optionalId().meta({
    description:
      "The seller that the key speaks for: it sees and changes only what belongs to that user's services. Default: as the key that you call with; a platform key without a user speaks for every seller",
  }),
  scopes: omittable(listOf(oneOf(scopes), scopes.length)).meta({
    description: "What the key may do, at most what yours may. Default: the same",
    example: ["usage-events:write", "subscriptions:read"],
  }),
  expiresAt: omittable(dateTime()).meta({
    description: "When it stops working, at the latest when yours does. Default: as yours",
    example: "2027-01-31T12:00:00.000Z",
  }),
});

export const ApiKeyQuery = request(page("api-keys"));

export const ApiKeyId = request({ apiKeyId: requiredId() });

export const ApiKeyRotation = request({
  apiKeyId: requiredId(),
  overlapSeconds: wholeNumber(0, thirtyDays).meta({
    description: "How long the old key goes on working beside the new one, at most 30 days",
    example: 3600,
  }),
});

/** A key as it may be shown again: never its secret. */
export const ApiKey = z
  .object({
    id: id(),
    name: z.string().meta({ example: "Metering, production" }),
    userId: id().nullable().meta({
      description: "The seller that it speaks for; null: the platform, which is every seller",
    }),
    scopes: z.array(z.string()).meta({
      description: "`<resource>:read`, `<resource>:write`, or `*` for all",
      example: ["usage-events:write", "subscriptions:read"],
    }),
    start: z.string().meta({ description: "How the secret begins", example: "usance_Kx7Q" }),
    lastFour: z.string().meta({ description: "How it ends", example: "01I5" }),
    replacesId: id().nullable().meta({
      description: "The key that was rotated into this one",
      example: null,
    }),
    createdAt: timeOut(),
    expiresAt: timeOut().nullable().meta({
      description: "When it stops working; null: never by itself",
      example: null,
    }),
    revokedAt: timeOut().nullable().meta({
      description: "When it was revoked: it stopped working within a second",
      example: null,
    }),
  })
  .meta({ id: "ApiKey", description: "What lets a program in, and how far." });

export const ApiKeyWithSecret = z
  .object({
    ...ApiKey.shape,
    secret: z.string().nullable().meta({
      description:
        "The key itself, shown this once and stored nowhere. null when an `Idempotency-Key` replays the answer",
      example: "usance_Kx7Qm2ZpR9dTfW4vN8sLbY3hJ6gCtA1t01I5",
    }),
  })
  .meta({ id: "ApiKeyWithSecret", description: "A new key." });

export const ApiKeyPage = z.object({
  apiKeys: z.array(ApiKey),
  nextCursor: nextCursor("api-keys"),
});
