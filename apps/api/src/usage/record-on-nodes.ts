import type { NodePools } from "../db/citus/node-pools.ts";
import { NodeAway } from "../db/citus/nodes.ts";
import {
  type AnyTransaction,
  given,
  isNodeLost,
  isRefused,
  type RunStatement,
  runStatement,
  type Statement,
  type StatementTransactions,
  textArray,
} from "../db/statements.ts";
import { compareTexts } from "../kit/in-order.ts";
import {
  columns,
  columnTypes,
  columnValues,
  type OwnedEvent,
  occurredBefore,
  type RecordedUsageBatch,
  type ReferenceAnswer,
  referencedRecords,
  referenceValues,
  type UsageToRecord,
} from "./insert-usage.ts";
import { lockAsRecorder } from "./limits/limit-book.ts";

/** Of the combinations of records that events name: which are valid, and the node that stores their events. */
const check = {
  name: "check_usage",
  text: `
  WITH ${referencedRecords("$11", "$12")}, placed AS (
    SELECT subscription.id, placement.groupid
      FROM (SELECT DISTINCT subscription_id AS id FROM referenced WHERE is_valid) subscription
      JOIN pg_dist_placement placement
        ON placement.shardid = get_shard_id_for_distribution_column('usage_events', subscription.id)
  )
  SELECT pg_postmaster_start_time()::text AS server,
         (SELECT json_agg(json_build_object('place', referenced.place, 'ownerId', referenced.owner_id,
                                            'node', placed.groupid,
                                            'endedAt', extract(epoch FROM referenced.ended_at) * 1000))
            FROM referenced JOIN placed ON placed.id = referenced.subscription_id
           WHERE referenced.is_valid AND NOT referenced.is_limited) AS valid,
         (SELECT json_agg(changed) FROM referenced WHERE changed IS NOT NULL) AS changed`,
};

interface Valid {
  /** Of a combination, from 1. */
  readonly place: number;
  readonly ownerId: string;
  /** When the subscription has ended, in milliseconds since 1970; null: it is active. */
  readonly endedAt: number | null;
  /** Citus's number of the node's group. */
  readonly node: number;
}

const into = `INSERT INTO usage_events (${columns}, created_at, recorded_in, recorded_at)`;
const unlessRecorded = "ON CONFLICT (subscription_id, event_key) DO NOTHING RETURNING id";
const recordedAt = (transaction: string) =>
  `CASE WHEN ${transaction}::xid8 IS NOT NULL THEN now() END`;

/** Records the events that one node stores, in one statement and so one commit. The values of each column are an array. */
const insertArrays = {
  name: "insert_usage",
  text: `
  ${into}
  SELECT given.*, $13::timestamptz, $14::xid8, ${recordedAt("$14")}
    FROM ${given(columnTypes, 1)} AS given
  ${unlessRecorded}`,
};

/**
 * The same for a few events, as rows: Citus spreads these over its shards in less than half the time. A statement has a
 * fixed number of rows, so that few texts are parsed.
 */
const insertRows = [1, 2, 4, 8, 16, 32, 64, 128].map((rows) => ({
  rows,
  statement: {
    name: `insert_usage_${rows}`,
    text: `
  ${into}
  VALUES ${Array.from({ length: rows }, (_, row) => rowOf(row)).join(", ")}
  ${unlessRecorded}`,
  },
}));

function rowOf(row: number): string {
  const own = columnTypes.map((type, at) => `$${3 + row * columnTypes.length + at}::${type}`);
  return `(${own.join(", ")}, $1::timestamptz, $2::xid8, ${recordedAt("$2")})`;
}

/**
 * Records events on the nodes of Citus that store them. The coordinator checks the events. Then each node gets its own in
 * a statement of its own, so that a node that is down fails its own events alone. Meanwhile a transaction of the coordinator is
 * open: who sets the first limit of a service waits for it (limits/store.ts). If there are several nodes, the events name it:
 * readers see all of them or none (db/citus/nodes.ts).
 *
 * @param inTransaction of the coordinator
 */
