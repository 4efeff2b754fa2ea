import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { addUpAll } from "../../api/test/harness/add-up-all.ts";
import { resumeMining, stopMining } from "../../api/test/harness/chain.ts";
import { sql } from "../../api/test/harness/database.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { aSeller, type Seller, Story } from "../../api/test/harness/story.ts";
import { expectGoodState } from "../../checkout/test/harness/state.ts";
import { onLoopback, originOf, press, signedIn, useBrowser } from "./harness.ts";
import { withoutStream } from "./without-stream.ts";

const service = useService({ ...payments, ...onLoopback });
const browser = useBrowser();
const day = 86_400;

interface Scene {
  readonly seller: Seller;
  readonly story: Story;
  readonly serviceId: string;
  readonly paidId: string;
  readonly openId: string;
  readonly userId: string;
  readonly webhookEndpointId: string;
}

let scene: Scene;
let empty: Seller;

/**
 * Three weeks of a seller with a million usage events: two kinds of usage, some of it late, a paid and an open invoice, a
 * failing webhook.
 */
beforeAll(async () => {
  const seller = await aSeller(service);
  empty = { ...seller, ...(await anEmptySeller()) };
  const story = new Story(restDoor, service, seller);
  const weather = { name: "Weather API", description: "Forecasts by the hour" };
  const { id: serviceId } = await story.aService(weather);
  const plan = await story.aPlan(serviceId, {
    name: "Pay as you go",
    billingInterval: "MONTH",
    unit: "request",
  });
  const session = await story.done("checkoutSessions.create", {
    serviceId,
    paymentPlanId: plan.id,
  });
  const { checkoutSession } = await story.done("checkoutSessions.complete", {
    checkoutSessionId: session.checkoutSession.id,
    user: { email: "pat@example.com", name: "Pat Payer" },
  });
  const [subscription] = checkoutSession.subscriptions;
  const { id: subscriptionId, userId } = subscription;
  const of = { serviceId, paymentPlanId: plan.id, userId, subscriptionId };
  const start = service().clock.now().getTime();
  for (let index = 0; index < 20; index++) {
    service().clock.advance(day);
    const occurredAt = new Date(start + (index + 0.5) * day * 1_000).toISOString();
    const prefix = index % 4 === 3 ? "tokens" : "requests";
    const quantity = String(((index * 37) % 11) * 120 + 80);
    const fields = { eventKey: `${prefix}:${index}`, occurredAt, quantity };
    await story.done("usageEvents.create", story.usageOf(subscription, fields));
  }
  await addMillionEvents(subscriptionId, new Date(start));
  const lines = [
    { description: "Requests", quantity: "5000", unitAmount: "0.0025", amount: "12.5" },
  ];
  const paid = await story.done("invoices.create", {
    ...of,
    ...{ amount: "12.5", lines, status: "OPEN" },
  });
  await story.done("settlements.create", story.settlementOf(paid.invoice));
  service().clock.advance(day);
  const open = await story.done("invoices.create", { ...of, amount: "1250.75", status: "OPEN" });
  const { id: webhookEndpointId } = await story.aWebhookEndpoint({
    url: "http://127.0.0.1:9/hook",
  });
  await story.done("webhookEndpoints.test", { webhookEndpointId });
  scene = {
    seller,
    story,
    serviceId,
    paidId: paid.invoice.id,
    openId: open.invoice.id,
    userId,
    webhookEndpointId,
  };
}, 300_000);

/** Adds usage of twenty days to a subscription, as if a million calls had recorded it, and to the stored sums. */
async function addMillionEvents(subscriptionId: string, start: Date): Promise<void> {
  await sql(
    service().databaseUrl,
    `INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, event_key, quantity, occurred_at, created_at)
     SELECT left(md5(i::text), 24), service_id, owner_id, id, user_id,
            CASE WHEN i % 5 = 0 THEN 'tokens' ELSE 'requests' END || ':call' || i, 1 + i % 7, at, at
       FROM subscriptions, generate_series(1, 1000000) AS i
      CROSS JOIN LATERAL (SELECT $2::timestamptz + i * interval '1.728 seconds' AS at)
      WHERE id = $1`,
    [subscriptionId, start],
  );
  await addUpAll(service());
}

/** A seller without any records. */
async function anEmptySeller(): Promise<Pick<Seller, "id" | "key">> {
  const { db } = service().parts;
  const seller = await aSeller(service);
  await db.service.deleteMany({ where: { ownerId: seller.id } });
  return seller;
}

