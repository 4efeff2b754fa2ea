import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { testKey, useService } from "../../api/test/harness/service.ts";
import { useBrowser, visitor } from "../../checkout/test/harness/browser.ts";
import { expectGoodState } from "../../checkout/test/harness/state.ts";

const service = useService();
const browser = useBrowser();

/** Clipboards are only in secure contexts, such as localhost. */
const origin = () => `http://localhost:${new URL(service().url).port}`;

async function opened(path: string): Promise<Page> {
  const context = await visitor(browser(), origin());
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: origin() });
  const page = await context.newPage();
  await page.goto(origin() + path);
  return page;
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("a reader finds an operation by the keyboard alone, and copies how to call it", async () => {
  const page = await opened("/docs");
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await field.waitFor();
  await page.keyboard.type("void usage event");
  await page.getByRole("option", { selected: true, name: "Void a usage event" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");

  await page.getByRole("heading", { level: 1, name: "Void a usage event" }).waitFor();
  expect(page.url()).toBe(`${origin()}/docs/api/usageEvents/void`);

  await page.getByRole("tab", { name: "curl" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tabpanel", { name: "TypeScript" }).hover();
  await page.getByRole("tabpanel").getByRole("button", { name: "Copy" }).click();
  expect(await copied(page)).toContain(`baseUrl: "${origin()}"`);
  expect(await copied(page)).toContain("usance.usageEvents.void(");

  // The choice stays, on other pages too.
  await page.goto(`${origin()}/docs/api/invoices/create`);
  expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("TypeScript");
});

test("Control+K opens the search, and Escape closes it", async () => {
  const page = await opened("/docs/balances");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox");
  await field.fill("no such thing");
  await page.getByText("Nothing found for “no such thing”.").waitFor();
  await field.fill("recurring grants");
  await page.getByRole("option").first().waitFor();
  await expectGoodState(page, "docs-search");
  await page.keyboard.press("Escape");

  expect(await page.getByRole("dialog").count()).toBe(0);
});

test.each([
  ["docs", "/docs"],
  ["docs-operation", "/docs/api/invoices/create"],
  ["docs-guide", "/docs/concepts"],
  ["docs-reference", "/docs/api"],
])("%s is readable in light, in the dark and on a phone", async (name, path) => {
  const page = await opened(path);

  await expectGoodState(page, name);
});

test("an operation can be tried with a key, which lasts until its tab closes", async () => {
  const page = await opened("/docs/api/services/create");
  const send = async (name: string) => {
    await page.getByLabel("Body").fill(JSON.stringify({ name, owner: { email: "a@example.com" } }));
    const [response] = await Promise.all([
      page.waitForResponse((one) => one.url().endsWith("/api/v1/services")),
      page.getByRole("button", { name: "Send" }).click(),
    ]);
    return response.status();
  };
  await page.getByText("Try it").click();
  await page.getByLabel("API key").fill(testKey);

  expect([await send("Maps"), await send("Weather")]).toEqual([201, 201]);
  await page.getByRole("status").getByText('"name": "Weather"').waitFor();
  await page.getByText("What may be left out").click();
  await page.getByLabel("Idempotency-Key").fill("one-call");
  expect([await send("Maps"), await send("Weather")]).toEqual([201, 422]);
  await expectGoodState(page, "docs-try");

  await page.goto(`${origin()}/docs/api/services/get`);
  await page.getByText("Try it").click();
  expect(await page.getByLabel("API key").inputValue()).toBe(testKey);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(testKey);
});

test("a phone has the navigation behind a button", async () => {
  const page = await opened("/docs/quickstart");
  await page.setViewportSize({ width: 390, height: 844 });
  const nav = page.getByRole("navigation", { name: "Documentation" });
  expect(await nav.isVisible()).toBe(false);

  await page.getByRole("button", { name: "Menu" }).click();
  await expectGoodState(page, "docs-menu");
  await page.setViewportSize({ width: 390, height: 844 });
  await nav.getByText("Be paid").click();
  await nav.getByRole("link", { name: "Prepaid balances" }).click();

  await page.getByRole("heading", { level: 1, name: "Prepaid balances" }).waitFor();
  expect(await nav.isVisible()).toBe(false);
});

test("a wrong address shows a page that leads back", async () => {
  const page = await opened("/docs/nothing");

  await page.getByRole("link", { name: "overview", exact: true }).click();
  await page.waitForURL(`${origin()}/docs`);
});
