import { z } from "zod";
import { InvoiceRecord } from "../invoices/record.ts";
import { ServiceRecord } from "../services/schema.ts";
import { bytes32, evmAddress } from "../shared/evm-fields.ts";
import { exampleId, exampleTime } from "../shared/examples.ts";
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
} from "../shared/fields.ts";
import { nextCursor, page } from "../shared/lists.ts";
import { User } from "../users/schema.ts";
import { SettlementRecord, settlementStatuses } from "./record.ts";

export const NewSettlement = request({
  invoiceId: requiredId().meta({ description: "An `OPEN` invoice" }),
  referenceHash: bytes32().meta({
    description: "Made by you, unique for each settlement: sending it again never pays twice",
  }),
  payerAddress: evmAddress().meta({ description: "EVM address that paid" }),
  merchantAddress: evmAddress().meta({
    description: "EVM address that was paid",
    example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  }),
  payerId: optionalId().meta({ description: "Default, and nothing else: the invoice's user" }),
  merchantId: optionalId().meta({ description: "Default, and nothing else: the service's owner" }),
  amount: omittable(decimal()).meta({ description: "Default, and nothing else: the invoice's" }),
  currency: currency(),
  recordedAt: omittable(dateTime()).meta({ description: "Default: the time of the call" }),
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
      example: {
        id: exampleId,
        status: "PAID",
        amount: "12.500000",
        currency: "USDC",
        paidAt: exampleTime,
      },
    }),
    service: ServiceRecord.pick({ id: true, name: true }),
    payer: User.pick({ id: true, email: true }),
    merchant: User.pick({ id: true, email: true }),
  })
  .meta({
    id: "Settlement",
    description: "A payment of an invoice, recorded on the settlement chain.",
  });

export const SettlementPage = z.object({
  settlements: z.array(Settlement),
  nextCursor: nextCursor("settlements"),
});

export const Chain = z
  .object({
    transactionHash: z.string().meta({
      description: "Hash of the transaction on the settlement chain",
      example: `0x${"a1".repeat(32)}`,
    }),
    receiptStatus: z.string().meta({ description: "`success`", example: "success" }),
    eventObserved: z.boolean().meta({
      description: "`SettlementRecorded` was found in the receipt",
      example: true,
    }),
    executor: z.enum(["direct", "provider"]).meta({
      description: "Who sent it: `direct`, the service's own key",
      example: "direct",
    }),
    providerTransactionId: z.string().nullable().meta({
      description: "null unless the executor is `provider`",
      example: null,
    }),
    providerTransactionState: z.string().nullable().meta({
      description: "null unless the executor is `provider`",
      example: null,
    }),
  })
  .meta({ id: "Chain", description: "What was seen on the settlement chain." });
