import { z } from "zod";
import { decimalOut, id, timeOut } from "../shared/answers.ts";

/** A usage event by itself, as an invoice nests it (schema.ts adds what an event nests). */
export const UsageEventRecord = z
  .object({
    id: id(),
    serviceId: id(),
    subscriptionId: id(),
    userId: id(),
    invoiceId: id().nullable(),
    eventKey: z.string().meta({ example: "requests:2026-01-31T12" }),
    quantity: decimalOut().meta({ example: "250.000000" }),
    occurredAt: timeOut(),
    createdAt: timeOut(),
  })
  .meta({ id: "UsageEventRecord" });
