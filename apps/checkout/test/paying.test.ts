import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { reconcile } from "../../api/src/settlements/engine/reconcile.ts";
import { rpc } from "../../api/test/harness/chain.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { aSmartWallet } from "../../api/test/harness/wallets.ts";
import { useBrowser, visitor } from "./harness/browser.ts";
import { aCheckout, metered, originOf, recordedFor } from "./harness/checkouts.ts";
import { expectGoodState } from "./harness/state.ts";
import { TestWallet } from "./harness/wallet.ts";

const service = useService(payments);
const browser = useBrowser();

const heading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const settle = () => reconcile(service().parts);

/** Opens the checkout page as a visitor with or without a wallet. */
async function opened(
  checkout: { readonly url: string },
  who: { readonly wallet?: TestWallet } = {},
) {
  const context = await visitor(browser(), originOf(service()), who);
  const page = await context.newPage();
  await page.goto(checkout.url);
  return page;
}

/** Enters the subscriber, connects the wallet, and starts to pay. */
async function beginToPay(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill("pat@example.com");
  await press(page, /Test Wallet/);
  await press(page, "Pay 25.00 USDC");
}

test("a monthly plan is paid: the money moves, the chain records it, the subscription starts", async () => {
  const welcome = `${originOf(service())}/health`;
  const cancelUrl = "https://app.example.com/pricing";
  const checkout = await aCheckout(service, { session: { successUrl: welcome, cancelUrl } });
  const wallet = await new TestWallet(service()).funded("30");
  const page = await opened(checkout, { wallet });
  await heading(page, "Pay with USDC");
  expect(await page.getByRole("term").first().textContent()).toBe("Due now");
  await expectGoodState(page, "payable");

  const connect = wallet.hold("eth_requestAccounts");
  await press(page, /Test Wallet/);
  await page.getByText("Confirm in your wallet.").waitFor();
  await expectGoodState(page, "connecting");
  connect();
  await page.getByText("30.00 USDC", { exact: true }).waitFor();
  await page.getByText(/^Then 25\.00 USDC on .*\. You get an invoice to pay\.$/).waitFor();
  await press(page, "Pay 25.00 USDC");
  await page.getByText("Enter your e-mail address.").waitFor();
  await expectGoodState(page, "connected-without-email");

  await page.getByLabel("E-mail").fill("pat@example.com");
  await page.getByLabel("Name").fill("Pat Payer");
  const sign = wallet.hold("eth_signTypedData_v4");
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Confirm in your wallet");
  await expectGoodState(page, "signing");

  sign();
  await heading(page, "Payment under way");
  await page.getByText("Payment signed").waitFor();
  await expectGoodState(page, "pending");

  await rpc(service(), "evm_setAutomine", [false]);
  await settle();
  await page.getByText("Sent to the chain").waitFor();
  await expectGoodState(page, "submitted");

  await rpc(service(), "evm_setAutomine", [true]);
  await rpc(service(), "evm_mine", []);
  await heading(page, "Payment confirmed");
  expect(await page.title()).toBe("Paid · Weather API");
  await expectGoodState(page, "confirmed");
  await page.waitForURL(welcome);

  const { session, subscriptions, invoices } = await checkout.records();
  expect(session).toMatchObject({
    status: "PAID",
    user: { email: "pat@example.com", name: "Pat Payer" },
  });
  expect(subscriptions).toMatchObject([{ status: "ACTIVE" }]);
  expect(invoices).toMatchObject([
    { status: "PAID", amount: "25.000000", settlements: [{ status: "CONFIRMED" }] },
  ]);
  expect(await recordedFor(service(), invoices[0].id)).toMatchObject([
    { payer: wallet.account.address, amount: 25_000_000n },
  ]);
  expect(await wallet.balance()).toBe("5.000000");
  expect(await checkout.received()).toBe("25.000000");
});