export function recordOnNodes(
  inTransaction: StatementTransactions,
  nodes: NodePools,
  batch: UsageToRecord,
): Promise<RecordedUsageBatch> {
  return inTransaction(async (tx) => {
    const [, [answer]] = await Promise.all([
      runStatement(tx, lockAsRecorder, []),
      runStatement<ReferenceAnswer & { readonly valid: readonly Valid[] | null }>(tx, check, [
        ...referenceValues(batch.groups),
        batch.now.toISOString(),
        batch.server,
      ]),
    ]);
    if (answer === undefined) throw new Error("A SELECT without FROM answers with one row.");
    const { valid, ...references } = answer;
    const shares = sharesOf(batch, valid ?? []);
    const [own] = shares.size > 1 ? await runStatement<{ readonly id: string }>(tx, ownId, []) : [];
    const transaction = own?.id ?? null;
    const done = await Promise.all(
      [...shares].map(([node, events]) =>
        insertOn(nodes, { node, events, now: batch.now, transaction }),
      ),
    );
    const recorded = new Set(done.flatMap((one) => one.recorded));
    const failed = new Map(done.flatMap((one) => one.failed));
    return {
      ...references,
      isRecorded: (id) => recorded.has(id),
      verdictOf: (id) =>
        failed.has(id) ? { outcome: "failed", error: failed.get(id) } : undefined,
    };
  });
}

const ownId = { name: "own_transaction", text: "SELECT pg_current_xact_id()::text AS id" };

/**
 * The valid events of each node. Every process inserts in the same order: otherwise two of them could deadlock on unique
 * keys.
 */
function sharesOf(
  { events, places, now }: UsageToRecord,
  valid: readonly Valid[],
): Map<number, OwnedEvent[]> {
  const known = new Map(valid.map((one) => [one.place, one]));
  const shares = new Map<number, OwnedEvent[]>();
  for (const [index, event] of events.entries()) {
    const found = known.get(places[index] ?? 0);
    if (found === undefined) continue;
    const { endedAt } = found;
    if (endedAt !== null && !occurredBefore(event.input, new Date(endedAt), now)) continue;
    const share = shares.get(found.node) ?? [];
    share.push({ event, ownerId: found.ownerId });
    shares.set(found.node, share);
  }
  for (const share of shares.values()) share.sort(bySubscriptionAndKey);
  return shares;
}

const bySubscriptionAndKey = ({ event: one }: OwnedEvent, { event: other }: OwnedEvent) =>
  compareTexts(one.input.subscriptionId, other.input.subscriptionId) ||
  compareTexts(one.input.eventKey, other.input.eventKey);

/** The events of a batch that one node stores. */
interface Share {
  readonly node: number;
  readonly events: readonly OwnedEvent[];
  readonly now: Date;
  readonly transaction: string | null;
}

interface ShareDone {
  readonly recorded: readonly string[];
  /** Why it is unknown whether an event was recorded. */
  readonly failed: readonly (readonly [id: string, why: unknown])[];
}

async function insertOn(nodes: NodePools, share: Share): Promise<ShareDone> {
  const { events } = share;
  const allFailed = (why: unknown): ShareDone => ({
    recorded: [],
    failed: events.map(({ event }) => [event.id, why]),
  });
  const node = await nodes.nodeOf(share.node);
  if (nodes.isAway(node)) return allFailed(nodeAway(node.name));
  try {
    const rows = await node.run<{ readonly id: string }>(...insertOf(share));
    return { recorded: rows.map(({ id }) => id), failed: [] };
  } catch (error) {
    if (!isRefused(error)) {
      nodes.noteAway(node);
      return allFailed(nodeAway(node.name, error));
    }
    if (events.length === 1) return allFailed(error);
    // One event may have caused it. Other nodes may have recorded theirs, so the batch as a whole is not sent again.
    const middle = Math.ceil(events.length / 2);
    const first = await insertOn(nodes, { ...share, events: events.slice(0, middle) });
    const second = await insertOn(nodes, { ...share, events: events.slice(middle) });
    return {
      recorded: [...first.recorded, ...second.recorded],
      failed: [...first.failed, ...second.failed],
    };
  }
}

