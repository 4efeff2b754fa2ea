import { expect, test } from "vitest";
import { payments, useService } from "../../api/test/harness/service.ts";
import { useBrowser, visitor } from "./harness/browser.ts";
import { aCheckout, originOf } from "./harness/checkouts.ts";
import { expectGoodState } from "./harness/state.ts";

const service = useService({
  ...payments,
  RATE_LIMIT: "1000",
  RATE_LIMIT_CHECKOUT: "1",
  TRUST_PROXY: "1",
});
const browser = useBrowser();

test("a rate-limited page says so, and continues by itself", async () => {
  const checkout = await aCheckout(service);
  const context = await visitor(browser(), originOf(service()));
  await context.setExtraHTTPHeaders({ "X-Forwarded-For": "203.0.113.1" });
  const page = await context.newPage();
  await page.goto(checkout.url);
  await page.getByRole("heading", { name: "Pay with USDC" }).waitFor();

  await page.clock.install();
  await page.reload();
  await page.getByText("There are many requests at the moment.").waitFor();
  await expectGoodState(page, "too-many-requests");
  // The service counts a minute of its own clock. The retry comes from another address, which need not wait.
  await context.setExtraHTTPHeaders({ "X-Forwarded-For": "203.0.113.2" });
  await page.clock.runFor("00:31");

  await page.getByRole("heading", { name: "Pay with USDC" }).waitFor();
  expect(await page.getByText("There are many requests at the moment.").count()).toBe(0);
});
