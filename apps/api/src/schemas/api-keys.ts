import { z } from "zod";
import { component, createdAt, id, timeOut } from "../kit/answers.ts";
import {
  dateTime,
  listOf,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredName,
} from "../kit/fields.ts";
import { notAllowed, type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import { scopes } from "./nouns.ts";

export const apiKeyNotFound = recordNotFound("api_key_not_found", "apiKeyId", "API key");

/** A key may not create, rotate or revoke a key, a wallet grant, a session or a link that can do more than itself. */
export const widerThanItsMaker: RefusalTerms = {
  ...notAllowed,
  code: "key_exceeds_calling_key",
  meaning:
    "The other key, wallet grant, session or link has a scope that the calling key lacks, or it is a key or a wallet grant that expires later. With a key, this is also said of all that the key created.",
  remedy: "Ask for fewer scopes and an earlier `expiresAt`, or call with a key that has both.",
};

export const NewApiKey = request({
  name: requiredName(200).meta({
    description: "Name of the key, by which you recognize it in lists",
    example: "Metering, production",
  }),
  userId: optionalId().meta({
    description:
      "Id of the seller that the key acts for: it can read and change only records of that user's services. Default: the seller of the calling key; a platform key without a user acts for every seller",
  }),
  scopes: omittable(listOf(oneOf(scopes), scopes.length)).meta({
    description: "Scopes of the key, at most those of the calling key. Default: the same scopes",
    example: ["usage-events:write", "subscriptions:read"],
  }),
  expiresAt: omittable(dateTime()).meta({
    description:
      "When the key expires, at the latest when the calling key does. Default: the same time",
    example: "2027-01-31T12:00:00.000Z",
  }),
});

/** A key without its secret. */
export const ApiKey = component("ApiKey", "An API key and its scopes.", {
  id: id(),
  name: z.string().meta({ description: "Name of the key", example: "Metering, production" }),
  userId: id().nullable().meta({
    description:
      "Id of the seller that the key acts for; null: the platform, which covers every seller",
  }),
  scopes: z.array(z.string()).meta({
    description: "Scopes of the key: `<resource>:read`, `<resource>:write`, or `*` for all",
    example: ["usage-events:write", "subscriptions:read"],
  }),
  start: z.string().meta({
    description: "First characters of the secret",
    example: "usance_Kx7Q",
  }),
  lastFour: z.string().meta({ description: "Last four characters of the secret", example: "01I5" }),
  replacesId: id().nullable().meta({
    description: "Id of the key that this one replaced by rotation; null: none",
    example: null,
  }),
  createdBy: id().nullable().meta({
    description:
      "Id of the key or the wallet grant that created it; null: the command line or the bootstrap key",
    example: null,
  }),
  createdInSession: id().nullable().meta({
    description:
      "Id of the dashboard session in which it was created; null: none. It is revoked with this session, but remains when a person signs out or the session expires",
    example: null,
  }),
  createdAt: createdAt(),
  expiresAt: timeOut().nullable().meta({
    description: "When the key expires; null: never",
    example: null,
  }),
  revokedAt: timeOut().nullable().meta({
    description: "When the key was revoked; it stops working within a second. null: not revoked",
    example: null,
  }),
});

const ApiKeyWithSecret = component("ApiKeyWithSecret", "A new API key with its secret.", {
  ...ApiKey.shape,
  secret: z.string().nullable().meta({
    description:
      "The secret key. It is shown only once and not stored, so save it. null in an answer replayed for an `Idempotency-Key` (header `Idempotent-Replayed`): create another key then",
    example: "usance_Kx7Qm2ZpR9dTfW4vN8sLbY3hJ6gCtA1t01I5",
  }),
});

export const OneApiKey = z.object({ apiKey: ApiKey });

export const OneNewApiKey = z.object({ apiKey: ApiKeyWithSecret });
