import { settlementCollectorAbi } from "@usance/contracts";
import {
  encodeFunctionData,
  erc20Abi,
  hashTypedData,
  isErc6492Signature,
  keccak256,
  stringToBytes,
  type TypedDataDefinition,
} from "viem";
import type { Hex } from "../kit/evm-fields.ts";
import { sharedAnswer } from "../kit/shared-answer.ts";
import { type CollectorOptions, collectorTroubles } from "./chain-troubles.ts";
import type { CapTerms, Collector, PaymentTerms, TypedData } from "./ports/collector.ts";
import { ChainUnavailable } from "./ports/settlement-chain.ts";
import { invoiceHashOf, registryOf } from "./registry.ts";
import { newestBlock, withChainErrors } from "./rpc-client.ts";
import { asContractsTakeIt, cannotSign, hasAccountSigned } from "./signatures.ts";
import { tokenDomain, tokenState } from "./token.ts";
import { capTypes, paymentTypes, termsTypes } from "./typed-data.ts";

/** How long the token's domain is cached, in milliseconds. */
const freshMs = 60_000;

/** Implements Collector over JSON-RPC with viem. */
export function viemCollector(options: CollectorOptions): Collector {
  const { client, chainId, token, collector } = options;
  // The contract says its domain (EIP-5267), which never changes.
  const ownDomain = sharedAnswer(Number.POSITIVE_INFINITY, async () => {
    const { domain } = await client.getEip712Domain({ address: collector });
    return { name: domain.name, version: domain.version, chainId, verifyingContract: collector };
  });
  const domainOfToken = sharedAnswer(freshMs, async () => {
    const its = await tokenDomain(options);
    if (its === null) throw new ChainUnavailable("The token's EIP-712 domain is unknown.");
    return its;
  });
  const capOf = (cap: CapTerms) => ({
    payer: cap.payer,
    merchant: cap.merchant,
    subscriptionHash: keccak256(stringToBytes(cap.subscriptionId)),
    token,
    cap: cap.amount,
    validUntil: cap.validUntil,
    nonce: cap.nonce,
  });
  const capToSign = async (cap: CapTerms): Promise<TypedData> => ({
    domain: await withChainErrors(ownDomain),
    types: capTypes,
    primaryType: "SpendingCap",
    message: asText(capOf(cap)),
  });
  const termsOf = (terms: PaymentTerms) => ({
    referenceHash: terms.referenceHash,
    invoiceHash: invoiceHashOf(terms.invoiceId),
    payer: terms.payer,
    merchant: terms.merchant,
    token,
    amount: terms.amount,
    validUntil: terms.validUntil,
  });

  const paymentToSign = (terms: PaymentTerms): Promise<TypedData> =>
    withChainErrors(async () => {
      const [domain, nonceDomain, registry] = await Promise.all([
        domainOfToken(),
        ownDomain(),
        registryOf(client, collector),
      ]);
      // The nonce ties the transfer to this settlement only (SettlementCollector.nonceOf).
      const nonce = hashTypedData({
        domain: nonceDomain,
        types: termsTypes,
        primaryType: "SettlementTerms",
        message: { registry, ...termsOf(terms) },
      });
      return {
        domain,
        types: paymentTypes,
        primaryType: "ReceiveWithAuthorization",
        message: asText({
          from: terms.payer,
          to: collector,
          value: terms.amount,
          validAfter: 0n,
          validBefore: validBefore(terms),
          nonce,
        }),
      };
    });

  const signatureOf = (by: Hex, typedData: TypedData, signature: Hex) =>
    asContractsTakeIt(by, hashOf(typedData), signature);

  return {
    contract: collector,
    token,
    chainId,

    version: () => withChainErrors(async () => (await ownDomain()).version),

    paymentToSign,

    capToSign,

    signatureOf,

    isSigned: (address, typedData, signature) =>
      withChainErrors(() => hasAccountSigned(client, address, hashOf(typedData), signature)),

    cannotSign: (address, typedData, signature) =>
      withChainErrors(() => cannotSign(client, address, hashOf(typedData), signature)),

    deploysPayer: isErc6492Signature,

    collectPayment: async (terms, given) => {
      const signature = await signatureOf(terms.payer, await paymentToSign(terms), given);
      return {
        collector,
        callData: encodeFunctionData({
          abi: settlementCollectorAbi,
          functionName: "settleWithAuthorization",
          args: [termsOf(terms), 0n, validBefore(terms), signature],
        }),
        validUntil: terms.validUntil,
      };
    },

    collectUnderCap: (terms, cap, signature) => {
      const { referenceHash, invoiceHash, amount, validUntil } = termsOf(terms);
      return {
        collector,
        callData: encodeFunctionData({
          abi: settlementCollectorAbi,
          functionName: "settleWithAllowance",
          args: [referenceHash, invoiceHash, amount, validUntil, capOf(cap), signature],
        }),
        validUntil,
      };
    },

    walletOf: (address) =>
      withChainErrors(async () => {
        const erc20 = { address: token, abi: erc20Abi } as const;
        const block = await newestBlock(client);
        const [balance, allowance, code] = await Promise.all([
          client.readContract({ ...erc20, functionName: "balanceOf", args: [address] }),
          client.readContract({ ...erc20, functionName: "allowance", args: [address, collector] }),
          client.getCode({ address }),
        ]);
        return { balance, allowance, hasCode: code !== undefined, block };
      }),

    approvalOf: (amount) => ({
      to: token,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: "approve",
        args: [collector, amount],
      }),
    }),

    revocationOf: (cap) => ({
      to: collector,
      data: encodeFunctionData({
        abi: settlementCollectorAbi,
        functionName: "revokeCap",
        args: [capOf(cap)],
      }),
    }),

    spendingOf: (cap) =>
      withChainErrors(async () =>
        client.readContract({
          address: collector,
          abi: settlementCollectorAbi,
          functionName: "spendingOf",
          args: [hashOf(await capToSign(cap))],
        }),
      ),

    tokenState: (addresses) => withChainErrors(() => tokenState(options, addresses)),

    troubles: (operators) => withChainErrors(() => collectorTroubles(options, operators)),
  };
}

/** The token refuses the authorization from this time on: one second after the last second in which it can settle. */
const validBefore = ({ validUntil }: PaymentTerms) => validUntil + 1n;

/** viem's types require bigints, but it also accepts decimal strings. */
const hashOf = (typedData: TypedData) => hashTypedData(typedData as unknown as TypedDataDefinition);

/** Converts integers to decimal strings: JSON cannot represent 256 bits, and wallets accept strings. */
function asText(message: Readonly<Record<string, Hex | bigint>>): Record<string, string> {
  return Object.fromEntries(Object.entries(message).map(([name, value]) => [name, String(value)]));
}
