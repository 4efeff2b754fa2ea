import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { restDoor } from "../../api/test/harness/doors.ts";
import { balanceOf } from "../../api/test/harness/payer.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { Story } from "../../api/test/harness/story.ts";
import { useBrowser, visitor } from "./harness/browser.ts";
import { originOf } from "./harness/checkouts.ts";
import { expectGoodState } from "./harness/state.ts";
import { TestWallet } from "./harness/wallet.ts";

const service = useService({ ...payments, CHECKOUT_URL: "http://localhost/checkout" });
const browser = useBrowser();
const story = new Story(restDoor, service);

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** A refund of 2.50 USDC to a wallet, that waits for the seller. */
async function aRefund() {
  const invoice = await story.aPaidInvoice({ amount: "10" });
  const { id: creditNoteId } = await story.aCreditNote({ invoiceId: invoice.id, amount: "2.5" });
  const { creditNote } = await story.done("creditNotes.refund", { creditNoteId, to: "WALLET" });
  return { creditNoteId, invoice, ...creditNote.refund };
}

async function opened({ url }: { url: string }, wallet?: TestWallet): Promise<Page> {
  const origin = originOf(service());
  const context = await visitor(browser(), origin, wallet && { wallet });
  const page = await context.newPage();
  await page.goto(url.replace("http://localhost", origin));
  return page;
}

const read = async (creditNoteId: string) =>
  (await story.done("creditNotes.get", { creditNoteId })).creditNote;

test("a seller pays a refund, and the payer's wallet has it; the receipt shows it", async () => {
  const refund = await aRefund();
  const wallet = await new TestWallet(service()).funded("100");
  const before = Number(await balanceOf(service(), refund.payerAddress));
  const page = await opened(refund, wallet);
  await page.getByRole("heading", { name: "Refund", exact: true }).waitFor();
  await page.getByText("Outage").waitFor();
  await press(page, /Test Wallet/);
  await page.getByRole("button", { name: "Refund 2.50 USDC" }).waitFor();
  await expectGoodState(page, "refund");
  const send = wallet.hold("eth_sendTransaction");
  await press(page, "Refund 2.50 USDC");
  await page.getByText(/asks you to confirm/).waitFor();
  await expectGoodState(page, "refund-asking");
  send();

  await page.getByRole("heading", { name: "Refund paid" }).waitFor();

  await expectGoodState(page, "refund-paid");
  expect(await wallet.balance()).toBe("97.500000");
  const after = Number(await balanceOf(service(), refund.payerAddress));
  expect((after - before).toFixed(6)).toBe("2.500000");
  expect(await read(refund.creditNoteId)).toMatchObject({ status: "REFUNDED" });
  await page.goto(refund.invoice.url.replace("http://localhost", originOf(service())));
  await page.getByText(/−2\.50 USDC, given back: Outage/).waitFor();
  await expectGoodState(page, "refund-receipt");
});

test("a seller who declines pays nothing, and can try again", async () => {
  const refund = await aRefund();
  const wallet = await new TestWallet(service()).funded("100");
  const page = await opened(refund, wallet);
  await press(page, /Test Wallet/);
  wallet.declines.add("eth_sendTransaction");
  await press(page, "Refund 2.50 USDC");
  await page.getByText("You declined in your wallet. You can try again.").waitFor();
  wallet.declines.clear();
  await press(page, "Refund 2.50 USDC");
  await page.getByRole("heading", { name: "Refund paid" }).waitFor();
  expect(await wallet.balance()).toBe("97.500000");
});

test("a wallet with too little is told so", async () => {
  const page = await opened(await aRefund(), await new TestWallet(service()).funded("1"));
  await press(page, /Test Wallet/);
  await press(page, "Refund 2.50 USDC");
  await page.getByText(/This wallet has less USDC than the refund/).waitFor();
});

test("a link that leads to no refund says so", async () => {
  const page = await opened({ url: "http://localhost/checkout/refunds/0123abcd" });
  await page.getByRole("heading", { name: "There is no refund at this address" }).waitFor();
});
