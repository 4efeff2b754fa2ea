import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { topUpLowBalances } from "../../api/src/settlements/auto-top-ups/top-up-low-balances.ts";
import { relayCaps } from "../../api/src/settlements/cap-relays/relay-caps.ts";
import { aCheckout, monthly, settleAll, signed } from "../../api/test/harness/checkout.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import { makeAllRoots } from "../../api/test/harness/make-roots.ts";
import type { Payer } from "../../api/test/harness/payer.ts";
import { aPortal } from "../../api/test/harness/portal.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { aSeller, Story } from "../../api/test/harness/story.ts";
import { useBrowser, visitor } from "./harness/browser.ts";
import { originOf } from "./harness/checkouts.ts";
import { iPhone } from "./harness/read-code.ts";
import { expectGoodState } from "./harness/state.ts";
import { TestWallet } from "./harness/wallet.ts";

const service = useService(payments);
const browser = useBrowser();
const day = 86_400_000;

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const sectionOf = (page: Page, name: string) => page.getByRole("region", { name });
const termOf = (page: Page, section: string, name: string) =>
  sectionOf(page, section).locator(`dt:text-is("${name}") + dd`).first();

/** The wallet, as the harness pays with it. */
const payerOf = (wallet: TestWallet): Pick<Payer, "address" | "sign" | "send"> => ({
  address: wallet.account.address,
  sign: (typedData) => wallet.account.signTypedData(typedData as never),
  send: async ({ to, data }) => {
    await wallet.send(to, data);
  },
});

interface Terms {
  readonly plan?: object;
  /** The limit of a cap that is signed at checkout; null without a cap. */
  readonly cap?: string | null;
}

/** A seller's subscriber with a wallet, and a link to the portal. */
async function aSubscriber({ plan = monthly, cap = "100" }: Terms = {}) {
  const story = new Story(restDoor, service, await aSeller(service));
  const wallet = await new TestWallet(service()).funded("1000");
  const { checkoutSessionId, serviceId } = await aCheckout(story, { name: "Pro", ...plan });
  const payer = payerOf(wallet) as Payer;
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, cap ?? undefined));
  await settleAll(service());
  const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
  const [subscription] = checkoutSession.subscriptions;
  const portalToken = await aPortal(story, subscription.userId);
  return { story, wallet, subscription, serviceId, portalToken, subscriptionId: subscription.id };
}

const subscriptionOf = async (story: Story) =>
  (await story.done("subscriptions.list", {})).subscriptions[0];

/** Opens the portal as a visitor with or without a wallet. */
async function opened(
  portalToken: string,
  wallet?: TestWallet,
  alsoAsks: readonly string[] = [],
): Promise<Page> {
  const context = await visitor(browser(), originOf(service()), {
    ...(wallet && { wallet }),
    alsoAsks,
  });
  const page = await context.newPage();
  await page.goto(`${originOf(service())}/checkout/portal/${portalToken}`);
  return page;
}

