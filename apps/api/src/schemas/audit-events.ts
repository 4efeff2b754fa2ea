import { z } from "zod";
import { id, timeOut } from "../kit/answers.ts";
import { filterId, request } from "../kit/fields.ts";
import { nextCursor, page } from "../kit/lists.ts";

export const AuditEventQuery = request({
  apiKeyId: filterId().meta({ description: "Only writes by this key" }),
  recordId: filterId().meta({ description: "Only writes to the record with this id" }),
  ...page("audit-events"),
}).prefault({});

const AuditEvent = z
  .object({
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
  })
  .meta({
    id: "AuditEvent",
    description: "A write by an API key, stored in the same transaction.",
  });

export const AuditEventPage = z.object({
  auditEvents: z.array(AuditEvent).meta({ description: "Newest first" }),
  nextCursor: nextCursor("audit-events"),
});
