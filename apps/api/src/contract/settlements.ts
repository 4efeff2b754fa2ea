import { z } from "zod";
import { bytes32, evmAddress } from "../lib/evm-fields.ts";
import { exampleId, exampleTime } from "../lib/examples.ts";
import {
  currency,
  dateTime,
  decimal,
  filterId,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredId,
} from "../lib/fields.ts";
import { nextCursor, page } from "../lib/lists.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import { InvoiceRecord, SettlementRecord } from "./records.ts";
import { ServiceRecord } from "./services.ts";
import { settlementStatuses } from "./settlement-states.ts";
import { User } from "./users.ts";

export const settlementNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Settlement was not found.",
};

export const payerMismatch: RefusalTerms = {
  kind: "invalid",
  message: "Settlement payer must match the invoice user.",
};

export const merchantMismatch: RefusalTerms = {
  kind: "invalid",
  message: "Settlement merchant must match the service owner.",
};

export const amountMismatch: RefusalTerms = {
  kind: "invalid",
  message: "Settlement amount must equal the invoice amount.",
};

export const invoiceNotOpen: RefusalTerms = {
  kind: "conflict",
  message: "Settlements can only be created for OPEN invoices.",
};

export const settlementInProgress: RefusalTerms = {
  kind: "conflict",
  message: "Invoice already has a settlement in progress.",
};

export const noSpendingCap: RefusalTerms = {
  kind: "conflict",
  message: "Invoice has no subscription with a spending cap to collect it under.",
};

/** @param of the cap, which names the only one that it is about */
export const addressNotOfCap = (
  field: "payerAddress" | "merchantAddress",
  of: string,
): RefusalTerms => ({
  kind: "invalid",
  message: `${field} must be the spending cap's: ${of}.`,
});

/** @param status as callers see it */
export const settlementHasNoProof = (status: string): RefusalTerms => ({
  kind: "conflict",
  message: `Settlement is ${status}: only a CONFIRMED one has a proof.`,
});

/** The 500 of the specification: stored as `FAILED`, and the message says why. */
export const unsettled = (why: string): RefusalTerms => ({ kind: "unsettled", message: why });

export const chainDoesNotAnswer: RefusalTerms = {
  kind: "unavailable",
  message: "The settlement chain did not answer in time.",
  retryAfterSeconds: 5,
};

export const NewSettlement = request({
  invoiceId: requiredId().meta({ description: "Id of the invoice, which must be `OPEN`" }),
  referenceHash: bytes32().meta({
    description:
      "32 bytes in hex that you make, other ones for each payment, or the invoice's usage hash. They name it on the chain: sent again, they never pay twice",
  }),
  payerAddress: evmAddress().meta({ description: "EVM address of who pays" }),
  merchantAddress: evmAddress().meta({
    description: "EVM address of who is paid",
    example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  }),
  payerId: optionalId().meta({
    description: "Id of the invoice's user, which is also what it is when left out",
  }),
  merchantId: optionalId().meta({
    description: "Id of the service's owner, which is also what it is when left out",
  }),
  amount: omittable(decimal()).meta({
    description: "The invoice's amount, which is also what it is when left out",
  }),
  currency: currency(),
  recordedAt: omittable(dateTime()).meta({
    description: "When the payment was made. Default: the time of the call",
  }),
  collect: omittable(oneOf(["allowance"])).meta({
    description:
      "`allowance`: takes the payment from the payer's wallet as well, under the spending cap that was signed at checkout. Left out, the payment was made elsewhere, and is recorded alone",
    example: "allowance",
  }),
});

export const SettlementId = request({ settlementId: requiredId() });

export const SettlementQuery = request({
  invoiceId: filterId(),
  serviceId: filterId(),
  payerId: filterId(),
  merchantId: filterId(),
  status: omittable(oneOf(settlementStatuses)).meta({
    description: "Only those in this state",
    example: "CONFIRMED",
  }),
  ...page("settlements"),
}).prefault({});

export const Settlement = z
  .object({
    ...SettlementRecord.shape,
    invoice: InvoiceRecord.pick({
      id: true,
      status: true,
      amount: true,
      currency: true,
      paidAt: true,
    }).meta({
      description: "What it pays",
      example: {
        id: exampleId,
        status: "PAID",
        amount: "12.500000",
        currency: "USDC",
        paidAt: exampleTime,
      },
    }),
    service: ServiceRecord.pick({ id: true, name: true }).meta({ description: "What is paid for" }),
    payer: User.pick({ id: true, email: true }).meta({ description: "Who pays" }),
    merchant: User.pick({ id: true, email: true }).meta({ description: "Who is paid" }),
  })
  .meta({
    id: "Settlement",
    description: "A payment of an invoice, recorded on the settlement chain.",
  });

export const SettlementPage = z.object({
  settlements: z.array(Settlement).meta({ description: "Newest first" }),
  nextCursor: nextCursor("settlements"),
});

export const Chain = z
  .object({
    transactionHash: z.string().meta({
      description: "Hash of the transaction that recorded it on the settlement chain",
      example: `0x${"a1".repeat(32)}`,
    }),
    receiptStatus: z.string().meta({
      description: "What the transaction's receipt says: `success`",
      example: "success",
    }),
    eventObserved: z.boolean().meta({
      description: "Whether the receipt has the contract's `SettlementRecorded` event",
      example: true,
    }),
    executor: z.enum(["direct", "provider"]).meta({
      description: "Who sent it. `direct`: the service's own key. `provider`: a wallet provider",
      example: "direct",
    }),
    providerTransactionId: z.string().nullable().meta({
      description: "Id that the provider gave it; null unless the executor is `provider`",
      example: null,
    }),
    providerTransactionState: z.string().nullable().meta({
      description:
        "What the provider says of it, such as `COMPLETE`; null unless the executor is `provider`",
      example: null,
    }),
  })
  .meta({ id: "Chain", description: "What was seen on the settlement chain." });
