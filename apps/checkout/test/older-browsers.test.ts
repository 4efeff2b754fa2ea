import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newerApis, withoutNewerApis } from "../../../packages/ui/scripts/browser-floor.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { Story } from "../../api/test/harness/story.ts";
import { useBrowser, visitor } from "./harness/browser.ts";
import { aCheckout, originOf } from "./harness/checkouts.ts";

/* The pages in a browser of 30 months ago: this browser, without what it has got since then. */

const service = useService(payments);
const browser = useBrowser();

async function opened(url: string): Promise<Page> {
  const context = await visitor(browser(), originOf(service()));
  await context.addInitScript(withoutNewerApis);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

test("a checkout with return addresses can be filled in", async () => {
  const cancelUrl = "https://app.example.com/pricing";
  const checkout = await aCheckout(service, { session: { successUrl: cancelUrl, cancelUrl } });
  const page = await opened(checkout.url);

  await page.getByRole("heading", { name: "Pay with USDC" }).waitFor();
  expect(await page.evaluate("typeof URL.parse + typeof AbortSignal.any")).toBe(
    "undefinedundefined",
  );
  await page.getByLabel("E-mail").fill("info@räucher.de");
  expect(await page.locator(`a[href="${cancelUrl}"]`).count()).toBeGreaterThan(0);
});

test("a portal with a return address shows the subscription", async () => {
  const story = new Story(restDoor, service);
  const { userId } = await story.aSubscription();
  const input = { userId, returnUrl: "https://app.example.com/account" };
  const { portalSession } = await story.done("portalSessions.create", input);
  const page = await opened(originOf(service()) + new URL(portalSession.url).pathname);

  await page.locator(`a[href="${input.returnUrl}"]`).first().waitFor();
});

test("the built pages use nothing that a browser of the last 30 months lacks", () => {
  // The libraries of noble look for these methods before they use them.
  const isLookedFor = (name: string) => name.startsWith("Uint8Array.");
  const unguarded = newerApis.filter(({ name }) => !isLookedFor(name));
  for (const app of ["checkout", "dashboard"]) {
    const assets = fileURLToPath(new URL(`../../${app}/dist/assets`, import.meta.url));
    const scripts = readdirSync(assets).filter((file) => file.endsWith(".js"));
    const found = scripts.flatMap((file) => {
      const code = readFileSync(join(assets, file), "utf8");
      return unguarded.filter(({ use }) => use.test(code)).map(({ name }) => `${name} in ${file}`);
    });
    expect(scripts.length).toBeGreaterThan(0);
    expect(found, app).toEqual([]);
  }
});
