import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { aCappedSubscription } from "../../api/test/harness/checkout.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { aSeller, newReference, type Seller, Story } from "../../api/test/harness/story.ts";
import { expectGoodState } from "../../checkout/test/harness/state.ts";
import { onLoopback, originOf, press, signedIn, useBrowser } from "./harness.ts";

const service = useService({
  ...payments,
  ...onLoopback,
  CHECKOUT_URL: "http://localhost/checkout",
});
const browser = useBrowser();

let seller: Seller;
let story: Story;

beforeAll(async () => {
  seller = await aSeller(service);
  story = new Story(restDoor, service, seller);
});

const opened = (path: string) => signedIn(browser(), service, seller, path);
const looksGood = (page: Page, name: string) => expectGoodState(page, `dashboard-${name}`);
const creditNote = (page: Page, amount: string) =>
  page.getByRole("article", { name: `Credit note of ${amount} USDC` });

test("a credit note of an open invoice lowers what is due", async () => {
  const { id: invoiceId } = await story.anInvoice({ amount: "100" });
  const page = await opened(`invoices/${invoiceId}`);
  await page.getByText("No credit notes").waitFor();
  await press(page, "New credit note…");
  await page.getByLabel("Amount").fill("100");
  await page.getByLabel("Reason").fill("Outage");
  await press(page, "Create the credit note");
  await page.getByText("Nothing would be due. Void the invoice instead.").waitFor();
  await page.getByLabel("Amount").first().fill("2.5");
  await press(page, "Add a line");
  await page.getByLabel("Description").fill("Requests");
  await page.getByLabel("Quantity").fill("1000");
  await page.getByLabel("Price of a unit").fill("0.0025");
  await page.getByLabel("Amount of the line").fill("2.4");
  await press(page, "Create the credit note");
  await page.getByText("Credit note lines must add up to the credit note amount.").waitFor();
  await looksGood(page, "credit-note-refused");
  await page.getByLabel("Amount of the line").fill("2.5");
  await press(page, "Create the credit note");
  await creditNote(page, "2.50").getByText("Applied", { exact: true }).waitFor();
  await creditNote(page, "2.50").getByText("1,000 × 0.0025").waitFor();
  await page.getByText("97.50 USDC", { exact: true }).waitFor();
  const { invoice } = await story.done("invoices.get", { invoiceId });
  expect(invoice).toMatchObject({ credited: "2.500000", amountDue: "97.500000" });
});

test("a credit note of a paid invoice is refunded to the balance, or by the link of the refund page", async () => {
  const { id: invoiceId, serviceId, userId } = await story.aPaidInvoice({ amount: "10" });
  await story.done("balances.create", { serviceId, userId });
  await story.aCreditNote({ invoiceId, amount: "1", reason: "Outage" });
  const page = await opened(`invoices/${invoiceId}`);
  await creditNote(page, "1.00").getByText("It was not refunded yet.").waitFor();
  await press(page, "Refund to the balance…");
  await press(page, "Refund to the balance");
  await creditNote(page, "1.00").getByText("Refunded", { exact: true }).waitFor();

  await press(page, "New credit note…");
  await page.getByLabel("Amount").fill("2.5");
  await page.getByLabel("Reason").fill("Wrong price");
  await press(page, "Create the credit note");
  const second = creditNote(page, "2.50");
  await second.getByRole("button", { name: "Refund to the wallet…" }).click();
  await press(page, "Refund to the wallet");
  await second.getByText("Refund processing").waitFor();
  const link = second.getByRole("link", { name: "Open the refund page" });
  expect(await link.getAttribute("href")).toContain("/checkout/refunds/");
  await looksGood(page, "invoice-refunds");
});

test("a balance that does not exist is named where the refund was started", async () => {
  const { id: invoiceId } = await story.aPaidInvoice({ amount: "3" });
  await story.aCreditNote({ invoiceId, amount: "1", reason: "Outage" });
  const page = await opened(`invoices/${invoiceId}`);
  await press(page, "Refund to the balance…");
  await press(page, "Refund to the balance");
  await page.getByText("The subscriber has no balance for this service.").waitFor();
});

