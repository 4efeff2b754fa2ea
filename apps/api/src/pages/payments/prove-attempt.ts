import { randomInt } from "node:crypto";
import { askChain } from "../../chain/ports/ask-chain.ts";
import type { Wallet } from "../../chain/ports/collector.ts";
import { CallReverted, validitySeconds } from "../../chain/ports/settlement-chain.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  notSigned,
  refusedByChain,
  termsTooOld,
  walletCannotSign,
} from "../../schemas/payment-refusals.ts";
import type { SignedPayment } from "../../schemas/payments.ts";
import type { Collecting, SettlementInput } from "../../settlements/join-or-create.ts";
import { inWords, isOfSignature } from "./in-words.ts";
import {
  type Payable,
  type Payee,
  paymentTerms,
  requireBalance,
  requirePayer,
} from "./payment-terms.ts";

/** How long a signature must still be valid, in seconds: it takes time to get into a block. */
const minValidity = 60n;

/**
 * Checks a signed payment against the current terms. It simulates the call exactly as it will be sent,
 * so the token itself checks the signature.
 *
 * @returns the settlement to make, how to collect it, and the wallet's balance
 */
export async function proveAttempt(
  parts: Pick<Parts, "chain" | "executor">,
  payee: Payee,
  payable: Payable,
  payerAddress: Hex,
  { validUntil, signature }: SignedPayment,
): Promise<{ settlement: SettlementInput; collecting: Collecting; wallet: Wallet }> {
  const { chain } = parts;
  const { collector, merchant } = payee;
  const payer = requirePayer(payee, payerAddress);
  const latest = await askChain(chain.deadline());
  const ends = BigInt(validUntil);
  if (ends > latest || ends < latest - validitySeconds + minValidity)
    throw new Refusal(termsTooOld);
  const terms = paymentTerms(payee, payable, payer, ends);
  const wallet = await requireBalance(payee, payer, terms.amount);
  const call = await collector.collectPayment(terms, signature);
  const operator = await operatorOf(parts);
  const refusalOf = async (error: unknown): Promise<never> => {
    if (!(error instanceof CallReverted)) throw error;
    const { message } = error;
    if (!isOfSignature(message)) throw new Refusal(refusedByChain(inWords(message)));
    const typedData = await collector.paymentToSign(terms);
    const given = await collector.signatureOf(payer, typedData, signature);
    const cannot = await collector.cannotSign(payer, typedData, given);
    throw new Refusal(cannot ? walletCannotSign("payment") : notSigned("payment"));
  };
  await askChain(chain.simulate({ ...terms, collection: call }, operator).catch(refusalOf));
  const { invoiceId, referenceHash } = terms;
  // Its payment deploys the wallet's contract, by calling whatever the signature names.
  const hasCode = wallet.hasCode || collector.deploysPayer(signature);
  return {
    settlement: { invoiceId, referenceHash, payerAddress, merchantAddress: merchant },
    collecting: { collect: "authorization", call, awaited: false },
    wallet: { ...wallet, hasCode },
  };
}

/** Any of the accounts that may send it: asking for the next one would take its turn. */
async function operatorOf({ executor }: Pick<Parts, "executor">): Promise<Hex> {
  const { operators } = await askChain(executor.operators());
  const operator = operators[randomInt(operators.length)];
  if (operator === undefined) throw new Error("There is at least one operator.");
  return operator.address;
}
