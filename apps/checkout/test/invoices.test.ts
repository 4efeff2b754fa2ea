import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { extractText } from "unpdf";
import { describe, expect, test } from "vitest";
import { reconcile } from "../../api/src/settlements/engine/reconcile.ts";
import { rpc } from "../../api/test/harness/chain.ts";
import { sql } from "../../api/test/harness/database.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import { aPayableInvoice, signedByLink, useTwice } from "../../api/test/harness/invoice-link.ts";
import { makeAllRoots } from "../../api/test/harness/make-roots.ts";
import { aPayer } from "../../api/test/harness/payer.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { Story } from "../../api/test/harness/story.ts";
import { usance } from "../../api/test/harness/usance.ts";
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

/** Opens the page of an invoice as a visitor with or without a wallet. */
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
  await expectGoodState(page, "invoice-payable");

  await press(page, /Test Wallet/);
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Payment under way");
  await page.reload();
  await heading(page, "Payment under way");
  await rpc(service(), "evm_setAutomine", [false]);
  await settle();
  await page.getByText("Sent to the chain").waitFor();
  const explorer = page.getByRole("link", { name: "View on explorer.example.com" });
  expect(await explorer.getAttribute("href")).toMatch(/^https:\/\/explorer\.example\.com\/tx\/0x/);
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
  await expectGoodState(page, "invoice-paid");

  expect(await recordedFor(service(), id)).toMatchObject([
    { payer: wallet.account.address, amount: 25_000_000n },
  ]);
  expect(await wallet.balance()).toBe("5.000000");
});

test("an invoice shows its lines and how many usage events it bills", async () => {
  const lines = [
    { description: "Requests in October", quantity: "5000", unitAmount: "0.0025", amount: "12.5" },
    { description: "Archive", quantity: "1", unitAmount: "12.5", amount: "12.5" },
  ];
  const invoice = await aPayableInvoice(story, { lines });
  await useTwice(story, invoice);
  const page = await opened(invoice.linkToken);
  const table = page.getByRole("table", { name: "What this invoice bills" });
  await table.waitFor();
  expect(await table.locator("th, td").allTextContents()).toEqual([
    ...["Description", "Quantity × price", "USDC"],
    ...["Requests in October", "5,000 × 0.0025", "12.50"],
    ...["Archive", "1 × 12.50", "12.50"],
  ]);
  expect(await page.locator("dt:text-is('Usage events') + dd").textContent()).toBe("2");
  await expectGoodState(page, "invoice-lines");
});

test("an invoice plots its usage, and has the same as a table", async () => {
  const invoice = await aPayableInvoice(story);
  await useOver(invoice, [
    ["requests:1", "2500", "2026-01-02T08:00:00Z"],
    ["requests:2", "5000.5", "2026-01-05T08:00:00Z"],
    ["requests:3", "1250", "2026-01-05T23:00:00Z"],
    ["gigabytes:1", "0.25", "2026-01-20T08:00:00Z"],
  ]);
  const page = await opened(invoice.linkToken);

  const plots = page.getByRole("img", { name: /, at most / });
  await plots.nth(1).waitFor();
  expect(
    await Promise.all((await plots.all()).map((one) => one.getAttribute("aria-label"))),
  ).toEqual([
    "requests: 8,750.5 from Jan 2, 2026 to Jan 20, 2026, at most 6,250.5 on Jan 5, 2026",
    "gigabytes: 0.25 from Jan 2, 2026 to Jan 20, 2026, at most 0.25 on Jan 20, 2026",
  ]);
  await page.getByText("Show as a table").click();
  const cells = page.getByRole("table", { name: "Usage" }).locator("tbody").locator("th, td");
  expect(await cells.allTextContents()).toEqual([
    ...["Jan 2, 2026", "requests", "2,500"],
    ...["Jan 5, 2026", "requests", "6,250.5"],
    ...["Jan 20, 2026", "gigabytes", "0.25"],
  ]);
  await expectGoodState(page, "invoice-usage");
});

/** Records usage events of an invoice: key, quantity and time. */
async function useOver(
  {
    id: invoiceId,
    subscriptionId: id,
    serviceId,
    userId,
  }: Awaited<ReturnType<typeof aPayableInvoice>>,
  events: readonly (readonly [string, string, string])[],
): Promise<void> {
  for (const [eventKey, quantity, occurredAt] of events) {
    const fields = { invoiceId, eventKey, quantity, occurredAt };
    await story.done("usageEvents.create", story.usageOf({ id, serviceId, userId }, fields));
  }
}

