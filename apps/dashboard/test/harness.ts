import type { BrowserContext, Page } from "playwright-core";
import { linkTokenOf } from "../../api/test/harness/dashboard.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import type { TestService } from "../../api/test/harness/service.ts";
import { type Seller, Story } from "../../api/test/harness/story.ts";
import { useBrowser, visitor } from "../../checkout/test/harness/browser.ts";
import { originOf } from "../../checkout/test/harness/checkouts.ts";

export { originOf, useBrowser };

type Browser = ReturnType<ReturnType<typeof useBrowser>>;

/** The settings of a test service with a dashboard over plain HTTP on this machine. */
export const onLoopback = { DASHBOARD_URL: "http://localhost/dashboard" };

/** Opens a browser without a session, with the service's clock. */
export async function aVisitor(
  browser: Browser,
  service: TestService,
  visit?: Parameters<typeof visitor>[2],
): Promise<BrowserContext> {
  const context = await visitor(browser, originOf(service), visit);
  await context.clock.setFixedTime(service.clock.now());
  return context;
}

/** Opens a page of the dashboard as a seller or, with `null`, as the platform. */
export async function signedIn(
  browser: Browser,
  service: () => TestService,
  seller: Seller | null,
  path = "",
  visit?: Parameters<typeof visitor>[2],
): Promise<Page> {
  const story = new Story(restDoor, service, seller ?? undefined);
  const { dashboardSession } = await story.done("dashboardSessions.create", {});
  const context = await aVisitor(browser, service(), visit);
  const page = await context.newPage();
  const origin = originOf(service());
  await page.goto(`${origin}/dashboard/sign-in#${linkTokenOf(dashboardSession)}`);
  await press(page, "Sign in");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  if (path !== "") await page.goto(`${origin}/dashboard/${path}`);
  return page;
}

/** Clicks a button of the page. */
export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();
