import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { settleAll } from "../../api/test/harness/checkout.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import { aPayableInvoice, linkTokenOf } from "../../api/test/harness/invoice-link.ts";
import { balanceOf } from "../../api/test/harness/payer.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { Story } from "../../api/test/harness/story.ts";
import { comeBackTo, useBrowser, visitor } from "./harness/browser.ts";
import { aCheckout, metered, originOf } from "./harness/checkouts.ts";
import { expectGoodState } from "./harness/state.ts";
import { TestWallet } from "./harness/wallet.ts";

/* What a page shows, what the wallet signs, what is taken and what the receipt says are one thing. */

const service = useService(payments);
const browser = useBrowser();
const story = new Story(restDoor, service);

const heading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const anAddress = () => `0x${randomBytes(20).toString("hex")}` as const;
const invoicePage = (linkToken: string) => `${originOf(service())}/checkout/invoices/${linkToken}`;

const signaturesOf = ({ asked }: TestWallet) =>
  asked.filter((method) => method === "eth_signTypedData_v4").length;

async function opened(url: string, wallet: TestWallet): Promise<Page> {
  const context = await visitor(browser(), originOf(service()), { wallet });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

test("a credit note on an open invoice: the page asks again for the lower amount, and the receipt has it", async () => {
  const { id: invoiceId, linkToken } = await aPayableInvoice(story, { amount: "7" });
  const wallet = await new TestWallet(service()).funded("30");
  const page = await opened(invoicePage(linkToken), wallet);
  await press(page, /Test Wallet/);
  await page.getByRole("button", { name: "Pay 7.00 USDC" }).waitFor();

  await story.done("creditNotes.create", { invoiceId, amount: "2", reason: "Outage" });
  await press(page, /^Pay [57]\.00 USDC$/);

  await page.getByText("5.00 USDC is due now. It was 7.00 USDC.").waitFor();
  await page.getByRole("button", { name: "Pay 5.00 USDC" }).waitFor();
  expect(signaturesOf(wallet)).toBe(0);
  await expectGoodState(page, "invoice-changed-terms");
  await press(page, "Pay 5.00 USDC");
  await heading(page, "Payment under way");
  await settleAll(service());
  await comeBackTo(page);
  await page.getByText("5.00 USDC was paid to Weather API.").waitFor();
  expect(await wallet.balance()).toBe("25.000000");
});

test("a new payout address of an open checkout: the page shows it before the wallet signs, and the end page has it", async () => {
  const checkout = await aCheckout(service);
  const wallet = await new TestWallet(service()).funded("30");
  const page = await opened(checkout.url, wallet);
  await page.getByLabel("E-mail").fill("pat@example.com");
  await press(page, /Test Wallet/);
  await page.getByRole("button", { name: "Pay 25.00 USDC" }).waitFor();

  const { session } = await checkout.records();
  const payoutAddress = anAddress();
  await story.done("services.update", { serviceId: session.serviceId, payoutAddress });
  await press(page, "Pay 25.00 USDC");

  await page.getByText(`The seller is paid at another address now: ${payoutAddress}.`).waitFor();
  expect(signaturesOf(wallet)).toBe(0);
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Payment under way");
  const later = anAddress();
  await story.done("services.update", { serviceId: session.serviceId, payoutAddress: later });
  await settleAll(service());
  await comeBackTo(page);
  await heading(page, "Payment confirmed");
  const paidTo = page.locator("dt:text-is('Paid to') + dd");
  expect(await paidTo.textContent()).toContain(payoutAddress.slice(0, 6));
  expect(await balanceOf(service(), payoutAddress)).toBe("25.000000");
});

test("prices that change before a free checkout is confirmed are shown first", async () => {
  const checkout = await aCheckout(service, { plan: metered });
  const wallet = new TestWallet(service());
  const page = await opened(checkout.url, wallet);
  await page.getByLabel("E-mail").fill("pat@example.com");
  const { session } = await checkout.records();
  const { paymentPlanId } = session;
  await story.aRateCard({ paymentPlanId });

  await press(page, "Subscribe");

  await page.getByText("The prices of usage have changed.").waitFor();
  expect((await checkout.records()).session.status).toBe("PENDING");
  await press(page, "Subscribe");
  await heading(page, "You are subscribed");
});

test("the open page of a link that was replaced offers no payment any more", async () => {
  const { id: invoiceId, linkToken } = await aPayableInvoice(story);
  const wallet = await new TestWallet(service()).funded("30");
  const page = await opened(invoicePage(linkToken), wallet);
  await page.getByText("Billed to").waitFor();
  const { invoice } = await story.done("invoices.rotateLink", { invoiceId });
  expect(linkTokenOf(invoice)).not.toBe(linkToken);
  await comeBackTo(page);
  await heading(page, "There is no invoice at this address");
});