test("a usage event is voided with its replacement, and a billed one leads to its invoice", async () => {
  const subscription = await story.aSubscription();
  const usage = { eventKey: "requests:wrong", quantity: "100000" };
  const { usageEvent } = await story.done("usageEvents.create", story.usageOf(subscription, usage));
  const { serviceId, userId, paymentPlanId, id: subscriptionId } = subscription;
  const of = { serviceId, userId, paymentPlanId, subscriptionId };
  const { invoice } = await story.done("invoices.create", { ...of, amount: "5" });
  const billed = { eventKey: "requests:billed", invoiceId: invoice.id };
  await story.done("usageEvents.create", story.usageOf(subscription, billed));
  await story.done("invoices.finalize", { invoiceId: invoice.id });

  const page = await opened(`usage?subscriptionId=${subscriptionId}`);
  const row = page.getByRole("row", { name: /requests:wrong/ });
  await row.getByRole("button", { name: "Void…" }).click();
  await page.getByRole("heading", { name: "Void an event?" }).waitFor();
  await page.getByLabel("Reason").fill("Counted in bytes");
  await page.getByLabel("Record the right event instead").check();
  await page.getByLabel("Right quantity").fill("-1");
  await press(page, "Void the event");
  await page.getByText(/^Must be a non-negative decimal/).waitFor();
  await looksGood(page, "usage-void");
  await page.getByLabel("Right quantity").fill("1000");
  await press(page, "Void the event");
  await page
    .getByText(/Voided at .*: Counted in bytes/)
    .first()
    .waitFor();
  await page.getByRole("row", { name: /requests:wrong:1/ }).waitFor();
  const voided = (await story.done("usageEvents.get", { usageEventId: usageEvent.id })).usageEvent;
  expect(voided.void.reason).toBe("Counted in bytes");

  await page.getByRole("link", { name: "Billed: see the invoice" }).click();
  await page.waitForURL(new RegExp(`/invoices/${invoice.id}$`));
});

test("a number that can be read in two ways is asked back by every form, and never sent", async () => {
  const { id: invoiceId, serviceId, paymentPlanId } = await story.anInvoice({ amount: "5000" });
  const subscription = await story.aSubscription();
  const usage = story.usageOf(subscription, { eventKey: "requests:asked" });
  await story.done("usageEvents.create", usage);
  const usagePath = `usage?subscriptionId=${subscription.id}`;
  const page = await opened("");
  /** Types `1,234` in a field, submits, and chooses a reading. */
  const asked = async (field: Locator, submit: string, reading: string) => {
    await field.fill("1,234");
    await press(page, submit);
    await page.getByText("This can mean two numbers. Choose one:").waitFor();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await press(page, reading);
    expect(await field.inputValue()).toBe(reading);
    await press(page, submit);
  };
  const goTo = (path: string) => page.goto(`${originOf(service())}/dashboard/${path}`);

  await goTo(`invoices/${invoiceId}`);
  await press(page, "New credit note…");
  await page.getByLabel("Reason").fill("Outage");
  await asked(page.getByLabel("Amount"), "Create the credit note", "1.2340");
  await creditNote(page, "1.234").waitFor();

  await goTo(`services/${serviceId}`);
  await press(page, "New plan…");
  await page.getByLabel("Name").first().fill("Asked");
  await asked(page.getByLabel("Amount"), "Create the plan", "1234");
  await page.getByText("1,234.00 USDC every month").waitFor();

  await goTo(`services/${serviceId}/plans/${paymentPlanId}`);
  await press(page, "New rate card…");
  const component = page.getByRole("group", { name: "Component 1", exact: true });
  await component.getByLabel("Description").fill("Requests");
  await asked(component.getByLabel("Price per unit"), "Add the rate card", "1.2340");
  await page.getByText("1.234 USDC per unit").waitFor();

  await goTo(usagePath);
  await press(page, "Void…");
  await page.getByLabel("Reason").fill("Counted in bytes");
  await page.getByLabel("Record the right event instead").check();
  await asked(page.getByLabel("Right quantity"), "Void the event", "1234");
  await page
    .getByRole("row", { name: /requests:asked:1/ })
    .getByText("1,234")
    .waitFor();
});

test("a point that a visitor's language writes between thousands is asked back", async () => {
  const { id: invoiceId } = await story.anInvoice({ amount: "5000" });
  const page = await signedIn(browser(), service, seller, `invoices/${invoiceId}`, {
    device: { locale: "de-DE" },
  });
  await press(page, "New credit note…");
  await page.getByLabel("Reason").fill("Outage");
  await page.getByLabel("Amount").fill("1.234");
  await press(page, "Create the credit note");
  await press(page, "1234");
  await press(page, "Create the credit note");
  await creditNote(page, "1,234.00").waitFor();
});

