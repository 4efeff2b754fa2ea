import type { Queryable } from "../../db/client.ts";
import type { AuditEvent } from "../../db/generated/client.ts";

/** @param serviceId the service whose owner is stored when the event has no `ownerId` */
export async function insertAuditEvent(
  tx: Queryable,
  { id, ownerId, apiKeyId, operation, recordId, requestId, createdAt }: AuditEvent,
  serviceId: string | null,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO audit_events
      (id, owner_id, api_key_id, operation, record_id, request_id, created_at)
    VALUES
      (${id}, coalesce(${ownerId}, (SELECT owner_id FROM services WHERE id = ${serviceId})),
       ${apiKeyId}, ${operation}, ${recordId}, ${requestId}, ${createdAt})`;
}

/** Inserts audit rows that differ only in id, record and owner. */
export async function insertAuditEvents(
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
