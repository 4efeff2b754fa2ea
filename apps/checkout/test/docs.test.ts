import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { testKey, useService } from "../../api/test/harness/service.ts";
import { useBrowser, visitor } from "./harness/browser.ts";
import { originOf } from "./harness/checkouts.ts";
import { expectGoodState } from "./harness/state.ts";

/** On a busy machine the page needs long to draw all operations, and a test loads it several times. */
vi.setConfig({ testTimeout: 180_000 });
const service = useService();
const browser = useBrowser();

const aVisitor = () => visitor(browser(), originOf(service()));
const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();

async function opened(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${originOf(service())}/docs`);
  await page.getByRole("button", { name: "Authorize" }).waitFor();
  return page;
}

async function authorize(page: Page): Promise<void> {
  await press(page, "Authorize");
  await page.getByLabel("auth-bearer-value").fill(testKey);
  await press(page, "Apply credentials");
  await press(page, "Close");
}

/** Whether the page would send a key. */
async function isAuthorized(page: Page): Promise<boolean> {
  const lock = page.locator("#operations-Services-services-create .authorization__btn");
  return (await lock.getAttribute("aria-label")) === "authorization button locked";
}

/** Opens the form of POST /api/v1/services. */
async function openCreateService(page: Page): Promise<void> {
  await page.locator("#operations-Services-services-create .opblock-summary-control").click();
  await page.getByRole("button", { name: "Execute" }).waitFor();
}

/** Creates a service with the form. @returns the status */
async function execute(page: Page, name: string): Promise<number> {
  const body = JSON.stringify({ name, owner: { email: "ada@example.com" } });
  await page.locator(".body-param__text").fill(body);
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url().endsWith("/api/v1/services")),
    press(page, "Execute"),
  ]);
  return response.status();
}

test("calls from one form are independent unless they share an Idempotency-Key", async () => {
  const page = await opened(await aVisitor());
  await authorize(page);
  await openCreateService(page);

  const without = [await execute(page, "Maps"), await execute(page, "Weather")];
  await page.getByPlaceholder("Idempotency-Key").fill("one-call");
  const shared = [await execute(page, "Maps"), await execute(page, "Weather")];

  expect(without).toEqual([201, 201]);
  expect(shared).toEqual([201, 422]);
});

test("the API key lasts until its tab closes or it is removed", async () => {
  const context = await aVisitor();
  const page = await opened(context);
  await authorize(page);

  expect(await isAuthorized(page)).toBe(true);
  await page.reload();
  await openCreateService(page);
  expect(await execute(page, "Maps")).toBe(201);
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});

  const other = await opened(context);
  expect(await isAuthorized(other)).toBe(false);

  await press(page, "Authorize");
  await press(page, "Remove authorization");
  await page.reload();
  expect(await isAuthorized(page)).toBe(false);
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
});

test("the page is readable in light, in the dark and on a phone", async () => {
  const page = await opened(await aVisitor());
  await authorize(page);
  await openCreateService(page);
  await execute(page, "Maps");
  await page.locator(".live-responses-table").waitFor();

  await expectGoodState(page, "docs", { rules: ["color-contrast"] });
});

test("the page has the colors of the design system", () => {
  const paletteOf = (path: string) => {
    const css = readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
    // A brand can replace some of the design system's colors.
    const colors = css.matchAll(/^ +--([a-z-]+): (?:var\(--[a-z-]+, )?(#\w+)\)?;$/gm);
    return [...colors].map(([, name, value]) => `${name}: ${value}`);
  };
  const ours = paletteOf("apps/api/src/server/pages/docs/page.css").filter(
    (one) => !/code/.test(one),
  );

  expect(paletteOf("packages/ui/src/styles/tokens.css")).toEqual(expect.arrayContaining(ours));
  expect(ours.length).toBeGreaterThan(20);
});
