import { newInvoice, newSubscriber } from "../../processes/calls.ts";
import type { Invoice } from "./callers.ts";

/** Creates open invoices of one subscriber through the API, with all records that they need. */
export async function prepareInvoices(
  url: string,
  key: string,
  count: number,
): Promise<readonly Invoice[]> {
  const to = { url, key };
  const subscriber = await newSubscriber(to);
  const invoices: Invoice[] = [];
  while (invoices.length < count) invoices.push(await newInvoice(to, subscriber));
  return invoices;
}
