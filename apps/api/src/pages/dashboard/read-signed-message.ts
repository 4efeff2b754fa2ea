import { askChain } from "../../chain/ports/ask-chain.ts";
import { type Hex, inLowerCase } from "../../kit/evm-fields.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Visiting } from "../../operation/work.ts";
import { messageNotValid, notSignedByWallet } from "../../schemas/dashboard.ts";
import { termsOf } from "./get-wallet-message.ts";
import { issueTimeOf } from "./wallet-nonce.ts";

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
