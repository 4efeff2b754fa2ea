import { inSnapshot, type Queryable } from "../../db/client.ts";
import { Prisma } from "../../db/generated/client.ts";
import {
  jsonObject,
  type RecordOf,
  readRecords,
  recordStatement,
  type SqlJson,
} from "../../db/json-rows.ts";
import { readPage } from "../../db/list-page.ts";
import { readEmailAddress } from "../../kit/email-address.ts";
import { inOrder } from "../../kit/in-order.ts";
import type { Page, PageRequest } from "../../kit/lists.ts";
import type { Tenant } from "../../kit/tenant.ts";
import { type FoundPlace, maxCounted } from "../../schemas/subscribers.ts";

const { empty, sql } = Prisma;

/** A subscriber, with counts of the records that the tenant sees. */
interface SubscriberRow {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly subscribedAt: Date;
  readonly subscriptionCount: number;
  readonly activeSubscriptionCount: number;
  readonly openInvoiceCount: number;
}

interface Asking {
  readonly db: Queryable;
  readonly tenant: Tenant;
  readonly now: Date;
}

/** The tenant's name in the table: the platform's is empty. */
const nameOf = (tenant: Tenant) => tenant ?? "";

export async function findSubscriber(asking: Asking, id: string): Promise<SubscriberRow | null> {
  const [subscriber] = await inSnapshot(asking.db, (tx) => load({ ...asking, db: tx }, [id]));
  return subscriber ?? null;
}

/** Reads a page of subscribers, newest first. */
export function findSubscribers(asking: Asking, query: PageRequest): Promise<Page<SubscriberRow>> {
  const { db, tenant } = asking;
  const list = {
    table: sql`subscribers`,
    owner: { column: sql`tenant` },
    filters: {},
    only: sql`tenant = ${nameOf(tenant)}`,
  };
  return readPage(db, list, null, query, (tx, ids) => load({ ...asking, db: tx }, ids));
}

interface FoundPage {
  readonly rows: SubscriberRow[];
  readonly next: FoundPlace | null;
}

interface Search {
  readonly search: string;
  readonly limit: number;
  readonly cursor?: FoundPlace | undefined;
}

/**
 * Reads a page of the subscribers whose e-mail address or id has a prefix: by e-mail address, then those that only the id
 * finds. Each of the two is one range of an index.
 */
export function searchSubscribers(asking: Asking, query: Search): Promise<FoundPage> {
  return inSnapshot(asking.db, async (tx) => {
    const found = await tx.$queryRaw<FoundPlace[]>(placesOf(asking.tenant, query));
    const shown = found.slice(0, query.limit);
    const rows = await load(
      { ...asking, db: tx },
      shown.map(({ id }) => id),
    );
    return { rows, next: found.length > shown.length ? (shown.at(-1) ?? null) : null };
  });
}

function placesOf(tenant: Tenant, { search, limit, cursor }: Search): Prisma.Sql {
  const prefix = (readEmailAddress(search) ?? search.normalize("NFC")).toLowerCase();
  const end = `${prefix}\u{10ffff}`; // no text with the prefix comes after it
  const within = (column: Prisma.Sql) =>
    sql`tenant = ${nameOf(tenant)} AND ${column} >= ${prefix} AND ${column} < ${end}`;
  const byEmail = sql`
    SELECT 'email' AS by, email_key AS key, id FROM subscribers
     WHERE ${within(sql`email_key`)}
           ${cursor?.by === "email" ? sql`AND (email_key, id) > (${cursor.key}, ${cursor.id})` : empty}
     ORDER BY email_key, id LIMIT ${limit + 1}`;
  const byId = sql`
    SELECT 'id' AS by, '' AS key, id FROM subscribers
     WHERE ${within(sql`id`)} AND NOT (email_key >= ${prefix} AND email_key < ${end})
           ${cursor?.by === "id" ? sql`AND id > ${cursor.id}` : empty}
     ORDER BY id LIMIT ${limit + 1}`;
  return cursor?.by === "id"
    ? byId
    : sql`SELECT by, key, id FROM ((${byEmail}) UNION ALL (${byId})) AS found
           ORDER BY by, key, id LIMIT ${limit + 1}`;
}

const counted: SqlJson<number>["read"] = (count) => count as number;

/** @param own the condition that a record is the tenant's */
const subscribersWith = (name: string, own: string) =>
  recordStatement(
    name,
    jsonObject("subscriber", "Subscriber", {
      user: jsonObject("people", "User"),
      subscriptionCount: { sql: "subscriptions.count", read: counted },
      activeSubscriptionCount: { sql: "subscriptions.active", read: counted },
      openInvoiceCount: { sql: "invoices.count", read: counted },
    }),
    `FROM subscribers subscriber
      JOIN users people ON people.id = subscriber.id COLLATE "default"
     CROSS JOIN LATERAL (
        SELECT count(*) AS count,
               count(*) FILTER (WHERE status = 'ACTIVE' AND (cancel_at IS NULL OR cancel_at > $3)) AS active
          FROM (SELECT status, cancel_at FROM subscriptions one WHERE one.user_id = people.id ${own}
                 ORDER BY created_at DESC, one.id DESC LIMIT ${maxCounted}) AS counted
      ) AS subscriptions
     CROSS JOIN LATERAL (
        SELECT count(*) AS count
          FROM (SELECT FROM invoices one WHERE one.user_id = people.id ${own} AND one.status = 'OPEN' AND one.amount > 0
                   AND (one.due_at IS NULL OR one.due_at > $3) LIMIT ${maxCounted}) AS counted
      ) AS invoices
     WHERE subscriber.id = ANY ($1::text[]) AND subscriber.tenant = $2`,
  );

const ofSeller = subscribersWith("find_subscribers", "AND one.owner_id = $2");
const ofPlatform = subscribersWith("find_all_subscribers", "");

/** @returns the tenant's subscribers with these ids, in order */
async function load({ db, tenant, now }: Asking, ids: readonly string[]): Promise<SubscriberRow[]> {
  if (ids.length === 0) return [];
  const statement = tenant === null ? ofPlatform : ofSeller;
  const rows = await readRecords(db, statement, [ids, nameOf(tenant), now]);
  return inOrder(ids, rows)
    .flatMap((row) => row ?? [])
    .map(shown);
}

function shown({
  user: { id, email, name },
  createdAt: subscribedAt,
  subscriptionCount,
  activeSubscriptionCount,
  openInvoiceCount,
}: RecordOf<typeof ofSeller>): SubscriberRow {
  const counts = { subscriptionCount, activeSubscriptionCount, openInvoiceCount };
  return { id, email, name, subscribedAt, ...counts };
}
