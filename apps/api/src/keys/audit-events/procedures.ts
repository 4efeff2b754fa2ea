import { AuditEventPage, AuditEventQuery } from "../../contract/audit-events.ts";
import { rest, router, withKey } from "../../operation/base.ts";
import { listAuditEvents } from "./list-audit-events.ts";

export const auditEvents = router({
  list: withKey
    .meta(
      rest("GET /audit-events", "List writes, newest first", {
        description:
          "Every write by an API key, noted together with its effect. Usage events are not among them.",
      }),
    )
    .input(AuditEventQuery)
    .output(AuditEventPage)
    .query(async ({ ctx, input }) => {
      const { rows, next } = await listAuditEvents(ctx.parts, input);
      return { auditEvents: rows, nextCursor: next };
    }),
});
