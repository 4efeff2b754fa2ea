import { expect, test } from "vitest";
import { reconcile } from "../../api/src/settlements/engine/reconcile.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import { aPayableInvoice } from "../../api/test/harness/invoice-link.ts";
import { aPortal } from "../../api/test/harness/portal.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { Story } from "../../api/test/harness/story.ts";
import { useBrowser, visitor } from "./harness/browser.ts";
import { originOf } from "./harness/checkouts.ts";
import { iPhone } from "./harness/read-code.ts";
import { TestWallet } from "./harness/wallet.ts";

const service = useService(payments);
const browser = useBrowser();
const story = new Story(restDoor, service);

test("a subscriber on a phone reads an invoice, pays it, verifies its receipt and stops the subscription", async () => {
  const subscription = await story.aSubscription({ billingInterval: "MONTH", unit: "request" });
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  const lines = [
    { description: "Requests", quantity: "5000", unitAmount: "0.0025", amount: "12.5" },
  ];
  const of = { serviceId, paymentPlanId, userId, subscriptionId };
  const invoice = await aPayableInvoice(story, { ...of, amount: "12.5", lines });
  const wallet = await new TestWallet(service()).funded("30");
  const context = await visitor(browser(), originOf(service()), { wallet, device: iPhone });
  const page = await context.newPage();

  await page.goto(`${originOf(service())}/checkout/invoices/${invoice.linkToken}`);
  await page.getByText("5,000 × 0.0025").waitFor();
  await page.getByRole("button", { name: /Test Wallet/ }).click();
  await page.getByRole("button", { name: "Pay 12.50 USDC" }).click();
  await page.getByRole("heading", { name: "Payment under way" }).waitFor();
  await reconcile(service().parts);
  await page.getByRole("heading", { name: "Paid" }).waitFor();
  await page.getByRole("button", { name: "Verify what is billed" }).click();
  await page.getByRole("heading", { name: "What this browser checked" }).waitFor();

  const portalToken = await aPortal(story, userId);
  await page.goto(`${originOf(service())}/checkout/portal/${portalToken}`);
  await page.getByRole("button", { name: /^Cancel subscription/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByText("You have cancelled this subscription.").waitFor();

  const { subscription: stopped } = await story.done("subscriptions.get", { subscriptionId });
  expect(stopped.cancelAt).toBe(stopped.currentPeriodEnd);
});
