import type { Hex } from "../../kit/evm-fields.ts";

/** What a wallet signs to sign in at the dashboard. */
export interface SignInTerms {
  readonly address: Hex;
  /** The dashboard's address. The message is bound to its host. */
  readonly dashboardUrl: string;
  /** Letters and digits. */
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Sign-in with a wallet (ERC-4361). */
export interface WalletSignIn {
  messageOf(terms: SignInTerms): string;
  /** What a message says of its wallet; null for a text of another form. Nothing of it is checked. */
  read(message: string): Pick<SignInTerms, "address" | "nonce" | "issuedAt"> | null;
  /** Whether the wallet signed the message; a smart account decides itself. @throws ChainUnavailable */
  hasSigned(address: Hex, message: string, signature: Hex): Promise<boolean>;
}
