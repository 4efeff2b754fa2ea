import { z } from "zod";
import { addressOut, createdAt, decimalOut, id, timeOut } from "../lib/answers.ts";
import type { RefusalTerms } from "../lib/refusal.ts";

export const spendingCapNotFound: RefusalTerms = {
  kind: "not_found",
  code: "spending_cap_not_found",
  message: "Subscription has no spending cap.",
  meaning:
    "The payer has not signed a spending cap for the subscription, or its collector is not in use here.",
  remedy: "Let the payer sign a spending cap at checkout.",
};

const SpendingCap = z
  .object({
    id: id(),
    serviceId: id(),
    subscriptionId: id(),
    payerAddress: addressOut().meta({
      description: "Address of the wallet that signed the cap and pays",
    }),
    merchantAddress: z.string().meta({
      description: "The only address that can be paid under the cap",
      example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    }),
    amount: decimalOut().meta({
      description: "Max total that can be collected under the cap, in USDC",
    }),
    spent: decimalOut().meta({
      description: "Total collected under the cap so far, in USDC, as recorded on the chain",
      example: "12.500000",
    }),
    revoked: z.boolean().meta({
      description:
        "Whether the payer revoked the cap. Nothing more can be collected under a revoked cap",
      example: false,
    }),
    validUntil: timeOut().meta({
      description: "When the cap expires. Nothing can be collected after that",
    }),
    createdAt: createdAt(),
  })
  .meta({
    id: "SpendingCap",
    description: "A limit, signed by the subscriber, on what can be collected for later invoices.",
  });

export const OneSpendingCap = z.object({ spendingCap: SpendingCap });
