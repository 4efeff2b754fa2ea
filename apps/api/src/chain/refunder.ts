import {
  settlementRefunderAbi,
  settlementRefunderBytecode,
  settlementRegistryAbi,
} from "@usance/contracts";
import {
  concatHex,
  encodeFunctionData,
  erc20Abi,
  getCreate2Address,
  type PublicClient,
  zeroHash,
} from "viem";
import type { Clock } from "../kit/clock.ts";
import type { Hex } from "../kit/evm-fields.ts";
import type { Depths } from "./outcome.ts";
import {
  creditNoteHashOf,
  type RefundOutcome,
  type RefundTerms,
  refundOutcomeOf,
  type SentRefund,
  type SettledTerms,
} from "./refund-outcome.ts";
import { withChainErrors } from "./rpc-client.ts";

/** How long a refund to a wallet can be signed, in seconds of chain time: a day. */
const refundValiditySeconds = 86_400n;

/**
 * The deterministic deployment proxy, which most chains have. Anyone can put a contract on the chain through it, and the
 * contract's address follows from its code: nobody has to deploy or configure the refund contract.
 */
const deploymentProxy = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

/** The address of the refund contract on every chain. */
export const refunderAddress = getCreate2Address({
  from: deploymentProxy,
  salt: zeroHash,
  bytecode: settlementRefunderBytecode,
});

/** A transaction that the seller's wallet sends. */
interface WalletCall {
  /**
   * `deploy`: puts the contract on the chain, once for all sellers. `approve`: lets it take the amount. `refund`: pays
   * the refund.
   */
  readonly step: "deploy" | "approve" | "refund";
  readonly to: Hex;
  readonly data: Hex;
}

/** What the seller's wallet has to do next. */
interface RefundPlan {
  /** What the wallet has, in token units. */
  readonly balance: bigint;
  readonly next: WalletCall;
}

interface RefunderOptions extends Depths {
  readonly client: PublicClient;
  readonly clock: Clock;
}

/**
 * Refunds on the settlement chain. It sends nothing: the seller's own wallet does. Methods that query the chain throw
 * ChainUnavailable.
 */
export class Refunder {
  readonly contract = refunderAddress;
  readonly #options: RefunderOptions;
  readonly #client: PublicClient;

  constructor(options: RefunderOptions) {
    this.#options = options;
    this.#client = options.client;
  }

  /**
   * Checks that a settlement can be refunded, by the registry's own record.
   *
   * @returns until when a refund that is started now is valid; null when the registry does not prove the settlement, or
   *   the contract cannot be put on this chain
   */
  start(settled: SettledTerms): Promise<{ validUntil: bigint } | null> {
    return withChainErrors(async () => {
      if (!(await this.#hasCode(refunderAddress)) && !(await this.#hasCode(deploymentProxy))) {
        return null;
      }
      if (!(await isProven(this.#client, settled))) return null;
      const { timestamp } = await this.#client.getBlock();
      // The latest block of a chain that mines on demand may be hours old.
      const seconds = BigInt(Math.floor(this.#options.clock.now().getTime() / 1_000));
      const now = timestamp > seconds ? timestamp : seconds;
      return { validUntil: now + refundValiditySeconds };
    });
  }

  /** Finds out what a wallet has to send next. */
  planOf(terms: RefundTerms, wallet: Hex): Promise<RefundPlan> {
    return withChainErrors(async () => {
      const { contract, settled, amount } = terms;
      const erc20 = { address: settled.token, abi: erc20Abi } as const;
      const allowed = [wallet, contract] as const;
      const [balance, allowance, isDeployed] = await Promise.all([
        this.#client.readContract({ ...erc20, functionName: "balanceOf", args: [wallet] }),
        this.#client.readContract({ ...erc20, functionName: "allowance", args: allowed }),
        this.#hasCode(contract),
      ]);
      if (!isDeployed) return { balance, next: deployment };
      return { balance, next: allowance < amount ? approvalOf(terms) : callOf(terms) };
    });
  }

  outcomeOf(sent: SentRefund): Promise<RefundOutcome> {
    return withChainErrors(() => refundOutcomeOf(this.#options, sent));
  }

  async #hasCode(address: Hex): Promise<boolean> {
    return (await this.#client.getCode({ address })) !== undefined;
  }
}

const deployment: WalletCall = {
  step: "deploy",
  to: deploymentProxy,
  data: concatHex([zeroHash, settlementRefunderBytecode]),
};

const approvalOf = ({ contract, settled, amount }: RefundTerms): WalletCall => ({
  step: "approve",
  to: settled.token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [contract, amount] }),
});

const callOf = ({
  contract,
  creditNoteId,
  settled,
  amount,
  validUntil,
}: RefundTerms): WalletCall => ({
  step: "refund",
  to: contract,
  data: encodeFunctionData({
    abi: settlementRefunderAbi,
    functionName: "refund",
    args: [
      {
        creditNoteHash: creditNoteHashOf(creditNoteId),
        registry: settled.registry,
        referenceHash: settled.referenceHash,
        invoiceHash: settled.invoiceHash,
        payer: settled.payer,
        merchant: settled.merchant,
        token: settled.token,
        settled: settled.amount,
        operator: settled.operator,
        amount,
        validUntil,
      },
    ],
  }),
});

/** Asks a registry whether it has recorded exactly this settlement. */
function isProven(client: PublicClient, settled: SettledTerms): Promise<boolean> {
  const { referenceHash, invoiceHash, payer, merchant, token, amount, operator } = settled;
  return client.readContract({
    address: settled.registry,
    abi: settlementRegistryAbi,
    functionName: "proves",
    args: [referenceHash, invoiceHash, payer, merchant, token, amount, operator],
  });
}
