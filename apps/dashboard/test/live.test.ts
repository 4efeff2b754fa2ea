import { expect, test } from "vitest";
import { restDoor } from "../../api/test/harness/doors.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { aSeller, Story } from "../../api/test/harness/story.ts";
import { onLoopback, signedIn, useBrowser } from "./harness.ts";

const service = useService({ ...payments, ...onLoopback });
const browser = useBrowser();

test("two tabs show that an invoice was paid, without asking before", async () => {
  const seller = await aSeller(service);
  const story = new Story(restDoor, service, seller);
  const invoice = await story.anInvoice({ status: "OPEN", amount: "12.5" });
  const list = await signedIn(browser(), service, seller, "invoices");
  const one = await list.context().newPage();
  await one.goto(list.url().replace(/invoices$/, `invoices/${invoice.id}`));
  const asked: string[] = [];
  for (const page of [list, one]) {
    const opened = page.waitForResponse(/\/api\/v1\/events$/);
    await page.reload();
    await opened;
    await page.getByText("Open", { exact: true }).first().waitFor();
    await page.waitForTimeout(1_000); // what the view reads when it opens
    page.on("request", (request) => {
      const [, names = ""] = /\/trpc\/([^?]*)/.exec(request.url()) ?? [];
      asked.push(...names.split(",").filter((name) => !/^(dashboard\..*|)$/.test(name)));
    });
  }
  await list.waitForTimeout(6_000);
  expect(asked).toEqual([]);

  await story.done("settlements.create", story.settlementOf(invoice));

  for (const page of [list, one]) await page.getByText("Paid", { exact: true }).first().waitFor();
  expect(asked).toContain("invoices.list");
  expect(asked).toContain("invoices.get");
  expect(asked).not.toContain("services.list"); // as it would be if all was read again
});
