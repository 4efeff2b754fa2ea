import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright-core";
import { build, type PreviewServer, preview } from "vite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { issueApiKey } from "../../../apps/api/src/operation/keys/api-keys/api-keys.ts";
import { restDoor } from "../../../apps/api/test/harness/doors.ts";
import { useService } from "../../../apps/api/test/harness/service.ts";
import { aSeller, type Seller, Story } from "../../../apps/api/test/harness/story.ts";
import { useBrowser, visitor } from "../../../apps/checkout/test/harness/browser.ts";

/* The page is built, served as its README says, by a key as there, and used in front of a real service. */

const root = fileURLToPath(new URL("..", import.meta.url));
const service = useService();
const browser = useBrowser();
const outDir = mkdtempSync(join(tmpdir(), "usance-example-"));
let seller: Seller;
let key: string;
let server: PreviewServer;
let origin: string;

beforeAll(async () => {
  seller = await aSeller(service);
  const [, scopes = ""] =
    /--scopes (\S+)/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];
  const terms = { name: "page", userId: seller.id, scopes: scopes.split(","), expiresAt: null };
  ({ secret: key } = await issueApiKey({ db: service().parts.db, now: new Date() }, terms));
  vi.stubEnv("KEY", key);
  vi.stubEnv("USANCE_URL", service().url);
  vi.stubEnv("NODE_ENV", "production");
  const how = { root, logLevel: "warn", build: { outDir, emptyOutDir: true } } as const;
  await build(how);
  server = await preview({ ...how, preview: { port: 0 } });
  origin = new URL(server.resolvedUrls?.local[0] ?? "").origin;
});
afterAll(async () => {
  await server.close();
  rmSync(outDir, { recursive: true, force: true });
});

/** A subscription that has used something, with invoices of 1.00 to 12.00 USDC. */
async function aBilledSubscription(story: Story) {
  const subscription = await story.aSubscription();
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  for (const quantity of ["250", "0.125"]) {
    await story.done("usageEvents.create", story.usageOf(subscription, { quantity }));
  }
  const of = { serviceId, paymentPlanId, userId, subscriptionId, status: "OPEN" };
  for (let amount = 1; amount <= 12; amount += 1) {
    service().clock.advance(1);
    await story.done("invoices.create", { ...of, amount: String(amount) });
  }
  return subscription;
}

/** All that the page sends and is sent, as text. */
function overheard(context: BrowserContext): Promise<string>[] {
  const heard: Promise<string>[] = [];
  context.on("response", (response) => {
    const request = response.request();
    heard.push(
      Promise.all([request.allHeaders(), response.allHeaders(), response.text()]).then((parts) =>
        JSON.stringify([request.method(), request.url(), request.postData(), ...parts]),
      ),
    );
  });
  return heard;
}

const rows = (page: Page) => page.getByRole("table", { name: "Invoices" }).getByRole("row");
const amounts = async (page: Page) => {
  const cells = await rows(page).locator("td:nth-child(2)").allTextContents();
  return cells.map((cell) => cell.replace(/\.000000 USDC$/, ""));
};

test("a seller sees usage and pages of invoices, drafts one and voids it, and never holds the key", async () => {
  const story = new Story(restDoor, service, seller);
  const { id: subscriptionId } = await aBilledSubscription(story);
  const context = await visitor(browser(), origin);
  const heard = overheard(context);
  const page = await context.newPage();

  await page.goto(origin);
  const usage = page.getByRole("table", { name: "Usage" });
  await usage.getByRole("row", { name: "requests 2 250.125000" }).waitFor();
  await page.getByRole("button", { name: "Show more" }).waitFor();
  expect(await amounts(page)).toEqual(["12", "11", "10", "9", "8", "7", "6", "5", "4", "3"]);

  await page.getByRole("button", { name: "Show more" }).click();
  await rows(page).nth(12).waitFor();
  expect((await amounts(page)).slice(10)).toEqual(["2", "1"]);
  expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);

  await page.getByLabel("Amount").fill("0.0000001");
  await page.getByRole("button", { name: "Draft an invoice" }).click();
  await page
    .getByRole("alert")
    .getByText("amount must be a non-negative decimal with at most six decimal places.")
    .waitFor();
  service().clock.advance(1);
  await page.getByLabel("Amount").fill("0.625");
  await page.getByRole("button", { name: "Draft an invoice" }).click();
  const drafted = rows(page).nth(1);
  await drafted.getByText("0.625000 USDC").waitFor();
  await drafted.getByText("DRAFT", { exact: true }).waitFor();
  await drafted.getByRole("button", { name: "Void" }).click();
  await drafted.getByText("VOID", { exact: true }).waitFor();

  const { invoices } = await story.done("invoices.list", { subscriptionId });
  expect(invoices).toHaveLength(13);
  expect(invoices[0]).toMatchObject({ amount: "0.625000", status: "VOID" });
  const calls = await Promise.all(heard);
  expect(calls.filter((call) => call.includes("services.list,subscriptions.list"))).toHaveLength(1);
  expect(calls.filter((call) => call.includes(key))).toEqual([]);
  const files = readdirSync(outDir, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((text) => text.includes(key))).toEqual([]);
});

test("responses that the page's server gets with the key are not readable by other origins", async () => {
  const headers = { Origin: "http://localhost:9999" };

  const read = await fetch(`${origin}/trpc/services.list`, { headers });
  const written = await fetch(`${origin}/trpc/invoices.create`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "text/plain" },
    body: "{}",
  });

  expect(read.status).toBe(200);
  expect(read.headers.get("Access-Control-Allow-Origin")).toBe(null);
  expect(written.status).toBe(400);
});
