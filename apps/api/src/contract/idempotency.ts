import type { RefusalTerms } from "../lib/refusal.ts";

export const badIdempotencyKey: RefusalTerms = {
  kind: "invalid",
  message: "Idempotency-Key must be 1 to 255 visible ASCII characters.",
};

export const keyOfAnotherRequest: RefusalTerms = {
  kind: "mismatch",
  message: "Idempotency-Key was used with another request.",
};

export const stillRunning: RefusalTerms = {
  kind: "conflict",
  message: "A request with this Idempotency-Key is still running.",
  retryAfterSeconds: 1,
};

export const keyForManyCalls: RefusalTerms = {
  kind: "invalid",
  message: "Idempotency-Key names one call: it cannot be sent with a batch.",
};
