import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished } from "vitest";
import type { TestWallet } from "./wallet.ts";

/** Starts one browser for a test file. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const { env, ...terms } = inject("chromium");
    browser = await chromium.launch({
      ...terms,
      env: { ...process.env, ...env },
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
  });
  afterAll(() => browser?.close());
  return () => {
    if (browser === undefined) throw new Error("The browser starts before the first test.");
    return browser;
  };
}

interface Visit {
  /** A wallet in the browser, like an extension. */
  readonly wallet?: TestWallet;
  /** Origins that the page may call, besides its own. */
  readonly alsoAsks?: readonly string[];
  /** Another device than a desktop, or another language than English. */
  readonly device?: Pick<
    BrowserContextOptions,
    "userAgent" | "viewport" | "hasTouch" | "isMobile" | "locale"
  >;
}

/**
 * Opens a browser for one visitor until the test ends. The test fails if the page called another origin, a script failed, or the
 * page's Content-Security-Policy blocked anything.
 */
export async function visitor(
  browser: Browser,
  origin: string,
  { wallet, alsoAsks = [], device }: Visit = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 860 },
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: "reduce",
    ...device,
  });
  context.setDefaultTimeout(20_000);
  const asked = new Set<string>();
  const troubles: string[] = [];
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:") asked.add(url.origin);
  });
  context.on("weberror", (error) => troubles.push(String(error.error())));
  context.on("console", (message) => {
    const text = message.text();
    // The page expects refusals of the API; the browser reports them as errors.
    if (message.type() === "error" && !text.startsWith("Failed to load resource")) {
      troubles.push(text);
    }
  });
  if (wallet !== undefined) await wallet.installIn(context);
  onTestFinished(async () => {
    await context.close();
    expect([...asked].filter((one) => ![origin, ...alsoAsks].includes(one))).toEqual([]);
    expect(troubles).toEqual([]);
  });
  return context;
}

/** Makes the page poll immediately, as when its visitor returns to it. */
export async function comeBackTo(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}
