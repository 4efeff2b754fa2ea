import type { Hex } from "../kit/evm-fields.ts";
import { sharedAnswer } from "../kit/shared-answer.ts";
import type { Watch } from "../kit/watch.ts";
import { CallReverted, ChainUnavailable } from "./chain-errors.ts";
import type { CircleClient } from "./circle/client.ts";
import { ProviderRefused, ProviderUnavailable } from "./circle/refusals.ts";
import { hasEnded } from "./circle/schema.ts";
import { settlementCall } from "./registry.ts";
import type { SentCall } from "./settlement-terms.ts";

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

/** A transaction as the provider reports it. */
export interface ProviderTransaction {
  readonly id: string;
  /** The provider's own name of the state. Callers see it. */
  readonly state: string;
  readonly hash: Hex | null;
  /** `sent`: it may be in progress. `ended`: the provider has finally decided not to send it. */
  readonly progress: "sent" | "ended";
}

/** A call as it was stored before the provider request. The currently configured contract and token may differ. */
type ProviderCall = Pick<SentCall, "terms" | "contract" | "token" | "validUntil">;

/** Sends settlements through a Circle wallet, for the `provider` executor. */
export class ProviderSender {
  readonly #circle: CircleClient;
  readonly #watch: Watch;
  readonly #chainId: number;
  readonly #wallet: () => ReturnType<CircleClient["wallet"]>;

  constructor({
    circle,
    watch,
    chainId,
  }: {
    readonly circle: CircleClient;
    readonly watch: Watch;
    readonly chainId: number;
  }) {
    this.#circle = circle;
    this.#watch = watch;
    this.#chainId = chainId;
    this.#wallet = sharedAnswer(walletFreshMs, () => this.#ask("wallet", () => circle.wallet()));
  }

  #ask<T>(name: keyof CircleClient, ask: () => Promise<T>): Promise<T> {
    return this.#watch({ kind: "provider", name }, ask);
  }

  /** Returns the wallet that calls the contract. @throws ChainUnavailable when the provider does not answer */
  wallet(): Promise<{ readonly address: Hex; readonly trouble: string | null }> {
    return withProviderErrors(async () => {
      const { address, ...its } = await this.#wallet();
      return { address, trouble: troubleOf(its, this.#chainId) };
    });
  }

  /**
   * Requests the provider to send the call. Repeating the key returns the same transaction.
   * @param key a UUID v4, stored before the first request
   * @throws CallReverted when the provider permanently refuses this request; an earlier request with the same key may
   *   still have been accepted. ChainUnavailable when the result is unknown
   */
  execute(key: string, call: ProviderCall): Promise<ProviderTransaction> {
    return withProviderErrors(async () => {
      const { terms, validUntil } = call;
      const { to: contract, data: callData } = settlementCall(call, terms, validUntil);
      const { id, state } = await this.#ask("execute", () =>
        this.#circle.execute({
          idempotencyKey: key,
          contract,
          callData,
          refId: terms.invoiceId,
        }),
      );
      return { id, state, hash: null, progress: "sent" };
    });
  }

  /** Reads the state of a transaction. @throws ChainUnavailable when the state is unknown */
  transaction(id: string): Promise<ProviderTransaction> {
    return withProviderErrors(async () => {
      const ask = () => this.#circle.transaction(id);
      const { state, txHash: hash } = await this.#ask("transaction", ask);
      // COMPLETE only says that it was sent. It does not prove that it was recorded.
      const progress = hasEnded(state) && state !== "COMPLETE" ? "ended" : "sent";
      return { id, state, hash, progress };
    });
  }
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
async function withProviderErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderRefused) throw new CallReverted(error.message);
    if (error instanceof ProviderUnavailable) throw new ChainUnavailable(error.message);
    throw error;
  }
}