const opened = (path: string, seller: Seller | null = scene.seller) =>
  signedIn(browser(), service, seller, path);
const heading = (page: Page, name: string) =>
  page.getByRole("heading", { name, exact: true }).first();
const looksGood = (page: Page, name: string) => expectGoodState(page, `dashboard-${name}`);

test("the overview shows what was settled, is open and was used, and what happened last", async () => {
  const page = await opened("");
  await page.getByText("12.50").first().waitFor();
  await page.getByText("1,250.75").first().waitFor();
  await page.getByText("Invoice paid · pat@example.com · 12.50 USDC").waitFor();
  await page.getByRole("figure", { name: "Invoices" }).waitFor();
  await page.getByRole("figure", { name: "Usage" }).waitFor();
  await looksGood(page, "overview");
  await page.getByText("Show as a table").first().click();
  await page.getByRole("table", { name: "Invoices" }).getByText("1,250.75").waitFor();
});

test("an invoice shows why it is paid, its lines and its proof, and the way to the next open one", async () => {
  const page = await opened("invoices");
  await page.getByRole("tab", { name: "All 2" }).waitFor();
  await page.getByRole("tab", { name: "Paid 1" }).click();
  // The rows of all invoices stay until those of the paid ones have arrived.
  await page
    .getByRole("row", { name: /Paid/ })
    .getByRole("link", { name: "Weather API · Pay as you go" })
    .click();
  await heading(page, "Invoice of 12.50 USDC").waitFor();
  await page.getByText("Confirmed on the chain").waitFor();
  await page.getByText("The payment is recorded on the chain, and the invoice is paid.").waitFor();
  await page.getByText(/The proof is in block \d+/).waitFor();
  await page
    .getByRole("table", { name: "What the invoice bills" })
    .getByText("5,000 × 0.0025")
    .waitFor();
  await looksGood(page, "invoice-paid");
});

test("a seller finds the link of an open invoice, replaces it, and voids the invoice", async () => {
  const { story, openId } = scene;
  const page = await opened(`invoices/${openId}`);
  await heading(page, "Invoice of 1,250.75 USDC").waitFor();
  await page.getByText("because the service has no payout address").waitFor();
  const { invoice } = await story.done("invoices.get", { invoiceId: openId });
  await page.getByText(invoice.url).waitFor();
  await press(page, "Show a QR code");
  await page.getByRole("img", { name: "QR code of the invoice's link" }).waitFor();
  await looksGood(page, "invoice-open");

  await press(page, "Replace the link…");
  await press(page, "Replace the link");
  await page.getByText(invoice.url).waitFor({ state: "detached" });
  const replaced = (await story.done("invoices.get", { invoiceId: openId })).invoice;
  expect(replaced.url).not.toBe(invoice.url);
  await page.getByText(replaced.url).waitFor();
});

test("an invoice with a credit note shows what is still due", async () => {
  const { id: invoiceId } = await scene.story.anInvoice({ status: "OPEN", amount: "100" });
  await scene.story.aCreditNote({ invoiceId, amount: "90", reason: "Outage" });
  const page = await opened(`invoices/${invoiceId}`);
  await page.getByText("−90.00 USDC, applied to what is due: Outage").waitFor();
  await page.getByText("10.00 USDC", { exact: true }).waitFor();
  await page.goto(`${originOf(service())}/dashboard/invoices`);
  await page.getByText("of 100.00").first().waitFor();
  const { invoice } = await scene.story.done("invoices.void", { invoiceId });
  expect(invoice.amountDue).toBe("10.000000");
});

test("a draft is finalized and an invoice is voided, each after a second question", async () => {
  const draft = await scene.story.anInvoice({ status: "DRAFT" });
  const page = await opened(`invoices/${draft.id}`);
  await press(page, "Finalize the invoice…");
  await press(page, "Finalize the invoice");
  await page.getByText("Open", { exact: true }).waitFor();
  await press(page, "Void the invoice…");
  await press(page, "Keep the invoice");
  await press(page, "Void the invoice…");
  await press(page, "Void the invoice");
  await page.getByText("Void", { exact: true }).waitFor();
  const { invoice } = await scene.story.done("invoices.get", { invoiceId: draft.id });
  expect(invoice.status).toBe("VOID");
});

