import { z } from "zod";
import { currencyOut, id } from "../lib/answers.ts";
import { exampleHash, exampleTime } from "../lib/examples.ts";
import { request, requiredId } from "../lib/fields.ts";
import { eventKeyOut } from "./records.ts";

/* The usage hash of an invoice and its proofs: values in the form in which they are hashed. */

export const BilledUsageEventId = request({
  invoiceId: requiredId(),
  usageEventId: requiredId().meta({
    description: "Id of a usage event that was recorded with the invoice's id",
  }),
});

const eventCount = () =>
  z.int().meta({ description: "How many usage events were hashed", example: 1 });

export const UsageHash = z
  .object({
    invoiceId: id(),
    usageHash: z.string().meta({
      description: "The hash: 32 bytes in hex",
      example: exampleHash,
    }),
    eventCount: eventCount(),
  })
  .meta({ id: "UsageHash", description: "One hash of an invoice and of the usage that it bills." });

export const UsageProof = z
  .object({
    invoice: z
      .object({
        id: id(),
        subscriptionId: id().nullable().meta({
          description: "Id of the subscription that is billed; null where it is none",
        }),
        amount: z.string().meta({
          description: "USDC, with six decimal places",
          example: "12.500000",
        }),
        currency: currencyOut(),
      })
      .meta({ description: "The fields of the invoice that are hashed" }),
    usageEvent: z
      .object({
        id: id(),
        subscriptionId: id(),
        eventKey: eventKeyOut(),
        quantity: z.string().meta({
          description: "Units used, with six decimal places",
          example: "250.000000",
        }),
        occurredAt: z.string().meta({
          description: "When they were used",
          example: exampleTime,
          format: "date-time",
        }),
      })
      .meta({ description: "The fields of the usage event that are hashed" }),
    eventCount: eventCount(),
    index: z.int().meta({
      description:
        "The event's place among all that were hashed, from 0, in the order of the bytes of their ids",
      example: 0,
    }),
    path: z.array(z.string()).meta({
      description: "The hashes beside the event's way up the tree, lowest first",
      example: [],
    }),
  })
  .meta({ id: "UsageProof", description: "That a usage event was billed on an invoice." });
