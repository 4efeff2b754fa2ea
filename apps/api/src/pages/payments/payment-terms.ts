import type { z } from "zod";
import type { Collector, PaymentTerms, Wallet } from "../../chain/ports/collector.ts";
import { askChain } from "../../chain/ports/settlement-chain.ts";
import { type Hex, inLowerCase } from "../../kit/evm-fields.ts";
import { type Amount, toTokenUnits } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  balanceTooLow,
  nothingCollected,
  payerIsMerchant,
} from "../../schemas/payment-refusals.ts";
import type { PayeeOut } from "../../schemas/payments.ts";

/** An amount that a payer can sign for. Its invoice may not exist yet. */
export interface Payable {
  readonly invoiceId: string;
  readonly serviceId: string;
  /** The settlement's id on the chain: 32 random bytes in hex, secret until a payer signs. */
  readonly referenceHash: Hex;
  /** In USDC. */
  readonly amount: Amount;
}

/** The contract that collects payments, and the address that receives them. */
export interface Payee {
  readonly collector: Collector;
  readonly merchant: Hex;
}

/** @returns null when payments cannot be taken: there is no collector here, or the seller has no payout address */
function payeeOf(
  { collector }: Pick<Parts, "collector">,
  { payoutAddress }: { readonly payoutAddress: string | null },
): Payee | null {
  if (collector === null || payoutAddress === null) return null;
  const merchant = inLowerCase(payoutAddress);
  // The collector keeps no money, so it refuses to be paid itself.
  return merchant === inLowerCase(collector.contract) ? null : { collector, merchant };
}

/** @throws Refusal nothingCollected when payments cannot be taken */
export function requirePayee(
  parts: Pick<Parts, "collector">,
  service: { readonly payoutAddress: string | null },
): Payee {
  const payee = payeeOf(parts, service);
  if (payee === null) throw new Refusal(nothingCollected);
  return payee;
}

/** What a page shows of where a payment goes; null when payments cannot be taken. */
export function shownPayee(
  parts: Pick<Parts, "collector">,
  { payoutAddress }: { readonly payoutAddress: string | null },
): z.input<typeof PayeeOut> | null {
  const payee = payeeOf(parts, { payoutAddress });
  if (payee === null || payoutAddress === null) return null;
  const { chainId, token, contract } = payee.collector;
  return { chainId, token, collector: contract, merchantAddress: payoutAddress };
}

/** The payer's address. @throws Refusal payerIsMerchant for the seller's own */
export function requirePayer({ merchant }: Payee, payerAddress: string): Hex {
  const payer = inLowerCase(payerAddress);
  if (payer === merchant) throw new Refusal(payerIsMerchant);
  return payer;
}

/** Checks that a wallet has the amount due. @param due in token units */
export async function requireBalance(
  { collector }: Payee,
  payer: Hex,
  due: bigint,
): Promise<Wallet> {
  const wallet = await askChain(collector.walletOf(payer));
  if (wallet.balance < due) throw new Refusal(balanceTooLow(wallet.balance, due));
  return wallet;
}

/** The terms that a payer signs. They are always the same, except for the time. */
export function paymentTerms(
  { merchant }: Payee,
  { invoiceId, referenceHash, amount }: Payable,
  payer: Hex,
  validUntil: bigint,
): PaymentTerms {
  return { referenceHash, invoiceId, payer, merchant, amount: toTokenUnits(amount), validUntil };
}
