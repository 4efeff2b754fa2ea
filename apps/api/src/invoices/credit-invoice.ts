/* What is credited of an invoice, for the module of credit notes. */

export { addCredit as creditInvoice } from "./store.ts";
