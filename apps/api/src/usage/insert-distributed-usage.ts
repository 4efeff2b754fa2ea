import type { Pool } from "pg";
import type { NodePools } from "../db/citus/node-pools.ts";
import { isRefused, statementRunner } from "../db/statements.ts";
import type { Reported } from "../ports/meter.ts";
import {
  givenEvents,
  type InsertUsage,
  type ParentRows,
  parentsOfGiven,
  readParents,
  validEvents,
  valuesOf,
} from "./insert-usage.ts";

/** The events that are valid, the group of the node that stores each, and the records that all events reference. */
const check = {
  name: "check_usage",
  text: `
  WITH ${givenEvents}, owned AS (
    SELECT given.id, subscription.owner_id AS "ownerId", given.subscription_id ${validEvents}
  ), placed AS (
    SELECT subscription.id, placement.groupid
      FROM (SELECT DISTINCT subscription_id AS id FROM owned) subscription
      JOIN pg_dist_placement placement
        ON placement.shardid = get_shard_id_for_distribution_column('usage_events', subscription.id)
  )
  SELECT (SELECT json_agg(json_build_object('id', owned.id, 'ownerId', owned."ownerId", 'group', placed.groupid))
            FROM owned JOIN placed ON placed.id = owned.subscription_id) AS valid,
         ${parentsOfGiven}`,
};

interface Valid {
  readonly id: string;
  readonly ownerId: string;
  /** Of the node that stores it. */
  readonly group: number;
}

type Event = Reported & { readonly id: string };
type Placed = Event & Omit<Valid, "group">;

/** The part of a batch that one node stores, in one statement and so one commit. */
const insert = {
  name: "insert_usage",
  text: `
  INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, invoice_id, api_key_id,
                            idempotency_hash, event_key, quantity, occurred_at, created_at, recorded_in)
  SELECT given.*, $12::timestamptz, $13::xid8
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                $8::text[], $9::text[], $10::numeric[], $11::timestamptz[]) AS given
  ON CONFLICT (subscription_id, event_key) DO NOTHING
  RETURNING id`,
};

/**
 * Records events on the nodes that store them. The coordinator checks the events, and each node gets its part in a
 * statement of its own, so that a node that is down fails its own events alone. Parts on several nodes name one
 * transaction of the coordinator, by which readers see all of them or none (db/citus/whole-batches.ts).
 */
export function insertDistributedUsage(coordinator: Pool, nodes: NodePools): InsertUsage {
  const run = statementRunner(coordinator);
  return async (events, now) => {
    const [answer] = await run<{ readonly valid: readonly Valid[] | null } & ParentRows>(
      check,
      valuesOf(events, now),
    );
    if (answer === undefined) throw new Error("A SELECT without FROM answers with one row.");
    const parts = partsOf(events, answer.valid ?? []);
    const send = (transaction: string | null) =>
      Promise.all(
        parts.map(([group, part]) => insertPart(nodes, { group, part, now, transaction })),
      );
    const done = parts.length > 1 ? await inOneTransaction(coordinator, send) : await send(null);
    return {
      recorded: new Set(done.flatMap(({ recorded }) => recorded)),
      failed: new Map(done.flatMap(({ failed }) => failed)),
      parents: readParents(answer),
    };
  };
}

/** The valid events by the group of their node. All processes insert in the same order: otherwise two could deadlock. */
function partsOf(events: readonly Event[], valid: readonly Valid[]): [number, Placed[]][] {
  const known = new Map(valid.map((one) => [one.id, one]));
  const parts = new Map<number, Placed[]>();
  for (const event of events) {
    const found = known.get(event.id);
    if (found === undefined) continue;
    const part = parts.get(found.group) ?? [];
    part.push({ ...event, ownerId: found.ownerId });
    parts.set(found.group, part);
  }
  for (const part of parts.values()) {
    part.sort(
      ({ input: one }, { input: other }) =>
        compare(one.subscriptionId, other.subscriptionId) || compare(one.eventKey, other.eventKey),
    );
  }
  return [...parts].sort(([one], [other]) => one - other);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Runs work while a transaction of the coordinator is open, and ends it before the work's result is told. */
async function inOneTransaction<T>(
  coordinator: Pool,
  work: (transaction: string) => Promise<T>,
): Promise<T> {
  const connection = await coordinator.connect();
  let broken = true;
  try {
    await connection.query("BEGIN");
    const { rows } = await connection.query<{ xid: string }>(
      "SELECT pg_current_xact_id()::text AS xid",
    );
    const result = await work(rows[0]?.xid ?? "");
    await connection.query("COMMIT");
    broken = false;
    return result;
  } finally {
    connection.release(broken); // a closed connection ends its transaction too
  }
}

interface Part {
  readonly group: number;
  readonly part: readonly Placed[];
  readonly now: Date;
  readonly transaction: string | null;
}

interface PartDone {
  readonly recorded: readonly string[];
  /** What failed events. It is unknown whether they were recorded. */
  readonly failed: readonly (readonly [id: string, error: unknown])[];
}

async function insertPart(
  nodes: NodePools,
  { group, part, now, transaction }: Part,
): Promise<PartDone> {
  const allFailed = (error: unknown): PartDone => ({
    recorded: [],
    failed: part.map(({ id }) => [id, error]),
  });
  const node = await nodes.nodeOf(group);
  if (nodes.isAway(node)) return allFailed(new NodeAway(node.name));
  try {
    const rows = await statementRunner(node.pool)<{ id: string }>(
      insert,
      rowsOf(part, now, transaction),
    );
    return { recorded: rows.map(({ id }) => id), failed: [] };
  } catch (error) {
    if (!isRefused(error)) {
      nodes.noteAway(node);
      return allFailed(new NodeAway(node.name, { cause: error }));
    }
    if (part.length === 1) return allFailed(error);
    const middle = Math.ceil(part.length / 2);
    const halves = [part.slice(0, middle), part.slice(middle)].map((half) =>
      insertPart(nodes, { group, part: half, now, transaction }),
    );
    const [first, second] = await Promise.all(halves);
    return {
      recorded: [...(first?.recorded ?? []), ...(second?.recorded ?? [])],
      failed: [...(first?.failed ?? []), ...(second?.failed ?? [])],
    };
  }
}

/** A node of the database that stores usage events cannot be reached. */
export class NodeAway extends Error {
  override readonly name = "NodeAway";
  constructor(node: string, options?: ErrorOptions) {
    super(`The node ${node} of the database does not record usage events.`, options);
  }
}

const rowsOf = (part: readonly Placed[], now: Date, transaction: string | null): unknown[] => [
  part.map(({ id }) => id),
  part.map(({ input }) => input.serviceId),
  part.map(({ ownerId }) => ownerId),
  part.map(({ input }) => input.subscriptionId),
  part.map(({ input }) => input.userId),
  part.map(({ input }) => input.invoiceId ?? null),
  part.map(({ apiKeyId }) => apiKeyId),
  part.map(({ idempotencyHash }) => idempotencyHash),
  part.map(({ input }) => input.eventKey),
  part.map(({ input }) => input.quantity.toFixed()),
  part.map(({ input }) => (input.occurredAt ?? now).toISOString()),
  now.toISOString(),
  transaction,
];
