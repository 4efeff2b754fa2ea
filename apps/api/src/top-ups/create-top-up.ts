import { findBalance } from "../balances/load-balance.ts";
import { loadInvoice } from "../billing/invoices/load-invoice.ts";
import { balanceNotFound, NewTopUp, serviceHasNoPlan } from "../contract/balances.ts";
import { OneInvoice } from "../contract/invoices.ts";
import { Refusal } from "../lib/refusal.ts";
import { write } from "../operation/define.ts";
import { openTopUp } from "./open-top-up.ts";

export const createTopUp = write("POST /balances/{balanceId}/top-ups", {
  name: "balances.topUp",
  summary: "Top a balance up",
  description:
    "Creates an ordinary `OPEN` invoice with its own page. The commit that makes it `PAID`, whatever paid it, credits the balance; if a reorganization of the chain reopens it, the credit is taken back. The invoice bills the user's newest `ACTIVE` subscription to the service, or the service's newest plan. Send an `Idempotency-Key`: without one, a repeated request creates another invoice.",
  status: 201,
  location: "/invoices",
  refusals: { balanceNotFound, serviceHasNoPlan },
  input: NewTopUp,
  output: OneInvoice,
  run: async (work, { balanceId, amount, dueAt }) => {
    const balance = await findBalance(work.tx, balanceId, work.tenant);
    if (balance === null) throw new Refusal(balanceNotFound);
    const id = await openTopUp(work, balance, { amount, dueAt: dueAt ?? null, automaticFor: null });
    return { invoice: await loadInvoice(work, id) };
  },
});
