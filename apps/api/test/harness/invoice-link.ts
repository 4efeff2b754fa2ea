import { randomBytes } from "node:crypto";
import type { Payer } from "./payer.ts";
import type { Story } from "./story.ts";

type Fields = Readonly<Record<string, unknown>>;

/** An invoice of 25 USDC that can be paid on its page, to an address of its own. */
export async function aPayableInvoice(story: Story, fields: Fields = {}) {
  const payoutAddress = `0x${randomBytes(20).toString("hex")}` as const;
  const invoice = await story.anInvoice({ amount: "25", ...fields });
  await story.done("services.update", { serviceId: invoice.serviceId, payoutAddress });
  return { ...invoice, payoutAddress, linkToken: linkTokenOf(invoice) };
}

/** The secret part of an invoice's `url`. */
export const linkTokenOf = ({ url }: { readonly url: string }) => url.split("/").at(-1) ?? "";

/** The request that pays an invoice by its link, with the payer's signature of the prepared payment. */
export async function signedByLink(story: Pick<Story, "done">, linkToken: string, payer: Payer) {
  const input = { linkToken, payerAddress: payer.address };
  const { preparedPayment } = await story.done("invoiceLinks.prepare", input);
  const { validUntil, typedData } = preparedPayment;
  return { ...input, payment: { validUntil, signature: await payer.sign(typedData) } };
}

interface Invoice {
  readonly id: string;
  readonly serviceId: string;
  readonly subscriptionId: string;
  readonly userId: string;
}

/** Records two usage events of an invoice. */
export async function useTwice(
  story: Story,
  { id: invoiceId, subscriptionId: id, serviceId, userId }: Invoice,
): Promise<void> {
  for (const quantity of ["2500", "7500"]) {
    await story.aUsageEvent({ id, serviceId, userId }, { invoiceId, quantity });
  }
}
