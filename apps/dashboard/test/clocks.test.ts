import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { restDoor } from "../../api/test/harness/doors.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { aSeller, Story } from "../../api/test/harness/story.ts";
import { expectGoodState } from "../../checkout/test/harness/state.ts";
import { onLoopback, press, signedIn, useBrowser } from "./harness.ts";

const service = useService({ ...payments, ...onLoopback });
const browser = useBrowser();
const looksGood = (page: Page, name: string) => expectGoodState(page, `dashboard-${name}`);

test("a seller creates a clock and a service on it, advances it, and sees what came due", async () => {
  const seller = await aSeller(service);
  const story = new Story(restDoor, service, seller);
  const page = await signedIn(browser(), service, seller, "clocks");
  await page.getByText("No test clocks yet").waitFor();
  await looksGood(page, "clocks-empty");
  await press(page, "New clock…");
  await page.getByLabel(/Name/).fill("Renewals");
  await page.getByLabel(/start of this day/).fill("2027-01-31");
  await press(page, "Create the clock");
  await page.getByRole("heading", { name: "Renewals", exact: true }).waitFor();
  await page.getByRole("link", { name: "Create a service on this clock" }).click();
  await page.getByLabel("Name").fill("Weather API on a clock");
  await press(page, "Create the service");
  await page.getByRole("heading", { name: "Weather API on a clock" }).waitFor();

  const { services } = await story.done("services.list", {});
  const onClock = services.find((one: { testClockId: string | null }) => one.testClockId !== null);
  const plan = await story.aPlan(onClock.id, {
    ...{ name: "Pro", pricingType: "FIXED_RECURRING", billingInterval: "MONTH", amount: "49" },
  });
  const of = { serviceId: onClock.id, paymentPlanId: plan.id };
  const { checkoutSession } = await story.done("checkoutSessions.create", of);
  await story.done("checkoutSessions.complete", {
    checkoutSessionId: checkoutSession.id,
    user: { email: "pat@example.com" },
  });

  await page.getByRole("link", { name: "Test clocks" }).first().click();
  await page.getByRole("link", { name: "Renewals" }).click();
  await press(page, "Advance by 1 day");
  await page.getByText("Feb 1, 2027").first().waitFor();
  await page.getByText("Nothing came due on the way.").waitFor();
  await press(page, "Advance by 1 month");
  await page.getByText("Mar 1, 2027").first().waitFor();
  await page.getByText("Invoice opened · pat@example.com · 49.00 USDC").waitFor();
  await page
    .getByText(/^Subscription renewed/)
    .first()
    .waitFor();
  await looksGood(page, "clock");

  await page.getByLabel(/start of this day/).fill("2027-01-01");
  await press(page, "Advance to this day");
  await page.getByText("Must be later than the clock's now.").waitFor();
  const { testClock } = await story.done("testClocks.get", { testClockId: onClock.testClockId });
  expect(testClock).toMatchObject({ status: "READY", now: "2027-03-01T00:00:00.000Z" });

  const { invoices } = await story.done("invoices.list", { status: "OPEN" });
  await story.done("settlements.create", story.settlementOf(invoices[0]));
  await page.getByRole("link", { name: "Overview" }).first().click();
  await press(page, "Discard"); // the day that was refused
  await page
    .getByText(/Not counted here: 49\.00 USDC that were settled in the 30 days up to .* Renewals/)
    .waitFor();
  await looksGood(page, "overview-clock");
});
