import {
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from "../../harness/replicated-postgres.ts";
import { startTransactionPooler } from "../../harness/transaction-pooler.ts";
import type { Database } from "../stage.ts";

/** A primary with a synchronous standby, and a pooler before them. */
export interface PooledPair
  extends Database,
    Pick<ReplicatedPostgres, "stopStandby" | "startStandby"> {
  readonly poolerUrl: string;
  /** Kills the primary, promotes the standby, and creates a new standby in place of the former primary. */
  failOver(): Promise<void>;
}

export async function startPooledPair(): Promise<PooledPair> {
  const postgres = await startReplicatedPostgres();
  const pooler = await startTransactionPooler(postgres.primaryUrl());
  const { url, primaryUrl: directUrl, stopStandby, startStandby } = postgres;
  return {
    ...{ url, directUrl, stopStandby, startStandby },
    poolerUrl: pooler.url,
    failOver: async () => {
      await postgres.killPrimary();
      await postgres.promote();
      pooler.redirect(postgres.primaryUrl());
      await postgres.rejoin();
    },
    stop: async () => {
      pooler.close();
      await postgres.stop();
    },
  };
}
