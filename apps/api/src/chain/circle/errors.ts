/**
 * The provider will never take this request, and did not take it now. Of an earlier request under the
 * same idempotency key it says nothing. The message is a sentence that callers may hear.
 */
export class ProviderRefused extends Error {
  override readonly name = "ProviderRefused";
}

/**
 * The provider did not answer, not with sense, or not now: whether it took the request is unknown, and
 * the same request may be sent again. The message is a sentence that callers may hear.
 */
export class ProviderUnavailable extends Error {
  override readonly name = "ProviderUnavailable";
}
