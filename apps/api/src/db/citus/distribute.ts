import type { Pool } from "pg";
import { readLayout } from "./layout.ts";
import { readNodes } from "./nodes.ts";

/** Why the usage events cannot be distributed. The message is one line for the operator. */
export class CannotDistribute extends Error {
  override readonly name = "CannotDistribute";
}

/** A step of distributing `usage_events`. */
interface Step {
  /** What it does, in the imperative. */
  readonly does: string;
  /** A condition that is true once the step is done. */
  readonly done: string;
  /** Each is sent by itself. A statement that must be alone in its transaction is the only one of its step. */
  readonly statements: readonly string[];
}

const constraint = (name: string) =>
  `EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'usage_events'::regclass AND conname = '${name}')`;
const index = (name: string) =>
  `EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('${name}') AND indisvalid)`;
const hasColumn = (name: string) =>
  `EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'usage_events'::regclass AND attname = '${name}')`;
const trigger = (name: string) => `EXISTS (SELECT FROM pg_trigger WHERE tgname = '${name}')`;

/** A unique key of a distributed table contains the column that it is distributed by. */
const hasNewKey = `EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'usage_events'::regclass
  AND pg_get_constraintdef(oid) = 'PRIMARY KEY (id, subscription_id)')`;

/** Citus has no foreign key from a distributed table to one that only the coordinator has. */
const foreignKeys = [
  "usage_events_subscription_id_service_id_user_id_owner_id_fkey",
  "usage_events_invoice_id_service_id_user_id_fkey",
];

/** Lists across services read these: Citus refuses the lateral joins of ADR 4. */
const indexes = [
  ["usage_events_owner_id_created_at_id_idx", "owner_id, created_at, id"],
  ["usage_events_user_id_created_at_id_idx", "user_id, created_at, id"],
] as const;

