/*
 * Takes the pictures that README.md and docs/dashboard.md show, in light and dark, with a month of sample sales:
 *
 *   pnpm dev --sample
 *   pnpm exec node apps/dashboard/test/screenshot.ts <the Dashboard link that it prints>
 */
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "../../checkout/test/harness/find-chromium.ts";
import { withoutStream } from "./without-stream.ts";

const [link] = process.argv.slice(2);
if (link === undefined) throw new Error("Give the Dashboard link that `pnpm dev --sample` prints.");

const { env, ...terms } = await findChromium();
const browser = await chromium.launch({
  ...terms,
  env: { ...process.env, ...env },
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: 1180, height: 1480 } });
await withoutStream(page);
await page.goto(link);
await page.getByRole("button", { name: "Sign in" }).click();
await page.getByRole("figure", { name: "Usage" }).waitFor();
await take("dashboard");
await page.getByRole("link", { name: "Invoices" }).first().click();
await page.getByRole("tab", { name: "Paid" }).click();
await page.locator("main tbody tr", { hasText: "Open" }).first().waitFor({ state: "detached" });
await page.locator("main tbody a").first().click();
await page.getByText("Confirmed on the chain", { exact: true }).waitFor();
await page.setViewportSize({ width: 1180, height: 930 });
await take("dashboard-invoice");
await page.getByRole("link", { name: "Services" }).first().click();
await page.getByRole("heading", { name: "All services" }).waitFor();
await page.getByRole("link", { name: "Nimbus Weather" }).click();
await page.getByRole("heading", { name: "Plans" }).waitFor();
await page.locator("main").getByRole("link", { name: "Pay as you go" }).first().click();
const calculator = page.getByRole("region", { name: "Calculator" });
await calculator.getByRole("textbox").first().fill("60000");
await calculator.getByText("146.25 USDC").waitFor();
await page.getByRole("heading", { name: "Pay as you go" }).click();
await page.setViewportSize({ width: 1180, height: 1130 });
await take("dashboard-plan");
await browser.close();

async function take(name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.waitForLoadState("networkidle");
    const images = new URL("../../../docs/images/", import.meta.url);
    const path = fileURLToPath(new URL(`${name}-${colorScheme}.png`, images));
    await page.screenshot({ path });
  }
}
