import { z } from "zod";
import type { Queryable } from "../../../db/client.ts";
import { type AuditEvent as AuditEventRow, Prisma } from "../../../db/generated/client.ts";
import { type ListQuery, newestFirst, readPage } from "../../../db/list-page.ts";
import { component, id, timeOut } from "../../../kit/answers.ts";
import { filterId, request } from "../../../kit/fields.ts";
import { type Page, page, pageOf } from "../../../kit/lists.ts";
import type { Tenant } from "../../../kit/tenant.ts";
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

const AuditEvent = component(
  "AuditEvent",
  "A write by an API key, stored in the same transaction.",
  {
    id: id(),
    apiKeyId: id().meta({
      description:
        "Id of the API key that made the call. `bootstrap`: the key in the server's configuration",
    }),
    operation: z.string().meta({
      description: "Name of the operation in tRPC",
      example: "invoices.create",
    }),
    recordId: id().meta({ description: "Id of the written record" }),
    requestId: z.string().meta({
      description: "`X-Request-Id` of the call",
      example: "7c1e9a52-3d0b-4f6a-9b1d-2f8e4c5a6b70",
    }),
    createdAt: timeOut().meta({ description: "Time of the write" }),
  },
);

export function findAuditEvents(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<AuditEventRow>> {
  return readPage(db, list, tenant, query, (tx, ids) =>
    tx.auditEvent.findMany({ where: { id: { in: ids } }, orderBy: newestFirst }),
  );
}

const AuditEventQuery = request({
  apiKeyId: filterId().meta({ description: "Only writes by this key" }),
  recordId: filterId().meta({ description: "Only writes to the record with this id" }),
  ...page("audit-events"),
}).prefault({});

export const listAuditEvents = read("GET /audit-events", {
  name: "auditEvents.list",
  summary: "List audit events, newest first",
  description:
    "Returns one audit event for every write by an API key, stored in the same transaction as the write. Usage events have none.",
  input: AuditEventQuery,
  output: pageOf("auditEvents", AuditEvent, "audit-events"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findAuditEvents(db, tenant, query);
    return { auditEvents: rows, nextCursor: next };
  },
});
