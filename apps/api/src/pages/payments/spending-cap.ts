import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { askChain } from "../../chain/chain-errors.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { type Amount, fromTokenUnits, toTokenUnits } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  allowanceTooLow,
  notSigned,
  termsTooOld,
  walletCannotSign,
} from "../../schemas/payment-refusals.ts";
import type { SignedCap as CapInput, PreparedCap } from "../../schemas/spending-caps.ts";
import type { SignedCap } from "../../settlements/spending-caps/keep-spending-cap.ts";
import { type Payee, requirePayer } from "./payment-terms.ts";

/** How long a cap is valid after the hour in which it must be signed, in seconds: a year. */
const capValidity = 31_536_000n;

/** An allowance above the token's whole supply counts as unlimited, in token units. */
const unlimited = 10n ** 20n;

interface CapRequest {
  readonly payer: Hex;
  /** The collector's current allowance, in token units. */
  readonly allowance: bigint;
  readonly amount: Amount;
  /** The allowance that an earlier response asked for, once the wallet has approved it. */
  readonly approved: Amount | undefined;
  /** The hashes of the rate cards that the page shows. */
  readonly rateCards: readonly Hex[];
  /** What is left of the wallet's cap that this one replaces, in token units. Its allowance becomes free. */
  readonly freed?: bigint;
}

/** Prepares the typed data of a cap and, if the wallet allows too little, the approval that it has to send. */
export async function prepareCap(
  { chain }: Parts,
  { collector, merchant }: Payee,
  subscriptionId: string,
  { payer, allowance, amount, approved, rateCards, freed = 0n }: CapRequest,
): Promise<z.input<typeof PreparedCap>> {
  const validUntil = (await askChain(chain.deadline())) + capValidity;
  const nonce: Hex = `0x${randomBytes(32).toString("hex")}`;
  const units = toTokenUnits(amount);
  const cap = { payer, merchant, subscriptionId, amount: units, validUntil, nonce, rateCards };
  const others = allowance > freed ? allowance - freed : 0n;
  const needed =
    allowance >= unlimited
      ? units
      : neededAllowance(others, units, approved && toTokenUnits(approved));
  return {
    amount,
    allowance: fromTokenUnits(needed),
    validUntil: Number(validUntil),
    nonce,
    typedData: await askChain(collector.capToSign(cap)),
    approval: allowance >= needed ? null : collector.approvalOf(needed),
  };
}

/**
 * A wallet has one allowance for all caps that it signed, with any seller. The other caps are not added up, because
 * the sum would reveal them to anyone who names the wallet. Instead, the cap is added to the current allowance, unless
 * the caller says that the wallet has approved enough since.
 *
 * @param others what the wallet allows now, for its other caps
 */
function neededAllowance(others: bigint, cap: bigint, approved: bigint | undefined): bigint {
  if (approved !== undefined && approved >= cap) return approved;
  return others + cap;
}

interface SubmittedCap {
  readonly payerAddress: Hex;
  readonly cap: CapInput;
  /** The hashes of the rate cards that the page shows now. A signature over others is not over this cap. */
  readonly rateCards: readonly Hex[];
}

/**
 * Checks a signed cap against the prepared terms and the wallet's allowance.
 *
 * @returns the cap, to be stored
 */
export async function checkCap(
  { chain }: Pick<Parts, "chain">,
  payee: Payee,
  subscriptionId: string,
  { payerAddress, cap: signed, rateCards }: SubmittedCap,
): Promise<SignedCap> {
  const payer = requirePayer(payee, payerAddress);
  const { collector, merchant } = payee;
  const { amount, nonce } = signed;
  const latest = (await askChain(chain.deadline())) + capValidity;
  const validUntil = BigInt(signed.validUntil);
  if (validUntil > latest || validUntil < latest - capValidity) throw new Refusal(termsTooOld);
  const units = toTokenUnits(amount);
  const cap = { payer, merchant, subscriptionId, amount: units, validUntil, nonce, rateCards };
  const typedData = await askChain(collector.capToSign(cap));
  const signature = await collector.signatureOf(payer, typedData, signed.signature);
  if (!(await askChain(collector.isSigned(payer, typedData, signature)))) {
    const cannot = await askChain(collector.cannotSign(payer, typedData, signature));
    throw new Refusal(cannot ? walletCannotSign("cap") : notSigned("cap"));
  }
  // The wallet's other caps are not counted: the answer would reveal them to this seller.
  const { allowance } = await askChain(collector.walletOf(payer));
  if (allowance < units) throw new Refusal(allowanceTooLow(allowance, units));
  return { cap, amount, signature, collector };
}
