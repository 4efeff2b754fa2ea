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

/** @param of the address in the spending cap */
export const addressNotOfCap = (
  field: "payerAddress" | "merchantAddress",
  of: string,
): RefusalTerms => ({
  kind: "invalid",
  message: `${field} must be the spending cap's: ${of}.`,
});

/** @param status the status shown to callers */
export const settlementHasNoProof = (status: string): RefusalTerms => ({
  kind: "conflict",
  message: `Settlement is ${status}: only a CONFIRMED one has a proof.`,
});

/** A settlement that is stored as `FAILED`. The specification's status is 500, and the message gives the reason. */
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
      "The settlement's id on the chain: 32 bytes in hex. Generate a unique value for each payment, or use the invoice's usage hash. A repeated value never pays twice",
  }),
  payerAddress: evmAddress().meta({ description: "EVM address of the payer" }),
  merchantAddress: evmAddress().meta({
    description: "EVM address that receives the payment",
    example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  }),
  payerId: optionalId().meta({
    description: "Id of the payer, who must be the invoice's user. Default: the invoice's user",
  }),
  merchantId: optionalId().meta({
    description:
      "Id of the merchant, who must be the service's owner. Default: the service's owner",
  }),
  amount: omittable(decimal()).meta({
    description: "Must equal the invoice's amount. Default: the invoice's amount",
  }),
  currency: currency(),
  recordedAt: omittable(dateTime()).meta({
    description: "When the payment was made. Default: the time of the call",
  }),
  collect: omittable(oneOf(["allowance"])).meta({
    description:
      "`allowance`: collects the payment from the payer's wallet, under the spending cap signed at checkout, and records it. Default: only records a payment made elsewhere",
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
    description: "Only settlements with this status",
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
      description: "The invoice that the settlement pays",
      example: {
        id: exampleId,
        status: "PAID",
        amount: "12.500000",
        currency: "USDC",
        paidAt: exampleTime,
      },
    }),
    service: ServiceRecord.pick({ id: true, name: true }).meta({
      description: "The service that the invoice bills",
    }),
    payer: User.pick({ id: true, email: true }).meta({ description: "The user who pays" }),
    merchant: User.pick({ id: true, email: true }).meta({
      description: "The user who receives the payment",
    }),
  })
  .meta({
    id: "Settlement",
    description: "A payment of an invoice, recorded on the settlement chain.",
  });

export const OneSettlement = z.object({ settlement: Settlement });

export const SettlementPage = z.object({
  settlements: z.array(Settlement).meta({ description: "Newest first" }),
  nextCursor: nextCursor("settlements"),
});

export const Chain = z
  .object({
    transactionHash: z.string().meta({
      description: "Hash of the transaction that recorded the settlement",
      example: `0x${"a1".repeat(32)}`,
    }),
    receiptStatus: z.string().meta({
      description: "Status in the transaction's receipt: `success`",
      example: "success",
    }),
    eventObserved: z.boolean().meta({
      description: "Whether the receipt contains the contract's `SettlementRecorded` event",
      example: true,
    }),
    executor: z.enum(["direct", "provider"]).meta({
      description:
        "Who sent the transaction. `direct`: the service's own key. `provider`: a wallet provider",
      example: "direct",
    }),
    providerTransactionId: z.string().nullable().meta({
      description: "The provider's id of the transaction; null unless the executor is `provider`",
      example: null,
    }),
    providerTransactionState: z.string().nullable().meta({
      description:
        "The provider's state of the transaction, such as `COMPLETE`; null unless the executor is `provider`",
      example: null,
    }),
  })
  .meta({
    id: "Chain",
    description: "The transaction of a confirmed settlement on the settlement chain.",
  });

/** The response of `POST /settlements`. */
export const SettledInvoice = z.object({ settlement: Settlement, chain: Chain });
