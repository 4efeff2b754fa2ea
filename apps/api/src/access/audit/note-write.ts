import type { Queryable } from "../../db/client.ts";
import { newEventId } from "../../lib/ids.ts";
import type { Tenant } from "../../lib/tenant.ts";
import { insertAuditEvent, insertAuditEvents } from "./store.ts";

/** What an answer says of whose its record is: a service names its owner, all else a service. */
interface WrittenRecord {
  readonly id: string;
  readonly ownerId?: string;
  readonly serviceId?: string;
  /** Without a service it is an API key's: the seller that it speaks for. */
  readonly userId?: string | null;
}

interface Write {
  readonly apiKeyId: string;
  readonly tenant: Tenant;
  readonly operation: string;
  readonly requestId: string;
  readonly at: Date;
}

/** Notes who wrote a record, for the seller whose it is, in the transaction of the write. */
export async function noteWrite(
  tx: Queryable,
  { apiKeyId, tenant, operation, requestId, at }: Write,
  record: WrittenRecord,
): Promise<void> {
  const { id: recordId, serviceId, ownerId } = record;
  const owner = tenant ?? ownerId ?? (serviceId === undefined ? (record.userId ?? null) : null);
  const event = { id: newEventId(at), apiKeyId, operation, recordId, requestId, createdAt: at };
  await insertAuditEvent(tx, { ...event, ownerId: owner }, serviceId ?? null);
}

/** The same of several at once, none of which is of a service. */
export async function noteWrites(
  tx: Queryable,
  { apiKeyId, tenant, operation, requestId, at }: Write,
  records: readonly Pick<WrittenRecord, "id" | "userId">[],
): Promise<void> {
  const each = records.map(({ id, userId = null }) => ({
    id: newEventId(at),
    recordId: id,
    ownerId: tenant ?? userId,
  }));
  await insertAuditEvents(tx, { apiKeyId, operation, requestId, createdAt: at }, each);
}

/** The record in an answer like `{invoice: {id, …}}`. */
export function recordIn(answer: object): WrittenRecord {
  const record = Object.values(answer).find(isRecord);
  if (record === undefined) throw new Error("A write answers with the record that it wrote.");
  return record;
}

function isRecord(value: unknown): value is WrittenRecord {
  return typeof value === "object" && value !== null && "id" in value;
}
