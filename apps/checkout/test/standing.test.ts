import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { reconcile } from "../../api/src/settlements/engine/reconcile.ts";
import { rpc } from "../../api/test/harness/chain.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { comeBackTo, useBrowser, visitor } from "./harness/browser.ts";
import { aCheckout, originOf, recordedFor } from "./harness/checkouts.ts";
import { iPhone, readCode } from "./harness/read-code.ts";
import { expectGoodState } from "./harness/state.ts";
import { TestWallet } from "./harness/wallet.ts";

const service = useService(payments);
const browser = useBrowser();

const heading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const settle = () => reconcile(service().parts);

/** Opens a page as a new visitor. */
async function opened(url: string, wallet?: TestWallet): Promise<Page> {
  const context = await visitor(browser(), originOf(service()), wallet && { wallet });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Fills in the form and connects the wallet, so that the visitor can pay. */
async function readyToPay(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill("pat@example.com");
  await press(page, /Test Wallet/);
  await page.getByRole("button", { name: "Pay 25.00 USDC" }).waitFor();
}

test("a URL without a session shows an error", async () => {
  const page = await opened(`${originOf(service())}/checkout/nothing`);

  await heading(page, "There is no checkout at this address");
  expect(await page.title()).toBe("Checkout not found");
  await expectGoodState(page, "unknown");
});

test("while the service is down the page says so, and continues when it is back", async () => {
  const checkout = await aCheckout(service);
  const context = await visitor(browser(), originOf(service()));
  const page = await context.newPage();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/trpc/**", async (route) => {
    await answered;
    await route.abort();
  });

  await page.goto(checkout.url);
  await heading(page, "Loading the checkout…");
  await expectGoodState(page, "loading");
  answer();
  await heading(page, "The checkout cannot be reached");
  await expectGoodState(page, "unreachable");
  await page.unroute("**/trpc/**");
  await press(page, "Try again");
  await heading(page, "Pay with USDC");
});

test("a session that expires while open can no longer be paid", async () => {
  const { clock } = service();
  const cancelUrl = "https://app.example.com/pricing";
  const session = { expiresAt: clock.in(600), cancelUrl };
  const checkout = await aCheckout(service, { session });
  const page = await opened(checkout.url);
  await page.getByText("Open until").waitFor();

  clock.advance(601);
  await comeBackTo(page);

  await heading(page, "This checkout has expired");
  await page.getByText("Ask Weather API for a new link.").waitFor();
  const back = page.getByRole("region", { name: "Payment" }).getByRole("link");
  expect(await back.getAttribute("href")).toBe(cancelUrl);
  await expectGoodState(page, "expired");
});

test("a cancelled session shows so, also on an open page", async () => {
  const checkout = await aCheckout(service);
  const page = await opened(checkout.url);
  await heading(page, "Pay with USDC");

  await checkout.cancel();
  await comeBackTo(page);
  await heading(page, "This checkout was cancelled");
  await page.reload();
  await heading(page, "This checkout was cancelled");
  await expectGoodState(page, "cancelled");
});

test("a session of a seller without a payout address cannot be paid yet", async () => {
  const checkout = await aCheckout(service, { isClosed: true });
  const page = await opened(checkout.url);

  await heading(page, "This seller cannot take payments here yet");
  await expectGoodState(page, "closed");
});

test("a browser without a wallet gets instructions, and a code that opens the page on a phone", async () => {
  const checkout = await aCheckout(service);
  const page = await opened(checkout.url);
  await page.getByText("No wallet was found in this browser.").waitFor();
  const code = page.getByRole("img", { name: "QR code of this page’s address" });
  await code.waitFor();
  await expectGoodState(page, "no-wallet");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await readCode(browser(), await code.screenshot())).toBe(checkout.url);
  }
});

test("a phone without a wallet gets links into the browsers of wallets' apps", async () => {
  const checkout = await aCheckout(service);
  const context = await visitor(browser(), originOf(service()), { device: iPhone });
  const page = await context.newPage();
  await page.goto(checkout.url);
  await page.getByText("This browser has no wallet.").waitFor();
  const { host, pathname } = new URL(checkout.url);
  const links = await page
    .getByRole("link")
    .evaluateAll((all) =>
      all.map((one) => [one.textContent, one.getAttribute("href"), one.getAttribute("rel")]),
    );
  const encoded = encodeURIComponent(checkout.url);
  expect(links).toEqual(
    expect.arrayContaining([
      ["MMetaMaskOpen", `https://link.metamask.io/dapp/${host}${pathname}`, "noreferrer"],
      ["CCoinbase WalletOpen", `https://go.cb-w.com/dapp?cb_url=${encoded}`, "noreferrer"],
      [
        "TTrust WalletOpen",
        `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`,
        "noreferrer",
      ],
      ["RRainbowOpen", `https://rnbwapp.com/dapp?url=${encoded}`, "noreferrer"],
    ]),
  );
  expect(await page.getByRole("img", { name: /QR code/ }).count()).toBe(0);
  await expectGoodState(page, "no-wallet-on-a-phone");
});

test("a payment survives a reload, and ends at the seller's URL", async () => {
  const successUrl = `${originOf(service())}/health`;
  const checkout = await aCheckout(service, { session: { successUrl } });
  const wallet = await new TestWallet(service()).funded("25");
  const page = await opened(checkout.url, wallet);
  await readyToPay(page);
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Payment under way");

  await page.reload();
  await heading(page, "Payment under way");
  await settle();
  await page.waitForURL(successUrl);

  await page.goto(checkout.url);
  await heading(page, "Already paid");
  expect(await page.getByRole("link", { name: "Continue to localhost" }).getAttribute("href")).toBe(
    successUrl,
  );
  await expectGoodState(page, "already-paid");
});

test("a payment sent in time counts, although the session expires meanwhile", async () => {
  const { clock } = service();
  const checkout = await aCheckout(service, { session: { expiresAt: clock.in(600) } });
  const wallet = await new TestWallet(service()).funded("25");
  const page = await opened(checkout.url, wallet);
  await readyToPay(page);
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Payment under way");

  await rpc(service(), "evm_setAutomine", [false]);
  await settle();
  await page.getByText("Sent to the chain").waitFor();
  clock.advance(601);
  await page.reload();
  await heading(page, "Payment under way");
  await rpc(service(), "evm_setAutomine", [true]);
  await rpc(service(), "evm_mine", []);
  await heading(page, "Payment confirmed");
});

test("two tabs that sign at once make one payment, and both show it", async () => {
  const checkout = await aCheckout(service);
  const wallet = await new TestWallet(service()).funded("100");
  const context = await visitor(browser(), originOf(service()), { wallet });
  const [one, other] = [await context.newPage(), await context.newPage()];
  for (const page of [one, other]) {
    await page.goto(checkout.url);
    await readyToPay(page);
  }
  const sign = wallet.hold("eth_signTypedData_v4");
  for (const page of [one, other]) {
    await press(page, "Pay 25.00 USDC");
    await heading(page, "Confirm in your wallet");
  }

  sign();
  for (const page of [one, other]) await heading(page, "Payment under way");
  await settle();
  for (const page of [one, other]) await heading(page, "Payment confirmed");

  const { invoices, subscriptions } = await checkout.records();
  expect(subscriptions).toHaveLength(1);
  expect(invoices).toMatchObject([{ status: "PAID", settlements: [{ status: "CONFIRMED" }] }]);
  expect(await recordedFor(service(), invoices[0].id)).toHaveLength(1);
  expect(await wallet.balance()).toBe("75.000000");
  expect(await checkout.received()).toBe("25.000000");
});

test("a payment in one tab shows in the other, which sends its wallet no more requests", async () => {
  const checkout = await aCheckout(service);
  const wallet = await new TestWallet(service()).funded("100");
  const context = await visitor(browser(), originOf(service()), { wallet });
  const other = await context.newPage();
  await other.goto(checkout.url);
  await heading(other, "Pay with USDC");
  const one = await context.newPage();
  await one.goto(checkout.url);
  await readyToPay(one);
  await press(one, "Pay 25.00 USDC");
  await heading(one, "Payment under way");
  await settle();
  await heading(one, "Payment confirmed");

  await comeBackTo(other);
  await heading(other, "Already paid");
  expect(wallet.asked.filter((method) => method === "eth_signTypedData_v4")).toHaveLength(1);
});

test("a wallet that never answers can be abandoned, and its late signature is not sent", async () => {
  const checkout = await aCheckout(service);
  const wallet = await new TestWallet(service()).funded("25");
  const page = await opened(checkout.url, wallet);
  await readyToPay(page);
  const sign = wallet.hold("eth_signTypedData_v4");
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Confirm in your wallet");

  await press(page, "Start over");
  await heading(page, "Pay with USDC");
  sign();
  await comeBackTo(page);

  expect((await checkout.records()).invoices).toEqual([]);
  expect(await page.getByLabel("E-mail").inputValue()).toBe("pat@example.com");
});
