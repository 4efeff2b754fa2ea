import { z } from "zod";
import { addressOut, createdAt, decimalOut, id, timeOut } from "../lib/answers.ts";
import type { RefusalTerms } from "../lib/refusal.ts";

export const spendingCapNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Subscription has no spending cap.",
};

export const SpendingCap = z
  .object({
    id: id(),
    serviceId: id(),
    subscriptionId: id(),
    payerAddress: addressOut().meta({
      description: "Address of the wallet that has signed, from which is collected",
    }),
    merchantAddress: z.string().meta({
      description: "The only address that can be paid under it",
      example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    }),
    amount: decimalOut().meta({ description: "The most that may ever be taken under it, in USDC" }),
    spent: decimalOut().meta({
      description: "What was taken under it so far, in USDC, by the chain's own account",
      example: "12.500000",
    }),
    revoked: z.boolean().meta({
      description: "Whether its payer has ended it: nothing more is taken",
      example: false,
    }),
    validUntil: timeOut().meta({ description: "When it ends: nothing is taken after that" }),
    createdAt: createdAt(),
  })
  .meta({
    id: "SpendingCap",
    description: "What a subscriber has signed, so that later invoices can be collected.",
  });