test("a wallet with USDC alone starts a metered plan with a spending cap, by two signatures", async () => {
  const checkout = await aCheckout(service, { plan: metered });
  const wallet = await new TestWallet(service()).funded("150");
  await rpc(service(), "anvil_setBalance", [wallet.account.address, "0x0"]);
  const page = await opened(checkout, { wallet });
  await page.getByLabel("E-mail").fill("pat@example.com");
  await page.getByText("USDC per request, billed each month").waitFor();
  await expectNoWordOfPaying(page);
  await page.getByRole("checkbox").check();
  await page.getByText("You pay no network fee. Nothing is paid today.").waitFor();
  const cap = page.getByLabel("Spending limit per calendar month");
  expect(await cap.inputValue()).toBe("100.00");
  await cap.fill("120.5");
  await page.getByText("with 1,446.00 USDC at most in all").waitFor();
  await expectGoodState(page, "cap");

  await press(page, /Test Wallet/);
  const sign = wallet.hold("eth_signTypedData_v4");
  await press(page, "Subscribe");
  await page.getByText("asks you to sign").waitFor();
  await expectGoodState(page, "asking-cap");
  sign();
  await heading(page, "You are subscribed");
  const told = page.getByRole("definition");
  await told.getByText(/^Up to 120\.50 USDC per calendar month, until \w+ \d+, 2027/).waitFor();
  await told.getByText(/^Your usage, after \w+ \d+, 2026.*, from your wallet$/).waitFor();
  await told.getByText("Ask Weather API to cancel, or for the link to your account").waitFor();
  expect(await page.getByText("Receipt").count()).toBe(0);
  await expectNoWordOfPaying(page);
  expect(await page.title()).toBe("Subscribed · Weather API");
  await expectGoodState(page, "subscribed");

  expect(wallet.asked.filter((method) => method === "eth_signTypedData_v4")).toHaveLength(2);
  expect(wallet.asked).not.toContain("eth_sendTransaction");
  const { session, subscriptions, invoices } = await checkout.records();
  expect(session.status).toBe("PAID");
  expect(subscriptions).toMatchObject([{ status: "ACTIVE" }]);
  expect(invoices).toEqual([]);
  expect(await wallet.balance()).toBe("150.000000");
  const { spendingCap } = await checkout.story.done("spendingCaps.get", {
    subscriptionId: subscriptions[0].id,
  });
  const payerAddress = wallet.account.address.toLowerCase();
  expect(spendingCap).toMatchObject({
    perPeriod: "120.500000",
    total: "1446.000000",
    payerAddress,
  });
});

test("a monthly plan is paid under a cap, which pays later invoices too", async () => {
  const payer = await new TestWallet(service()).funded("500");
  await payer.allow("40");
  const checkout = await aCheckout(service);
  const page = await opened(checkout, { wallet: payer });
  await page.getByLabel("E-mail").fill("pat@example.com");
  await page.getByRole("checkbox").check();
  const cap = page.getByLabel("Spending limit per calendar month");
  expect(await cap.inputValue()).toBe("25.00");
  await cap.fill("20");
  await press(page, /Test Wallet/);
  await press(page, "Pay 25.00 USDC");
  await page.getByText("Enter 25.00 or more").waitFor();
  await cap.fill("1,300");
  await press(page, "Pay 25.00 USDC");
  await press(page, "1300");
  let sign = payer.hold("eth_signTypedData_v4");
  await press(page, "Pay 25.00 USDC");
  await page.getByText("asks you to sign").waitFor();
  const first = sign;
  sign = payer.hold("eth_signTypedData_v4");
  first();
  const elsewhere =
    "15,640.00 USDC in all, of which 40.00 USDC are for what you have allowed before";
  await page.getByText(elsewhere).waitFor();
  await expectGoodState(page, "asking-permit");
  sign();
  await heading(page, "Payment under way");
  await settle();
  await heading(page, "Payment confirmed");
  await page.getByText("Up to 1,300.00 USDC per calendar month").waitFor();
  await page.getByText(/^25\.00 USDC, after .*, from your wallet$/).waitFor();
  await expectGoodState(page, "confirmed-with-cap");
  const receipt = await page.getByRole("link", { name: "Open the receipt" }).getAttribute("href");
  await page.goto(`${originOf(service())}${new URL(receipt ?? "").pathname}`);
  await page.getByRole("heading", { name: "Paid" }).waitFor();
  await page.getByText(payer.account.address).waitFor();

  expect(await payer.balance()).toBe("475.000000");
  const { subscriptions } = await checkout.records();
  const { spendingCap } = await checkout.story.done("spendingCaps.get", {
    subscriptionId: subscriptions[0].id,
  });
  expect(spendingCap).toMatchObject({ perPeriod: "1300.000000", spentInPeriod: "25.000000" });
});

