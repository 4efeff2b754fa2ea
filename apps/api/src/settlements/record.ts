import { z } from "zod";
import { decimalOut, id, timeOut } from "../shared/answers.ts";
import { exampleHash } from "../shared/examples.ts";
import type { SettlementState } from "./machine.ts";

const settlementStatuses = ["PENDING", "SUBMITTED", "CONFIRMED", "FAILED"] as const;

/** Callers see a settlement whose time limit passed as `FAILED`, until the chain has decided. */
const status = z
  .custom<SettlementState>()
  .transform((stored) => (stored === "TIMED_OUT" ? "FAILED" : stored))
  .pipe(z.enum(settlementStatuses))
  .meta({ example: "CONFIRMED" });

/** A settlement by itself, as an invoice nests it (schema.ts adds what a settlement nests). */
export const SettlementRecord = z
  .object({
    id: id(),
    invoiceId: id(),
    serviceId: id(),
    payerId: id(),
    merchantId: id(),
    amount: decimalOut().meta({ description: "USDC with six decimals" }),
    currency: z.string().meta({ example: "USDC" }),
    referenceHash: z.string().meta({ description: "As supplied", example: exampleHash }),
    transactionHash: z
      .string()
      .nullable()
      .meta({
        description: "Hash of the transaction on the settlement chain; null before it was sent",
        example: `0x${"a1".repeat(32)}`,
      }),
    status,
    recordedAt: timeOut(),
    createdAt: timeOut(),
  })
  .meta({ id: "SettlementRecord" });
