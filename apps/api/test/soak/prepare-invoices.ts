import type { Invoice } from "./callers.ts";

// biome-ignore lint/suspicious/noExplicitAny: it reads what the service sends, whatever it is
type Body = any;

/** Makes open invoices of one subscriber through the API, with all that must be there before them. */
export async function prepareInvoices(
  url: string,
  key: string,
  count: number,
): Promise<readonly Invoice[]> {
  const done = async (path: string, body: object): Promise<Body> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${answer}`);
    return JSON.parse(answer);
  };
  const owner = { email: "seller@example.com" };
  const { service } = await done("/services", { name: "Weather API", status: "ACTIVE", owner });
  const metered = { name: "Metered", pricingType: "USAGE_BASED", amount: "0.0025" };
  const { plan } = await done(`/services/${service.id}/plans`, metered);
  const of = { serviceId: service.id, paymentPlanId: plan.id };
  const { checkoutSession } = await done("/checkout-sessions", of);
  const paid = await done(`/checkout-sessions/${checkoutSession.id}/complete`, {
    user: { email: "payer@example.com" },
  });
  const { userId } = paid.checkoutSession.subscriptions[0];
  const invoices: Invoice[] = [];
  while (invoices.length < count) {
    const { invoice } = await done("/invoices", { ...of, userId, amount: "0.625", status: "OPEN" });
    invoices.push(invoice);
  }
  return invoices;
}