test("a subscriber sees what is due first, and the rest in tabs that the address keeps", async () => {
  const { story, subscription, portalToken } = await aSubscriber({
    plan: { ...monthly, pricingType: "USAGE_BASED", amount: "0.0025" },
  });
  const start = Date.parse(subscription.currentPeriodStart);
  for (const [index, prefix] of ["requests", "requests", "tokens"].entries()) {
    const occurredAt = new Date(start + index * day).toISOString();
    const eventKey = `${prefix}:${index}`;
    const fields = { eventKey, occurredAt, quantity: String(1200 * (index + 1)) };
    await story.done("usageEvents.create", story.usageOf(subscription, fields));
  }
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  const of = { serviceId, paymentPlanId, userId, subscriptionId };
  for (const amount of ["12.5", "40"]) {
    await story.done("invoices.create", { ...of, amount, status: "OPEN" });
  }
  await makeAllRoots(service());
  const page = await opened(portalToken);
  await page.getByRole("heading", { name: "Weather API · Pro" }).waitFor();

  expect(await page.title()).toBe("Your account");
  const next = await termOf(page, "Weather API · Pro", "Next charge").textContent();
  expect(next).toBe("By your usage");
  const due = sectionOf(page, "52.50 USDC due").getByRole("link");
  expect(await due.allTextContents()).toEqual(["Pay 12.50 USDC", "Pay 40.00 USDC"]);
  const { invoices } = await story.done("invoices.list", { userId });
  expect(await due.first().getAttribute("href")).toBe(invoices[1].url);
  await expectGoodState(page, "portal");

  await page.getByRole("tab", { name: "Overview" }).focus();
  await page.keyboard.press("ArrowRight");
  const table = page.getByRole("table", { name: "Your invoices, newest first" });
  await table.getByRole("link", { name: /Pay the invoice of .* 40\.00 USDC/ }).waitFor();
  await expectGoodState(page, "portal-invoices");

  await page.keyboard.press("ArrowRight");
  await page.reload();
  expect(new URL(page.url()).hash).toBe("#usage");
  await page.getByRole("img", { name: /^requests: 3,600 / }).waitFor();
  await page.getByText(/^Your usage is fixed as of /).waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the hash" }).click();
  const saved = JSON.parse(readFileSync(await (await saving).path(), "utf8"));
  expect(saved).toMatchObject({ subscriptionId, number: 1, eventCount: 3, rootBefore: null });
  await expectGoodState(page, "portal-usage");

  await page.getByRole("tab", { name: "Limits" }).click();
  const left = termOf(page, "Spending limit", "Left").first();
  await left.waitFor();
  expect(await left.textContent()).toMatch(/^100\.00 USDC until /);
});

test("a subscriber sees the levels that the seller shares, and no others", async () => {
  const { story, subscription, serviceId, portalToken } = await aSubscriber();
  const { userId } = subscription;
  const { balance } = await story.done("balances.create", { serviceId, userId });
  await story.aGrant(balance.id, "4.3");
  const alert = { serviceId, levels: ["5", "1"] };
  for (const on of ["balance", "forecast"]) {
    await story.done("alerts.create", { ...alert, on, tellsSubscriber: true });
  }
  await story.done("alerts.create", { ...alert, on: "usage" });
  const page = await opened(`${portalToken}#limits`);
  const section = sectionOf(page, "Alerts");

  await section.getByText("Left of the balance: 4.30 USDC").waitFor();
  await section.getByText("It is below 5.00 USDC. Alert below 5.00 USDC or 1.00 USDC.").waitFor();
  expect(await section.locator(".limit").count()).toBe(1);
  await expectGoodState(page, "portal-alerts");
});

test("a subscriber sees how much of the limits is used, and nothing of those of the service", async () => {
  const { story, subscription, serviceId, portalToken } = await aSubscriber();
  const limit = { serviceId, measure: "quantity", window: "day", action: "REJECT" };
  for (const [scope, max] of [
    ["subscription", "1000"],
    ["service", "5000"],
  ]) {
    await story.done("limits.set", { ...limit, name: `the-${scope}`, scope, max });
  }
  await story.done("usageEvents.create", story.usageOf(subscription, { quantity: "800" }));
  const page = await opened(`${portalToken}#limits`);
  const section = sectionOf(page, "Usage limits");
  await section.getByText("Weather API refuses usage beyond them.").waitFor();
  await section.getByRole("meter", { name: "1,000 units a day (UTC)" }).waitFor();
  await section.getByText("800 of 1,000 units used, resets").waitFor();

  expect(await section.getByRole("meter").count()).toBe(1);
  expect(await section.getByText("the-subscription").count()).toBe(0);
  await expectGoodState(page, "portal-limits");
});