/** A plan that costs nothing today shows neither a payment nor a payee. */
async function expectNoWordOfPaying(page: Page): Promise<void> {
  // One plan is called "Pay as you go".
  expect(await page.locator("body").textContent()).not.toMatch(/\bPay\b(?! as you go)|\bPaid\b/);
}

test("no wallet is needed if nothing is due", async () => {
  const checkout = await aCheckout(service, { plan: metered });
  const page = await opened(checkout);
  await page.getByLabel("E-mail").fill("pat@example.com");
  await expectNoWordOfPaying(page);
  await expectGoodState(page, "nothing-due");
  await press(page, "Subscribe");
  await heading(page, "You are subscribed");
  await page.getByText("sends you its link, and you pay it yourself.").waitFor();
  await page.reload();
  await page.getByText("sends you its link, and you pay it yourself.").waitFor();

  const { subscriptions } = await checkout.records();
  expect(subscriptions).toMatchObject([{ status: "ACTIVE" }]);
});

test("a payment declined in the wallet succeeds on retry, with the entered data", async () => {
  const checkout = await aCheckout(service);
  const wallet = await new TestWallet(service()).funded("25");
  wallet.declines.add("eth_signTypedData_v4");
  const page = await opened(checkout, { wallet });
  await beginToPay(page);
  await page.getByRole("alert").getByText("You declined in your wallet.").waitFor();
  expect(await page.getByLabel("E-mail").inputValue()).toBe("pat@example.com");
  await expectGoodState(page, "declined");

  wallet.declines.clear();
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Payment under way");
  await settle();
  await heading(page, "Payment confirmed");
  expect(await checkout.received()).toBe("25.000000");
});

test("a wallet on another chain is switched before signing", async () => {
  const checkout = await aCheckout(service);
  const wallet = await new TestWallet(service()).funded("25");
  wallet.chainId = 1;
  wallet.knowsChains = false;
  const page = await opened(checkout, { wallet });
  await page.getByLabel("E-mail").fill("pat@example.com");
  await press(page, /Test Wallet/);
  await page.getByText("Your wallet is on Ethereum (chain id 1).").waitFor();
  await expectGoodState(page, "wrong-chain");
  await press(page, /^Switch to/);
  await page.getByRole("alert").getByText("(chain id 31337)").waitFor();
  await expectGoodState(page, "not-switched");

  wallet.knowsChains = true;
  await press(page, /^Switch to/);
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Payment under way");
  await settle();
  await heading(page, "Payment confirmed");
});

test("a wallet with too little money shows its balance before the payment starts, and nothing is signed", async () => {
  const checkout = await aCheckout(service);
  const wallet = await new TestWallet(service()).funded("3");
  const page = await opened(checkout, { wallet });
  await page.getByLabel("E-mail").fill("pat@example.com");
  await press(page, /Test Wallet/);
  const tooLittle = page
    .getByRole("alert")
    .getByText("This wallet has 3.00 USDC; 25.00 USDC are due.");
  await tooLittle.waitFor();
  await expectGoodState(page, "too-little");

  await press(page, "Pay 25.00 USDC");
  await heading(page, "Pay with USDC");
  await tooLittle.waitFor();

  expect(wallet.asked).not.toContain("eth_signTypedData_v4");
  await wallet.funded("22");
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Payment under way");
});

