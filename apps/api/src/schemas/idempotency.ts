import { request, requiredId } from "../kit/fields.ts";
import type { RefusalTerms } from "../kit/refusal.ts";

export const badIdempotencyKey: RefusalTerms = {
  kind: "invalid",
  code: "invalid_idempotency_key",
  message: "Idempotency-Key must be 1 to 255 visible ASCII characters.",
  meaning:
    "The header `Idempotency-Key` is empty, too long, or has other characters than visible ASCII.",
  remedy: "Send 1 to 255 visible ASCII characters, such as a UUID.",
};

export const keyOfAnotherRequest: RefusalTerms = {
  kind: "mismatch",
  code: "idempotency_key_reused",
  message: "Idempotency-Key was used with another request.",
  meaning: "An earlier request with the same `Idempotency-Key` had another operation or input.",
  remedy: "Use a new `Idempotency-Key` for each new request.",
};

export const stillRunning: RefusalTerms = {
  kind: "conflict",
  code: "idempotent_request_running",
  message: "A request with this Idempotency-Key is still running.",
  meaning: "An earlier request with the same `Idempotency-Key` has not finished.",
  remedy: "Retry after `Retry-After` seconds with the same key and input.",
  retryAfterSeconds: 1,
};

export const keyForManyCalls: RefusalTerms = {
  kind: "invalid",
  code: "idempotency_key_on_batch",
  message: "Idempotency-Key names one call: it cannot be sent with a batch.",
  meaning: "A tRPC batch of several calls has the header `Idempotency-Key`, which names one call.",
  remedy: "Send the call alone, for example over tRPC's `httpLink`.",
};

/** The input of an operation of a page with a secret link. @param noun whose `url` has the token, such as "invoice" */
export const linkOf = (noun: string) =>
  request({
    linkToken: requiredId().meta({
      description: `The last part of the ${noun}'s \`url\``,
      example: "9f3c1b7ae2d84c60b5a1f0e7d6c5b4a3",
    }),
  });