test("subscribers are found by the beginning of their e-mail, and have a portal link", async () => {
  const page = await opened("subscribers");
  await page.getByRole("link", { name: "pat@example.com" }).waitFor();
  await looksGood(page, "subscribers");
  await page.getByLabel(/Search/).fill("nobody");
  await page.getByText("No matching subscribers").waitFor();
  await page.getByLabel(/Search/).fill("PAT@");
  await page.getByRole("link", { name: "pat@example.com" }).click();
  await heading(page, "Pat Payer").waitFor();
  await page.getByRole("figure", { name: "Usage" }).waitFor();
  await looksGood(page, "subscriber");
  await press(page, "Portal link…");
  await press(page, "Make a portal link");
  await page.getByText(/\/checkout\/portal\/[\w-]{43}$/).waitFor();
});

test("a service gets a plan, a checkout link and a payout address, which is asked about", async () => {
  const { story } = scene;
  const { id: serviceId } = await story.aService({ name: "Maps API" });
  const page = await opened(`services/${serviceId}`);
  await heading(page, "Maps API").waitFor();
  await press(page, "New plan…");
  await page.getByLabel("Name").first().fill("Pro");
  await page.getByLabel("Amount").fill("0.0000001");
  await press(page, "Create the plan");
  await page.getByText("Must be a non-negative decimal with at most six decimal places.").waitFor();
  await looksGood(page, "plan-refused");
  await page.getByLabel("Amount").fill("999999999999999999.999999");
  await press(page, "Create the plan");
  await page.getByText("999,999,999,999,999,999.999999 USDC every month").waitFor();
  await press(page, "Make a checkout link");
  await press(page, "Show a QR code");

  const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  await press(page, "Change the payout address…");
  await page.getByRole("textbox", { name: "Payout address" }).fill(address);
  await page.getByText("Check every character.").waitFor();
  await looksGood(page, "service");
  await press(page, "Change the payout address");
  await page.getByText("Subscribers pay to", { exact: true }).waitFor();
  const changed = (await story.done("services.get", { serviceId })).service;
  expect(changed.payoutAddress).toBe(address);
  expect(changed.paymentPlans[0].amount).toBe("999999999999999999.999999");
});

test("usage that no bill contains needs attention, and is listed", async () => {
  const seller = await aSeller(service);
  const story = new Story(restDoor, service, seller);
  const subscription = await story.aSubscription();
  const event = story.usageOf(subscription, { occurredAt: "2001-01-01T00:00:00Z" });
  await story.done("usageEvents.create", event);
  await story.done("usageEvents.create", story.usageOf(subscription));
  const page = await signedIn(browser(), service, seller);
  await page.getByText("is in no period of the subscription, so no bill contains it").waitFor();
  await looksGood(page, "attention-usage");
  await page.getByRole("link", { name: "See such usage" }).click();
  await page.getByRole("heading", { name: "Events that no bill contains" }).waitFor();
  const rows = page.getByRole("table", { name: "Usage events, newest first" }).locator("tbody tr");
  await rows.first().waitFor();
  expect(await rows.count()).toBe(1);
  await looksGood(page, "usage-outside");
  await page.getByRole("button", { name: "Show all events" }).click();
  await page.getByRole("heading", { name: "Events", exact: true }).waitFor();
});

test("usage is explored by prefix and by the hour", async () => {
  const page = await opened("usage");
  await page.getByRole("button", { name: "requests" }).waitFor();
  await page.getByRole("figure", { name: "Usage" }).waitFor();
  await looksGood(page, "usage");
  await press(page, "tokens");
  await page.getByText("Only usage of tokens.").waitFor();
  await page.getByLabel("Time", { exact: true }).selectOption("7d");
  await page.getByLabel("By", { exact: true }).selectOption("hour");
  await page.getByRole("figure", { name: "Usage" }).waitFor();
  expect(new URL(page.url()).searchParams.get("range")).toBe("7d");
});

test("usage of any days is read, and days that are out of order are refused at their field", async () => {
  const page = await opened("usage?range=2020-01-01..2020-01-31");
  await page.getByText("Nothing was used in this time.").first().waitFor();
  await page.getByLabel("To", { exact: true }).fill("2019-12-31");
  await page.getByText("Must not be before the first day").waitFor();
  await looksGood(page, "usage-days");
  await page.getByLabel("From", { exact: true }).fill("2019-12-01");
  await page.waitForURL((url) => url.searchParams.get("range") === "2019-12-01..2019-12-31");
  await page.getByLabel("Time", { exact: true }).selectOption("month");
  await page.waitForURL((url) => url.searchParams.get("range") === "month");
  expect(await page.getByLabel("From", { exact: true }).count()).toBe(0);
});

