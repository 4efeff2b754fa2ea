import { z } from "zod";
import { id } from "../shared/answers.ts";
import { exampleHash, exampleTime } from "../shared/examples.ts";
import { request, requiredId } from "../shared/fields.ts";

/* The usage hash of an invoice and its proofs: values in the form in which they are hashed. */

export const BilledUsageEventId = request({
  invoiceId: requiredId(),
  usageEventId: requiredId().meta({ description: "A usage event that has the invoice's id" }),
});

const eventCount = () =>
  z.int().meta({ description: "How many usage events have the invoice's id", example: 1 });

export const UsageHash = z
  .object({
    invoiceId: id(),
    usageHash: z.string().meta({ description: "32 bytes in hex", example: exampleHash }),
    eventCount: eventCount(),
  })
  .meta({ id: "UsageHash", description: "One hash of an invoice and of the usage that it bills." });

export const UsageProof = z
  .object({
    invoice: z.object({
      id: id(),
      subscriptionId: id().nullable(),
      amount: z.string().meta({ example: "12.500000" }),
      currency: z.string().meta({ example: "USDC" }),
    }),
    usageEvent: z.object({
      id: id(),
      subscriptionId: id(),
      eventKey: z.string().meta({ example: "requests:2026-01-31T12" }),
      quantity: z.string().meta({ example: "250.000000" }),
      occurredAt: z.string().meta({ example: exampleTime, format: "date-time" }),
    }),
    eventCount: eventCount(),
    index: z.int().meta({
      description: "The event's place among them, from 0, in the order of the bytes of their ids",
      example: 0,
    }),
    path: z.array(z.string()).meta({
      description: "The hashes beside the event's way up the tree, lowest first",
      example: [],
    }),
  })
  .meta({ id: "UsageProof", description: "That a usage event was billed on an invoice." });
