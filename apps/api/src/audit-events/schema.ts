import { z } from "zod";
import { id, timeOut } from "../shared/answers.ts";
import { filterId, request } from "../shared/fields.ts";
import { nextCursor, page } from "../shared/lists.ts";

export const AuditEventQuery = request({
  apiKeyId: filterId().meta({ description: "The key that wrote" }),
  recordId: filterId().meta({ description: "What was written" }),
  ...page("audit-events"),
}).prefault({});

const AuditEvent = z
  .object({
    id: id(),
    apiKeyId: id().meta({
      description: "The key that wrote; `bootstrap` is the one in the server's configuration",
    }),
    operation: z.string().meta({
      description: "By its name over tRPC: noun and verb",
      example: "invoices.create",
    }),
    recordId: id().meta({ description: "Id of what was written" }),
    requestId: z.string().meta({
      description: "`X-Request-Id` of the call",
      example: "7c1e9a52-3d0b-4f6a-9b1d-2f8e4c5a6b70",
    }),
    createdAt: timeOut(),
  })
  .meta({ id: "AuditEvent", description: "A write, noted in the same transaction." });

export const AuditEventPage = z.object({
  auditEvents: z.array(AuditEvent),
  nextCursor: nextCursor("audit-events"),
});
