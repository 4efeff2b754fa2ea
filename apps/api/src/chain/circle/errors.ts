/**
 * The provider permanently refused this request and did not accept it. An earlier request with the same idempotency key
 * may still have been accepted. The message is a sentence that is safe to show to callers.
 */
export class ProviderRefused extends Error {
  override readonly name = "ProviderRefused";
}

/**
 * The provider did not answer, answered with invalid data, or is temporarily unable to. Whether it accepted the request
 * is unknown. The same request may be sent again. The message is a sentence that is safe to show to callers.
 */
export class ProviderUnavailable extends Error {
  override readonly name = "ProviderUnavailable";
}