test("a subscriber sees what agents have used, and stops one, and all usage", async () => {
  const { story, subscription, serviceId, portalToken } = await aSubscriber();
  const { balance } = await story.done("balances.create", {
    ...{ serviceId, userId: subscription.userId },
  });
  await story.aGrant(balance.id, "20");
  const use = (fields: Readonly<Record<string, unknown>>) =>
    story.call("usageEvents.create", story.usageOf(subscription, fields));
  const charged = { balanceId: balance.id, charge: "1.25" };
  await use({ subject: "agent-7", eventKey: "tokens:1", quantity: "1840", ...charged });
  await use({ subject: "agent-7", eventKey: "images:1", quantity: "3" });
  const long = `${"summarize/".repeat(6)}\u202etxt`;
  await use({ subject: long, eventKey: "tokens:2", quantity: "20" });
  for (let index = 0; index < 20; index += 1) await use({ subject: `user ${index}` });
  const limit = { serviceId, measure: "count", max: "0", window: "ever", action: "REJECT" };
  await story.done("limits.set", { ...limit, name: "x", scope: "subject", subject: "user 1" });
  const page = await opened(`${portalToken}#usage`);
  const section = sectionOf(page, "Agents and users");
  await section.getByRole("row", { name: /agent-7 3 images, 1,840 tokens 1\.25 / }).waitFor();
  await section.getByText("Weather API has stopped it itself.").waitFor();
  await press(page, "Show more agents and users");
  await section.getByText("user 9").waitFor();
  const agent = section.getByRole("switch", { name: "Usage of agent-7" });
  await agent.click();
  await page.getByText("agent-7 is stopped.").waitFor();
  expect(await agent.getAttribute("aria-checked")).toBe("false");
  expect((await use({ subject: "agent-7" })).status).toBe(402);
  expect((await use({ subject: "agent-8" })).status).toBe(201);
  await expectGoodState(page, "portal-subjects");

  await section.getByRole("switch", { name: "All usage" }).click();
  await section.getByText("You have stopped all usage").waitFor();
  expect((await use({ subject: "agent-8" })).status).toBe(402);
  await expectGoodState(page, "portal-stopped");
  await page.reload();
  await section.getByText("You have stopped all usage").waitFor();
  await section.getByRole("switch", { name: "All usage" }).click();
  await page.getByText("All usage is started again.").waitFor();
  expect((await use({ subject: "agent-8" })).status).toBe(201);
});

test("all usage can be stopped before any is recorded, and a problem of a stop is shown", async () => {
  const { story, subscription, subscriptionId, portalToken } = await aSubscriber();
  const page = await opened(`${portalToken}#usage`);
  await sectionOf(page, "Usage").getByText("nothing was used.").waitFor();
  const section = sectionOf(page, "Agents and users");
  await section.getByText("No agent or user has used anything in this period.").waitFor();
  await expectGoodState(page, "portal-no-subjects");
  await section.getByRole("switch", { name: "All usage" }).press("Space");
  await page.getByText("All usage is stopped.").waitFor();
  const event = story.usageOf(subscription);
  expect((await story.call("usageEvents.create", event)).status).toBe(402);
  await section.getByRole("switch", { name: "All usage" }).press("Enter");
  await page.getByText("All usage is started again.").waitFor();

  const error = { message: "No.", code: -32603, data: { httpStatus: 403 } };
  const refuse = { status: 403, json: { error } };
  await page.route(/portal\.subjects/, (route) => route.fulfill(refuse));
  await page.reload();
  await section.getByText("What agents and users have used cannot be shown").waitFor();
  await press(page, "Stop all usage");
  await page.getByText("All usage is stopped.").waitFor();
  await expectGoodState(page, "portal-subjects-failed");
  await press(page, "Start it again");
  await page.getByText("All usage is started again.").waitFor();
  await page.unrouteAll();

  await story.aUsageEvent(subscription, { subject: "agent-7" });
  await page.reload();
  const agent = page.getByRole("switch", { name: "Usage of agent-7" });
  await agent.waitFor();
  await story.done("subscriptions.cancel", { subscriptionId });
  await agent.click();
  await section.getByText("Subscription is not active.").waitFor();
  await expectGoodState(page, "portal-subjects-problem");
});