test("the overview names a spending limit that has little left", async () => {
  const other = await aSeller(service);
  const own = new Story(restDoor, service, other);
  const { payer, payoutAddress, subscription } = await aCappedSubscription(own);
  const { id: subscriptionId, serviceId, userId, paymentPlanId } = subscription;
  const of = { serviceId, userId, paymentPlanId, subscriptionId };
  const { invoice } = await own.done("invoices.create", { ...of, amount: "90", status: "OPEN" });
  await own.done("settlements.create", {
    ...{ invoiceId: invoice.id, collect: "allowance", referenceHash: newReference() },
    ...{ payerAddress: payer.address, merchantAddress: payoutAddress },
  });
  // As the next check of the cap finds it on the chain.
  const where = { checkoutSession: { subscriptionId } };
  await service().parts.db.spendingCap.updateMany({ where, data: { spent: "90" } });
  const page = await signedIn(browser(), service, other);
  await page.getByText(/^The spending limit of .+ has 10\.00 USDC left\./).waitFor();
  await page.getByRole("link", { name: "See the subscriber" }).click();
  await page.getByText("90.00 of 100.00 USDC used").waitFor();
});

test("the overview names refunds that nobody has sent yet", async () => {
  const other = await aSeller(service);
  const own = new Story(restDoor, service, other);
  const { id: invoiceId, serviceId, userId } = await own.aPaidInvoice({ amount: "10" });
  await own.done("balances.create", { serviceId, userId });
  const refunded = await own.aCreditNote({ invoiceId, amount: "1.5" });
  await own.done("creditNotes.refund", { creditNoteId: refunded.id, to: "BALANCE" });
  await own.aCreditNote({ invoiceId, amount: "4" });
  const page = await signedIn(browser(), service, other);
  await page.getByText(/^4\.00 USDC were credited to .+, and are not refunded yet\./).waitFor();
  await looksGood(page, "overview-credits");
  expect(page.url()).toContain(originOf(service()));
});

/** An invoice of 12 requests, whose payer has counted 5 of the 7 of one event, and the other never. */
async function aDisputedInvoice() {
  const subscription = await story.aSubscription();
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  const components = [{ type: "PER_UNIT", description: "Requests", unitAmount: "0.5" }];
  await story.aRateCard({ paymentPlanId, components });
  await story.aUsageEvent(subscription, { eventKey: "requests:1", quantity: "7" });
  await story.aUsageEvent(subscription, { eventKey: "requests:2", quantity: "5" });
  const of = { subscriptionId, serviceId, paymentPlanId, userId };
  const bill = { amount: "6", status: "OPEN", usage: {} };
  const { id: invoiceId } = (await story.done("invoices.create", { ...of, ...bill })).invoice;
  const usageEvents = [
    { eventKey: "requests:1", claimedQuantity: "5" },
    { eventKey: "requests:2" },
  ];
  await story.done("disputes.create", { invoiceId, usageEvents, reason: "Our log has fewer" });
  return { invoiceId, serviceId, userId };
}

test("a dispute is seen with both counts, and declined with an answer, or accepted with a refund", async () => {
  const { invoiceId: declinedId } = await aDisputedInvoice();
  const page = await opened("disputes");
  await page.getByRole("link", { name: "Our log has fewer" }).click();
  await press(page, "Decline…");
  await page.getByLabel("Answer").fill("Our gateway counted them");
  await looksGood(page, "dispute");
  await press(page, "Decline the dispute");
  await page.getByText("Our gateway counted them").waitFor();
  const { invoice } = await story.done("invoices.get", { invoiceId: declinedId });
  expect(invoice).toMatchObject({ status: "OPEN", amountDue: "6.000000" });

  const { invoiceId, serviceId, userId } = await aDisputedInvoice();
  await story.done("settlements.create", story.settlementOf({ id: invoiceId }));
  await story.done("balances.create", { serviceId, userId });
  await page.goto(`${originOf(service())}/dashboard/`);
  await page.getByText("Usage of 3.50 USDC is disputed: Our log has fewer").waitFor();
  await page.getByRole("link", { name: "Answer", exact: true }).click();
  await press(page, "Accept…");
  await page.getByLabel("Refund").selectOption("BALANCE");
  await press(page, "Accept the dispute");
  await creditNote(page, "3.50").getByText("Refunded", { exact: true }).waitFor();
  await looksGood(page, "dispute-accepted");
  await page.goto(`${originOf(service())}/dashboard/disputes?status=ACCEPTED`);
  await page.getByRole("cell", { name: "3.50" }).waitFor();
  await looksGood(page, "disputes");
});
