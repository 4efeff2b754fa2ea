import { component } from "../kit/answers.ts";
import { evmAddress, exampleId, exampleTime, nonZeroBytes32 } from "../kit/evm-fields.ts";
import {
  currency,
  dateTime,
  decimal,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredId,
} from "../kit/fields.ts";
import { type RefusalTerms, recordNotFound, uniqueFieldsTaken } from "../kit/refusal.ts";
import { InvoiceRecord, SettlementRecord } from "./records.ts";
import { ServiceRecord } from "./services.ts";
import { User } from "./users.ts";

export const settlementNotFound = recordNotFound("settlement_not_found", "settlementId");

export const payerMismatch: RefusalTerms = {
  kind: "invalid",
  code: "settlement_payer_mismatch",
  param: "payerId",
  message: "Settlement payer must match the invoice user.",
  meaning: "`payerId` is not the invoice's user.",
  remedy: "Send the invoice's `userId`, or omit `payerId`.",
};

export const merchantMismatch: RefusalTerms = {
  kind: "invalid",
  code: "settlement_merchant_mismatch",
  param: "merchantId",
  message: "Settlement merchant must match the service owner.",
  meaning: "`merchantId` is not the owner of the invoice's service.",
  remedy: "Send the service's `ownerId`, or omit `merchantId`.",
};

export const amountMismatch: RefusalTerms = {
  kind: "invalid",
  code: "settlement_amount_mismatch",
  param: "amount",
  message: "Settlement amount must equal the invoice amount.",
  meaning:
    "`amount` is not what is due for the invoice: its `amountDue`, which is its `amount` unless it has credit notes. A settlement always pays its invoice in full.",
  remedy: "Send the invoice's `amountDue`, or omit `amount`.",
};

export const invoiceNotOpen: RefusalTerms = {
  kind: "conflict",
  code: "invoice_not_open",
  message: "Settlements can only be created for OPEN invoices.",
  meaning: "The invoice is not `OPEN`: it is a draft, paid, void or expired.",
  remedy:
    "Finalize a draft first. A paid invoice needs nothing more. In place of a void or expired one, create a new invoice.",
};

export const settlementInProgress: RefusalTerms = {
  kind: "conflict",
  code: "settlement_in_progress",
  message: "Invoice already has a settlement in progress.",
  meaning: "A settlement of the invoice is in progress, and the chain may still record it.",
  remedy:
    "Wait until it is `CONFIRMED` or `FAILED`. To join it, repeat its call with the same `referenceHash`.",
};

export const noSpendingCap: RefusalTerms = {
  kind: "conflict",
  code: "no_spending_cap",
  message: "Invoice has no subscription with a spending cap to collect it under.",
  meaning:
    "`collect` was sent, but the invoice has no subscription, or its subscription has no spending cap.",
  remedy:
    "Omit `collect` if the payment was made elsewhere, or let the payer sign a spending cap at checkout.",
};

/** Its message also tells the subscriber, by e-mail. */
export const pricesNotSigned: RefusalTerms = {
  kind: "conflict",
  code: "prices_not_signed",
  message:
    "The prices are higher than those that were signed with the spending limit. A new spending limit can be signed in the portal.",
  meaning:
    "A rate card prices the invoice, and it asks for more than its usage costs by the cards that the spending cap names. The invoice stays `OPEN`. The event `invoice.payment_failed` reports it once.",
  remedy:
    "Let the payer sign a new spending cap in the portal, which shows the current prices, then repeat the call; or pay the invoice on its page. A credit note can lower it to the signed prices.",
};

/** @param of the address in the spending cap */
export const addressNotOfCap = (
  field: "payerAddress" | "merchantAddress",
  of: string,
): RefusalTerms => ({
  kind: "invalid",
  code: "address_not_of_spending_cap",
  param: field,
  message: `${field} must be the spending cap's: ${of}.`,
  pattern: "<field> must be the spending cap's: <address>.",
  meaning:
    "The payment is collected under a spending cap, which names the payer's and the merchant's address.",
  remedy: "Send the address in the message, or omit `collect`.",
});

/** @param status the status shown to callers */
export const settlementHasNoProof = (status: string): RefusalTerms => ({
  kind: "conflict",
  code: "settlement_not_confirmed",
  message: `Settlement is ${status}: only a CONFIRMED one has a proof.`,
  pattern: "Settlement is <status>: only a CONFIRMED one has a proof.",
  meaning: "The settlement is not `CONFIRMED`, so the chain has no record to prove.",
  remedy: "Ask again once the settlement is `CONFIRMED`.",
});

/** A reference names one payment of a seller. */
export const referenceAlreadyUsed: RefusalTerms = {
  kind: "conflict",
  code: "reference_already_used",
  param: "referenceHash",
  message: uniqueFieldsTaken,
  meaning: "A settlement of another invoice has this `referenceHash`.",
  remedy: "Generate a new `referenceHash` for each payment.",
};

export const chainDoesNotAnswer: RefusalTerms = {
  kind: "unavailable",
  code: "chain_unavailable",
  message: "The settlement chain did not answer in time.",
  meaning: "The service could not reach the settlement chain in time.",
  remedy: "Retry after `Retry-After` seconds.",
  retryAfterSeconds: 5,
};

export const NewSettlement = request({
  invoiceId: requiredId().meta({ description: "Id of the invoice, which must be `OPEN`" }),
  referenceHash: nonZeroBytes32().meta({
    description:
      "The settlement's id on the chain: 32 bytes in hex. Send the invoice's `billHash`, so that the chain names what was billed, or another unique value. A repeated value never pays twice",
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
}).strip();

export const Settlement = component(
  "Settlement",
  "A payment of an invoice, recorded on the settlement chain.",
  {
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
  },
);
