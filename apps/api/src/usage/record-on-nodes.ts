import type { NodePools } from "../db/citus/node-pools.ts";
import { isRefused, type RunStatement } from "../db/statements.ts";
import { textArray } from "../db/text-array.ts";
import {
  eventValues,
  type NamedAnswer,
  type NewEvent,
  namedRecords,
  namedValues,
  type RecordBatch,
  type UsageToRecord,
} from "./insert-usage.ts";

/** Of the combinations of records that events name: which are valid, and the node that stores their events. */
const check = {
  name: "check_usage",
  text: `
  WITH ${namedRecords("$11", "$12")}, placed AS (
    SELECT subscription.id, placement.groupid
      FROM (SELECT DISTINCT subscription_id AS id FROM named WHERE is_valid) subscription
      JOIN pg_dist_placement placement
        ON placement.shardid = get_shard_id_for_distribution_column('usage_events', subscription.id)
  )
  SELECT pg_postmaster_start_time()::text AS server,
         (SELECT json_agg(json_build_object('place', named.place, 'ownerId', named.owner_id,
                                            'node', placed.groupid))
            FROM named JOIN placed ON placed.id = named.subscription_id
           WHERE named.is_valid) AS valid,
         (SELECT json_agg(changed) FROM named WHERE changed IS NOT NULL) AS changed`,
};

interface Valid {
  /** Of a combination, from 1. */
  readonly place: number;
  readonly ownerId: string;
  /** Citus's number of the node's group. */
  readonly node: number;
}

/** Records the events that one node stores, in one statement and so one commit. */
const insert = {
  name: "insert_usage",
  text: `
  INSERT INTO usage_events (service_id, owner_id, subscription_id, user_id, invoice_id, api_key_id, id,
                            idempotency_hash, event_key, quantity, occurred_at, created_at, recorded_in,
                            recorded_at)
  SELECT given.*, $12::timestamptz, $13::xid8, CASE WHEN $13::xid8 IS NOT NULL THEN now() END
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                $8::text[], $9::text[], $10::numeric[], $11::timestamptz[]) AS given
  ON CONFLICT (subscription_id, event_key) DO NOTHING
  RETURNING id`,
};

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
 * (db/citus/whole-batches.ts).
 *
 * @param run runs statements on the coordinator
 */
export function recordOnNodes(run: RunStatement, nodes: NodePools): RecordBatch {
  return async (batch) => {
    const [answer] = await run<NamedAnswer & { readonly valid: readonly Valid[] | null }>(check, [
      ...namedValues(batch.groups),
      batch.now.toISOString(),
      batch.server,
    ]);
    if (answer === undefined) throw new Error("A SELECT without FROM answers with one row.");
    const { valid, ...named } = answer;
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
      ...named,
      isRecorded: (id) => recorded.has(id),
      verdictOf: (id) =>
        failed.has(id) ? { outcome: "failed", error: failed.get(id) } : undefined,
    };
  };
}

/**
 * The valid events of each node. Every process inserts in the same order: otherwise two of them could deadlock on unique
 * keys.
 */
function partsOf(
  { events, places }: UsageToRecord,
  valid: readonly Valid[],
): Map<number, ValidEvent[]> {
  const known = new Map(valid.map((one) => [one.place, one]));
  const parts = new Map<number, ValidEvent[]>();
  for (const [index, event] of events.entries()) {
    const found = known.get(places[index] ?? 0);
    if (found === undefined) continue;
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
    const rows = await node.run<{ readonly id: string }>(insert, valuesOf(part));
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

function valuesOf({ events: valid, now, transaction }: Part): (string | null)[] {
  const events = valid.map(({ event }) => event);
  const [ids, , hashes, keys, quantities, times] = eventValues({ events, places: [], now });
  return [
    textArray(events, ({ input }) => input.serviceId),
    textArray(valid, ({ ownerId }) => ownerId),
    textArray(events, ({ input }) => input.subscriptionId),
    textArray(events, ({ input }) => input.userId),
    textArray(events, ({ input }) => input.invoiceId ?? null),
    textArray(events, ({ apiKeyId }) => apiKeyId),
    ids ?? null,
    hashes ?? null,
    keys ?? null,
    quantities ?? null,
    times ?? null,
    now.toISOString(),
    transaction,
  ];
}
