import type { Queryable } from "../../../db/client.ts";
import { type AuditEvent, Prisma } from "../../../db/generated/client.ts";
import { type ListQuery, newestFirst, readPage } from "../../../db/list-page.ts";
import type { Page } from "../../../kit/lists.ts";
import type { Tenant } from "../../../kit/tenant.ts";
import { AuditEventPage, AuditEventQuery } from "../../../schemas/audit-events.ts";
import { read } from "../../define.ts";

const { sql } = Prisma;

const list = {
  table: sql`audit_events`,
  owner: { column: sql`owner_id` },
  filters: {
    apiKeyId: { column: sql`api_key_id` },
    // A record never changes its owner, so any of its audit events tells the owner.
    recordId: {
      column: sql`record_id`,
      sellerOf: (id: string) => sql`
        (SELECT owner_id FROM audit_events WHERE record_id = ${id}
         ORDER BY created_at DESC, id DESC LIMIT 1)`,
    },
  },
};

export function findAuditEvents(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<AuditEvent>> {
  return readPage(db, list, tenant, query, (tx, ids) =>
    tx.auditEvent.findMany({ where: { id: { in: ids } }, orderBy: newestFirst }),
  );
}

export const listAuditEvents = read("GET /audit-events", {
  name: "auditEvents.list",
  summary: "List audit events, newest first",
  description:
    "Returns one audit event for every write by an API key, stored in the same transaction as the write. Usage events have none.",
  input: AuditEventQuery,
  output: AuditEventPage,
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findAuditEvents(db, tenant, query);
    return { auditEvents: rows, nextCursor: next };
  },
});