describe("what is billed is verified in the browser", () => {
  const usage = [
    ["requests:1", "2500", "2026-01-02T08:00:00Z"],
    ["requests:2", "7500", "2026-01-05T08:00:00Z"],
  ] as const;
  const line = { description: "Requests", quantity: "10000", unitAmount: "0.0025", amount: "25" };
  const summary =
    "Every event, price and sum was computed again, nothing was changed since it was recorded, and this payment on the chain names exactly this bill.";

  test("up to the chain, if the seller settled with the hash of the bill", async () => {
    const invoice = await aBillOfUsage(recorded, { lines: [line] });
    const { billHash } = invoice;
    const settlement = story.settlementOf(invoice, { referenceHash: billHash });
    await story.done("settlements.create", settlement);
    const page = await opened(invoice.linkToken, new TestWallet(service()));
    await page.getByRole("button", { name: "Verify what is billed" }).waitFor();
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(new URL(request.url()).pathname));

    await press(page, "Verify what is billed");
    await page.getByRole("heading", { name: "What this browser checked" }).waitFor();

    expect(scripts.filter((path) => path.endsWith(".js"))).toEqual([
      expect.stringMatching(/\/verify-billed-[\w-]+\.js$/),
    ]);
    const findings = page.getByRole("region", { name: "What this browser checked" });
    await findings.getByText(summary).waitFor();
    expect(await findings.getByRole("listitem").allTextContents()).toEqual([
      "This page shows the lines and the amount of the bill.",
      "The lines add up to exactly 25.00 USDC.",
      "2 usage events have exactly the counts, sums and hashes of the bill.",
      expect.stringMatching(
        /^Usage roots that go on from each other contain its 2 usage events, by the service’s clock at most \d+ days after they occurred\. The bill names none of them\.$/,
      ),
      "By the rate card that the bill names, its usage from 2026-01-01 to 2026-02-01 costs exactly its amount.",
      "Each line is the one that the rate card gives, with its units and its price.",
      `The hash of the bill is ${billHash}.`,
      "The record of the payment names this invoice: it has the hash of the invoice's id.",
      "It names the amount that was due, 25.00 USDC.",
      "It names exactly this bill: its reference is the hash of the bill. Any change of the bill would give another hash.",
      "This page shows what that record has: 25.00 USDC paid, the wallets and the transaction.",
      "Test Wallet read the transaction from the chain: the settlement contract has exactly this record.",
    ]);
    await expectGoodState(page, "invoice-verified");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      press(page, "Save the proof"),
    ]);
    const file = await download.path();
    const { proof, usageEvents, usageRoots } = JSON.parse(readFileSync(file, "utf8"));
    expect(proof).toEqual((await story.done("invoices.proof", { invoiceId: invoice.id })).proof);
    expect([usageEvents.length, usageRoots.length]).toEqual([2, 1]);
    const environment = { SETTLEMENT_RPC_URL: service().anvil.url };
    const { code, lines } = await usance(["verify", file], environment);
    expect([code, lines.at(-1)]).toEqual([0, "Verified"]);
  });

  test("before it is paid, and compared with the payer's own log", async () => {
    const invoice = await aBillOfUsage(recorded, { lines: [line] });
    const page = await opened(invoice.linkToken);
    await press(page, "Verify what is billed");
    await page.getByText("again, and nothing was changed since it was recorded.").waitFor();
    await page.getByText("The invoice is not paid.").waitFor();
    const events = usage.map(([eventKey, quantity]) => ({ eventKey, quantity }));
    const compare = async (log: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        press(page, "Compare with your own log"),
      ]);
      const buffer = Buffer.from(log);
      await chooser.setFiles({ name: "log.ndjson", mimeType: "text/plain", buffer });
    };

    await compare(events.map((event) => JSON.stringify(event)).join("\n"));
    await page.getByText("Your log has exactly the usage events of the bill.").waitFor();
    await compare('{"eventKey": "requests:1", "quantity": 2499}\n');
    await page.getByText("Events of the bill that are not in your log, 1: requests:2.").waitFor();
    await page
      .getByText("Events with other values, 1: requests:1 (2499 in your log, 2500.000000 at")
      .waitFor();
    await expectGoodState(page, "invoice-verified-before-payment");
    await compare("eventKey,quantity\n");
    await page
      .getByText("Your log cannot be compared: This line is not JSON: eventKey,quantity")
      .waitFor();
    await page.getByRole("heading", { name: "Pay with USDC" }).waitFor();

    await compare('{"eventKey": "requests:1", "quantity": 2499}\n');
    await press(page, "Dispute 2 usage events");
    await page.getByText("Say in a line why the bill is wrong.").waitFor();
    await page.getByLabel("Why is it wrong?").fill("Our log has fewer");
    await expectGoodState(page, "invoice-disputing");
    await press(page, "Dispute 2 usage events");
    await page.getByText("You have disputed 2 usage events.").waitFor();
    await expectGoodState(page, "invoice-disputed");
    const { disputes } = await story.done("disputes.list", { invoiceId: invoice.id });
    expect(disputes[0].usageEvents).toMatchObject([
      { eventKey: "requests:2", claimedQuantity: null },
      { eventKey: "requests:1", billedQuantity: "2500.000000", claimedQuantity: "2499.000000" },
    ]);
    const answer = { disputeId: disputes[0].id, answer: "Our gateway counted them" };
    await story.done("disputes.decline", answer);
    await page.reload();
    await page.getByText("The seller says: Our gateway counted them").waitFor();
    await expectGoodState(page, "invoice-dispute-answered");
  });

  test("as far as possible, if the payment has another reference", async () => {
    const invoice = await aBillOfUsage(recorded);
    await story.done("settlements.create", story.settlementOf(invoice));
    const page = await opened(invoice.linkToken);
    await press(page, "Verify what is billed");
    await page.getByText("The seller settled it under another reference.").waitFor();
    await page.getByText("No wallet in this browser could read the chain").waitFor();
    await page.getByText("All that this browser could check holds.").waitFor();
    await expectGoodState(page, "invoice-verified-partly");
  });

  test("of an invoice that bills no measured usage", async () => {
    const invoice = await aPayableInvoice(story, { lines: [line] });
    await pay(invoice);
    const page = await opened(invoice.linkToken);
    await press(page, "Verify what is billed");
    await page.getByText("This invoice bills no usage that the service measured;").waitFor();
    await page.getByText("It names exactly this bill:").waitFor();
  });

  test("a payment on the page is found on the chain, and the chain decides", async () => {
    const { linkToken } = await paidInvoice();
    const wallet = new TestWallet(service());
    const page = await opened(linkToken, wallet);
    await press(page, "Verify what is billed");
    await page.getByText(summary).waitFor();
    expect(wallet.asked).toEqual(["eth_chainId", "eth_getTransactionReceipt"]);

    await page.reload();
    await page.route("**/invoiceLinks.proof*", async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.result.data.proof.settlement.event.operator = `0x${"ab".repeat(20)}`;
      await route.fulfill({ response, json });
    });
    await press(page, "Verify what is billed");
    await page.getByText("it does not have this record").waitFor();
    await expectGoodState(page, "invoice-not-recorded");

    await page.reload();
    await page.route("**/invoiceLinks.proof*", async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.result.data.proof.settlement.event.invoiceHash = `0x${"cd".repeat(32)}`;
      json.result.data.proof.settlement.event.payer = `0x${"ab".repeat(20)}`;
      await route.fulfill({ response, json });
    });
    await press(page, "Verify what is billed");
    await page.getByText("The record of the payment names another invoice.").waitFor();
    await page.getByText("another amount, wallet or transaction than this page shows").waitFor();
  });

  test("a wallet on another chain is not asked for the transaction", async () => {
    const { linkToken } = await paidInvoice();
    const wallet = new TestWallet(service());
    wallet.chainId = 1;
    const page = await opened(linkToken, wallet);
    await press(page, "Verify what is billed");
    await page.getByText("No wallet in this browser could read the chain").waitFor();
    expect(wallet.asked).toEqual(["eth_chainId"]);
  });

  test("of an invoice with thousands of usage events, a page at a time", async () => {
    const invoice = await aBillOfUsage(
      ({ id, serviceId, userId }) =>
        sql(
          service().databaseUrl,
          `INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id,
                                     event_key, quantity, occurred_at, created_at)
           SELECT 'many' || i, services.id, owner_id, $2, $3, 'requests:' || i, 0.5,
                  timestamptz '2026-01-01Z' + i * interval '1 minute', timestamptz '2026-02-01Z'
             FROM services, generate_series(1, 2500) AS i WHERE services.id = $1`,
          [serviceId, id, userId],
        ),
      { amount: "3.125" },
    );
    await pay(invoice);
    const page = await opened(invoice.linkToken, new TestWallet(service()));

    await press(page, "Verify what is billed");

    await page.getByText("2,500 usage events have exactly the counts").waitFor();
    await page.getByText(summary).waitFor();
    await page.getByText(invoice.billHash).waitFor();
  });

  test("and what the service tells otherwise is found", async () => {
    const { linkToken } = await paidInvoice();
    const page = await opened(linkToken);
    await page.route("**/invoiceLinks.usageEvents*", async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.result.data.usageEvents[1].quantity = "7499.999999";
      await route.fulfill({ response, json });
    });
    await press(page, "Verify what is billed");
    await page.getByText("the sum is 9,999.999999, and 10,000 in the bill.").waitFor();
    await page.getByText("What is billed does not verify.").waitFor();
    await expectGoodState(page, "invoice-not-verified");

    await page.reload();
    await page.route("**/invoiceLinks.usageEvents*", async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.result.data.usageEvents.push(json.result.data.usageEvents[1]);
      await route.fulfill({ response, json });
    });
    await press(page, "Verify what is billed");
    await page
      .getByText("What is billed does not verify: The usage event requests:2 is there twice.")
      .waitFor();
  });

  type Subscription = Awaited<ReturnType<typeof story.aSubscription>>;

  /** Records the two events. */
  async function recorded(subscription: Subscription): Promise<void> {
    for (const [eventKey, quantity, occurredAt] of usage) {
      await story.aUsageEvent(subscription, { eventKey, quantity, occurredAt });
    }
  }

  /** An invoice of a subscription's usage in January, for which 0.0025 USDC are due each. */
  async function aBillOfUsage(record: (of: Subscription) => Promise<unknown>, fields = {}) {
    const subscription = await story.aSubscription();
    const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
    const { id: rateCardId } = await story.aRateCard({ paymentPlanId });
    await record(subscription);
    const time = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" };
    const of = { subscriptionId, serviceId, paymentPlanId, userId };
    const usage = { ...time, rateCardId };
    const invoice = await aPayableInvoice(story, { ...of, usage, ...fields });
    await makeAllRoots(service());
    return invoice;
  }

  /** Pays an invoice as its page does. */
  async function pay({ linkToken }: { readonly linkToken: string }): Promise<void> {
    const payer = await aPayer(service());
    await story.done("invoiceLinks.pay", await signedByLink(story, linkToken, payer));
    await settle();
  }

  async function paidInvoice() {
    const invoice = await aBillOfUsage(recorded);
    await pay(invoice);
    return invoice;
  }
});

