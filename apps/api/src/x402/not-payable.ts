import { Refusal } from "../kit/refusal.ts";

/** A payment cannot be taken. It is an answer of the protocol, and not an error of HTTP. */
export class NotPayable extends Error {
  override readonly name = "NotPayable";
  /** For programs: a reason of the protocol, or one of this service. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The payment is under way. */
export const pending = () =>
  new NotPayable("settlement_pending", "The chain has not decided yet. Send the same again.");

/** The payment's success was answered. */
export const alreadyAnswered = () =>
  new NotPayable(
    "invalid_exact_evm_nonce_already_used",
    "The payment was answered with success before.",
  );

/** Makes an answer of a refusal that pages have for payments, too. */
export function asNotPayable(error: unknown): never {
  if (!(error instanceof Refusal) || error.terms.kind === "unavailable") throw error;
  throw new NotPayable(`usance_${error.terms.code}`, error.terms.message);
}
