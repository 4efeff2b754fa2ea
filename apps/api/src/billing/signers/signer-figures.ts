import type { Parts } from "../../ports/parts.ts";
import type { GasFunds } from "../../ports/settlement-chain.ts";
import { waitedMs } from "./signers.ts";
import { findSigners } from "./store.ts";

/** How it stands with one of the accounts that send settlements. */
export interface SignerFigures extends GasFunds {
  readonly address: string;
  /** Nonces that are taken and not used by the chain yet. */
  readonly nonceGap: number;
  readonly halted: boolean;
  /** How long the next of them has waited for a block, in seconds; 0 when none waits. */
  readonly waitingSeconds: number;
}

/** @returns none when a provider sends: what its wallet has is for the provider to watch */
export async function signerFigures({ db, chain, clock, sender }: Parts): Promise<SignerFigures[]> {
  if (sender.kind === "provider") return [];
  const ledger = await findSigners(db, chain.chainId, sender.signers);
  return Promise.all(
    sender.signers.map(async (address) => {
      const [funds, { transactionCount }] = await Promise.all([
        sender.funds(address),
        sender.quote(address),
      ]);
      const row = ledger.find((one) => one.address === address);
      const nonceGap = row === undefined ? 0 : row.nextNonce - transactionCount;
      const waited = row === undefined ? 0 : waitedMs(row, transactionCount, clock.now());
      const halted = (row?.haltedAt ?? null) !== null;
      return { address, ...funds, nonceGap, halted, waitingSeconds: waited / 1_000 };
    }),
  );
}
