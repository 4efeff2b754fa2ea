import { ApiError } from "../api/api-error.ts";
import { refusalText } from "../api/refusals.ts";
import { WalletError } from "../wallet/wallet-error.ts";

/** The payment has ended without success. */
export class PaymentStopped extends Error {
  override readonly name = "PaymentStopped";
  /** Why, in words for who pays; null where the page shows it. */
  readonly problem: string | null;

  constructor(problem: string | null) {
    super(problem ?? "The payment was stopped.");
    this.problem = problem;
  }
}

/**
 * Describes a problem for the payer.
 *
 * @throws the error itself if it is not one that is expected during a payment
 */
export function problemOf(error: unknown): string | null {
  if (error instanceof PaymentStopped) return error.problem;
  if (error instanceof WalletError) return walletProblem(error);
  if (error instanceof ApiError) return apiProblem(error);
  throw error;
}

function walletProblem({ kind, message }: WalletError): string {
  switch (kind) {
    case "rejected":
      return "You declined in your wallet. You can try again.";
    case "busy":
      return "Your wallet is waiting for your answer to an earlier request. Open it, answer there, and try again.";
    case "locked":
      return "Your wallet or its device is locked, or its Ethereum app is not open. Unlock it, open the app, and try again.";
    case "blind":
      return "Your device cannot show what it would sign. Turn on “Blind signing” in the settings of its Ethereum app, and try again.";
    case "unknown-chain":
    case "failed":
      return `Your wallet could not do this. It says: ${message}`;
  }
}

function apiProblem({ kind, message }: ApiError): string {
  switch (kind) {
    case "refused":
      return refusalText(message);
    case "unknown":
      return "There is nothing to pay at this address any more.";
    case "too-many":
    case "unreachable":
      return "The service cannot be reached at the moment. Check your connection and try again; it never takes a payment twice.";
  }
}
