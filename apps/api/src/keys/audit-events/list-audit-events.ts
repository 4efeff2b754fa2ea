import type { z } from "zod";
import type { AuditEventQuery } from "../../contract/audit-events.ts";
import type { AuditEvent } from "../../db/generated/client.ts";
import type { Page } from "../../lib/lists.ts";
import type { Parts } from "../../ports/parts.ts";
import { findAuditEvents } from "./store.ts";

export function listAuditEvents(
  { db, tenant }: Parts,
  query: z.output<typeof AuditEventQuery>,
): Promise<Page<AuditEvent>> {
  return findAuditEvents(db, tenant, query);
}