test("a webhook's deliveries show the body and the answer, and are sent again", async () => {
  const page = await opened(`webhooks/${scene.webhookEndpointId}`);
  await heading(page, "Webhook endpoint").waitFor();
  await page.getByText("127.0.0.1:9").first().waitFor();
  await page
    .getByRole("table", { name: /^Deliveries/ })
    .getByRole("button")
    .first()
    .click();
  await page.getByText('"type":').first().waitFor();
  await looksGood(page, "webhook");
  await press(page, "Send it again");
});

test("a key is made, its secret is shown once, and it is revoked", async () => {
  const page = await opened("keys");
  await press(page, "New key…");
  await page.getByLabel("Name").fill("Metering");
  await press(page, "Metering");
  await page.getByRole("group", { name: "Subscriptions" }).getByLabel("Read").uncheck();
  await looksGood(page, "new-key");
  await press(page, "Create the key");
  await page.getByText("It is shown only now").waitFor();
  const secret = (await page.getByText(/^usance_\w{36}$/).textContent()) ?? "";
  await looksGood(page, "keys");
  const { status } = await scene.story.call("services.list", {}, secret);
  expect(status).toBe(403); // it works, but has no other scope
  await page.reload();
  await heading(page, "Keys").waitFor();
  expect(await page.getByText(secret).count()).toBe(0);
  const row = page.getByRole("row", { name: /Metering/ });
  await row.getByRole("button", { name: "Revoke…" }).click();
  await press(page, "Revoke");
  await row.getByText("Revoked").waitFor();
});

test("settlements, audit and system list what there is", async () => {
  const page = await opened("settlements");
  await page
    .getByRole("row", { name: /pat@example.com/ })
    .getByText("Confirmed")
    .waitFor();
  await looksGood(page, "settlements");
  await scene.story.aPaidInvoice({ amount: "1" }); // the first page has only the newest changes
  await page.goto(`${originOf(service())}/dashboard/audit`);
  await page
    .getByText(/ created settlement /)
    .first()
    .waitFor();
  await page.getByLabel("By").selectOption({ index: 1 });
  await page.getByLabel("Record id").fill("unknown");
  await page.getByText("No such change").waitFor();
  await page.getByLabel("Record id").fill("");
  await page
    .getByText(/ created settlement /)
    .first()
    .waitFor();
  await looksGood(page, "audit");
  const system = await opened("system", null);
  await heading(system, "Readiness").waitFor();
  await system.getByRole("row", { name: /SettlementRegistry/ }).waitFor();
  await system.getByRole("row", { name: new RegExp(service().signer.slice(0, 6), "i") }).waitFor();
  await looksGood(system, "system");
});

test("lists are downloaded as CSV", async () => {
  const page = await opened("invoices");
  const download = page.waitForEvent("download");
  await press(page, "All invoices");
  await page.getByRole("menuitem", { name: "Download CSV" }).click();
  const file = await (await download).createReadStream();
  let text = "";
  for await (const part of file) text += String(part);
  expect(text).toMatch(/^\ufeff"id",/);
  expect(text).toContain("12.500000");
  expect(text.split("\r\n").length).toBeGreaterThan(2);
});

test("a limit is set after a refusal at its field, changed, and removed", async () => {
  const { story } = scene;
  const { id: serviceId } = await story.aService({ name: "Limited API" });
  const levels = [0.5];
  const terms = { measure: "count", window: "ever", action: "NOTIFY", max: "100", levels };
  await story.done("limits.set", { name: "events", scope: "service", serviceId, ...terms });
  const listed = async () => (await story.done("limits.list", { serviceId })).limits;
  const page = await opened(`services/${serviceId}`);
  await page.getByText("100 events ever").waitFor();
  await press(page, "New limit…");
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("events");
  await form.getByLabel("At most").fill("1,000");
  await form.getByRole("combobox", { name: "In", exact: true }).selectOption("rolling");
  expect(await form.getByLabel("Time zone").count()).toBe(0);
  await form.getByLabel("Seconds").fill("0");
  await press(page, "Set the limit");
  await press(page, "1000");
  await press(page, "Set the limit");
  await page.getByText("There is a limit with this name. Change that one.").waitFor();
  await form.getByLabel("Name").fill("burst");
  await press(page, "Set the limit");
  await page.getByText("Must be a whole number from 1 to 2678400.").waitFor();
  await looksGood(page, "limit-refused");
  await form.getByLabel("Seconds").fill("60");
  await press(page, "Set the limit");
  await page.getByText("1,000 units in the last 60 s").waitFor();

  const events = page.getByRole("row", { name: /^events/ });
  await events.getByRole("button", { name: "Change" }).click();
  await form.getByLabel("At most").fill("250");
  await press(page, "Change the limit");
  await page.getByText("250 events ever").waitFor();
  await looksGood(page, "limits");
  const name = "events";
  expect((await listed())[1]).toMatchObject({ name, ...terms, max: "250.000000" });
  await events.getByRole("button", { name: "Remove…" }).click();
  await press(page, "Remove");
  await events.waitFor({ state: "detached" });
  expect(await listed()).toMatchObject([{ name: "burst", seconds: 60, action: "REJECT" }]);
});

