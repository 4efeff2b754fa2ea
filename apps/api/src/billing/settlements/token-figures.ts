import { listPayoutAddresses } from "../../catalog/services/list-payout-addresses.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import type { Parts } from "../../ports/parts.ts";

/** Whether the token lets payments through. */
export interface TokenFigures {
  readonly paused: boolean;
  readonly blacklisted: {
    readonly collector: number;
    readonly signer: number;
    readonly merchant: number;
  };
}

/** The maximum number of sellers' addresses that are checked: those of the newest services. */
const maxMerchants = 50;

/**
 * Whether the token's issuer has paused the token, or blacklisted the service or sellers. A blacklisted seller is
 * told at its checkouts, and is no trouble of the service's: otherwise a seller could stop all others.
 */
export async function tokenFigures({
  db,
  collector,
  executor,
}: Pick<Parts, "db" | "collector" | "executor">): Promise<TokenFigures> {
  const none = { collector: 0, signer: 0, merchant: 0 };
  if (collector === null) return { paused: false, blacklisted: none };
  const { operators } = await executor.operators();
  const signer = operators.map(({ address }) => address);
  const merchant = await listPayoutAddresses(db, maxMerchants);
  const of = { collector: [collector.contract], signer, merchant };
  const { paused, blacklisted } = await collector.tokenState(Object.values(of).flat());
  const among = (addresses: readonly Hex[]) =>
    addresses.filter((address) => blacklisted.includes(address)).length;
  return {
    paused,
    blacklisted: {
      collector: among(of.collector),
      signer: among(of.signer),
      merchant: among(of.merchant),
    },
  };
}
