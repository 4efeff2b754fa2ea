import { devUsdcAbi, settlementCollectorAbi } from "@usance/contracts";
import {
  concat,
  encodeFunctionData,
  erc20Abi,
  hashTypedData,
  isErc6492Signature,
  keccak256,
  parseErc6492Signature,
  stringToBytes,
  type TypedDataDefinition,
} from "viem";
import type { Hex } from "../kit/evm-fields.ts";
import { sharedAnswer } from "../kit/shared-answer.ts";
import type { CapSpending, CapTerms, Permit, SignedPermit } from "./caps.ts";
import { ChainUnavailable } from "./chain-errors.ts";
import { type CollectorOptions, collectorTroubles } from "./chain-troubles.ts";
import { finalBlock } from "./outcome.ts";
import { invoiceHashOf, registryOf } from "./registry.ts";
import { newestBlock, withChainErrors } from "./rpc-client.ts";
import type { ChainTrouble, Collection, Operator, SettlementTerms } from "./settlement-terms.ts";
import { asContractsTakeIt, cannotSign, hasAccountSigned } from "./signatures.ts";
import { type TokenState, tokenDomain, tokenState } from "./token.ts";
import {
  capTypes,
  paymentTypes,
  permitTypes,
  type TypedData,
  termsTypes,
  transferTypes,
} from "./typed-data.ts";

/** What one payment settles, with its deadline. */
export type PaymentTerms = Omit<SettlementTerms, "collection"> & {
  /** Chain time in seconds. */
  readonly validUntil: bigint;
};

/**
 * The transfer to a merchant that a payer signed, as x402 clients do (EIP-3009, TransferWithAuthorization). The other fields
 * are those of the payment's terms.
 */
export interface SignedTransfer {
  /** Chain time in seconds: the token takes it after the first, and before the second. */
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  readonly nonce: Hex;
  readonly signature: Hex;
}

/** A wallet's token balance and allowance, in token units. */
export interface Wallet {
  readonly balance: bigint;
  /** The amount that the collector may take from it. */
  readonly allowance: bigint;
  /** Whether it is a contract. A contract may behave differently in a simulation than in a block. */
  readonly hasCode: boolean;
  /** The other fields are as of this block or a later one. */
  readonly block: bigint;
}

/** A transaction that anyone can send. */
export interface WalletCall {
  readonly to: Hex;
  readonly data: Hex;
}

/** What the collector takes for no permit. */
const noPermit = { value: 0n, deadline: 0n, signature: "0x" } as const;

/** How long the token's domain is cached, in milliseconds. */
const freshMs = 60_000;

/**
 * The SettlementCollector: the typed data that payers sign, and the calls that take their payments. Methods that query
 * the chain throw ChainUnavailable.
 */
export class Collector {
  readonly contract: Hex;
  /** The payment token. */
  readonly token: Hex;
  readonly chainId: number;
  readonly #options: CollectorOptions;
  readonly #domain: () => Promise<TypedData["domain"]>;
  readonly #tokenDomain: () => Promise<TypedData["domain"]>;

  constructor(options: CollectorOptions) {
    this.contract = options.collector;
    this.token = options.token;
    this.chainId = options.chainId;
    this.#options = options;
    // The contract says its domain (EIP-5267), which never changes.
    this.#domain = sharedAnswer(Number.POSITIVE_INFINITY, () => readDomain(options));
    this.#tokenDomain = sharedAnswer(freshMs, () => knownTokenDomain(options));
  }