test("an alert is created after a refusal at its field, is seen at the subscriber, and is removed", async () => {
  const { story } = scene;
  const { balance, subscription } = await story.prepaid("4.3");
  const { serviceId, userId } = subscription;
  const page = await opened(`services/${serviceId}`);
  await page.getByText("No alerts yet").waitFor();
  await press(page, "New alert…");
  const section = page.getByRole("region", { name: "Alerts" });
  const form = page.getByRole("dialog");
  await form.getByLabel("Levels in USDC").fill("1, five");
  await press(page, "Create the alert");
  await form.getByText("Must be a non-negative decimal with at most six decimal places.").waitFor();
  await looksGood(page, "alert-refused");
  await form.getByLabel("Levels in USDC").fill("1, 5");
  const { subscriber } = await story.done("subscribers.get", { subscriberId: userId });
  const field = form.getByRole("combobox", { name: "Balance" });
  await field.fill("nobody@");
  await page.getByText("Nothing matches.").waitFor();
  await press(page, "Create the alert"); // not one for every balance
  await form.getByText("Choose one from the list, or clear the field.").waitFor();
  await field.fill(subscriber.email);
  await page.getByRole("option", { name: `${subscriber.email} · 4.30 USDC` }).waitFor();
  await field.press("Tab");
  await form.getByLabel("Tell the subscriber too").check();
  await press(page, "Create the alert");
  await section.getByText("below 5.00 USDC or 1.00 USDC").waitFor();
  await looksGood(page, "alerts");
  const { alerts } = await story.done("alerts.list", { serviceId });
  expect(alerts).toMatchObject([{ balanceId: balance.id, tellsSubscriber: true, recovery: false }]);

  await page.goto(page.url().replace(`services/${serviceId}`, `subscribers/${userId}`));
  await page.getByText("Left of the balance: 4.30 USDC").waitFor();
  await page.getByText("It is below 5.00 USDC.").waitFor();

  await page.goBack();
  await section.getByRole("button", { name: "Remove…" }).click();
  await press(page, "Remove");
  await page.getByText("No alerts yet").waitFor();
});

test("a subscriber's page shows what is used of the limits, also by one subject", async () => {
  const { story } = scene;
  const subscription = await story.aSubscription();
  const { serviceId, userId } = subscription;
  const limit = { serviceId, window: "day", action: "REJECT" };
  const all = { ...limit, name: "units", scope: "subscription", measure: "quantity", max: "1000" };
  const each = { ...limit, name: "per-agent", scope: "subject", measure: "count", max: "1" };
  for (const one of [all, each]) await story.done("limits.set", one);
  const fields = { quantity: "800", subject: "agent-7" };
  await story.done("usageEvents.create", story.usageOf(subscription, fields));
  const { portalSession } = await story.done("portalSessions.create", { userId });
  const portalToken = portalSession.url.split("/").at(-1);
  const own = { portalToken, subscriptionId: subscription.id, isStopped: true };
  for (const subject of ["agent-8", undefined]) {
    await story.done("portal.stop", { ...own, subject });
  }
  const page = await opened(`subscribers/${userId}`);
  await page.getByText("The subscriber has stopped all usage of this subscription.").waitFor();
  await page.getByRole("row", { name: /agent-8 Nothing used 0\.00 USDC The subscriber/ }).waitFor();
  const row = page.getByRole("row", { name: /agent-7 800 requests .* 0\.00 USDC Nobody/ });
  await row.getByRole("button", { name: "Limit…" }).click();
  expect(await page.getByRole("dialog").getByLabel("Subject").inputValue()).toBe("agent-7");
  await looksGood(page, "subscriber-subjects");
  await page.reload();
  await page.getByText("800 of 1,000 units used, resets").waitFor();
  expect(await page.getByRole("meter").count()).toBe(1);
  await page.getByLabel("Subject").fill("agent-7");
  await press(page, "Show the subject's limits");
  await page.getByText("1 of 1 event used, resets").waitFor();
  await looksGood(page, "subscriber-limits");
});

