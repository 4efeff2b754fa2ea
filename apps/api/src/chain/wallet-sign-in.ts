import { hashMessage } from "viem";
import { createSiweMessage, parseSiweMessage } from "viem/siwe";
import type { Hex } from "../kit/evm-fields.ts";
import type { Registry } from "./registry.ts";
import { withChainErrors } from "./rpc-client.ts";
import { asContractsTakeIt, hasHolderSigned } from "./signatures.ts";

const statement =
  "Sign in to the Usance dashboard. This costs nothing and moves no money. Sign only on the site that this message names.";

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
export class WalletSignIn {
  readonly #registry: Pick<Registry, "client" | "chainId">;

  constructor(registry: Pick<Registry, "client" | "chainId">) {
    this.#registry = registry;
  }

  messageOf({ address, dashboardUrl, nonce, issuedAt, expiresAt }: SignInTerms): string {
    return createSiweMessage({
      address,
      chainId: this.#registry.chainId,
      domain: new URL(dashboardUrl).host,
      uri: dashboardUrl,
      version: "1",
      statement,
      nonce,
      issuedAt,
      expirationTime: expiresAt,
    });
  }

  /** Parses a message, without any check of its fields. @returns null for a text of another form */
  read(message: string): Pick<SignInTerms, "address" | "nonce" | "issuedAt"> | null {
    const { address, nonce, issuedAt } = parseSiweMessage(message);
    const isWhole = address !== undefined && nonce !== undefined && issuedAt !== undefined;
    return isWhole && !Number.isNaN(issuedAt.getTime()) ? { address, nonce, issuedAt } : null;
  }

  /** Returns whether the wallet, which may be a smart account, signed the message. @throws ChainUnavailable */
  hasSigned(address: Hex, message: string, signature: Hex): Promise<boolean> {
    return withChainErrors(async () => {
      const hash = hashMessage(message);
      const normal = await asContractsTakeIt(address, hash, signature);
      return hasHolderSigned(this.#registry.client, address, hash, normal);
    });
  }
}
