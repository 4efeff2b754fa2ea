import type { z } from "zod";
import type { AuditEvent } from "../db/generated/client.ts";
import type { Parts } from "../parts.ts";
import type { Page } from "../shared/lists.ts";
import type { AuditEventQuery } from "./schema.ts";
import { findAuditEvents } from "./store.ts";

export function listAuditEvents(
  { db, tenant }: Parts,
  query: z.output<typeof AuditEventQuery>,
): Promise<Page<AuditEvent>> {
  return findAuditEvents(db, tenant, query);
}
