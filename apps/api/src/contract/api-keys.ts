import { z } from "zod";
import { createdAt, id, timeOut } from "../lib/answers.ts";
import {
  dateTime,
  flag,
  listOf,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredId,
  requiredName,
  wholeNumber,
} from "../lib/fields.ts";
import { nextCursor, page } from "../lib/lists.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import { scopes } from "./nouns.ts";

export const apiKeyNotFound: RefusalTerms = {
  kind: "not_found",
  message: "API key was not found.",
};

export const apiKeyNotActive: RefusalTerms = {
  kind: "conflict",
  message: "API key is not active.",
};

const thirtyDays = 30 * 24 * 60 * 60;

export const NewApiKey = request({
  name: requiredName(200).meta({
    description: "What you call it, to know it again in lists",
    example: "Metering, production",
  }),
  userId: optionalId().meta({
    description:
      "Id of the seller that the key speaks for: it sees and changes only what belongs to that user's services. Default: as the key that you call with; a platform key without a user speaks for every seller",
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

export const ApiKeyRevocation = request({
  apiKeyId: requiredId(),
  descendants: flag().meta({
    description:
      "`true`: all keys that it has made, directly or through others, are revoked with it. Default: `false`",
  }),
});

export const ApiKeyRotation = request({
  apiKeyId: requiredId(),
  overlapSeconds: wholeNumber(0, thirtyDays).meta({
    description:
      "For how many seconds the old key goes on working beside the new one; at most 30 days",
    example: 3600,
  }),
});

/** A key as it may be shown again: never its secret. */
export const ApiKey = z
  .object({
    id: id(),
    name: z.string().meta({ description: "What you call it", example: "Metering, production" }),
    userId: id().nullable().meta({
      description: "Id of the seller that it speaks for; null: the platform, which is every seller",
    }),
    scopes: z.array(z.string()).meta({
      description: "What it may do: `<resource>:read`, `<resource>:write`, or `*` for all",
      example: ["usage-events:write", "subscriptions:read"],
    }),
    start: z.string().meta({
      description: "How the secret begins, to know it by",
      example: "usance_Kx7Q",
    }),
    lastFour: z.string().meta({ description: "How the secret ends", example: "01I5" }),
    replacesId: id().nullable().meta({
      description: "Id of the key that was rotated into this one; null where it was none",
      example: null,
    }),
    createdBy: id().nullable().meta({
      description:
        "Id of the key that made it; null: the command line, the bootstrap key, or an older version, which did not note it",
      example: null,
    }),
    createdAt: createdAt(),
    expiresAt: timeOut().nullable().meta({
      description: "When it stops working; null: never by itself",
      example: null,
    }),
    revokedAt: timeOut().nullable().meta({
      description: "When it was revoked: it stopped working within a second; null: it was not",
      example: null,
    }),
  })
  .meta({ id: "ApiKey", description: "An API key and its scopes." });

export const ApiKeyWithSecret = z
  .object({
    ...ApiKey.shape,
    secret: z.string().nullable().meta({
      description:
        "The key itself, shown this once and stored nowhere: keep it. null in an answer that an `Idempotency-Key` replays, which `Idempotent-Replayed` tells: make another key, then",
      example: "usance_Kx7Qm2ZpR9dTfW4vN8sLbY3hJ6gCtA1t01I5",
    }),
  })
  .meta({ id: "ApiKeyWithSecret", description: "A new key." });

export const ApiKeyPage = z.object({
  apiKeys: z.array(ApiKey).meta({ description: "Newest first" }),
  nextCursor: nextCursor("api-keys"),
});