test("an invoice with long words and large amounts fits a phone", async () => {
  const large = "123456789012.000001";
  const line = { description: "x".repeat(200), quantity: large, unitAmount: large, amount: "1" };
  const { linkToken } = await aPayableInvoice(story, { amount: "2", lines: [line, line] });
  const page = await opened(linkToken);
  await page.getByRole("table").waitFor();
  await expectGoodState(page, "invoice-long-lines");
});

test("a receipt prints to one page with all that it shows, and nothing to press", async () => {
  const lines = Array.from({ length: 10 }, (_, index) => ({
    description: `Requests of project ${index + 1}`,
    quantity: "1000",
    unitAmount: "0.0025",
    amount: "2.5",
  }));
  const { id, linkToken, payoutAddress } = await aPayableInvoice(story, { lines });
  const credit = { invoiceId: id, amount: "5", reason: "Outage" };
  await story.done("creditNotes.create", credit);
  const payer = await aPayer(service());
  await story.done("invoiceLinks.pay", await signedByLink(story, linkToken, payer));
  await settle();
  const page = await opened(linkToken);
  await page.route("**/invoiceLinks.view*", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.result.data.invoice.receipt.transactionUrl = null;
    await route.fulfill({ response, json });
  });
  await page.reload();
  await page.emulateMedia({ colorScheme: "dark" });
  await heading(page, "Paid");
  await page.getByText(payer.address).waitFor();
  const [settlement] = (await story.done("invoices.get", { invoiceId: id })).invoice.settlements;

  const margin = { top: "10mm", right: "10mm", bottom: "10mm", left: "10mm" };
  const pdf = await page.pdf({ format: "A4", margin });
  const { totalPages, text } = await extractText(new Uint8Array(pdf), { mergePages: true });

  expect(totalPages).toBe(1);
  const words = text.replaceAll(/\s+/g, "");
  const shown = ["Weather API", "Requests of project 1 1,000 × 0.0025 2.50"];
  const sum = ["20.00 USDC paid", "Subtotal 25.00 USDC", "−5.00 USDC Outage", "Amount paid 20.00"];
  for (const one of [...shown, ...sum, payer.address, payoutAddress, settlement.transactionHash])
    expect(words).toContain(one.replaceAll(" ", ""));
  expect(text).not.toMatch(/Print|Copy/);
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  await expectGoodState(page, "invoice-printed", { rules: ["color-contrast"] });
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

test("a wallet with too little money sees so on the invoice before the payment starts", async () => {
  const { linkToken } = await aPayableInvoice(story);
  const wallet = await new TestWallet(service()).funded("3");
  const page = await opened(linkToken, wallet);
  await press(page, /Test Wallet/);
  await page
    .getByRole("alert")
    .getByText("This wallet has 3.00 USDC; 25.00 USDC are due.")
    .waitFor();
  await page.getByRole("status").getByText("3.00 USDC", { exact: true }).waitFor();
  await expectGoodState(page, "invoice-too-little");
  await wallet.funded("22");
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Payment under way");
  expect(wallet.asked).toContain("eth_signTypedData_v4");
});

test("a payment sent in time counts, although the invoice expires meanwhile", async () => {
  const { clock } = service();
  const { linkToken } = await aPayableInvoice(story, { dueAt: clock.in(600) });
  const wallet = await new TestWallet(service()).funded("25");
  const page = await opened(linkToken, wallet);
  await press(page, /Test Wallet/);
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
  await heading(page, "Paid");
});

test("an invoice that expires while its page is open can no longer be paid", async () => {
  const { clock } = service();
  const { linkToken } = await aPayableInvoice(story, { dueAt: clock.in(600) });
  const page = await opened(linkToken);
  await page.getByText("Due by").waitFor();
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

test("an invoice of zero says that nothing is due", async () => {
  const { linkToken } = await aPayableInvoice(story, { amount: "0" });
  const page = await opened(linkToken);
  await heading(page, "Nothing is due");
  expect(await page.locator("body").textContent()).not.toMatch(/\bPay\b|\bPaid\b/);
  await expectGoodState(page, "invoice-zero");
});

test("an invoice that a balance pays asks for the rest, and then for nothing", async () => {
  const { id: invoiceId, serviceId, userId, linkToken } = await aPayableInvoice(story);
  const { balance } = await story.done("balances.create", { serviceId, userId });
  await story.aGrant(balance.id, "25");
  await story.done("invoices.applyBalance", { invoiceId, amount: "10.5" });
  const page = await opened(linkToken, await new TestWallet(service()).funded("30"));
  await page.getByText("−10.50 USDC").waitFor();
  await press(page, /Test Wallet/);
  await page.getByRole("button", { name: "Pay 14.50 USDC" }).waitFor();
  await expectGoodState(page, "invoice-prepaid-in-part");

  await story.done("invoices.applyBalance", { invoiceId });
  await page.reload();
  await heading(page, "Paid");
  await page.getByText("25.00 USDC was paid to Weather API from your prepaid balance.").waitFor();
  await page.getByText("Paid from your balance").waitFor();
  expect(await page.getByText("Due today").count()).toBe(0);
  await expectGoodState(page, "invoice-prepaid");
});

test("a link that was replaced leads nowhere", async () => {
  const { id, linkToken } = await aPayableInvoice(story);
  await story.done("invoices.rotateLink", { invoiceId: id });
  const page = await opened(linkToken);
  await heading(page, "There is no invoice at this address");
  await expectGoodState(page, "invoice-unknown");
});
