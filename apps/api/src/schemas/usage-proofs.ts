import { z } from "zod";
import { currencyOut, id } from "../kit/answers.ts";
import { exampleHash, exampleTime } from "../kit/examples.ts";
import { request, requiredId } from "../kit/fields.ts";
import { eventKeyOut } from "./records.ts";

/* The usage hash of an invoice and its proofs. Values are in the exact form in which they are hashed. */

export const BilledUsageEventId = request({
  invoiceId: requiredId(),
  usageEventId: requiredId().meta({
    description: "Id of a usage event that was recorded with the invoice",
  }),
});

const eventCount = () => z.int().meta({ description: "Number of usage events hashed", example: 1 });

const UsageHash = z
  .object({
    invoiceId: id(),
    usageHash: z.string().meta({
      description: "32 bytes in hex",
      example: exampleHash,
    }),
    eventCount: eventCount(),
  })
  .meta({ id: "UsageHash", description: "A hash of an invoice and the usage that it bills." });

export const HashedInvoice = z
  .object({
    id: id(),
    subscriptionId: id().nullable().meta({
      description: "Id of the billed subscription; null if there is none",
    }),
    amount: z.string().meta({
      description: "USDC, with six decimal places",
      example: "12.500000",
    }),
    currency: currencyOut(),
  })
  .meta({ description: "The fields of the invoice that are hashed" });

export const HashedUsageEvent = z
  .object({
    id: id(),
    subscriptionId: id(),
    eventKey: eventKeyOut(),
    quantity: z.string().meta({
      description: "Number of units, with six decimal places",
      example: "250.000000",
    }),
    occurredAt: z.string().meta({
      description: "When the usage occurred",
      example: exampleTime,
      format: "date-time",
    }),
  })
  .meta({ description: "The fields of the usage event that are hashed" });

const UsageProof = z
  .object({
    invoice: HashedInvoice,
    usageEvent: HashedUsageEvent,
    eventCount: eventCount(),
    index: z.int().meta({
      description:
        "Position of the event among all hashed events, from 0, ordered by the bytes of their ids",
      example: 0,
    }),
    path: z.array(z.string()).meta({
      description: "Sibling hashes on the path from the event to the root, lowest first",
      example: [],
    }),
  })
  .meta({ id: "UsageProof", description: "A proof that an invoice bills a usage event." });

export const OneUsageHash = z.object({ usageHash: UsageHash });

export const OneUsageProof = z.object({ usageProof: UsageProof });