  version(): Promise<string> {
    return withChainErrors(async () => (await this.#domain()).version);
  }

  /** Reads the token's name and version, which payers need to sign. */
  async tokenDomain(): Promise<Pick<TypedData["domain"], "name" | "version">> {
    const { name, version } = await withChainErrors(this.#tokenDomain);
    return { name, version };
  }

  /** Builds the EIP-3009 authorization for exactly these payment terms. */
  paymentToSign(terms: PaymentTerms): Promise<TypedData> {
    return withChainErrors(async () => {
      const [domain, nonceDomain, registry] = await Promise.all([
        this.#tokenDomain(),
        this.#domain(),
        registryOf(this.#options.client, this.contract),
      ]);
      // The nonce ties the transfer to this settlement only (AuthorizationSettlements.nonceOf).
      const nonce = hashTypedData({
        domain: nonceDomain,
        types: termsTypes,
        primaryType: "SettlementTerms",
        message: { registry, ...this.#termsOf(terms) },
      });
      return {
        domain,
        types: paymentTypes,
        primaryType: "ReceiveWithAuthorization",
        message: asText({
          from: terms.payer,
          to: this.contract,
          value: terms.amount,
          validAfter: 0n,
          validBefore: validBefore(terms),
          nonce,
        }),
      };
    });
  }

  async capToSign(cap: CapTerms): Promise<TypedData> {
    return {
      domain: await withChainErrors(this.#domain),
      types: capTypes,
      primaryType: "SpendingCap",
      message: { ...asText(this.#capOf(cap)), rateCards: [...cap.rateCards] },
    };
  }

  /** Builds the permit for exactly this allowance. */
  async permitToSign(owner: Hex, { value, deadline, nonce }: Permit): Promise<TypedData> {
    const message = asText({ owner, spender: this.contract, value, nonce, deadline });
    const domain = await withChainErrors(this.#tokenDomain);
    return { domain, types: permitTypes, primaryType: "Permit", message };
  }

  /** Reads the nonce of the next permit that the token takes from a payer: in the newest block, or in the final one. */
  permitNonceOf(payer: Hex, { isFinal = false } = {}): Promise<bigint> {
    const { client, token: address } = this.#options;
    const call = { address, abi: devUsdcAbi, functionName: "nonces", args: [payer] } as const;
    return withChainErrors(async () =>
      client.readContract(
        isFinal ? { ...call, blockNumber: await finalBlock(this.#options) } : call,
      ),
    );
  }

  /**
   * Normalizes a wallet's signature for the contracts: some wallets end an externally owned account's signature with 0
   * or 1.
   */
  signatureOf(by: Hex, typedData: TypedData, signature: Hex): Promise<Hex> {
    return asContractsTakeIt(by, hashOf(typedData), signature);
  }

  /** Returns whether the account, which may be a smart account, signed the data. */
  isSigned(by: Hex, typedData: TypedData, signature: Hex): Promise<boolean> {
    const { client } = this.#options;
    return withChainErrors(() => hasAccountSigned(client, by, hashOf(typedData), signature));
  }

  /** Returns whether the account can never give a signature that the contracts accept. */
  cannotSign(by: Hex, typedData: TypedData, signature: Hex): Promise<boolean> {
    const { client } = this.#options;
    return withChainErrors(() => cannotSign(client, by, hashOf(typedData), signature));
  }

  /** Returns whether a signature contains a call that deploys the payer's account (ERC-6492). */
  deploysPayer(signature: Hex): boolean {
    return isErc6492Signature(signature);
  }

  /** Returns the account's own signature, without the call that deploys it. */
  withoutDeployment(signature: Hex): Hex {
    return isErc6492Signature(signature) ? parseErc6492Signature(signature).signature : signature;
  }

  /** Builds the call that takes the payment with the payer's authorization. */
  async collectPayment(terms: PaymentTerms, given: Hex): Promise<Collection> {
    const signature = await this.signatureOf(terms.payer, await this.paymentToSign(terms), given);
    return {
      collector: this.contract,
      callData: encodeFunctionData({
        abi: settlementCollectorAbi,
        functionName: "settleWithAuthorization",
        args: [this.#termsOf(terms), 0n, validBefore(terms), signature],
      }),
      validUntil: terms.validUntil,
    };
  }

  /**
   * Returns whether the payer signed the transfer to the merchant. The token checks that when it carries the transfer out, but
   * not of an authorization that was used.
   */
  async isTransferSigned(
    { payer, merchant, amount }: PaymentTerms,
    { signature, ...signed }: SignedTransfer,
  ): Promise<boolean> {
    const typedData = {
      domain: await withChainErrors(this.#tokenDomain),
      types: transferTypes,
      primaryType: "TransferWithAuthorization",
      message: asText({ from: payer, to: merchant, value: amount, ...signed }),
    };
    return this.isSigned(payer, typedData, signature);
  }

  /** Builds the call that carries out the transfer that the payer signed for the merchant. */
  collectTransfer(
    terms: PaymentTerms,
    { validAfter, validBefore, ...signed }: SignedTransfer,
  ): Collection {
    return {
      collector: this.contract,
      callData: encodeFunctionData({
        abi: settlementCollectorAbi,
        functionName: "settleTransfer",
        args: [this.#termsOf(terms), validAfter, validBefore, signed.nonce, signed.signature],
      }),
      validUntil: terms.validUntil,
    };
  }

  /** Builds the call that takes the payment from the allowance of the cap's payer, which a permit may give first. */
  collectUnderCap(
    terms: PaymentTerms,
    cap: CapTerms,
    signature: Hex,
    permit: SignedPermit | null,
  ): Collection {
    const { referenceHash, invoiceHash, amount, validUntil } = this.#termsOf(terms);
    return {
      collector: this.contract,
      callData: encodeFunctionData({
        abi: settlementCollectorAbi,
        functionName: "settleWithAllowance",
        args: [
          referenceHash,
          invoiceHash,
          amount,
          validUntil,
          this.#capOf(cap),
          signature,
          permit ?? noPermit,
        ],
      }),
      validUntil,
    };
  }

  walletOf(address: Hex): Promise<Wallet> {
    const { client, token } = this.#options;
    return withChainErrors(async () => {
      const erc20 = { address: token, abi: erc20Abi } as const;
      const allowed = [address, this.contract] as const;
      const block = await newestBlock(client);
      const [balance, allowance, code] = await Promise.all([
        client.readContract({ ...erc20, functionName: "balanceOf", args: [address] }),
        client.readContract({ ...erc20, functionName: "allowance", args: allowed }),
        client.getCode({ address }),
      ]);
      return { balance, allowance, hasCode: code !== undefined, block };
    });
  }

  /** Builds the call by which a cap that its payer has signed takes the place of earlier ones. */
  replacementBy(cap: CapTerms, signature: Hex): WalletCall {
    const call = { abi: settlementCollectorAbi, functionName: "replaceCap" } as const;
    const data = encodeFunctionData({ ...call, args: [this.#capOf(cap), signature] });
    return { to: this.contract, data };
  }

  /** Reads how much was spent under a cap, and whether it was replaced. */
  spendingOf(cap: CapTerms): Promise<CapSpending> {
    return withChainErrors(async () => {
      const { spent, spentInPeriod, periodEnd, start } = await this.#options.client.readContract({
        address: this.contract,
        abi: settlementCollectorAbi,
        functionName: "spendingOf",
        args: [this.#capOf(cap)],
      });
      const isReplaced = BigInt(start) > cap.start;
      const at = { periodEnd: BigInt(periodEnd), start: BigInt(start) };
      return { spent, spentInPeriod, ...at, isReplaced };
    });
  }

  /** Reads whether the issuer has paused the token or blacklisted any of these addresses. */
  tokenState(addresses: readonly Hex[]): Promise<TokenState> {
    return withChainErrors(() => tokenState(this.#options, addresses));
  }

  /** Checks the contract, its token and the accounts that call it. */
  troubles(operators: readonly Operator[]): Promise<ChainTrouble[]> {
    return withChainErrors(() => collectorTroubles(this.#options, operators));
  }

  #termsOf(terms: PaymentTerms) {
    return {
      referenceHash: terms.referenceHash,
      invoiceHash: invoiceHashOf(terms.invoiceId),
      payer: terms.payer,
      merchant: terms.merchant,
      token: this.token,
      amount: terms.amount,
      validUntil: terms.validUntil,
    };
  }

  #capOf(cap: CapTerms) {
    return {
      payer: cap.payer,
      merchant: cap.merchant,
      subscriptionHash: keccak256(stringToBytes(cap.subscriptionId)),
      token: this.token,
      perCharge: cap.perCharge,
      perPeriod: cap.perPeriod,
      total: cap.total,
      periodSeconds: cap.periodSeconds,
      start: cap.start,
      validUntil: cap.validUntil,
      // The word that EIP-712 has for the array. The contract takes that.
      rateCards: keccak256(concat(cap.rateCards)),
    };
  }
}

async function readDomain({ client, chainId, collector }: CollectorOptions) {
  const { domain } = await client.getEip712Domain({ address: collector });
  return { name: domain.name, version: domain.version, chainId, verifyingContract: collector };
}

async function knownTokenDomain(options: CollectorOptions) {
  const domain = await tokenDomain(options);
  if (domain === null) throw new ChainUnavailable("The token's EIP-712 domain is unknown.");
  return domain;
}

/**
 * Returns when the token begins to refuse the authorization: one second after the last second in which it can settle.
 */
const validBefore = ({ validUntil }: PaymentTerms) => validUntil + 1n;

/** viem's types require bigints, but it also accepts decimal strings. */
const hashOf = (typedData: TypedData) => hashTypedData(typedData as unknown as TypedDataDefinition);

/** Converts integers to decimal strings: JSON cannot represent 256 bits, and wallets accept strings. */
function asText(message: Readonly<Record<string, Hex | bigint>>): Record<string, string> {
  return Object.fromEntries(Object.entries(message).map(([name, value]) => [name, String(value)]));
}
