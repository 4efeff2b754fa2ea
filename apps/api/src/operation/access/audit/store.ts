import type { Queryable } from "../../../db/client.ts";
import type { AuditEvent } from "../../../db/generated/client.ts";
import { runStatement } from "../../../db/statements.ts";

const insert = {
  name: "insert_audit_event",
  text: `
  INSERT INTO audit_events (id, owner_id, api_key_id, operation, record_id, request_id, created_at)
  VALUES ($1, coalesce($2::text, (SELECT owner_id FROM services WHERE id = $3)), $4, $5, $6, $7, $8)`,
};

/** @param serviceId the service whose owner is stored when the event has no `ownerId` */
export async function insertAuditEvent(
  tx: Queryable,
  { id, ownerId, apiKeyId, operation, recordId, requestId, createdAt }: AuditEvent,
  serviceId: string | null,
): Promise<void> {
  const values = [id, ownerId, serviceId, apiKeyId, operation, recordId, requestId, createdAt];
  await runStatement(tx, insert, values);
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
