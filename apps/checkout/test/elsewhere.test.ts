import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { onFreePort } from "../../api/test/harness/on-free-port.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { useBrowser, visitor } from "./harness/browser.ts";
import { aCheckout, metered } from "./harness/checkouts.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Another host, which follows the README. */
const host = createServer(({ url = "" }, res) => {
  const policy = /^ *Content-Security-Policy: (.+)$/m.exec(
    readFileSync(`${root}README.md`, "utf8"),
  );
  res.setHeader(
    "Content-Security-Policy",
    policy?.[1]?.replaceAll("https://api.example.com", service().url) ?? "",
  );
  if (url === "/checkout/config.json") {
    res.end(JSON.stringify({ apiUrl: service().url, developmentWallet: null }));
    return;
  }
  const isAsset = url.startsWith("/checkout/assets/");
  const file = isAsset ? url.slice("/checkout/".length) : "index.html";
  res.setHeader("Content-Type", types[extname(file)] ?? "text/html");
  res.end(readFileSync(join(root, "dist", file)));
});
const { url: origin } = await onFreePort(host);
afterAll(() => void host.close());

const service = useService({
  ...payments,
  CORS_ORIGINS: origin,
  CHECKOUT_URL: `${origin}/checkout`,
});
const browser = useBrowser();

test("a page on another host works with the documented headers", async () => {
  const checkout = await aCheckout(service, { plan: metered });
  const { session } = await checkout.records();
  const context = await visitor(browser(), origin, { alsoAsks: [service().url] });
  const page = await context.newPage();

  await page.goto(session.url);
  await page.getByLabel("E-mail").fill("pat@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByRole("heading", { name: "You are subscribed" }).waitFor();

  expect((await checkout.records()).session.status).toBe("PAID");
});
