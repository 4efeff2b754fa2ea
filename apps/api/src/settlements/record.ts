import { z } from "zod";
import { decimalOut, id, timeOut } from "../shared/answers.ts";
import { exampleHash } from "../shared/examples.ts";
import type { SettlementState } from "./machine.ts";

export const settlementStatuses = ["PENDING", "SUBMITTED", "CONFIRMED", "FAILED"] as const;

/** Callers see a settlement as `FAILED` whose time limit passed or that reverted, final or not. */
export function shownStatus(stored: SettlementState): (typeof settlementStatuses)[number] {
  return stored === "TIMED_OUT" || stored === "REVERTED" ? "FAILED" : stored;
}

const status = z
  .custom<SettlementState>()
  .transform(shownStatus)
  .pipe(z.enum(settlementStatuses))
  .meta({
    description:
      "`PENDING`: not sent. `SUBMITTED`: sent, no receipt yet. `CONFIRMED`: the event was seen. `FAILED`: refused by the chain, or not confirmed in time; what only ran out of time may still become `CONFIRMED`.",
    example: "CONFIRMED",
  });

/** A settlement by itself, as an invoice nests it (schema.ts adds what a settlement nests). */
export const SettlementRecord = z
  .object({
    id: id(),
    invoiceId: id(),
    serviceId: id(),
    payerId: id().meta({ description: "The user who pays" }),
    merchantId: id().meta({
      description: "The user who is paid",
      example: "n8c1r4k7w2z5m0q3t6x9v1b4",
    }),
    amount: decimalOut().meta({ description: "USDC with six decimals" }),
    currency: z.string().meta({ description: "Always `USDC`", example: "USDC" }),
    referenceHash: z.string().meta({ description: "As supplied", example: exampleHash }),
    transactionHash: z
      .string()
      .nullable()
      .meta({
        description: "Hash of the transaction on the settlement chain; null before it was sent",
        example: `0x${"a1".repeat(32)}`,
      }),
    status,
    collect: z.enum(["authorization", "allowance"]).nullable().meta({
      description:
        "How the payment was taken with the record: by the payer's `authorization` on the checkout page, or from its `allowance` under a spending cap; null: it was made elsewhere",
      example: null,
    }),
    recordedAt: timeOut().meta({ description: "When the payment was made, as you said it" }),
    createdAt: timeOut(),
  })
  .meta({ id: "SettlementRecord" });
