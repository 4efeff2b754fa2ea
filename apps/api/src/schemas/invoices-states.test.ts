import { testStateTable } from "../../test/harness/state-tables.ts";
import { type InvoiceState, type InvoiceTrigger, invoiceStates } from "./states.ts";

const expected: Record<InvoiceState, Record<InvoiceTrigger, InvoiceState | null>> = {
  DRAFT: { finalize: "OPEN", pay: null, expire: null, void: "VOID", reopen: null },
  OPEN: { finalize: null, pay: "PAID", expire: "EXPIRED", void: "VOID", reopen: null },
  EXPIRED: { finalize: null, pay: "PAID", expire: null, void: null, reopen: null },
  PAID: { finalize: null, pay: null, expire: null, void: null, reopen: "OPEN" },
  VOID: { finalize: null, pay: null, expire: null, void: null, reopen: null },
};

testStateTable("an invoice", invoiceStates, expected);
