import type { Hex } from "../../lib/evm-fields.ts";
import { encryptEntitySecret } from "./entity-secret.ts";
import { ProviderUnavailable } from "./errors.ts";
import { askCircle, type CircleAnswer } from "./http.ts";
import { mayBeOfAnOldKey, refusalError } from "./refusals.ts";
import { ProviderTransaction, ProviderWallet, PublicKey, TakenTransaction } from "./schema.ts";

export interface CircleOptions {
  /** `https://api.circle.com`, without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** 64 hex digits. */
  readonly entitySecret: string;
  /** Of the wallet that sends: a UUID. */
  readonly walletId: string;
  /** How long a call may take in all, in milliseconds. */
  readonly timeoutMs: number;
}

interface ContractExecution {
  /** A UUID v4, stored before the first try: every further try is the same transaction. */
  readonly idempotencyKey: string;
  readonly contract: Hex;
  readonly callData: Hex;
  /** Shown in Circle's console; it decides nothing. */
  readonly refId?: string;
  readonly feeLevel: "LOW" | "MEDIUM" | "HIGH";
}

export interface CircleClient {
  /**
   * Has the wallet call a contract. The answer says that the call is taken, not that it is sent.
   *
   * @throws ProviderRefused when this request will never be taken, ProviderUnavailable when it may have
   *   been taken, or may be when it comes again
   */
  execute(execution: ContractExecution): Promise<TakenTransaction>;
  /**
   * @param id as `execute` has answered
   * @throws ProviderUnavailable when nothing is known, a refusal to tell included: it is not the
   *   transaction's end
   */
  transaction(id: string): Promise<ProviderTransaction>;
  /**
   * The wallet that sends.
   * @throws ProviderRefused when there is none, ProviderUnavailable when nothing is known
   */
  wallet(): Promise<ProviderWallet>;
}

/**
 * A client of Circle's developer-controlled wallets: the calls that settling needs of the Web3 Services
 * API. No error holds a secret, the provider's address or its words.
 * Source: https://developers.circle.com/api-reference/wallets/developer-controlled-wallets/create-developer-transaction-contract-execution
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

/** For requests that change nothing: that they will never be answered decides nothing. */
function unavailable(refusal: Parameters<typeof refusalError>[0]): ProviderUnavailable {
  return new ProviderUnavailable(refusalError(refusal).message);
}
