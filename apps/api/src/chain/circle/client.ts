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
  readonly refId: string;
}

/**
 * A client for Circle's developer-controlled wallets, with the calls of the Web3 Services API that settlements need. Its
 * errors contain no secrets, no provider address and no text from the provider.
 * Source:
 * https://developers.circle.com/api-reference/wallets/developer-controlled-wallets/create-developer-transaction-contract-execution
 */
export class CircleClient {
  readonly #options: CircleOptions;
  #publicKey: string | undefined;

  constructor(options: CircleOptions) {
    this.#options = options;
  }

  /**
   * Requests a contract call from the wallet. The response says that the call was accepted, not that it was sent.
   *
   * @throws ProviderRefused when this request is permanently refused; ProviderUnavailable when it may have been
   *   accepted, or may be when it is repeated
   */
  async execute(execution: ContractExecution): Promise<TakenTransaction> {
    const signal = this.#limit();
    const key = this.#publicKey ?? (await this.#fetchPublicKey(signal));
    let answer = await this.#post(execution, key, signal);
    if ("refusal" in answer && mayBeOfAnOldKey(answer.refusal)) {
      const present = await this.#fetchPublicKey(signal);
      if (present !== key) answer = await this.#post(execution, present, signal);
    }
    if ("refusal" in answer) throw refusalError(answer.refusal);
    return answer.data;
  }

  /**
   * Reads the state of a transaction.
   *
   * @param id the id that `execute` returned
   * @throws ProviderUnavailable when the state is unknown. A refused read does not mean that the transaction has
   *   ended
   */
  async transaction(id: string): Promise<ProviderTransaction> {
    const answer = await askCircle(this.#options, {
      path: `/v1/w3s/transactions/${encodeURIComponent(id)}`,
      data: ProviderTransaction,
      signal: this.#limit(),
    });
    if ("refusal" in answer) throw unavailable(answer.refusal);
    return answer.data;
  }

  /**
   * Reads the sending wallet.
   * @throws ProviderRefused when it does not exist; ProviderUnavailable when the result is unknown
   */
  async wallet(): Promise<ProviderWallet> {
    const answer = await askCircle(this.#options, {
      path: `/v1/w3s/wallets/${encodeURIComponent(this.#options.walletId)}`,
      data: ProviderWallet,
      signal: this.#limit(),
    });
    if ("refusal" in answer) throw refusalError(answer.refusal);
    return answer.data;
  }

  #limit(): AbortSignal {
    return AbortSignal.timeout(this.#options.timeoutMs);
  }

  async #fetchPublicKey(signal: AbortSignal): Promise<string> {
    const path = "/v1/w3s/config/entity/publicKey";
    const answer = await askCircle(this.#options, { path, data: PublicKey, signal });
    if ("refusal" in answer) throw unavailable(answer.refusal);
    this.#publicKey = answer.data;
    return answer.data;
  }

  #post(
    { idempotencyKey, contract, callData, refId }: ContractExecution,
    key: string,
    signal: AbortSignal,
  ): Promise<CircleAnswer<TakenTransaction>> {
    const { entitySecret, walletId } = this.#options;
    return askCircle(this.#options, {
      path: "/v1/w3s/developer/transactions/contractExecution",
      body: {
        idempotencyKey,
        walletId,
        contractAddress: contract,
        callData,
        feeLevel: "MEDIUM",
        refId,
        entitySecretCiphertext: encryptEntitySecret(entitySecret, key),
      },
      data: TakenTransaction,
      signal,
    });
  }
}

/** Returns the error of a refused read: even a permanent refusal says nothing about the transaction. */
function unavailable(refusal: Parameters<typeof refusalError>[0]): ProviderUnavailable {
  return new ProviderUnavailable(refusalError(refusal).message);
}
