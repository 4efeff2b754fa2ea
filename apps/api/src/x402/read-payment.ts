import { hashText } from "@usance/proofs";
import { z } from "zod";
import type { Collector, SignedTransfer } from "../chain/collector.ts";
import { bytes32, evmAddress, type Hex, inLowerCase, signature } from "../kit/evm-fields.ts";
import { maxOfUrl, requiredText } from "../kit/fields.ts";
import { type Amount, fromTokenUnits } from "../kit/money.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { UsanceExtra, type X402Request } from "../schemas/x402.ts";
import { NotPayable } from "./not-payable.ts";
import type { Authorization } from "./store.ts";

const uint256 = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt)
  .refine((value) => value < 2n ** 256n);
const address = evmAddress().transform(inLowerCase);

/** What a payer signs for the scheme `exact` by EIP-3009. */
const Transfer = z.looseObject({
  signature: signature(),
  authorization: z.looseObject({
    from: address,
    to: address,
    value: uint256,
    validAfter: uint256,
    validBefore: uint256.refine((seconds) => seconds > 0n),
    nonce: bytes32().transform(inLowerCase),
  }),
});

/** The extension with which a payer names its payment. */
const Identifier = z.looseObject({
  "payment-identifier": z.looseObject({
    info: z.looseObject({ id: z.string().regex(/^[\w-]{16,128}$/) }),
  }),
});

const Resource = z.looseObject({ url: requiredText(maxOfUrl) });

/** A payment of the scheme `exact`, as a seller's server has sent it. */
export interface ReadPayment {
  readonly collector: Collector;
  /** CAIP-2 name of the chain. */
  readonly network: string;
  readonly authorization: Authorization;
  readonly payer: Hex;
  /** The address that the payer has signed for. */
  readonly to: Hex;
  /** The address that the seller wants paid. */
  readonly payTo: Hex;
  /** In token units: what was signed, and what is asked for. */
  readonly value: bigint;
  readonly asked: bigint;
  readonly amount: Amount;
  readonly signed: SignedTransfer;
  readonly sold: z.output<typeof UsanceExtra>;
  readonly resource: string | null;
  readonly paymentIdentifier: string | null;
  /** The hash of all of it that matters. */
  readonly fingerprint: string;
}

export const networkOf = ({ chainId }: Pick<Collector, "chainId">) => `eip155:${chainId}`;

/**
 * Reads a payment, without the chain.
 *
 * @throws NotPayable when it is not of a kind that this service settles
 */
export function readPayment(
  { collector }: Pick<Parts, "collector">,
  request: X402Request,
): ReadPayment {
  const { x402Version, paymentPayload, paymentRequirements } = request;
  const { scheme, network, asset } = paymentRequirements;
  if (x402Version !== 2) throw new NotPayable("invalid_x402_version", "x402Version must be 2.");
  if (scheme !== "exact") {
    throw new NotPayable("unsupported_scheme", "Only the scheme exact can be settled.");
  }
  if (collector === null || network !== networkOf(collector)) {
    const why = "The network is not the settlement chain of this service.";
    throw new NotPayable("invalid_exact_evm_network_mismatch", why);
  }
  if (asset.toLowerCase() !== inLowerCase(collector.token)) {
    throw new NotPayable("usance_unknown_asset", "The asset is not the USDC of this service.");
  }
  const payment = Transfer.safeParse(paymentPayload.payload);
  const payTo = address.safeParse(paymentRequirements.payTo);
  const asked = uint256.safeParse(paymentRequirements.amount);
  const sold = UsanceExtra.safeParse(paymentRequirements.extra?.usance ?? {});
  if (!payment.success) {
    const why = "The payload must be an EIP-3009 authorization with its signature.";
    throw new NotPayable("invalid_payload", why);
  }
  if (!payTo.success || !asked.success || !sold.success) {
    const why = "payTo, amount or extra.usance of the requirements is malformed.";
    throw new NotPayable("invalid_payment_requirements", why);
  }
  const { from: payer, to, value, nonce, validAfter, validBefore } = payment.data.authorization;
  const signed = { validAfter, validBefore, nonce, signature: payment.data.signature };
  const token = inLowerCase(collector.token);
  const chainId = BigInt(collector.chainId);
  const { quantity, topUp, paymentPlanId } = sold.data;
  const whole = [
    ...Object.values(signed),
    chainId,
    token,
    payer,
    to,
    value,
    payTo.data,
    asked.data,
  ];
  return {
    collector,
    network,
    authorization: { chainId, token, payer, nonce },
    payer,
    to,
    payTo: payTo.data,
    value,
    asked: asked.data,
    amount: fromTokenUnits(value),
    signed,
    sold: sold.data,
    resource: Resource.safeParse(paymentPayload.resource).data?.url ?? null,
    paymentIdentifier:
      Identifier.safeParse(paymentPayload.extensions).data?.["payment-identifier"].info.id ?? null,
    fingerprint: hashText([...whole, paymentPlanId, quantity, topUp].map(String).join(" ")),
  };
}
