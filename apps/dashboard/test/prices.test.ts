import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { restDoor } from "../../api/test/harness/doors.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { aSeller, type Seller, Story } from "../../api/test/harness/story.ts";
import { expectGoodState } from "../../checkout/test/harness/state.ts";
import { onLoopback, press, signedIn, useBrowser } from "./harness.ts";

const service = useService({ ...payments, ...onLoopback });
const browser = useBrowser();

let seller: Seller;
let story: Story;
let serviceId: string;

beforeAll(async () => {
  seller = await aSeller(service);
  story = new Story(restDoor, service, seller);
  serviceId = (await story.aService({ name: "Maps API" })).id;
});

const opened = (path: string) => signedIn(browser(), service, seller, path);
const heading = (page: Page, name: string) =>
  page.getByRole("heading", { name, exact: true }).first();
const looksGood = (page: Page, name: string) => expectGoodState(page, `dashboard-${name}`);

const aPlan = (fields: object = {}) =>
  story.aPlan(serviceId, { name: "Pay as you go", billingInterval: "MONTH", ...fields });

/** The fields of one component of the form. */
const component = (page: Page, place: number) =>
  page.getByRole("group", { name: `Component ${place}`, exact: true });

/** A base fee, and requests in two tiers. */
const components = [
  { type: "FLAT", description: "Base fee", amount: "20" },
  {
    type: "GRADUATED",
    description: "Requests",
    prefix: "requests",
    tiers: [
      { upTo: "1000", unitAmount: "0" },
      { upTo: null, unitAmount: "0.002" },
    ],
  },
];

test("a seller adds a rate card, after the field that the service refuses is named", async () => {
  const plan = await aPlan();
  const page = await opened(`services/${serviceId}`);
  await page.getByRole("link", { name: "Pay as you go" }).first().click();
  await heading(page, "Pay as you go").waitFor();
  await page.getByText("No rate card yet").waitFor();
  await looksGood(page, "plan-empty");

  await press(page, "New rate card…");
  const first = component(page, 1);
  await first.getByLabel("Description").fill("Requests");
  await first.getByLabel(/Prefix/).fill("requests");
  await first.getByLabel("Price per unit").fill("0.0000000000001");
  await press(page, "Add the rate card");
  await first.getByText("Must be a non-negative decimal with at most 12 decimal places.").waitFor();
  await page.getByText("Correct the rate card to see what usage costs.").waitFor();
  expect(
    await first.getByLabel("Price per unit").evaluate((field) => field === document.activeElement),
  ).toBe(true);
  await looksGood(page, "plan-form-refused");

  await first.getByLabel("Price per unit").fill("0.000000000001");
  await press(page, "Add a component");
  const second = component(page, 2);
  await second.getByLabel("Kind of price").selectOption("VOLUME");
  await second.getByLabel("Description").fill("Tokens");
  await second.getByLabel("Up to this unit").fill("1000");
  await second.getByLabel("Price per unit").first().fill("0.5");
  await second.getByLabel("Price per unit").last().fill("0.25");
  await press(page, "Add the rate card");
  await page.getByText("In effect", { exact: true }).waitFor();
  await page.getByText("0.000000000001 USDC per unit").waitFor();
  await page.getByText("Up to 1,000: 0.50 USDC per unit").waitFor();

  const { rateCards } = await story.done("rateCards.list", { paymentPlanId: plan.id });
  expect(rateCards[0].components).toEqual([
    {
      type: "PER_UNIT",
      description: "Requests",
      prefix: "requests",
      unitAmount: "0.000000000001",
    },
    {
      type: "VOLUME",
      description: "Tokens",
      tiers: [
        { upTo: "1000", unitAmount: "0.5" },
        { upTo: null, unitAmount: "0.25" },
      ],
    },
  ]);
});

test("the next version begins as a copy of the last one, and takes effect later", async () => {
  const plan = await aPlan({ name: "Versions" });
  await story.aRateCard({ paymentPlanId: plan.id, components });
  const page = await opened(`services/${serviceId}/plans/${plan.id}`);
  await press(page, "New rate card…");
  await component(page, 1).getByLabel("Amount per period").fill("25");
  await page.getByLabel(/begin on this day/).fill("2026-02-01");
  await press(page, "Add the rate card");
  await page.getByRole("strong").filter({ hasText: "Version 2" }).waitFor();
  await page.getByText("Later", { exact: true }).waitFor();
  await page.getByRole("strong").filter({ hasText: "Version 2" }).click();
  await page.getByText("25.00 USDC every period").waitFor();
  const { rateCards } = await story.done("rateCards.list", { paymentPlanId: plan.id });
  expect(rateCards[0]).toMatchObject({ version: 2, effectiveFrom: "2026-02-01T00:00:00.000Z" });
  expect(rateCards[0].components[1]).toEqual(components[1]);
});

