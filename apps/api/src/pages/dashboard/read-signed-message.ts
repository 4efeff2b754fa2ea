import { askChain } from "../../chain/chain-errors.ts";
import type { SignInTerms } from "../../chain/wallet-sign-in.ts";
import { type Hex, inLowerCase } from "../../kit/evm-fields.ts";
import { Refusal } from "../../kit/refusal.ts";
import { CannotOpen, type Seal } from "../../kit/seal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { Visiting } from "../../operation/work.ts";
import { messageNotValid, notSignedByWallet } from "../../schemas/dashboard.ts";

type MessageParts = Pick<Visiting, "walletSignIn" | "webhooks" | "clock" | "dashboardUrl">;

/** A wallet that has proved to be itself. */
interface ProvenWallet {
  /** In lower case. */
  readonly walletAddress: Hex;
  readonly nonce: string;
}

/** Finds out which wallet signed a message of this service. @throws Refusal when none did */
export async function readSignedMessage(
  work: MessageParts,
  { message, signature }: { readonly message: string; readonly signature: Hex },
): Promise<ProvenWallet> {
  const { address, nonce } = readMessage(work, message);
  if (!(await askChain(work.walletSignIn.hasSigned(address, message, signature)))) {
    throw new Refusal(notSignedByWallet);
  }
  return { walletAddress: inLowerCase(address), nonce };
}

/** Takes only a message that the service itself has written, to the letter. @throws Refusal messageNotValid */
function readMessage(work: MessageParts, message: string): { address: Hex; nonce: string } {
  const { walletSignIn, webhooks, clock } = work;
  const said = walletSignIn.read(message);
  const issuedAt = said && issueTimeOf(webhooks.seal, said.address, said.nonce);
  if (said === null || issuedAt === null) throw new Refusal(messageNotValid);
  const terms = termsOf(work, said.address, said.nonce, issuedAt);
  const isOurs = walletSignIn.messageOf(terms) === message;
  if (!isOurs || terms.expiresAt <= clock.now()) throw new Refusal(messageNotValid);
  return said;
}

const of = (address: Hex) => `sign-in of ${address.toLowerCase()}`;

/**
 * Makes the nonce of a message for a wallet. The service recognizes it by its own seal, so that strangers, who may ask for
 * any number of messages, have nothing stored.
 */
export function newNonce(seal: Seal, address: Hex, issuedAt: Date): string {
  return Buffer.from(seal.seal(String(issuedAt.getTime()), of(address))).toString("hex");
}

/** @returns when the service made a nonce for this wallet; null if it did not */
function issueTimeOf(seal: Seal, address: Hex, nonce: string): Date | null {
  try {
    return new Date(Number(seal.open(Buffer.from(nonce, "hex").toString(), of(address))));
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

/** How long a message can be used, in milliseconds: five minutes. */
const lifeMs = 300_000;

/** What the message of a wallet says, so that the same is said when the signature is checked. */
export function termsOf(
  { dashboardUrl }: Pick<Parts, "dashboardUrl">,
  address: Hex,
  nonce: string,
  issuedAt: Date,
): SignInTerms {
  const expiresAt = new Date(issuedAt.getTime() + lifeMs);
  return { address, dashboardUrl, nonce, issuedAt, expiresAt };
}
