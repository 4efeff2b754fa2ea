import type { Queryable } from "../db/client.ts";
import type { AuditEvent } from "../db/generated/client.ts";

/** @param serviceId gives the owner where the event itself has none */
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
