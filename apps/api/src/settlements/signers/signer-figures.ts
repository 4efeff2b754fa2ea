import type { GasFunds } from "../../chain/ports/senders.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { comparedSigners, waitedMs } from "./signers.ts";

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
  const compared = await comparedSigners({ db, chain, executor });
  return Promise.all(
    compared.map(async ({ signer, transactionCount, row }) => {
      const funds = await signer.funds();
      const nonceGap = row === undefined ? 0 : row.nextNonce - transactionCount;
      const waited = row === undefined ? 0 : waitedMs(row, transactionCount, clock.now());
      const halted = (row?.haltedAt ?? null) !== null;
      return {
        address: signer.address,
        ...funds,
        nonceGap,
        halted,
        waitingSeconds: waited / 1_000,
      };
    }),
  );
}
