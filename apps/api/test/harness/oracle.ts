import { Client } from "pg";
import { createPublicClient, type Hex, http } from "viem";
import { verifyLedger } from "../../src/cli/actions/verify-ledger.ts";

export interface Judged {
  readonly databaseUrl: string;
  /** URL of the chain itself, without a proxy. */
  readonly rpcUrl: string;
  readonly contract: Hex;
  /** The service's time; the system's time by default. */
  readonly now?: Date;
}

/**
 * Compares the database with its invariants and the chain, as `usance verify-ledger` does, and the signers with the chain, which
 * agree whenever no settlement is in progress.
 *
 * @returns a sentence for each difference
 */
export async function contradictions({ now, ...judged }: Judged): Promise<readonly string[]> {
  const findings = await verifyLedger({ ...judged, fromBlock: 0n, now: now ?? new Date() });
  const broken = findings.flatMap(({ holds, broken }) => broken.map((how) => `${holds} ${how}`));
  return [...broken, ...(await signersOffTheChain(judged))];
}

async function signersOffTheChain({ databaseUrl, rpcUrl }: Judged): Promise<string[]> {
  const chain = createPublicClient({ transport: http(rpcUrl) });
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows: signers } = await database.query<{ address: Hex; next: number }>(
    "SELECT address, next_nonce AS next FROM signers",
  );
  await database.end();
  const counts = await Promise.all(
    signers.map(({ address }) => chain.getTransactionCount({ address })),
  );
  return signers.flatMap(({ address, next }, index) =>
    next === counts[index]
      ? []
      : [`signer ${address} goes on at nonce ${next}, the chain at ${counts[index]}`],
  );
}
