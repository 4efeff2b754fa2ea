import type { Parts } from "../parts.ts";
import type { Hex } from "../shared/evm-fields.ts";
import { confirmSettlement } from "./confirm-settlement.ts";
import { failSettlement } from "./fail-settlement.ts";
import type { SettlementRow } from "./store.ts";
import { termsOf } from "./terms.ts";

/** A settlement whose signed transaction is stored. */
export type SentSettlement = SettlementRow & {
  readonly transactionHash: string;
  readonly rawTransaction: string;
  readonly validUntil: bigint;
};

/** Whether our chain may have something to say of it that the row does not say yet. */
export function awaitsChain(
  { chain }: Parts,
  settlement: SettlementRow,
): settlement is SentSettlement {
  const { status, chainId } = settlement;
  // A database may outlive a chain: what was sent to another is not for this one to decide.
  return (status === "SUBMITTED" || status === "TIMED_OUT") && chainId === BigInt(chain.chainId);
}

/**
 * Holds a sent settlement against the chain once and commits what the chain has decided.
 *
 * @returns whether it is decided
 * @throws ChainUnavailable when the chain could not be asked
 */
export async function resolve(parts: Parts, settlement: SentSettlement): Promise<boolean> {
  const sent = { hash: settlement.transactionHash as Hex, validUntil: settlement.validUntil };
  const outcome = await parts.chain.outcomeOf(sent, termsOf(settlement));
  switch (outcome.state) {
    case "undecided":
      return false;
    case "recorded":
      await confirmSettlement(parts, settlement, outcome.at);
      return true;
    case "failed":
      await failSettlement(parts, settlement.id, outcome.reason);
      return true;
  }
}