test("a subscriber sees a prepaid balance, and tops it up on the page of an invoice", async () => {
  const { story, wallet, subscription, serviceId } = await aSubscriber();
  const { userId, id: subscriptionId } = subscription;
  const { balance } = await story.done("balances.create", { serviceId, userId });
  const expiresAt = new Date(service().clock.now().getTime() + 30 * day).toISOString();
  await story.aGrant(balance.id, "5", { expiresAt });
  await story.aGrant(balance.id, "20");
  const { hold } = await story.done("holds.create", story.holdOf(balance, { amount: "0.5" }));
  const usageEvent = { subscriptionId, eventKey: "tokens:1", quantity: "1840" };
  await story.done("holds.commit", { holdId: hold.id, amount: "0.125", usageEvent });
  await story.done("holds.create", story.holdOf(balance, { amount: "0.25" }));
  const terms = { below: "5", amount: "25", perDayAtMost: "100" };
  await story.done("balances.setAutoTopUp", { balanceId: balance.id, ...terms });
  // The address of pages in production, which differs from this service's own.
  const pages = "https://pay.example.com";
  const page = await opened(await aPortal(story, userId), wallet, [pages]);
  await page.route(`${pages}/**`, (route) => {
    const location = route.request().url().replace(pages, originOf(service()));
    return route.fulfill({ status: 302, headers: { location } });
  });
  const section = "Weather API · Prepaid balance";
  await page.getByRole("heading", { name: section }).waitFor();

  expect(await termOf(page, section, "Available").textContent()).toBe("24.625 USDC");
  expect(await termOf(page, section, "On hold").textContent()).toBe("0.25 USDC");
  await page.getByRole("row", { name: /4\.875/ }).waitFor();
  await page.getByText("tops it up by 25.00 USDC").waitFor();
  await press(page, /^Show changes/);
  await page.getByRole("row", { name: /Call charged, the rest given back .*\+0\.375/ }).waitFor();
  await expectGoodState(page, "portal-balance");
  await page.setViewportSize({ width: 390, height: 844 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);

  await press(page, /^Top up/);
  const field = page.getByRole("textbox", { name: "Amount" });
  await field.fill("0");
  await press(page, "Continue to payment");
  await page.getByText("Enter an amount in USDC, more than zero.").waitFor();
  await field.fill("40");
  await expectGoodState(page, "portal-top-up");
  await press(page, "Continue to payment");
  await page.getByText("The payment adds 40.00 USDC to the prepaid balance with").waitFor();
  await expectGoodState(page, "top-up-invoice");
});

test("a subscriber whose balance is used up and no longer topped up is told so", async () => {
  const { story, subscription, serviceId } = await aSubscriber({ cap: null });
  const { userId } = subscription;
  const { balance } = await story.done("balances.create", { serviceId, userId });
  const terms = { below: "5", amount: "25", perDayAtMost: "100" };
  await story.done("balances.setAutoTopUp", { balanceId: balance.id, ...terms });
  await topUpLowBalances(service().parts);
  const page = await opened(await aPortal(story, userId));

  await page.getByText("Automatic top-ups have stopped.").waitFor();
  await page.getByText("Used up", { exact: true }).waitFor();
  await press(page, /^Show changes/);
  await page.getByText("There are no changes yet.").waitFor();
  await expectGoodState(page, "portal-balance-used-up");
});

test("a subscriber looks at earlier periods, by keyboard alone", async () => {
  const { story, subscription } = await aSubscriber({
    plan: { ...monthly, billingInterval: "DAY" },
  });
  await story.done("usageEvents.create", story.usageOf(subscription, { quantity: "7" }));
  service().clock.advance(2 * 86_400);
  const page = await opened(`${await aPortal(story, subscription.userId)}#usage`);
  await page.getByText("nothing was used").waitFor();

  const earlier = page.getByRole("button", { name: "Earlier period" });
  await earlier.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: /^requests: 7 / }).waitFor();
  expect(await earlier.getAttribute("aria-disabled")).toBe("true");
  await expectGoodState(page, "portal-earlier");
});

