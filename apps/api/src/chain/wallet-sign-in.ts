import { hashMessage } from "viem";
import { createSiweMessage, parseSiweMessage } from "viem/siwe";
import type { WalletSignIn } from "./ports/wallet-sign-in.ts";
import type { Registry } from "./registry.ts";
import { withChainErrors } from "./rpc-client.ts";
import { asContractsTakeIt, hasHolderSigned } from "./signatures.ts";

const statement =
  "Sign in to the Usance dashboard. This costs nothing and moves no money. Sign only on the site that this message names.";

/** Implements WalletSignIn with viem. */
export function walletSignIn({
  client,
  chainId,
}: Pick<Registry, "client" | "chainId">): WalletSignIn {
  return {
    messageOf: ({ address, dashboardUrl, nonce, issuedAt, expiresAt }) =>
      createSiweMessage({
        address,
        chainId,
        domain: new URL(dashboardUrl).host,
        uri: dashboardUrl,
        version: "1",
        statement,
        nonce,
        issuedAt,
        expirationTime: expiresAt,
      }),
    read: (message) => {
      const { address, nonce, issuedAt } = parseSiweMessage(message);
      const isWhole = address !== undefined && nonce !== undefined && issuedAt !== undefined;
      return isWhole && !Number.isNaN(issuedAt.getTime()) ? { address, nonce, issuedAt } : null;
    },
    hasSigned: (address, message, signature) =>
      withChainErrors(async () => {
        const hash = hashMessage(message);
        const normal = await asContractsTakeIt(address, hash, signature);
        return hasHolderSigned(client, address, hash, normal);
      }),
  };
}