/** Refuses what ON DELETE RESTRICT and the key's columns refused: a parent of events stays, and stays what it is. */
const guards = [
  {
    table: "subscriptions",
    key: "subscription_id",
    columns: ["id", "service_id", "user_id", "owner_id"],
  },
  { table: "invoices", key: "invoice_id", columns: ["id", "service_id", "user_id"] },
].map(({ table, key, columns }): Step => {
  const name = `${table}_keep_usage_events`;
  const row = (of: string) => `ROW(${columns.map((column) => `${of}.${column}`).join(", ")})`;
  return {
    does: `Refuse to delete or move a row of ${table} that has usage events`,
    done: trigger(name),
    statements: [
      `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF EXISTS (SELECT 1 FROM usage_events WHERE ${key} = OLD.id LIMIT 1) THEN
           RAISE foreign_key_violation USING
             MESSAGE = format('%s %s has usage events', TG_TABLE_NAME, OLD.id), CONSTRAINT = TG_NAME;
         END IF;
         RETURN coalesce(NEW, OLD);
       END $$`,
      `CREATE TRIGGER ${name}_on_delete BEFORE DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
      `CREATE TRIGGER ${name} BEFORE UPDATE OF ${columns.join(", ")} ON ${table} FOR EACH ROW
       WHEN (${row("OLD")} IS DISTINCT FROM ${row("NEW")}) EXECUTE FUNCTION ${name}()`,
    ],
  };
});

/** In this order. The service can run meanwhile, on the table as it was. */
const steps = (shards: number): Step[] => [
  {
    does: "Build the unique index of a primary key with the subscription",
    done: `${index("usage_events_id_subscription_id_idx")} OR ${hasNewKey}`,
    statements: [
      "DROP INDEX CONCURRENTLY IF EXISTS usage_events_id_subscription_id_idx", // of an attempt that was interrupted
      "CREATE UNIQUE INDEX CONCURRENTLY usage_events_id_subscription_id_idx ON usage_events (id, subscription_id)",
    ],
  },
  {
    does: "Make it the primary key",
    done: hasNewKey,
    statements: [
      "ALTER TABLE usage_events DROP CONSTRAINT usage_events_pkey",
      `ALTER TABLE usage_events ADD CONSTRAINT usage_events_pkey
       PRIMARY KEY USING INDEX usage_events_id_subscription_id_idx`,
    ],
  },
  {
    does: "Add the column that says with which batch an event was recorded",
    done: hasColumn("recorded_in"),
    statements: ["ALTER TABLE usage_events ADD COLUMN recorded_in xid8"],
  },
  {
    does: "Add the column that says when this was",
    done: hasColumn("recorded_at"),
    statements: ["ALTER TABLE usage_events ADD COLUMN recorded_at timestamptz"],
  },
  {
    does: "Stop adding up usage and making roots: the numbers of the workers' transactions have no common order",
    done: `NOT EXISTS (SELECT FROM usage_sums_progress) AND NOT EXISTS (SELECT FROM usage_sums)
           AND NOT EXISTS (SELECT FROM usage_roots_progress)`,
    statements: [
      "DELETE FROM usage_sums_progress",
      "DELETE FROM usage_sums",
      "UPDATE usage_roots SET through = NULL",
      "DELETE FROM usage_root_requests",
      "DELETE FROM usage_roots_progress",
    ],
  },
  {
    does: "Drop the default of the column that says in which transaction an event was recorded",
    done: `NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'usage_events'::regclass AND attname = 'transaction_id' AND atthasdef)`,
    statements: ["ALTER TABLE usage_events ALTER COLUMN transaction_id DROP DEFAULT"],
  },
  ...guards,
  ...foreignKeys.map((name) => ({
    does: `Drop the foreign key ${name}`,
    done: `NOT ${constraint(name)}`,
    statements: [`ALTER TABLE usage_events DROP CONSTRAINT ${name}`],
  })),
  {
    does: "Add the table by which Citus commits in two phases what is written on the coordinator and on nodes",
    done: "EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('two_phase_commits'))",
    statements: [
      "CREATE TABLE IF NOT EXISTS two_phase_commits (id int PRIMARY KEY)",
      "SELECT citus_add_local_table_to_metadata('two_phase_commits')",
    ],
  },
  {
    does: `Distribute usage_events by subscription_id, in ${shards} shards`,
    done: `EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'usage_events'::regclass AND partmethod = 'h')`,
    statements: [
      `SELECT create_distributed_table_concurrently('usage_events', 'subscription_id', shard_count => ${shards})`,
    ],
  },
  ...indexes.map(([name, columns]) => ({
    does: `Build the index ${name} on every node`,
    done: index(name),
    statements: [
      `DROP INDEX IF EXISTS ${name}`, // of an attempt that was interrupted
      `CREATE INDEX CONCURRENTLY ${name} ON usage_events (${columns})`,
    ],
  })),
  {
    does: "Count the rows of each shard for the planner",
    done: "false",
    statements: ["ANALYZE usage_events"],
  },
];

/** The result of a step. */
export interface StepTaken {
  readonly does: string;
  readonly was: "done before" | "done" | "to do";
}

/**
 * Distributes `usage_events` over the workers of a Citus cluster while the service runs. Steps that are done are
 * passed over, so an interrupted run can be repeated. Each step takes its locks for a short time only, except
 * distributing itself, which stops writes to the table at its end while it changes over.
 *
 * @param options.dryRun changes nothing
 * @param options.tell is called after each step
 * @throws CannotDistribute when the database is not a Citus coordinator with workers, or not migrated
 */
export async function distribute(
  pool: Pool,
  { shards, dryRun, tell }: { shards: number; dryRun: boolean; tell(step: StepTaken): void },
): Promise<void> {
  await assertReady(pool);
  for (const step of steps(shards)) {
    const was = (await isDone(pool, step)) ? "done before" : dryRun ? "to do" : "done";
    if (was === "done") await take(pool, step);
    tell({ does: step.does, was });
  }
}

async function isDone(pool: Pool, { done }: Step): Promise<boolean> {
  const { rows } = await pool.query<{ done: boolean }>(`SELECT (${done}) AS done`);
  return rows[0]?.done === true;
}

async function take(pool: Pool, { statements }: Step): Promise<void> {
  const isAlone = statements.some((one) => /CONCURRENTLY/i.test(one));
  const connection = await pool.connect();
  try {
    if (!isAlone) await connection.query("BEGIN");
    for (const statement of statements) await connection.query(statement);
    if (!isAlone) await connection.query("COMMIT");
  } catch (error) {
    if (!isAlone) await connection.query("ROLLBACK");
    throw error;
  } finally {
    connection.release();
  }
}

async function assertReady(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ citus: boolean; table: string | null; kind: string | null }>(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS citus,
            to_regclass('usage_events')::text AS "table",
            (SELECT relkind FROM pg_class WHERE oid = to_regclass('usage_events')) AS kind`,
  );
  if (rows[0]?.citus !== true) {
    throw new CannotDistribute(
      "DATABASE_URL: the database has no Citus. Run `CREATE EXTENSION citus` in it on every node.",
    );
  }
  if (rows[0].table === null) {
    throw new CannotDistribute(
      "DATABASE_URL: the database has no usage_events. Run `usance migrate` first.",
    );
  }
  if (rows[0].kind !== "r" && (await readLayout(pool)) === "none") {
    throw new CannotDistribute("usage_events is partitioned: Citus needs one plain table.");
  }
  if (await hasVoids(pool)) {
    throw new CannotDistribute(
      "Usage events were voided: their sums would count them again, because the nodes of Citus do not have the voids.",
    );
  }
  const nodes = await readNodes(pool);
  if (!nodes.some(({ isActive, storesShards }) => isActive && storesShards)) {
    throw new CannotDistribute(
      "No node stores shards. Run `SELECT citus_set_coordinator_host(…)` and `SELECT citus_add_node(…)` first.",
    );
  }
}

async function hasVoids(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT FROM usage_event_voids LIMIT 1");
  return rowCount !== 0;
}