const nodeAway = (name: string, cause?: unknown) =>
  new NodeAway(`The node ${name} of the database does not record usage events.`, { cause });

/** The node that stores the events of a subscription. */
const findNodes = {
  name: "find_nodes_of_usage",
  text: `
  SELECT given.id, node.nodename || ':' || node.nodeport AS name
    FROM (SELECT DISTINCT unnest($1::text[])) AS given (id)
    JOIN pg_dist_placement placement
      ON placement.shardid = get_shard_id_for_distribution_column('usage_events', given.id)
    JOIN pg_dist_node node ON node.groupid = placement.groupid AND node.noderole = 'primary'`,
};

/**
 * Records a batch through the coordinator, without the events of nodes that are away: one of these would fail all others.
 *
 * @param run runs a statement on the coordinator
 * @param record records a batch in one transaction
 */
export async function recordWithoutAway(
  { run, nodes }: { readonly run: RunStatement; readonly nodes: NodePools },
  batch: UsageToRecord,
  record: (some: UsageToRecord) => Promise<RecordedUsageBatch>,
): Promise<RecordedUsageBatch> {
  const recordSome = async () => {
    if (!nodes.isSomeAway) return record(batch);
    const ids = textArray(batch.events, ({ input }) => input.subscriptionId);
    const found = await run<{ readonly id: string; readonly name: string }>(findNodes, [ids]);
    const away = new Map(
      found
        .filter((one) => nodes.isAway(one))
        .map(({ id, name }) => [id, { outcome: "failed", error: nodeAway(name) } as const]),
    );
    const kept = batch.events.flatMap(({ input }, index) =>
      away.has(input.subscriptionId) ? [] : index,
    );
    const recorded = await record({
      ...batch,
      events: kept.flatMap((index) => batch.events[index] ?? []),
      places: kept.flatMap((index) => batch.places[index] ?? []),
    });
    const failed = new Map(
      batch.events.map(({ id, input }) => [id, away.get(input.subscriptionId)] as const),
    );
    return {
      ...recorded,
      verdictOf: (id: string) => failed.get(id) ?? recorded.verdictOf(id),
    };
  };
  try {
    return await recordSome();
  } catch (error) {
    // It is said before the coordinator commits only, so nothing was recorded.
    if (!isNodeLost(error) || !(await nodes.findAway())) throw error;
    return recordSome();
  }
}

/**
 * Records events through the coordinator, in its transaction. Citus commits in two phases what changes a table on the
 * coordinator that it knows. Otherwise it would commit the events of one node before the coordinator's own rows.
 *
 * @returns false when one of the events exists; the transaction must be rolled back
 */
export async function insertInTwoPhases(
  tx: AnyTransaction,
  admitted: readonly OwnedEvent[],
  now: Date,
): Promise<boolean> {
  if (admitted.length === 0) return true;
  const events = admitted.toSorted(bySubscriptionAndKey);
  const [, rows] = await Promise.all([
    runStatement(tx, inTwoPhases, []),
    runStatement(tx, ...insertOf({ events, now, transaction: null })),
  ]);
  return rows.length === events.length;
}

/** The table is always empty (db/citus/distribute.ts). */
const inTwoPhases = { name: "in_two_phases", text: "DELETE FROM two_phase_commits" };

/** The statement for a share, and its values. */
function insertOf({
  events,
  now,
  transaction,
}: Omit<Share, "node">): [Statement, (string | null)[]] {
  const time = now.toISOString();
  const few = insertRows.find(({ rows }) => rows >= events.length);
  if (few === undefined) {
    const arrays = columnValues.map((of) => textArray(events, (one) => of(one, time)));
    return [insertArrays, [...arrays, time, transaction]];
  }
  const values = events.map((one) => columnValues.map((of) => of(one, time)));
  // The last row again, until the statement is full: a key that is there is passed over.
  const last = values.at(-1) ?? [];
  while (values.length < few.rows) values.push(last);
  return [few.statement, [time, transaction, ...values.flat()]];
}
