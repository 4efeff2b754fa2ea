import { isDistributed, type Queryable } from "../../db/client.ts";
import { Prisma } from "../../db/generated/client.ts";
import { runStatement } from "../../db/statements.ts";

const { sql } = Prisma;

/** How many events that are not in the sums yet a read adds up. If there are more, it reads all events of its time. */
const maxBehind = 50_000;

/**
 * The condition that transaction numbers in the database are those of this server. After a dump is restored on another
 * server, they are not, and cannot be compared with new ones.
 */
export const isOfThisServer: Prisma.Sql = sql`
  server = (SELECT system_identifier::text FROM pg_control_system())`;

/**
 * How far the stored sums of usage have come.
 *
 * @param tx a transaction that is one snapshot, in which the sums are read too
 * @returns the number of the last transaction whose events are in the sums; null when the sums cannot be used
 */
export async function findProgress(tx: Queryable): Promise<string | null> {
  if (isDistributed(tx)) return null;
  const { text } = sql`
    SELECT through::text FROM usage_sums_progress WHERE older_are_added AND ${isOfThisServer}`;
  const [progress] = await runStatement<{ readonly through: string }>(tx, { text }, []);
  if (progress === undefined) return null;
  return (await isFarBehind(tx, progress)) ? null : progress.through;
}

async function isFarBehind(
  tx: Queryable,
  { through }: { readonly through: string },
): Promise<boolean> {
  const { text, values } = sql`
    SELECT count(*) > ${maxBehind} AS is_far
      FROM (SELECT FROM usage_events WHERE transaction_id > ${through}::xid8
             LIMIT ${maxBehind + 1}) AS behind`;
  const [row] = await runStatement<{ readonly is_far: boolean }>(tx, { text }, values);
  return row?.is_far === true;
}
