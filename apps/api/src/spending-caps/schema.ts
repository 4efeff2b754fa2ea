import { z } from "zod";
import { decimalOut, id, timeOut } from "../shared/answers.ts";
import { exampleAddress } from "../shared/examples.ts";

export const SpendingCap = z
  .object({
    id: id(),
    serviceId: id(),
    subscriptionId: id(),
    payerAddress: z.string().meta({
      description: "The wallet that has signed, from whose allowance is collected",
      example: exampleAddress,
    }),
    merchantAddress: z.string().meta({
      description: "The only address that is paid under it",
      example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    }),
    amount: decimalOut().meta({ description: "The most that is ever taken under it, in USDC" }),
    spent: decimalOut().meta({
      description: "What was taken, by the chain's own account",
      example: "12.500000",
    }),
    revoked: z.boolean().meta({ description: "Whether its payer ended it", example: false }),
    validUntil: timeOut().meta({ description: "Nothing is taken after that" }),
    createdAt: timeOut(),
  })
  .meta({
    id: "SpendingCap",
    description: "What a subscriber has signed, so that later invoices can be collected.",
  });
