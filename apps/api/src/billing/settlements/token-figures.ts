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

/** How many sellers' addresses are asked for: those of the newest services. */
const maxMerchants = 50;

/**
 * What the token's issuer has done to us and to those who are paid. A seller that is blacklisted is told so
 * at its checkouts and is no trouble of the service's: it would be a way to stop all others.
 */
export async function tokenFigures({ db, collector, sender }: Parts): Promise<TokenFigures> {
  const none = { collector: 0, signer: 0, merchant: 0 };
  if (collector === null) return { paused: false, blacklisted: none };
  const signers = sender.kind === "direct" ? sender.signers : [(await sender.wallet()).address];
  const merchants = await listPayoutAddresses({ db }, maxMerchants);
  const of = { collector: [collector.contract], signer: signers, merchant: merchants };
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