test("the calculator shows what usage costs, line by line and as a plot", async () => {
  const plan = await aPlan({ name: "Tiers" });
  await story.aRateCard({ paymentPlanId: plan.id, components });
  const page = await opened(`services/${serviceId}/plans/${plan.id}`);
  await page.getByText("20.00 USDC per period", { exact: false }).first().waitFor();
  await page.getByLabel(/^requests/).fill("12000");
  await page.getByText("42.00 USDC", { exact: true }).waitFor();
  const bill = page.getByRole("table", { name: "What the usage costs" });
  await bill.getByText("11,000 × 0.002").waitFor();
  const plot = page.getByRole("figure", { name: "Cost by requests" });
  await plot.waitFor();
  await looksGood(page, "plan");
  await plot.getByText("Show as a table").click();
  await plot.getByRole("row", { name: "24,000 66.00" }).waitFor();
  const download = page.waitForEvent("download");
  await press(page, "Download CSV");
  let text = "";
  for await (const part of await (await download).createReadStream()) text += String(part);
  expect(text.split("\r\n")[0]).toBe('\ufeff"requests","amount"');
  expect(text).toContain("12000.000000,42.000000");

  await page.getByLabel(/^requests/).fill("1e5");
  await page.getByText("Enter a number with at most six decimals.").waitFor();
});

test("prices in the form are tried before they are added", async () => {
  const plan = await aPlan({ name: "Tried" });
  await story.aRateCard({ paymentPlanId: plan.id, components });
  const page = await opened(`services/${serviceId}/plans/${plan.id}`);
  await press(page, "New rate card…");
  await component(page, 1).getByLabel("Amount per period").fill("7");
  await page.getByLabel("Prices").selectOption("form");
  await page.getByText("7.00 USDC", { exact: true }).waitFor();
  const { rateCards } = await story.done("rateCards.list", { paymentPlanId: plan.id });
  expect(rateCards).toHaveLength(1);
});

test("upcoming bills say what each running period costs until now, and when it ends", async () => {
  const other = await aSeller(service);
  const own = new Story(restDoor, service, other);
  const { id } = await own.aService({ name: "Weather API" });
  const metered = await own.aPlan(id, { name: "Metered", billingInterval: "MONTH" });
  await own.aRateCard({ paymentPlanId: metered.id, components });
  const fixed = await own.aPlan(id, {
    ...{ name: "Pro", pricingType: "FIXED_RECURRING", billingInterval: "MONTH", amount: "49" },
  });
  for (const [email, plan] of [
    ["ada@example.com", metered],
    ["ben@example.com", fixed],
  ] as const) {
    const input = { serviceId: id, paymentPlanId: plan.id };
    const { checkoutSession } = await own.done("checkoutSessions.create", input);
    const done = await own.done("checkoutSessions.complete", {
      checkoutSessionId: checkoutSession.id,
      user: { email: `${randomBytes(3).toString("hex")}-${email}` },
    });
    const [subscription] = done.checkoutSession.subscriptions;
    if (plan !== metered) continue;
    const usage = { eventKey: "requests:1", quantity: "3000" };
    await own.done("usageEvents.create", own.usageOf(subscription, usage));
  }
  const page = await signedIn(browser(), service, other, "upcoming");
  const stat = (name: string) => page.locator(".stat", { hasText: name });
  await stat("Accrued so far").getByText("24.00").waitFor();
  await stat("Next renewals").getByText("49.00").waitFor();
  const row = page.getByRole("row", { name: /ada@example.com/ });
  await row.getByText("24.00").waitFor();
  await row.getByText("1 usage event by the rate card").waitFor();
  await page
    .getByRole("row", { name: /ben@example.com/ })
    .getByText("49.00")
    .waitFor();
  await looksGood(page, "upcoming");
});

test("a seller without subscriptions is told how to get one", async () => {
  const page = await opened("upcoming");
  await page.getByText("No active subscriptions").waitFor();
  await looksGood(page, "upcoming-empty");
});
