import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { reconcile } from "../../api/src/billing/settlements/engine/reconcile.ts";
import { rpc } from "../../api/test/harness/chain.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import { aPayableInvoice } from "../../api/test/harness/invoice-link.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { Story } from "../../api/test/harness/story.ts";
import { comeBackTo, useBrowser, visitor } from "./harness/browser.ts";
import { originOf, recordedFor } from "./harness/checkouts.ts";
import { expectGoodState } from "./harness/state.ts";
import { TestWallet } from "./harness/wallet.ts";

const service = useService({ ...payments, EXPLORER_URL: "https://explorer.example.com" });
const browser = useBrowser();
const story = new Story(restDoor, service);

const heading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const settle = () => reconcile(service().parts);

/** The page of an invoice as a visitor with a wallet, or with none, comes to it. */
async function opened(linkToken: string, wallet?: TestWallet): Promise<Page> {
  const context = await visitor(browser(), originOf(service()), wallet && { wallet });
  const page = await context.newPage();
  await page.goto(`${originOf(service())}/checkout/invoices/${linkToken}`);
  return page;
}

test("an invoice is understood, paid, and its page becomes the receipt", async () => {
  const { id, linkToken } = await aPayableInvoice(story);
  const wallet = await new TestWallet(service()).funded("30");
  const page = await opened(linkToken, wallet);
  await heading(page, "Pay with USDC");
  await page.getByText("Billed to").waitFor();
  expect(await page.title()).toBe("Invoice · Weather API");
  expect(await page.getByRole("textbox").or(page.getByRole("checkbox")).count()).toBe(0);
  await expectGoodState(page, "invoice-payable", { everywhere: true });

  await press(page, /Test Wallet/);
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Payment under way");
  await page.reload();
  await heading(page, "Payment under way");
  await rpc(service(), "evm_setAutomine", [false]);
  await settle();
  await page.getByText("Sent to the chain").waitFor();
  await expectGoodState(page, "invoice-submitted");
  await rpc(service(), "evm_setAutomine", [true]);
  await rpc(service(), "evm_mine", []);
  await heading(page, "Paid");
  const [settlement] = (await story.done("invoices.get", { invoiceId: id })).invoice.settlements;
  const link = page.getByRole("link", { name: settlement.transactionHash });
  expect(await link.getAttribute("href")).toBe(
    `https://explorer.example.com/tx/${settlement.transactionHash}`,
  );
  await page.getByText(wallet.account.address).waitFor();
  await expectGoodState(page, "invoice-paid", { everywhere: true });

  expect(await recordedFor(service(), id)).toMatchObject([
    { payer: wallet.account.address, amount: 25_000_000n },
  ]);
  expect(await wallet.balance()).toBe("5.000000");
});

test("an invoice that two tabs pay is paid once", async () => {
  const { linkToken } = await aPayableInvoice(story);
  const wallets = [
    await new TestWallet(service()).funded("25"),
    await new TestWallet(service()).funded("25"),
  ];
  const pages = await Promise.all(wallets.map((wallet) => opened(linkToken, wallet)));
  for (const page of pages) await press(page, /Test Wallet/);
  for (const page of pages) await press(page, "Pay 25.00 USDC");
  for (const page of pages) await heading(page, "Payment under way");
  await settle();
  for (const page of pages) await heading(page, "Paid");
  const balances = await Promise.all(wallets.map((wallet) => wallet.balance()));
  expect(balances.toSorted()).toEqual(["0.000000", "25.000000"]);
});

test("an invoice that expires while its page is open can no longer be paid", async () => {
  const { clock } = service();
  const { linkToken } = await aPayableInvoice(story, { dueAt: clock.in(600) });
  const page = await opened(linkToken);
  await page.getByText("Due until").waitFor();
  clock.advance(601);
  await comeBackTo(page);
  await heading(page, "This invoice has expired");
  await expectGoodState(page, "invoice-expired");
});

test.each([
  ["DRAFT", "This invoice is not due yet"],
  ["VOID", "This invoice was cancelled"],
])("an invoice that is %s says so", async (status, words) => {
  const { linkToken } = await aPayableInvoice(story, { status });
  const page = await opened(linkToken);
  await heading(page, words);
  await expectGoodState(page, `invoice-${status.toLowerCase()}`);
});

test("a link that was replaced leads nowhere", async () => {
  const { id, linkToken } = await aPayableInvoice(story);
  await story.done("invoices.rotateLink", { invoiceId: id });
  const page = await opened(linkToken);
  await heading(page, "There is no invoice at this address");
  await expectGoodState(page, "invoice-unknown");
});
