import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { settleAll } from "../../api/test/harness/checkout.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import { aPayableInvoice, signedByLink } from "../../api/test/harness/invoice-link.ts";
import { aPayer } from "../../api/test/harness/payer.ts";
import { aPortal } from "../../api/test/harness/portal.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { Story } from "../../api/test/harness/story.ts";
import { useBrowser, visitor } from "./harness/browser.ts";
import { originOf } from "./harness/checkouts.ts";
import { expectGoodState } from "./harness/state.ts";

/* The longest texts that a seller can set: pages stay readable, and fit a phone. */

const service = useService(payments);
const browser = useBrowser();
const story = new Story(restDoor, service);

const largest = "999999999999999999.999999";
const words = "A forecast for every place on Earth, by the hour, with the archive back to 1979. ";

const names = {
  long: {
    service: "Supercalifragilisticexpialidocious".repeat(5),
    plan: "Weather and climate for the whole world, with everything that there is to know ".repeat(
      2,
    ),
    seller: "W".repeat(200),
    subscriber: "Pat ".repeat(50).trim(),
    description: words.repeat(24),
  },
  "right-to-left": {
    service: "خدمة الطقس 24/7",
    plan: "الباقة الذهبية (2)",
    seller: 'שירותי עדה בע"מ',
    subscriber: "محمد عبد الله",
    description: "توقعات الطقس لكل مكان على الأرض، ساعة بساعة.",
  },
};

/** A subscription of a plan with such names. */
async function aSubscription(named: (typeof names)["long"], plan: object = {}) {
  const email = `${randomBytes(4).toString("hex")}@example.com`;
  const { id: serviceId } = await story.aService({
    name: named.service,
    owner: { email, name: named.seller },
    payoutAddress: `0x${randomBytes(20).toString("hex")}`,
  });
  const { id: paymentPlanId } = await story.aPlan(serviceId, {
    name: named.plan,
    description: named.description,
    billingInterval: "MONTH",
    ...plan,
  });
  const of = { serviceId, paymentPlanId };
  const { checkoutSession } = await story.done("checkoutSessions.create", of);
  const { checkoutSession: completed } = await story.done("checkoutSessions.complete", {
    checkoutSessionId: checkoutSession.id,
    user: { email: `payer-${email}`, name: named.subscriber },
  });
  return { ...of, ...completed.subscriptions[0] };
}

async function opened(path: string): Promise<Page> {
  const page = await (await visitor(browser(), originOf(service()))).newPage();
  await page.goto(`${originOf(service())}/checkout/${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

describe.each(Object.entries(names))("with %s names", (name, named) => {
  test("a checkout is readable, with the largest price", async () => {
    const pricing = { pricingType: "FIXED_RECURRING", amount: largest };
    const { serviceId, paymentPlanId } = await aSubscription(named, pricing);
    const of = { serviceId, paymentPlanId, cancelUrl: "https://app.example.com/pricing" };
    const { checkoutSession } = await story.done("checkoutSessions.create", of);
    const page = await opened(checkoutSession.id);
    await page.getByText("999,999,999,999,999,999.999999").first().waitFor();
    await page.getByRole("checkbox").check();
    await expectGoodState(page, `${name}-names`);
  });

  test("an invoice of 100 lines is readable, and so is its receipt on paper", async () => {
    const { id: subscriptionId, serviceId, paymentPlanId, userId } = await aSubscription(named);
    const line = (index: number) => ({
      description: `${named.plan} ${index}`.slice(0, 200),
      quantity: "2500",
      unitAmount: "0.0025",
      amount: "0.01",
    });
    const lines = Array.from({ length: 100 }, (_, index) => line(index + 1));
    const of = { serviceId, paymentPlanId, userId, subscriptionId };
    const invoice = await aPayableInvoice(story, { ...of, amount: "1", lines });
    const page = await opened(`invoices/${invoice.linkToken}`);
    await page.getByRole("row").nth(10).waitFor();
    expect(await page.getByRole("row").count()).toBe(11);
    await expectGoodState(page, `${name}-names-invoice`);
    await page.getByRole("button", { name: "Show all 100 lines" }).click();
    expect(await page.getByRole("row").count()).toBe(101);

    const payer = await aPayer(service());
    await story.done("invoiceLinks.pay", await signedByLink(story, invoice.linkToken, payer));
    await settleAll(service());
    await page.reload();
    await page.getByRole("heading", { name: "Paid" }).waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("row").count()).toBe(101);
    await expectGoodState(page, `${name}-names-printed`, { rules: ["color-contrast"] });
  });

  test("a portal is readable, with usage under a long key", async () => {
    const subscription = await aSubscription(named, { unit: "x".repeat(50) });
    const { serviceId, paymentPlanId, userId } = subscription;
    const prefix = named.service.slice(0, 80);
    const usage = { eventKey: `${prefix}:1`, quantity: largest };
    await story.done("usageEvents.create", story.usageOf(subscription, usage));
    const terms = { serviceId, paymentPlanId, userId, amount: largest, status: "OPEN" };
    await story.done("invoices.create", terms);
    const page = await opened(`portal/${await aPortal(story, userId)}`);
    await page.getByText("999,999,999,999,999,999.999999 USDC due").waitFor();
    await expectGoodState(page, `${name}-names-portal`);
    await page.getByRole("tab", { name: "Invoices" }).click();
    await page.getByRole("table", { name: "Your invoices, newest first" }).waitFor();
    await expectGoodState(page, `${name}-names-portal-invoices`);
    await page.getByRole("tab", { name: "Usage" }).click();
    await page.getByRole("img", { name: /999,999,999,999,999,999\.999999/ }).waitFor();
    await expectGoodState(page, `${name}-names-portal-usage`);
  });
});
