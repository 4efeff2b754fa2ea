import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { call } from "../../api/test/processes/calls.ts";
import { startProgram, usanceCommand } from "../../api/test/processes/program.ts";
import { useBrowser, visitor } from "./harness/browser.ts";
import { expectGoodState } from "./harness/state.ts";

const browser = useBrowser();

test("the checkout that `pnpm dev` prints can be paid with the development wallet, with a cap, and refunded with the seller's", async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "usance-checkout-test-"));
  const dev = startProgram(usanceCommand(["dev"]), { DATA_DIR, PORT: "0" });
  onTestFinished(async () => {
    dev.signal("SIGTERM");
    await dev.ended;
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
  const [, url = ""] = await dev.printed(/^ {2}Checkout +(\S+)$/m);
  const running = JSON.parse(readFileSync(join(DATA_DIR, "running.json"), "utf8"));
  const { rpcUrl } = running;
  const alsoAsks = [new URL(rpcUrl).origin];
  const context = await visitor(browser(), new URL(url).origin, { alsoAsks });
  const page = await context.newPage();

  await page.goto(url);
  await page.getByText("Development wallet: play money on the local chain").waitFor();
  await expectGoodState(page, "development");
  await page.getByLabel("E-mail").fill("pat@example.com");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: /Development wallet/ }).click();
  await page.getByRole("button", { name: "Pay 25.00 USDC" }).click();
  await page.getByRole("heading", { name: "Payment confirmed" }).waitFor();

  await page.reload();
  await page.getByRole("heading", { name: "Already paid" }).waitFor();
  // The seller, and the payment's transaction.
  expect(await page.getByText(/^0x[0-9a-f]{4}…[0-9a-f]{4}$/i).count()).toBe(2);

  const api = { url: running.url, key: running.apiKey };
  const { invoices } = (await call(api, "GET", "/invoices?status=PAID")).body;
  const credit = { amount: "2.5", reason: "Outage" };
  const { creditNote } = (
    await call(api, "POST", `/invoices/${invoices[0].id}/credit-notes`, credit)
  ).body;
  const to = { to: "WALLET" };
  const { body } = await call(api, "POST", `/credit-notes/${creditNote.id}/refund`, to);
  await page.goto(body.creditNote.refund.url);
  await page.getByRole("button", { name: /Development wallet of the seller/ }).click();
  await page.getByRole("button", { name: "Refund 2.50 USDC" }).click();
  await page.getByRole("heading", { name: "Refund paid" }).waitFor();
});
