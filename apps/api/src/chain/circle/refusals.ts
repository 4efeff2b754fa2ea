import { ProviderRefused, ProviderUnavailable } from "./errors.ts";

/** An answer from 400 to 499, with Circle's own error code where the body holds one. */
export interface Refusal {
  readonly status: number;
  readonly code: number | null;
}

/** The entity secret that we encrypted is not the one that Circle knows, or not for its present key. */
const badSecretCodes: readonly (number | null)[] = [156013, 156019];

/** Whether the cause may be that Circle's public key is another than the one that we encrypted for. */
export function mayBeOfAnOldKey({ code }: Refusal): boolean {
  return badSecretCodes.includes(code);
}

/* The codes are those of @circle-fin/developer-controlled-wallets 10.8.0, which has an error class for
 * each, and of https://developers.circle.com/wallets/error-codes. */

const cannotPay = "The settlement wallet cannot pay for the transaction.";
const tooManyWaiting = "The settlement wallet has too many transactions waiting.";
const inConflict = "The settlement provider holds the request in conflict with another.";
const failed = "The settlement provider answered with an error.";

/** Said of the moment, not of the request: with gas money, or a little later, it may well be taken. */
const troubles = new Map([
  [-1, failed],
  [155201, cannotPay],
  [155202, failed], // a nonce of Circle's own choice is out of step
  [155204, cannotPay],
  [155205, cannotPay],
  [155207, cannotPay],
  [155210, failed], // the estimate did not come about
  [155211, "The settlement chain's fees are above the provider's limit."],
  [155258, cannotPay],
  [155264, tooManyWaiting],
  [155505, tooManyWaiting],
  [156004, failed], // the ciphertext came twice: on the way, the request was sent again
  // There is a request under this key already, and it may have been ours.
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
 * What is to be thrown for a refusal. Only a code of Circle's can say that a request will never be
 * taken: a 404 without one is of somebody who stands between.
 */
export function refusalError({ status, code }: Refusal): ProviderRefused | ProviderUnavailable {
  const trouble = troubleStatuses.get(status) ?? (code === null ? failed : troubles.get(code));
  if (trouble !== undefined) return new ProviderUnavailable(trouble);
  return new ProviderRefused(
    refusals.get(code ?? 0) ?? `The settlement provider refused the request (code ${code}).`,
  );
}
