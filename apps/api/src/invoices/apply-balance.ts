import { takeForInvoice } from "../balances/invoice-payments.ts";
import { findBalanceOf } from "../balances/load-balance.ts";
import { isTopUp } from "../balances/store.ts";
import { omittable, positiveDecimal } from "../kit/fields.ts";
import { fromTokenUnits, toTokenUnits } from "../kit/money.ts";
import { Refusal, type RefusalTerms } from "../kit/refusal.ts";
import { write } from "../operation/define.ts";
import { balanceTooLow } from "../schemas/balances.ts";
import { InvoiceId, invoiceNotFound, OneInvoice } from "../schemas/invoices.ts";
import { settlementInProgress } from "../schemas/settlements.ts";
import { acceptsSettlement, amountDue, findHeldInvoice } from "./invoice-records.ts";
import { loadInvoice } from "./load-invoice.ts";
import { addPaidFromBalance } from "./lower-due.ts";
import { payInvoices } from "./pay-invoice.ts";

const invoiceNotPayable: RefusalTerms = {
  kind: "conflict",
  code: "invoice_not_payable_from_balance",
  message: "Only OPEN invoices of which something is due can be paid from a balance.",
  meaning: "The invoice is not `OPEN`, or its `amountDue` is zero.",
  remedy: "Finalize a draft first. Otherwise there is nothing to pay.",
};

const topUpNotPayable: RefusalTerms = {
  kind: "conflict",
  code: "top_up_not_payable_from_balance",
  message: "Top-ups cannot be paid from a balance.",
  meaning: "The payment of the invoice would credit the balance that it is taken from.",
  remedy: "Pay the top-up on its page, or void it.",
};

const moreThanDue: RefusalTerms = {
  kind: "conflict",
  code: "more_than_due",
  param: "amount",
  message: "amount must be at most what is due.",
  meaning: "The amount is more than the invoice's `amountDue`.",
  remedy: "Send at most the invoice's `amountDue`, or omit `amount`.",
};

const noBalanceToPayFrom: RefusalTerms = {
  kind: "conflict",
  code: "no_balance_to_pay_from",
  message: "The subscriber has no balance for this service.",
  meaning:
    "An invoice is paid from the balance of its user for its service, which does not exist. One with a `keyPrefix` pays for usage only.",
  remedy: "Create the balance with `POST /balances`, and credit it.",
};

export const applyBalance = write("POST /invoices/{invoiceId}/apply-balance", {
  name: "invoices.applyBalance",
  summary: "Pay an invoice from the prepaid balance",
  description:
    "Takes an amount from the balance of the invoice's user for its service, and lowers `amountDue` by it, in one commit. Without `amount` it takes what is available, up to `amountDue`. It never takes more than is available: the overdraft and what holds have set aside are for usage. Once nothing is due, the invoice is `PAID` without a settlement. If the invoice is voided, or expires unpaid, the amount is given back as credit that does not expire. Refused while a settlement is in progress; a payment on the invoice's page that was signed but not sent yet is discarded. Send an `Idempotency-Key`: without one, a repeated request pays again, up to `amountDue`.",
  refusals: {
    invoiceNotFound,
    invoiceNotPayable,
    topUpNotPayable,
    moreThanDue,
    noBalanceToPayFrom,
    balanceTooLow,
    settlementInProgress,
  },
  input: InvoiceId.extend({
    amount: omittable(positiveDecimal()).meta({
      description:
        "Amount to pay, in USDC with at most six decimal places. Default: what is available, at most `amountDue`",
      example: "2.500000",
    }),
  }),
  output: OneInvoice,
  run: async (work, { invoiceId, amount }) => {
    const { tx, tenant } = work;
    await loadInvoice(work, invoiceId); // applies a due expiry
    // Locked, so that no settlement is created meanwhile, and of concurrent calls each sees what is due after the others.
    const invoice = await findHeldInvoice({ tx, tenant }, invoiceId);
    if (invoice === null || invoice.userId === null) throw new Refusal(invoiceNotFound);
    const now = await work.time();
    const due = amountDue(invoice);
    if (!acceptsSettlement(invoice, now) || due.isZero()) throw new Refusal(invoiceNotPayable);
    if (await isTopUp(tx, invoiceId)) throw new Refusal(topUpNotPayable);
    if (amount?.gt(due)) throw new Refusal(moreThanDue);
    const balanceId = await findBalanceOf(tx, invoice.serviceId, invoice.userId);
    if (balanceId === null) throw new Refusal(noBalanceToPayFrom);
    const isFree = await work.endAttempts(work, invoiceId, "The amount due has changed.");
    if (!isFree) throw new Refusal(settlementInProgress);
    const most = toTokenUnits(amount ?? due);
    const least = amount === undefined ? 1n : most;
    const taken = await takeForInvoice({ tx, now }, { invoiceId, balanceId, least, most });
    await addPaidFromBalance({ tx, now }, invoiceId, fromTokenUnits(taken));
    if (taken === toTokenUnits(due)) {
      await payInvoices({ ...work, now }, [invoiceId]);
      await work.paymentRefunds.restore({ tx, now }, [invoiceId]);
    }
    return { invoice: await loadInvoice(work, invoiceId) };
  },
});
