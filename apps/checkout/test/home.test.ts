import { expect, test } from "vitest";
import { useService } from "../../api/test/harness/service.ts";
import { useBrowser, visitor } from "./harness/browser.ts";
import { expectGoodState } from "./harness/state.ts";

const browser = useBrowser();
const service = useService();

test("the start page leads to the documentation, under its own policy", async () => {
  const { url } = service();
  const page = await (await visitor(browser(), url)).newPage();

  await page.goto(url);
  await expectGoodState(page, "home");
  const [response] = await Promise.all([
    page.waitForResponse(`${url}/docs`),
    page.getByRole("link", { name: "Documentation" }).click(),
  ]);

  expect(response.status()).toBe(200);
});
