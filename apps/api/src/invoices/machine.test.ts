import { testStateTable } from "../../test/harness/state-tables.ts";
import { type InvoiceState, type InvoiceTrigger, invoiceStates } from "./machine.ts";

const expected: Record<InvoiceState, Record<InvoiceTrigger, InvoiceState | null>> = {
  DRAFT: { finalize: "OPEN", pay: null, expire: null, void: "VOID" },
  OPEN: { finalize: null, pay: "PAID", expire: "EXPIRED", void: "VOID" },
  EXPIRED: { finalize: null, pay: "PAID", expire: null, void: null },
  PAID: { finalize: null, pay: null, expire: null, void: null },
  VOID: { finalize: null, pay: null, expire: null, void: null },
};

testStateTable("an invoice", invoiceStates, expected);
