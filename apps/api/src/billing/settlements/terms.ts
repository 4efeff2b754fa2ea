import type { Settlement } from "../../db/generated/client.ts";
import { type Hex, inLowerCase } from "../../lib/evm-fields.ts";
import { toTokenUnits } from "../../lib/money.ts";
import type { Collection, SettlementChain, SettlementTerms } from "../../ports/settlement-chain.ts";

/** A stored settlement as the chain is asked to record it. The columns hold what schemas checked. */
export function termsOf(settlement: Settlement): SettlementTerms {
  return {
    referenceHash: settlement.referenceKey as Hex,
    invoiceId: settlement.invoiceId,
    payer: inLowerCase(settlement.payerAddress),
    merchant: inLowerCase(settlement.merchantAddress),
    amount: toTokenUnits(settlement.amount),
    collection: collectionOf(settlement),
  };
}

/** What a settlement that was submitted called, and the token that it named: today's may be others. */
export function calledBy(
  { contractAddress, tokenAddress }: Pick<Settlement, "contractAddress" | "tokenAddress">,
  chain: Pick<SettlementChain, "contract" | "token">,
): { contract: Hex; token: Hex } {
  return {
    contract: (contractAddress ?? chain.contract) as Hex,
    token: (tokenAddress ?? chain.token) as Hex,
  };
}

function collectionOf({ collectorAddress, callData, validUntil }: Settlement): Collection | null {
  if (collectorAddress === null || callData === null || validUntil === null) return null;
  return { collector: collectorAddress as Hex, callData: callData as Hex, validUntil };
}
