import type { Hex } from "../../kit/evm-fields.ts";
import { askCircle, type CircleAnswer, encryptEntitySecret } from "./http.ts";
import { mayBeOfAnOldKey, ProviderUnavailable, refusalError } from "./refusals.ts";
import { ProviderTransaction, ProviderWallet, PublicKey, TakenTransaction } from "./schema.ts";

export interface CircleOptions {
  /** `https://api.circle.com`, without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** 64 hex digits. */
  readonly entitySecret: string;
  /** The id of the sending wallet: a UUID. */
  readonly walletId: string;
  /** The time limit of one call in total, in milliseconds. */
  readonly timeoutMs: number;
}

interface ContractExecution {
  /** A UUID v4, stored before the first attempt. Repeated attempts return the same transaction. */
  readonly idempotencyKey: string;
  readonly contract: Hex;
  readonly callData: Hex;
  /** Shown in Circle's console. It has no effect. */
  readonly refId?: string;
  readonly feeLevel: "LOW" | "MEDIUM" | "HIGH";
}

export interface CircleClient {
  /**
   * Requests a contract call from the wallet. The response says that the call was accepted, not that it was sent.
   *
   * @throws ProviderRefused when this request is permanently refused; ProviderUnavailable when it may have been
   *   accepted, or may be when it is repeated
   */
  execute(execution: ContractExecution): Promise<TakenTransaction>;
  /**
   * @param id the id that `execute` returned
   * @throws ProviderUnavailable when the state is unknown. That includes a refused read, which does not mean that the
   *   transaction has ended
   */
  transaction(id: string): Promise<ProviderTransaction>;
  /**
   * Reads the sending wallet.
   * @throws ProviderRefused when it does not exist; ProviderUnavailable when the result is unknown
   */
  wallet(): Promise<ProviderWallet>;
}

/**
 * Creates a client for Circle's developer-controlled wallets, with the calls of the Web3 Services API that settlements
 * need. Its errors contain no secrets, no provider address and no text from the provider.
 * Source:
 * https://developers.circle.com/api-reference/wallets/developer-controlled-wallets/create-developer-transaction-contract-execution
 */
export function circleClient(options: CircleOptions): CircleClient {
  const { entitySecret, walletId } = options;
  const limit = () => AbortSignal.timeout(options.timeoutMs);
  let publicKey: string | undefined;

  async function fetchPublicKey(signal: AbortSignal): Promise<string> {
    const path = "/v1/w3s/config/entity/publicKey";
    const answer = await askCircle(options, { path, data: PublicKey, signal });
    if ("refusal" in answer) throw unavailable(answer.refusal);
    publicKey = answer.data;
    return publicKey;
  }

  function post(
    { idempotencyKey, contract, callData, refId, feeLevel }: ContractExecution,
    key: string,
    signal: AbortSignal,
  ): Promise<CircleAnswer<TakenTransaction>> {
    return askCircle(options, {
      path: "/v1/w3s/developer/transactions/contractExecution",
      body: {
        idempotencyKey,
        walletId,
        contractAddress: contract,
        callData,
        feeLevel,
        ...(refId !== undefined && { refId }),
        entitySecretCiphertext: encryptEntitySecret(entitySecret, key),
      },
      data: TakenTransaction,
      signal,
    });
  }

  return {
    async execute(execution) {
      const signal = limit();
      const key = publicKey ?? (await fetchPublicKey(signal));
      let answer = await post(execution, key, signal);
      if ("refusal" in answer && mayBeOfAnOldKey(answer.refusal)) {
        const present = await fetchPublicKey(signal);
        if (present !== key) answer = await post(execution, present, signal);
      }
      if ("refusal" in answer) throw refusalError(answer.refusal);
      return answer.data;
    },

    async transaction(id) {
      const answer = await askCircle(options, {
        path: `/v1/w3s/transactions/${encodeURIComponent(id)}`,
        data: ProviderTransaction,
        signal: limit(),
      });
      if ("refusal" in answer) throw unavailable(answer.refusal);
      return answer.data;
    },

    async wallet() {
      const answer = await askCircle(options, {
        path: `/v1/w3s/wallets/${encodeURIComponent(walletId)}`,
        data: ProviderWallet,
        signal: limit(),
      });
      if ("refusal" in answer) throw refusalError(answer.refusal);
      return answer.data;
    },
  };
}

/** For reads: even a permanent refusal of a read says nothing about the transaction. */
function unavailable(refusal: Parameters<typeof refusalError>[0]): ProviderUnavailable {
  return new ProviderUnavailable(refusalError(refusal).message);
}