describe("a seller without records", () => {
  test.each([
    ["", "Create a service"],
    ["invoices", "No invoices yet"],
    ["subscribers", "No subscribers yet"],
    ["services", "No services yet"],
    ["settlements", "No settlements yet"],
    ["webhooks", "No endpoints yet"],
  ])("is told at /%s how to begin", async (path, words) => {
    const page = await opened(path, empty);
    await page.getByText(words).first().waitFor();
    await looksGood(page, `empty-${path || "overview"}`);
  });
});

test("all views are reached by the keyboard alone", async () => {
  const page = await opened("");
  await page.keyboard.press("Tab");
  await page.getByText("Skip to the content").waitFor();
  for (const name of [/^Search/, /^Overview$/, /^Subscribers$/]) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(name);
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  await page.keyboard.type("inv");
  await page.getByRole("option", { name: /^Invoices/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "All invoices" }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  await looksGood(page, "search");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Search" }).waitFor({ state: "hidden" });
});

test("a seller finds an unpaid invoice by the hash of its transaction, with the keyboard alone, and sees why", async () => {
  const { story } = scene;
  const invoice = await story.anInvoice({ amount: "31" });
  await stopMining(service());
  try {
    const paying = story.call("settlements.create", story.settlementOf(invoice));
    const sent = async () =>
      (await story.done("settlements.list", { invoiceId: invoice.id })).settlements[0];
    await expect.poll(async () => (await sent())?.transactionHash ?? null).not.toBeNull();
    const { transactionHash } = await sent();
    const page = await opened("");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search" }).waitFor();
    await page.keyboard.insertText(transactionHash);
    await page.getByRole("option", { name: /^Payment of .* Processing/ }).waitFor();
    await page.keyboard.press("Enter");
    await heading(page, "Invoice of 31.00 USDC").waitFor();
    await page.getByText("its transaction is waiting for a block").first().waitFor();
    await page.getByText(invoice.url).waitFor();
    await resumeMining(service());
    await paying;
  } finally {
    await resumeMining(service());
  }
});

test("what was typed in a dialog is not lost without a question", async () => {
  const page = await opened("services");
  await press(page, "New service…");
  await page.getByLabel("Name").fill("Maps");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Discard your changes?" }).waitFor();
  await looksGood(page, "discard");
  await press(page, "Keep editing");
  expect(await page.getByLabel("Name").inputValue()).toBe("Maps");
  await page.keyboard.press("Escape");
  await press(page, "Discard");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("New service…");
});

test("an address that leads nowhere shows the page, with the status 404 and a way back", async () => {
  const page = await opened("");
  const answer = await page.goto(`${originOf(service())}/dashboard/nope`);
  expect(answer?.status()).toBe(404);
  await page.getByRole("link", { name: "Go to the overview" }).click();
  await heading(page, "Overview").waitFor();
});

test("every view can be opened at its own address", async () => {
  const router = await readFile(new URL("../src/router.tsx", import.meta.url), "utf8");
  const paths = [...router.matchAll(/\bpath: "(\/[^"]*)"/g)].map(([, path = ""]) => path);
  const statuses = await Promise.all(
    paths.map(async (path) => {
      const address = `${originOf(service())}/dashboard${path.replaceAll("$", "")}`;
      return [path, (await fetch(address.replace(/\/$/, ""))).status];
    }),
  );
  expect(statuses).toEqual(paths.map((path) => [path, 200]));
});

test("on a phone nothing is wider than the screen, and the menu leads everywhere", async () => {
  const page = await opened("");
  await withoutStream(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await press(page, "Menu");
  await page.getByRole("dialog").getByRole("link", { name: "Invoices" }).click();
  await heading(page, "Invoices").waitFor();
  for (const path of ["", "invoices", `invoices/${scene.paidId}`, "services", "usage", "keys"]) {
    await page.goto(`${originOf(service())}/dashboard/${path}`);
    await page.getByRole("heading").first().waitFor();
    await page.waitForLoadState("networkidle");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBeLessThanOrEqual(360);
  }
});