test("a subscriber cancels at the end of the period, and takes that back", async () => {
  const { story, portalToken, subscriptionId } = await aSubscriber();
  const read = async () => (await story.done("subscriptions.get", { subscriptionId })).subscription;
  const page = await opened(portalToken);
  const asks = page.getByRole("button", { name: "Cancel subscription to Weather API" });
  const dialog = page.getByRole("dialog", { name: "Cancel subscription?" });
  await asks.click();
  await dialog.getByRole("button", { name: "Keep subscription" }).click();
  expect(await asks.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await dialog.getByText("There is no charge after that.").waitFor();
  await expectGoodState(page, "portal-cancelling");
  await dialog.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByText("You have cancelled this subscription.").waitFor();
  expect((await read()).cancelAt).toBe((await read()).currentPeriodEnd);
  await expectGoodState(page, "portal-cancelled");

  await page.reload();
  await press(page, "Keep subscription");
  await asks.waitFor();
  expect((await read()).cancelAt).toBeNull();
});

test("a seller who does not let subscribers cancel is to be asked", async () => {
  const { story, portalToken, serviceId } = await aSubscriber();
  await story.done("services.update", { serviceId, portal: { allowsCancel: false } });
  const page = await opened(portalToken);
  await page.getByText("To end this subscription, ask Weather API.").waitFor();
  expect(await page.getByRole("button", { name: /^Cancel/ }).count()).toBe(0);
  await expectGoodState(page, "portal-cannot-cancel");
});

test("a subscriber raises the limit with the wallet, and signs the announced prices", async () => {
  const { wallet, portalToken, story, subscription, subscriptionId } = await aSubscriber();
  const { paymentPlanId } = subscription;
  await story.aRateCard({ paymentPlanId, effectiveFrom: "2027-01-01T00:00:00Z" });
  const page = await opened(`${portalToken}#limits`, wallet);
  const unsigned = page.getByText("You have not signed the prices from Jan 1, 2027.");
  await unsigned.waitFor();
  await press(page, "Change the spending limit");
  const field = page.getByRole("textbox", { name: "New spending limit per calendar month" });
  await field.fill("none");
  await press(page, /Test Wallet/);
  await press(page, "Sign the spending limit");
  await page.getByText("Enter an amount in USDC, more than zero.").waitFor();
  await field.fill("250");
  await expectGoodState(page, "portal-limit");

  const goOn = wallet.hold("eth_signTypedData_v4");
  await press(page, "Sign the spending limit");
  await page.getByText("asks you to sign").waitFor();
  await expectGoodState(page, "portal-limit-signing");
  goOn();
  const left = termOf(page, "Spending limit", "Left");
  await left.filter({ hasText: "225.00 USDC until" }).waitFor();
  const { spendingCap } = await story.done("spendingCaps.get", { subscriptionId });
  expect(spendingCap).toMatchObject({ perPeriod: "250.000000", spent: "0.000000" });
  expect(await unsigned.count()).toBe(0);
});

test("a subscriber without a cap sets one, and a declined signature changes nothing", async () => {
  const { wallet, portalToken } = await aSubscriber({ cap: null });
  const page = await opened(`${portalToken}#limits`, wallet);
  await page.getByText("you pay every invoice yourself.").waitFor();
  await press(page, "Set a spending limit");
  await press(page, /Test Wallet/);
  await page.getByLabel("New spending limit").fill("1,234");
  await press(page, "Sign the spending limit");
  await page.getByText("This can mean two numbers. Choose one:").waitFor();
  await expectGoodState(page, "portal-cap-asked");
  await press(page, "1234");
  wallet.declines.add("eth_signTypedData_v4");
  await press(page, "Sign the spending limit");
  await page.getByText("You declined in your wallet.").waitFor();
  wallet.declines.clear();
  await press(page, "Sign the spending limit");
  await page.getByText("Weather API collects invoices from this wallet").waitFor();
  expect(await termOf(page, "Spending limit", "Spending limit").textContent()).toBe(
    "1,234.00 USDC per calendar month",
  );
});

test("a subscriber revokes the cap at once, and then on the chain, which the page follows", async () => {
  const { wallet, portalToken, story, subscriptionId } = await aSubscriber();
  const page = await opened(`${portalToken}#limits`, wallet);
  await press(page, "Revoke…");
  await expectGoodState(page, "portal-revoking");
  await press(page, "Revoke it now");
  await page
    .getByText("You have revoked this spending limit. Nothing more is collected.")
    .waitFor();
  expect((await story.done("spendingCaps.get", { subscriptionId })).spendingCap.revoked).toBe(true);
  await page.getByRole("tab", { name: "Usage" }).click();
  await sectionOf(page, "Agents and users").getByText("You have stopped all usage").waitFor();
  await page.getByRole("tab", { name: "Limits" }).click();

  await press(page, "Revoke it on the chain too…");
  await press(page, /Test Wallet/);
  const sign = wallet.hold("eth_signTypedData_v4");
  await press(page, "Revoke it on the chain");
  await page.getByText("asks you to sign").waitFor();
  await expectGoodState(page, "portal-revocation-asked");
  sign();
  await page.getByText("The contract is told: that may take a minute.").waitFor();
  await expectGoodState(page, "portal-revocation-sent");
  await relayCaps(service().parts);
  await page.getByText("You have revoked this spending limit, also on the chain.").waitFor();
  await expectGoodState(page, "portal-revoked");
  expect(await page.getByRole("button", { name: /Revoke/ }).count()).toBe(0);
  expect(wallet.asked).not.toContain("eth_sendTransaction");
  const { events } = await story.done("events.list", { type: "subscription.cap_revoked" });
  expect(events).toHaveLength(1);
});

test("a wallet revokes the cap on the chain in one step, if it is the one that signed", async () => {
  const { wallet, portalToken, story, subscriptionId } = await aSubscriber();
  const other = await new TestWallet(service(), "Other Wallet").funded("1");
  const stranger = await opened(`${portalToken}#limits`, other);
  await press(stranger, "Revoke…");
  await press(stranger, /Other Wallet/);
  await stranger.getByText("Choose that account in your wallet.").waitFor();

  const page = await opened(`${portalToken}#limits`, wallet);
  await press(page, "Revoke…");
  await page.getByRole("checkbox", { name: "Stop all usage too" }).uncheck();
  await press(page, /Test Wallet/);
  await press(page, "Revoke it on the chain");
  await page.getByText("The contract is told: that may take a minute.").waitFor();
  await relayCaps(service().parts);
  await page.getByText("You have revoked this spending limit, also on the chain.").waitFor();
  await page.getByRole("tab", { name: "Usage" }).click();
  const allUsage = page.getByRole("switch", { name: "All usage" });
  expect(await allUsage.getAttribute("aria-checked")).toBe("true");
  expect((await story.done("spendingCaps.get", { subscriptionId })).spendingCap.revoked).toBe(true);
});

test("a subscriber changes name and e-mail address", async () => {
  const { story, portalToken, subscriptionId } = await aSubscriber();
  const page = await opened(`${portalToken}#details`);
  await press(page, "Change name or e-mail");
  await page.getByRole("textbox", { name: "Name" }).fill("Pat Payer");
  const email = page.getByRole("textbox", { name: "E-mail" });
  await email.fill("pat");
  await press(page, "Save");
  await page.getByText("Enter a valid e-mail address.").waitFor();
  await email.fill("pat@example.org");
  await expectGoodState(page, "portal-name");
  await press(page, "Save");
  await page.getByRole("tabpanel").getByText("pat@example.org").waitFor();
  const { userId } = (await story.done("subscriptions.get", { subscriptionId })).subscription;
  const [invoice] = (await story.done("invoices.list", { userId })).invoices;
  expect(invoice.user).toMatchObject({ name: "Pat Payer", email: "pat@example.org" });
});

test("a subscriber with nothing sees that there is nothing, and the way back", async () => {
  const story = new Story(restDoor, service);
  const { ownerId: userId } = await story.aService();
  const returnUrl = "https://example.com/account";
  const { portalSession } = await story.done("portalSessions.create", { userId, returnUrl });
  const page = await opened(portalSession.url.split("/").at(-1));
  await page.getByRole("heading", { name: "You have no subscriptions" }).waitFor();
  const back = page.getByRole("link", { name: "Back to example.com" });
  expect(await back.getAttribute("href")).toBe(returnUrl);
  await expectGoodState(page, "portal-empty");
  await page.getByRole("tab", { name: "Invoices" }).click();
  await page.getByText("There are no invoices yet.").waitFor();
});

test("a link of a narrow key shows and offers only what the key may do", async () => {
  const seller = await aSeller(service);
  const owner = new Story(restDoor, service, seller);
  const { userId } = await owner.aSubscription(monthly);
  const linkWith = async (...more: string[]) => {
    const scopes = ["portal-sessions:write", "subscribers:read", ...more];
    const { secret: key } = (await owner.done("apiKeys.create", { name: "Narrow", scopes })).apiKey;
    return aPortal(new Story(restDoor, service, { ...seller, key }), userId);
  };
  const page = await opened(await linkWith("subscriptions:read"));
  await page.getByText("To end this subscription, ask").waitFor();
  for (const name of ["Usage", "Spending limit", "Invoices"]) {
    expect(await page.getByRole("heading", { name }).count(), name).toBe(0);
  }
  expect(await page.getByRole("button").count()).toBe(0);
  await expectGoodState(page, "portal-narrow");

  const bare = await opened(await linkWith());
  await bare.getByRole("heading", { name: "Your account" }).waitFor();
  expect(await bare.getByText("You have no subscriptions").count()).toBe(0);
});

test("a link that expires while the page is open says so at the next thing that is pressed", async () => {
  const { portalToken } = await aSubscriber();
  const page = await opened(portalToken);
  await press(page, /^Cancel subscription/);
  // Nothing else is pressed: an answer that is still on its way would end the page before.
  await page.waitForLoadState("networkidle");
  service().clock.advance(3_600);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByRole("heading", { name: "This link does not work any more" }).waitFor();
  await expectGoodState(page, "portal-ended");
});

test("the portal shows everything but the cap while the chain does not answer", async () => {
  const { portalToken } = await aSubscriber();
  const page = await opened(`${portalToken}#limits`);
  await page.route(/portal\.spendingCap/, (route) => route.abort());
  await page.reload();
  await page.getByRole("heading", { name: "Weather API · Pro" }).waitFor();
  await page.getByText("Reading the spending limit…").waitFor();
  await expectGoodState(page, "portal-reading-cap");
});

test("a part of the portal that cannot be loaded says so in its place", async () => {
  const { portalToken } = await aSubscriber();
  const page = await opened(`${portalToken}#limits`);
  await page.route(/cap-form/, (route) => route.abort());
  await press(page, "Change the spending limit");
  await page.getByText("The spending limit cannot be shown. Open this page again.").waitFor();
});

test("a cap that has ended, or pays another address, says that nothing is collected", async () => {
  const { portalToken, story, serviceId } = await aSubscriber();
  const page = await opened(`${portalToken}#limits`);
  await story.done("services.update", { serviceId, payoutAddress: `0x${"ab".repeat(20)}` });
  await page.reload();
  await page.getByText("Weather API is paid at another address now").waitFor();
  await expectGoodState(page, "portal-cap-outdated");

  const { userId } = await subscriptionOf(story);
  service().clock.advance(2 * 366 * 86_400);
  const later = await opened(`${await aPortal(story, userId)}#limits`);
  await later.getByText("This spending limit has ended.").waitFor();
  await expectGoodState(later, "portal-cap-ended");
  service().clock.set(new Date().toISOString());
});

test("several subscriptions are listed, and the ended one says so", async () => {
  const { story, subscription, serviceId, portalToken } = await aSubscriber();
  const { userId } = subscription;
  for (const name of ["Starter", "Archive"]) {
    const { id: paymentPlanId } = await story.aPlan(serviceId, { name, billingInterval: "MONTH" });
    const of = { serviceId, paymentPlanId, userId };
    const { checkoutSession } = await story.done("checkoutSessions.create", of);
    await story.done("checkoutSessions.complete", { checkoutSessionId: checkoutSession.id });
  }
  await story.done("subscriptions.cancel", { subscriptionId: subscription.id });
  const page = await opened(portalToken);
  await page.getByText("Ended", { exact: true }).first().waitFor();
  await expectGoodState(page, "portal-several");
  await page.getByRole("tab", { name: "Limits" }).click();
  await page.getByLabel("Subscription", { exact: true }).selectOption("Weather API · Pro (ended)");
  await sectionOf(page, "Spending limit").getByText("100.00 USDC per").first().waitFor();
});

test("on a phone without a wallet, the portal gives its address to no wallet's site", async () => {
  const { portalToken } = await aSubscriber();
  const context = await visitor(browser(), originOf(service()), { device: iPhone });
  const page = await context.newPage();
  await page.goto(`${originOf(service())}/checkout/portal/${portalToken}#limits`);
  await press(page, "Revoke…");
  await page.getByText("Copy this page’s address into the browser of your wallet’s app").waitFor();
  const links = await page.getByRole("link").evaluateAll((all) => all.map((one) => String(one)));
  expect(links.filter((link) => link.includes(portalToken))).toEqual([]);
});
