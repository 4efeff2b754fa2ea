import { expect, test } from "vitest";
import { tieredCard } from "../../../packages/rating/test/tiered-card.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import { aPortal } from "../../api/test/harness/portal.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { Story } from "../../api/test/harness/story.ts";
import { useBrowser, visitor } from "./harness/browser.ts";
import { aCheckout, metered, originOf } from "./harness/checkouts.ts";
import { expectGoodState } from "./harness/state.ts";
import { TestWallet } from "./harness/wallet.ts";

/* Before subscribers agree to a price, the page shows the rate card: in words, as a table, and with an example. */

const service = useService(payments);
const browser = useBrowser();
const story = new Story(restDoor, service);

const prices = [
  ...["What is billed", "Price"],
  ...["Base fee", "10.00 USDC every period"],
  "Requests",
  "Up to 10,000: 0.002 USDC per unitAbove: 0.001 USDC per unit1,000 units are includedEach unit at the price of its own tier",
];

test("a checkout with a spending cap shows the card, not the plan's amount", async () => {
  const checkout = await aCheckout(service, { plan: { ...metered, amount: "0" } });
  const { paymentPlanId } = (await checkout.records()).session;
  await story.aRateCard({ paymentPlanId, components: tieredCard });
  await story.aRateCard({ paymentPlanId, effectiveFrom: "2027-01-01T00:00:00Z" });
  const wallet = await new TestWallet(service()).funded("150");
  const context = await visitor(browser(), originOf(service()), { wallet });
  const page = await context.newPage();
  await page.goto(checkout.url);

  await page.getByText("USDC every month, plus usage").waitFor();
  expect(await page.getByText("per request").count()).toBe(0);
  const cells = page.getByRole("table", { name: "Prices", exact: true }).locator("th, td");
  await cells.first().waitFor();
  expect(await cells.allTextContents()).toEqual(prices);
  await page.getByText("For example, a month of this usage costs 41.00 USDC").waitFor();
  await page.getByText("From Jan 1, 2027").waitFor();
  await page.getByRole("checkbox").check();
  await page.getByLabel("Spending limit per").waitFor();
  await page.getByText("Your signature names the prices shown here.").waitFor();
  await expectGoodState(page, "offer");
});

test("a new limit at the portal is signed beside the card and the address that is paid", async () => {
  const checkout = await aCheckout(service, { plan: metered });
  await story.aRateCard({
    paymentPlanId: (await checkout.records()).session.paymentPlanId,
    components: tieredCard,
  });
  await story.done("checkoutSessions.complete", {
    checkoutSessionId: checkout.id,
    user: { email: "pat@example.com" },
  });
  const [{ userId, paymentPlanId }] = (await checkout.records()).subscriptions;
  const portalToken = await aPortal(story, userId);
  const wallet = await new TestWallet(service()).funded("150");
  const context = await visitor(browser(), originOf(service()), { wallet });
  const page = await context.newPage();
  await page.goto(`${originOf(service())}/checkout/portal/${portalToken}`);

  await page.getByText("10.00 USDC every month, plus usage").waitFor();
  await page.locator("summary").getByText("Prices").click();
  const offered = page.getByRole("table", { name: "Prices" }).locator("th, td");
  await offered.first().waitFor();
  expect(await offered.allTextContents()).toEqual(prices);
  await page.getByRole("tab", { name: "Limits" }).click();
  await page.getByRole("button", { name: "Set a spending limit" }).click();
  const form = page.locator("form.cap");
  const cells = form.getByRole("table", { name: "Prices" }).locator("th, td");
  await cells.first().waitFor();
  expect(await cells.allTextContents()).toEqual(prices);
  await form.getByText("Your signature names these prices.").waitFor();
  await form.getByText("Paid to").waitFor();
  await page.getByRole("button", { name: /Test Wallet/ }).click();
  await story.aRateCard({ paymentPlanId });
  await expectGoodState(page, "portal-cap-offer");
  const asked = wallet.asked.length;
  await page.getByRole("button", { name: "Sign the spending limit" }).click();
  await page.getByText("The seller has changed the terms").waitFor();
  expect(wallet.asked.slice(asked)).not.toContain("eth_signTypedData_v4");
});
