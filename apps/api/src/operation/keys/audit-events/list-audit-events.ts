import { AuditEventPage, AuditEventQuery } from "../../../schemas/audit-events.ts";
import { read } from "../../define.ts";
import { findAuditEvents } from "./store.ts";

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
