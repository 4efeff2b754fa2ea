import { AuditEventPage, AuditEventQuery } from "../../contract/audit-events.ts";
import { read } from "../../operation/define.ts";
import { listAuditEvents } from "./list-audit-events.ts";

export const auditEvents = {
  list: read("GET /audit-events", {
    name: "auditEvents.list",
    summary: "List writes, newest first",
    description:
      "Every write by an API key, noted together with its effect. Usage events are not among them.",
    input: AuditEventQuery,
    output: AuditEventPage,
    run: async (work, input) => {
      const { rows, next } = await listAuditEvents(work, input);
      return { auditEvents: rows, nextCursor: next };
    },
  }),
};
