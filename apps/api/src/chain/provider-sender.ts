import { sharedAnswer } from "../kit/shared-answer.ts";
import type { Watch } from "../kit/watch.ts";
import type { CircleClient } from "./circle/client.ts";
import { ProviderRefused, ProviderUnavailable } from "./circle/refusals.ts";
import { hasEnded } from "./circle/schema.ts";
import type { ProviderSender } from "./ports/senders.ts";
import { CallReverted, ChainUnavailable } from "./ports/settlement-chain.ts";
import { settlementCall } from "./registry.ts";

/**
 * Circle's names of the chains that its wallets support, with their EIP-155 ids. The check is skipped for other names.
 * Source: https://developers.circle.com/wallets/supported-blockchains
 */
const chainIds: Readonly<Record<string, number>> = {
  ETH: 1,
  "ETH-SEPOLIA": 11_155_111,
  OP: 10,
  "OP-SEPOLIA": 11_155_420,
  UNI: 130,
  "UNI-SEPOLIA": 1_301,
  MATIC: 137,
  "MATIC-AMOY": 80_002,
  BASE: 8_453,
  "BASE-SEPOLIA": 84_532,
  ARB: 42_161,
  "ARB-SEPOLIA": 421_614,
  AVAX: 43_114,
  "AVAX-FUJI": 43_113,
  "ARC-TESTNET": 5_042_002,
};

/** How long the wallet's data is cached, in milliseconds. */
const walletFreshMs = 60_000;

/** Sends settlements through a Circle wallet, for the `provider` executor. */
export function providerSender({
  circle,
  watch,
  chainId,
}: {
  readonly circle: CircleClient;
  readonly watch: Watch;
  readonly chainId: number;
}): ProviderSender {
  const asking = <T>(name: keyof CircleClient, ask: () => Promise<T>) =>
    watch({ kind: "provider", name }, ask);
  const wallet = sharedAnswer(walletFreshMs, () => asking("wallet", () => circle.wallet()));

  return {
    wallet: () =>
      told(async () => {
        const { address, ...its } = await wallet();
        return { address, trouble: troubleOf(its, chainId) };
      }),

    execute: (idempotencyKey, call) =>
      told(async () => {
        const { terms, validUntil } = call;
        const { to: contract, data: callData } = settlementCall(call, terms, validUntil);
        const { id, state } = await asking("execute", () =>
          circle.execute({
            idempotencyKey,
            contract,
            callData,
            refId: terms.invoiceId,
            feeLevel: "MEDIUM",
          }),
        );
        return { id, state, hash: null, progress: "sent" };
      }),

    transaction: (id) =>
      told(async () => {
        const { state, txHash: hash } = await asking("transaction", () => circle.transaction(id));
        // COMPLETE only says that it was sent. It does not prove that it was recorded.
        const progress = hasEnded(state) && state !== "COMPLETE" ? "ended" : "sent";
        return { id, state, hash, progress };
      }),
  };
}

function troubleOf(
  { blockchain, state }: { blockchain: string; state: string },
  chainId: number,
): string | null {
  const itsChain = chainIds[blockchain];
  if (itsChain !== undefined && itsChain !== chainId) {
    return `SETTLEMENT_PROVIDER_WALLET_ID is a wallet on ${blockchain} (${itsChain}), but SETTLEMENT_CHAIN_ID is ${chainId}.`;
  }
  return state === "LIVE" ? null : `SETTLEMENT_PROVIDER_WALLET_ID is a wallet that is ${state}.`;
}

/** Converts the provider's two error kinds into the chain's. */
async function told<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderRefused) throw new CallReverted(error.message);
    if (error instanceof ProviderUnavailable) throw new ChainUnavailable(error.message);
    throw error;
  }
}
