import type { Parts } from "../../ports/parts.ts";
import type { GasFunds } from "../../ports/senders.ts";
import { waitedMs } from "./signers.ts";
import { findSigners } from "./store.ts";

/** The state of one account that sends settlements, as metrics. */
export interface SignerFigures extends GasFunds {
  readonly address: string;
  /** The number of nonces that are taken but not yet used on the chain. */
  readonly nonceGap: number;
  readonly halted: boolean;
  /** How long the next of these nonces has waited for a block, in seconds; 0 when none waits. */
  readonly waitingSeconds: number;
}

/** @returns an empty list with a provider, which monitors its own wallet */
export async function signerFigures({
  db,
  chain,
  clock,
  executor,
}: Pick<Parts, "db" | "chain" | "clock" | "executor">): Promise<SignerFigures[]> {
  const addresses = executor.signers.map(({ address }) => address);
  const rows = await findSigners(db, chain.chainId, addresses);
  return Promise.all(
    executor.signers.map(async (signer) => {
      const [funds, transactionCount] = await Promise.all([
        signer.funds(),
        signer.transactionCount(),
      ]);
      const { address } = signer;
      const row = rows.find((one) => one.address === address);
      const nonceGap = row === undefined ? 0 : row.nextNonce - transactionCount;
      const waited = row === undefined ? 0 : waitedMs(row, transactionCount, clock.now());
      const halted = (row?.haltedAt ?? null) !== null;
      return { address, ...funds, nonceGap, halted, waitingSeconds: waited / 1_000 };
    }),
  );
}
