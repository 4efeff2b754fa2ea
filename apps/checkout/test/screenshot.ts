/*
 * Takes the pictures that README.md, docs/invoices.md and docs/portal.md show, in light and dark, from a page that
 * `pnpm dev` serves:
 *
 *   pnpm exec node apps/checkout/test/screenshot.ts http://localhost:3000/checkout/<session id>
 *   pnpm exec node apps/checkout/test/screenshot.ts http://localhost:3000/checkout/invoices/<token>
 *   pnpm exec node apps/checkout/test/screenshot.ts http://localhost:3000/checkout/portal/<token>
 */
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "./harness/find-chromium.ts";

const [url] = process.argv.slice(2);
if (url === undefined)
  throw new Error("Which page? Give the Checkout address that `pnpm dev` prints.");
const [, kind = ""] = /\/(invoices|portal)\//.exec(url) ?? [];
const name = { "": "checkout", invoices: "invoice", portal: "portal" }[kind];
const width = kind === "portal" ? 900 : 460;

const { env, ...terms } = await findChromium();
const browser = await chromium.launch({
  ...terms,
  env: { ...process.env, ...env },
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const colorScheme of ["light", "dark"] as const) {
  const page = await browser.newPage({ viewport: { width, height: 640 }, colorScheme });
  await page.goto(url);
  await page.getByRole("button").first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(isSteady);
  const path = fileURLToPath(
    new URL(`../../../docs/images/${name}-${colorScheme}.png`, import.meta.url),
  );
  await page.screenshot({ path, fullPage: true });
}
await browser.close();

/** Runs in the page: whether it keeps its height for a second. What it reads comes in parts. */
function isSteady(): Promise<boolean> {
  const before = document.documentElement.scrollHeight;
  return new Promise((resolve) => {
    setTimeout(() => resolve(document.documentElement.scrollHeight === before), 1_000);
  });
}
