import type { NodePools } from "../db/citus/node-pools.ts";
import { isRefused, type RunStatement, type Statement, textArray } from "../db/statements.ts";
import {
  type NewEvent,
  occurredBefore,
  type RecordedUsageBatch,
  type ReferenceAnswer,
  referencedRecords,
  referenceValues,
  type UsageToRecord,
} from "./insert-usage.ts";

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
           WHERE referenced.is_valid) AS valid,
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

const into = `INSERT INTO usage_events (service_id, owner_id, subscription_id, user_id, invoice_id, api_key_id, id,
                            idempotency_hash, event_key, quantity, occurred_at, created_at, recorded_in,
                            recorded_at)`;
const unlessRecorded = "ON CONFLICT (subscription_id, event_key) DO NOTHING RETURNING id";
const recordedAt = (transaction: string) =>
  `CASE WHEN ${transaction}::xid8 IS NOT NULL THEN now() END`;

/** Records the events that one node stores, in one statement and so one commit. The values of each column are an array. */
const insertArrays = {
  name: "insert_usage",
  text: `
  ${into}
  SELECT given.*, $12::timestamptz, $13::xid8, ${recordedAt("$13")}
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                $8::text[], $9::text[], $10::numeric[], $11::timestamptz[]) AS given
  ${unlessRecorded}`,
};

const columnTypes = [...Array<string>(9).fill("text"), "numeric", "timestamptz"];

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

/** A node that stores usage events does not record them. The caller gets what it gets while the database is away. */
class NodeAway extends Error {
  override readonly name = "NodeAway";
  readonly code = "08006"; // connection_failure
}

interface ValidEvent {
  readonly event: NewEvent;
  readonly ownerId: string;
}

/**
 * Records events on the nodes of Citus that store them. The coordinator checks the events. Then each node gets its own in
 * a statement of its own, so that a node that is down fails its own events alone. If there are several nodes, the events
 * name a transaction of the coordinator that ends when all nodes are done: readers see all of them or none
 * (db/citus/nodes.ts).
 *
 * @param run runs statements on the coordinator
 */
export async function recordOnNodes(
  run: RunStatement,
  nodes: NodePools,
  batch: UsageToRecord,
): Promise<RecordedUsageBatch> {
  const [answer] = await run<ReferenceAnswer & { readonly valid: readonly Valid[] | null }>(check, [
    ...referenceValues(batch.groups),
    batch.now.toISOString(),
    batch.server,
  ]);
  if (answer === undefined) throw new Error("A SELECT without FROM answers with one row.");
  const { valid, ...references } = answer;
  const parts = partsOf(batch, valid ?? []);
  const send = (transaction: string | null) =>
    Promise.all(
      [...parts].map(([node, events]) =>
        insertOn(nodes, { node, events, now: batch.now, transaction }),
      ),
    );
  const done = parts.size > 1 ? await nodes.inTransaction(send) : await send(null);
  const recorded = new Set(done.flatMap((part) => part.recorded));
  const failed = new Map(done.flatMap((part) => part.failed));
  return {
    ...references,
    isRecorded: (id) => recorded.has(id),
    verdictOf: (id) => (failed.has(id) ? { outcome: "failed", error: failed.get(id) } : undefined),
  };
}

/**
 * The valid events of each node. Every process inserts in the same order: otherwise two of them could deadlock on unique
 * keys.
 */
function partsOf(
  { events, places, now }: UsageToRecord,
  valid: readonly Valid[],
): Map<number, ValidEvent[]> {
  const known = new Map(valid.map((one) => [one.place, one]));
  const parts = new Map<number, ValidEvent[]>();
  for (const [index, event] of events.entries()) {
    const found = known.get(places[index] ?? 0);
    if (found === undefined) continue;
    const { endedAt } = found;
    if (endedAt !== null && !occurredBefore(event.input, new Date(endedAt), now)) continue;
    const part = parts.get(found.node) ?? [];
    part.push({ event, ownerId: found.ownerId });
    parts.set(found.node, part);
  }
  for (const part of parts.values()) part.sort(bySubscriptionAndKey);
  return parts;
}

const bySubscriptionAndKey = ({ event: one }: ValidEvent, { event: other }: ValidEvent) =>
  compare(one.input.subscriptionId, other.input.subscriptionId) ||
  compare(one.input.eventKey, other.input.eventKey);

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

interface Part {
  readonly node: number;
  readonly events: readonly ValidEvent[];
  readonly now: Date;
  readonly transaction: string | null;
}

interface PartDone {
  readonly recorded: readonly string[];
  /** Why it is unknown whether an event was recorded. */
  readonly failed: readonly (readonly [id: string, why: unknown])[];
}

async function insertOn(nodes: NodePools, part: Part): Promise<PartDone> {
  const { events } = part;
  const allFailed = (why: unknown): PartDone => ({
    recorded: [],
    failed: events.map(({ event }) => [event.id, why]),
  });
  const node = await nodes.nodeOf(part.node);
  const away = `The node ${node.name} of the database does not record usage events.`;
  if (nodes.isAway(node)) return allFailed(new NodeAway(away));
  try {
    const rows = await node.run<{ readonly id: string }>(...insertOf(part));
    return { recorded: rows.map(({ id }) => id), failed: [] };
  } catch (error) {
    if (!isRefused(error)) {
      nodes.noteAway(node);
      return allFailed(new NodeAway(away, { cause: error }));
    }
    if (events.length === 1) return allFailed(error);
    // One event may have caused it. Other parts may be recorded, so the batch as a whole is not sent again.
    const middle = Math.ceil(events.length / 2);
    const first = await insertOn(nodes, { ...part, events: events.slice(0, middle) });
    const second = await insertOn(nodes, { ...part, events: events.slice(middle) });
    return {
      recorded: [...first.recorded, ...second.recorded],
      failed: [...first.failed, ...second.failed],
    };
  }
}

/** The statement for a part, and its values. */
function insertOf({ events, now, transaction }: Part): [Statement, (string | null)[]] {
  const time = now.toISOString();
  const few = insertRows.find(({ rows }) => rows >= events.length);
  if (few === undefined) {
    const arrays = columns.map((of) => textArray(events, (one) => of(one, time)));
    return [insertArrays, [...arrays, time, transaction]];
  }
  const values = events.map((one) => columns.map((of) => of(one, time)));
  // The last row again, until the statement is full: a key that is there is passed over.
  const last = values.at(-1) ?? [];
  while (values.length < few.rows) values.push(last);
  return [few.statement, [time, transaction, ...values.flat()]];
}

const columns: readonly ((event: ValidEvent, time: string) => string | null)[] = [
  ({ event }) => event.input.serviceId,
  ({ ownerId }) => ownerId,
  ({ event }) => event.input.subscriptionId,
  ({ event }) => event.input.userId,
  ({ event }) => event.input.invoiceId ?? null,
  ({ event }) => event.apiKeyId,
  ({ event }) => event.id,
  ({ event }) => event.idempotencyHash,
  ({ event }) => event.input.eventKey,
  ({ event }) => event.input.quantity.toFixed(),
  ({ event }, time) => event.input.occurredAt?.toISOString() ?? time,
];
