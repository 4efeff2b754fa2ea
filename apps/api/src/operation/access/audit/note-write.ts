import type { InTransaction, Queryable } from "../../../db/client.ts";
import type { AuditEvent } from "../../../db/generated/client.ts";
import { runStatement } from "../../../db/statements.ts";
import { realTime } from "../../../kit/clock.ts";
import { newEventId } from "../../../kit/ids.ts";
import type { Tenant } from "../../../kit/tenant.ts";
import type { Caller } from "../auth/authenticate.ts";

const insert = {
  name: "insert_audit_event",
  text: `
  INSERT INTO audit_events (id, owner_id, api_key_id, operation, record_id, request_id, created_at)
  VALUES ($1, coalesce($2::text, (SELECT owner_id FROM services WHERE id = $3)), $4, $5, $6, $7, $8)`,
};

/** @param serviceId the service whose owner is stored when the event has no `ownerId` */
async function insertAuditEvent(
  tx: Queryable,
  { id, ownerId, apiKeyId, operation, recordId, requestId, createdAt }: AuditEvent,
  serviceId: string | null,
): Promise<void> {
  const values = [id, ownerId, serviceId, apiKeyId, operation, recordId, requestId, createdAt];
  await runStatement(tx, insert, values);
}

/** Inserts audit rows that differ only in id, record and owner. */
async function insertAuditEvents(
  tx: Queryable,
  { apiKeyId, operation, requestId, createdAt }: Omit<AuditEvent, "id" | "recordId" | "ownerId">,
  each: readonly Pick<AuditEvent, "id" | "recordId" | "ownerId">[],
): Promise<void> {
  const [ids, recordIds] = [each.map(({ id }) => id), each.map(({ recordId }) => recordId)];
  const ownerIds = each.map(({ ownerId }) => ownerId);
  await tx.$executeRaw`
    INSERT INTO audit_events
      (id, owner_id, api_key_id, operation, record_id, request_id, created_at)
    SELECT id, owner_id, ${apiKeyId}, ${operation}, record_id, ${requestId}, ${createdAt}
      FROM unnest(${ids}::text[], ${ownerIds}::text[], ${recordIds}::text[])
           event (id, owner_id, record_id)`;
}

/** The fields of a written record that tell its owner: some have an `ownerId`, most a `serviceId`. */
interface WrittenRecord {
  readonly id: string;
  readonly ownerId?: string | null;
  readonly serviceId?: string;
  /** The seller of an API key, which belongs to no service. */
  readonly userId?: string | null;
}

/** Who wrote, and how. */
interface Write {
  readonly apiKeyId: string;
  readonly tenant: Tenant;
  readonly operation: string;
  readonly requestId: string;
}

/** Returns who writes in a call, for the audit rows of records that it writes besides its own. */
export function writeOf(
  {
    by,
    request,
  }: { readonly by: Pick<Caller, "keyId" | "tenant">; readonly request: { readonly id: string } },
  operation: string,
): Write {
  return { apiKeyId: by.keyId, tenant: by.tenant, operation, requestId: request.id };
}

/** Writes the audit row of a write, in the same transaction, with the real time. The row belongs to the owner of the record. */
export async function noteWrite(
  { tx, now: at }: InTransaction,
  { apiKeyId, tenant, operation, requestId }: Write,
  record: WrittenRecord,
): Promise<void> {
  const now = realTime(at);
  const { id: recordId, serviceId, ownerId } = record;
  const keyOwner = serviceId === undefined ? (record.userId ?? null) : null;
  const owner = tenant ?? (ownerId === undefined ? keyOwner : ownerId);
  const event = { id: newEventId(now), apiKeyId, operation, recordId, requestId, createdAt: now };
  await insertAuditEvent(tx, { ...event, ownerId: owner }, serviceId ?? null);
}

/** Writes the audit rows of several records that belong to no service. */
export async function noteWrites(
  { tx, now }: InTransaction,
  { apiKeyId, tenant, operation, requestId }: Write,
  records: readonly Pick<WrittenRecord, "id" | "userId">[],
): Promise<void> {
  const each = records.map(({ id, userId = null }) => ({
    id: newEventId(now),
    recordId: id,
    ownerId: tenant ?? userId,
  }));
  await insertAuditEvents(tx, { apiKeyId, operation, requestId, createdAt: now }, each);
}

/** The record in an answer like `{invoice: {id, …}}`. */
export function recordIn(answer: object): WrittenRecord {
  const record = Object.values(answer).find(isRecord);
  if (record === undefined) throw new Error("The answer of a write must contain a record.");
  return record;
}

function isRecord(value: unknown): value is WrittenRecord {
  return typeof value === "object" && value !== null && "id" in value;
}
