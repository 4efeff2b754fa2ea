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

/** A response with status 400 to 499, with Circle's error code if the body has one. */
export interface Refusal {
  readonly status: number;
  readonly code: number | null;
}

/**
 * The codes for an encrypted entity secret that Circle does not accept: wrong secret, or encrypted with an old public
 * key.
 */
const badSecretCodes: readonly (number | null)[] = [156013, 156019];

/** Returns whether the cause may be that Circle has replaced the public key that the secret was encrypted with. */
export function mayBeOfAnOldKey({ code }: Refusal): boolean {
  return badSecretCodes.includes(code);
}

/*
 * The codes are from @circle-fin/developer-controlled-wallets 10.8.0, which has an error class for each, and from
 * https://developers.circle.com/wallets/error-codes.
 */

const cannotPay = "The settlement wallet cannot pay for the transaction.";
const tooManyWaiting = "The settlement wallet has too many transactions waiting.";
const inConflict = "The settlement provider holds the request in conflict with another.";
const failed = "The settlement provider answered with an error.";

/** Temporary errors: the same request may succeed later, for example after the wallet is funded. */
const troubles = new Map([
  [-1, failed],
  [155201, cannotPay],
  [155202, failed], // a nonce that Circle chose is out of sequence
  [155204, cannotPay],
  [155205, cannotPay],
  [155207, cannotPay],
  [155210, failed], // the gas estimate failed
  [155211, "The settlement chain's fees are above the provider's limit."],
  [155258, cannotPay],
  [155264, tooManyWaiting],
  [155505, tooManyWaiting],
  [156004, failed], // the ciphertext was used twice: the network may have repeated the request
  // A request with this key already exists, and it may be ours.
  [156020, inConflict],
]);

const troubleStatuses = new Map([
  [401, "The settlement provider did not accept the API key."],
  [403, "The settlement provider did not accept the API key."],
  [408, "The settlement provider did not answer in time."],
  [409, inConflict],
  [429, "The settlement provider takes no more requests for now."],
]);

const badSecret = "The settlement provider did not accept the entity secret.";

const refusals = new Map([
  [155208, "The settlement contract would revert."],
  [155501, "The settlement wallet is frozen."],
  [156001, "The settlement provider does not know the wallet."],
  [156006, "The settlement provider's API key is not for the wallet's chain."],
  [156013, badSecret],
  [156016, badSecret],
  [156019, badSecret],
]);

/**
 * Returns the error to throw for a refusal. Only a Circle error code shows that a request was permanently refused: a
 * 404 without a code may come from an intermediary.
 */
export function refusalError({ status, code }: Refusal): ProviderRefused | ProviderUnavailable {
  const trouble = troubleStatuses.get(status) ?? (code === null ? failed : troubles.get(code));
  if (trouble !== undefined) return new ProviderUnavailable(trouble);
  return new ProviderRefused(
    refusals.get(code ?? 0) ?? `The settlement provider refused the request (code ${code}).`,
  );
}
