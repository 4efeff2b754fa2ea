import { expect, test } from "vitest";
import { restDoor } from "../../api/test/harness/doors.ts";
import { payments, useService, withEmails } from "../../api/test/harness/service.ts";
import { aSeller, Story } from "../../api/test/harness/story.ts";
import { expectGoodState } from "../../checkout/test/harness/state.ts";
import { onLoopback, press, signedIn, useBrowser } from "./harness.ts";

const service = useService({ ...payments, ...withEmails, ...onLoopback });
const browser = useBrowser();

test("a subscriber's balance is credited once or each period, and pays an invoice", async () => {
  const seller = await aSeller(service);
  const story = new Story(restDoor, service, seller);
  const { id: invoiceId, serviceId, userId } = await story.anInvoice({ amount: "7" });
  const { balance } = await story.done("balances.create", { serviceId, userId });
  const page = await signedIn(browser(), service, seller, `subscribers/${userId}?tab=balances`);
  await page.getByRole("heading", { name: /^Prepaid balance/ }).waitFor();

  await press(page, "Grant credit…");
  await page.getByLabel("Amount").fill("0");
  await page.getByLabel("Reason").fill("Welcome");
  await page.getByLabel("Spent").selectOption("before");
  await press(page, "Grant the credit");
  await page.getByText("Must be more than zero.").waitFor();
  await page.getByLabel("Amount").fill("2");
  await press(page, "Grant the credit");
  await page.getByText("2.00 USDC", { exact: true }).first().waitFor();
  await press(page, "Grant credit…");
  await page.getByLabel("Amount").fill("10");
  await page.getByLabel("Reason").fill("Included");
  await page.getByLabel("How often").selectOption("MONTH");
  await page.getByLabel("Carried over at most").fill("1,5");
  await expectGoodState(page, "dashboard-grant");
  await press(page, "Grant the credit");
  await page.getByText("10.00 USDC a month: Included").waitFor();
  await page.getByText("12.00 USDC", { exact: true }).first().waitFor();
  await expectGoodState(page, "dashboard-balance");
  await press(page, "End it…");
  await press(page, "End it");
  await page.getByText("Ended", { exact: true }).waitFor();

  const { recurringGrants } = await story.done("balances.recurringGrants", {
    balanceId: balance.id,
  });
  expect(recurringGrants).toMatchObject([{ rolloverMax: "1.500000", status: "ENDED" }]);
  await page.goto(new URL(`/dashboard/invoices/${invoiceId}`, page.url()).href);
  await press(page, "Pay from the balance…");
  await press(page, "Pay from the balance");
  await page.getByText("It was paid from the subscriber's prepaid balance.").waitFor();
});

test("the e-mails to a subscriber are listed, and lead to their invoices", async () => {
  const seller = await aSeller(service);
  const story = new Story(restDoor, service, seller);
  const { id: invoiceId, userId } = await story.anInvoice({ amount: "7" });
  await story.anInvoice({ amount: "8" });
  const page = await signedIn(browser(), service, seller, `subscribers/${userId}`);
  await page.getByRole("tab", { name: "E-mails" }).click();
  const link = page.getByRole("link", { name: "Invoice with its link" });
  await link.waitFor();
  await expectGoodState(page, "dashboard-emails");
  await link.click();
  await page.waitForURL((url) => url.pathname.endsWith(`/invoices/${invoiceId}`));
});
