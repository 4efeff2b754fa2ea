import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { restDoor } from "../../api/test/harness/doors.ts";
import { aPayableInvoice } from "../../api/test/harness/invoice-link.ts";
import { onFreePort } from "../../api/test/harness/on-free-port.ts";
import { aPortal } from "../../api/test/harness/portal.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { Story } from "../../api/test/harness/story.ts";
import { useBrowser, visitor } from "./harness/browser.ts";
import { aCheckout, originOf } from "./harness/checkouts.ts";
import { expectGoodState } from "./harness/state.ts";

const service = useService(payments);
const browser = useBrowser();
const story = new Story(restDoor, service);

const picture = readFileSync(join(import.meta.dirname, "harness/logo.png"));
const pages = {
  supportUrl: "https://example.com/support",
  termsUrl: "https://example.com/terms",
  privacyUrl: "https://example.com/privacy",
};

/** The address of a file on a server of the seller. */
async function hosted(file: Buffer): Promise<string> {
  const server = createServer((_, res) => res.end(file));
  onTestFinished(() => void server.close());
  return `${(await onFreePort(server)).url}/logo.png`;
}

async function opened(path: string): Promise<Page> {
  const page = await (await visitor(browser(), originOf(service()))).newPage();
  await page.goto(`${originOf(service())}/checkout/${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

const logoOf = (page: Page) => page.locator("img.seller-logo");
const naturalWidth = (page: Page) =>
  logoOf(page).evaluate((image) => (image as HTMLImageElement).naturalWidth);

test.each([
  ["dark-blue", "#1e3a8a"],
  ["yellow", "#facc15"],
  ["black", "#000000"],
])("a checkout in %s has its logo, its links, and text that can be read", async (name, color) => {
  const checkout = await aCheckout(service);
  const { session } = await checkout.records();
  const branding = { logoUrl: await hosted(picture), color, ...pages };
  await checkout.story.done("services.update", { serviceId: session.serviceId, branding });

  const page = await opened(checkout.id);
  await expect.poll(() => naturalWidth(page), { timeout: 10_000 }).toBeGreaterThan(0);

  for (const [words, href] of [
    ["Support", pages.supportUrl],
    ["Terms", pages.termsUrl],
    ["Privacy", pages.privacyUrl],
  ] as const) {
    expect(await page.getByRole("link", { name: words }).getAttribute("href")).toBe(href);
  }
  await page.getByLabel("E-mail").fill("pat@example.com");
  await page.getByRole("checkbox").check();
  await expectGoodState(page, `branded-${name}`);
});

test("an invoice shows the branding, and where to ask for a new link once it has expired", async () => {
  const { linkToken, serviceId } = await aPayableInvoice(story, { dueAt: service().clock.in(60) });
  const branding = { logoUrl: await hosted(picture), color: "#b91c1c", ...pages };
  await story.done("services.update", { serviceId, branding });
  service().clock.advance(61);

  const page = await opened(`invoices/${linkToken}`);
  await expect.poll(() => naturalWidth(page), { timeout: 10_000 }).toBeGreaterThan(0);
  const ask = page.getByRole("link", { name: "Ask", exact: false });
  expect(await ask.getAttribute("href")).toBe(pages.supportUrl);
  await expectGoodState(page, "branded-invoice-expired");
});

test("a logo that cannot be loaded is replaced by the service's first letter", async () => {
  const { linkToken, serviceId } = await aPayableInvoice(story);
  const branding = { logoUrl: await hosted(Buffer.from("<svg/>")) };
  await story.done("services.update", { serviceId, branding });

  const page = await opened(`invoices/${linkToken}`);
  await page.locator(".seller-mark").waitFor();
  expect(await logoOf(page).count()).toBe(0);
});

test("a portal has the branding of the only service that it shows", async () => {
  const { serviceId, userId } = await story.aSubscription();
  const branding = { logoUrl: await hosted(picture), color: "#b91c1c", ...pages };
  await story.done("services.update", { serviceId, branding });

  const page = await opened(`portal/${await aPortal(story, userId)}`);
  await expect.poll(() => naturalWidth(page), { timeout: 10_000 }).toBeGreaterThan(0);

  expect(await page.getByRole("link", { name: "Terms" }).getAttribute("href")).toBe(pages.termsUrl);
  await expectGoodState(page, "branded-portal");
});