test.each([
  ["another token", { domain: { verifyingContract: `0x${"ab".repeat(20)}` } }],
  ["another chain", { domain: { chainId: 1 } }],
  ["other terms", { message: { value: "1" } }],
])(
  "a signature for %s is refused with a clear message, and the right one is accepted",
  async (_, other) => {
    const checkout = await aCheckout(service);
    const wallet = await new TestWallet(service()).funded("25");
    const right = wallet.alters;
    wallet.alters = ({ domain, message, ...asked }) =>
      ({
        ...asked,
        domain: { ...domain, ...("domain" in other && other.domain) },
        message: { ...message, ...("message" in other && other.message) },
      }) as ReturnType<typeof right>;
    const page = await opened(checkout, { wallet });
    await beginToPay(page);
    const alert = page.getByRole("alert");
    await alert.getByText("The signature does not fit this payment, so nothing was sent").waitFor();
    expect(await wallet.balance()).toBe("25.000000");

    wallet.alters = right;
    await press(page, "Pay 25.00 USDC");
    await heading(page, "Payment under way");
    await settle();
    await heading(page, "Payment confirmed");
    expect(await checkout.received()).toBe("25.000000");
  },
);

test("a payment refused by the chain shows the reason, and succeeds on retry", async () => {
  const checkout = await aCheckout(service);
  const wallet = await new TestWallet(service()).funded("25");
  const page = await opened(checkout, { wallet });
  await beginToPay(page);
  await heading(page, "Payment under way");
  await wallet.spendAll();
  await settle();
  await heading(page, "The payment did not go through");
  await page.getByText("The wallet had too little USDC. Nothing was taken.").waitFor();
  await expectGoodState(page, "failed");
  await page.reload();
  await page.getByRole("alert").getByText("The wallet had too little USDC.").waitFor();
  await expectGoodState(page, "payable-after-failure");

  await wallet.funded("25");
  await page.getByLabel("E-mail").fill("another@example.com");
  await press(page, /Test Wallet/);
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Payment under way");
  await settle();
  await heading(page, "Payment confirmed");
  expect(await checkout.received()).toBe("25.000000");
});

test("the whole checkout works by keyboard", async () => {
  const checkout = await aCheckout(service);
  const wallet = await new TestWallet(service()).funded("25");
  const page = await opened(checkout, { wallet });
  await heading(page, "Pay with USDC");

  await tabTo(page, "E-mail");
  await page.keyboard.type("pat@example.com");
  await tabTo(page, "Test Wallet");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Pay 25.00 USDC" }).waitFor();
  expect(await focused(page)).toContain("Pay 25.00 USDC");
  await page.keyboard.press("Enter");
  await heading(page, "Payment under way");
  expect(await focused(page)).toContain("Payment under way");
  await settle();
  await heading(page, "Payment confirmed");
  expect(await focused(page)).toContain("Payment confirmed");
});

/** Moves the focus on until an element with this name has it. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press("Tab");
    if ((await focused(page)).includes(name)) return;
  }
  throw new Error(`${name} cannot be reached by Tab.`);
}

/** The label or the text of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    const labels = at instanceof HTMLInputElement ? [...(at.labels ?? [])] : [];
    return [...labels.map(({ textContent }) => textContent), at?.textContent].join(" ");
  });

test("a smart wallet that is not deployed yet pays: its signature deploys it (ERC-6492)", async () => {
  const checkout = await aCheckout(service);
  const smart = await aSmartWallet(service(), { amount: "30", deployed: false });
  const wallet = new TestWallet(service());
  wallet.smart = smart;
  const page = await opened(checkout, { wallet });
  await beginToPay(page);
  await heading(page, "Payment under way");
  await settle();
  await heading(page, "Payment confirmed");
  const { invoices } = await checkout.records();
  expect(await recordedFor(service(), invoices[0].id)).toMatchObject([{ amount: 25_000_000n }]);
  expect(await smart.balance()).toBe("5.000000");
});
