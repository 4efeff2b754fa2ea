import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { reconcile } from "../../api/src/settlements/engine/reconcile.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { useBrowser, visitor } from "./harness/browser.ts";
import { aCheckout, originOf } from "./harness/checkouts.ts";
import { readCode } from "./harness/read-code.ts";
import { useRelay } from "./harness/relay.ts";
import { RemoteWallet } from "./harness/remote-wallet.ts";
import { expectGoodState } from "./harness/state.ts";
import { TestWallet } from "./harness/wallet.ts";

/*
 * Wallets on other devices, through WalletConnect: the page and the wallet communicate through a relay on this
 * machine.
 */

const projectId = "0a".repeat(16);
const relayPort = 20_000 + (process.pid % 20_000);
const relay = useRelay(relayPort);
const service = useService({
  ...payments,
  WALLETCONNECT_PROJECT_ID: projectId,
  WALLETCONNECT_RELAY_URL: `ws://127.0.0.1:${relayPort}`,
});
const browser = useBrowser();

const heading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** The scripts that the page of the current test has loaded. */
let scripts: string[] = [];

async function opened(): Promise<Page> {
  const checkout = await aCheckout(service);
  const context = await visitor(browser(), originOf(service()));
  const page = await context.newPage();
  scripts = [];
  page.on("response", async (response) => {
    if (response.url().endsWith(".js")) scripts.push(await response.text());
  });
  await page.goto(checkout.url);
  await page.getByLabel("E-mail").fill("pat@example.com");
  return page;
}

/** Chooses WalletConnect. @returns the address in the QR code that the page shows */
async function chosen(page: Page): Promise<string> {
  await press(page, /WalletConnect/);
  await page.getByRole("img", { name: "QR code that connects your wallet" }).waitFor();
  return (await page.locator(".pairing code").getAttribute("title")) ?? "";
}

const aWallet = async (usdc = "30", chains?: readonly number[]) => {
  const wallet = await new TestWallet(service()).funded(usdc);
  const holder = { wallet, ...(chains && { chains }) };
  return { wallet, remote: await RemoteWallet.start({ url: relay().url, projectId }, holder) };
};

test("a wallet on another device scans the code, signs, and pays", async () => {
  const page = await opened();
  expect(relay().connections).toHaveLength(0);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((code) => code.includes("irn_publish"))).toEqual([]);
  const { wallet, remote } = await aWallet();
  const uri = await chosen(page);
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/);
  expect(scripts.filter((code) => code.includes("irn_publish"))).toHaveLength(1);
  expect(await readCode(browser(), await page.getByRole("img").screenshot())).toBe(uri);
  await expectGoodState(page, "wallet-connect");

  await remote.scan(uri);
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Payment under way");
  await reconcile(service().parts);
  await heading(page, "Payment confirmed");

  expect(wallet.asked).toEqual(["eth_signTypedData_v4"]);
  expect(await wallet.balance()).toBe("5.000000");
  // The relay sees no content: every message is sealed.
  const told = JSON.stringify(relay().passed);
  expect(told).not.toContain(wallet.account.address.slice(2));
  const [first] = relay().connections;
  expect(first?.get("projectId")).toBe(projectId);
  expect(first?.get("auth")?.split(".")).toHaveLength(3);
});

test("a spending cap is approved and signed by a wallet on another device", async () => {
  const page = await opened();
  const { wallet, remote } = await aWallet("200");
  await page.getByRole("checkbox").check();
  await remote.scan(await chosen(page));
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Payment under way");
  await reconcile(service().parts);
  await heading(page, "Payment confirmed");
  expect(wallet.asked).toEqual([
    "eth_sendTransaction",
    "eth_signTypedData_v4",
    "eth_signTypedData_v4",
  ]);
});

test("a holder who refuses the connection, or the payment, can try again", async () => {
  const page = await opened();
  const { wallet, remote } = await aWallet();
  await remote.scan(await chosen(page), "reject");
  await page.getByRole("alert").getByText(/./).first().waitFor();

  const again = await aWallet();
  again.wallet.declines.add("eth_signTypedData_v4");
  await again.remote.scan(await chosen(page));
  await press(page, "Pay 25.00 USDC");
  await page.getByRole("alert").getByText(/./).first().waitFor();
  again.wallet.declines.clear();
  await press(page, "Pay 25.00 USDC");
  await heading(page, "Payment under way");
  expect(wallet.asked).toEqual([]);
});

test("a connection to the relay that breaks is opened again, and nothing is lost", async () => {
  const page = await opened();
  const { wallet, remote } = await aWallet();
  await remote.scan(await chosen(page));
  await page.getByRole("button", { name: "Pay 25.00 USDC" }).waitFor();
  const sign = wallet.hold("eth_signTypedData_v4");
  await press(page, "Pay 25.00 USDC");
  await expect.poll(() => wallet.asked).toEqual(["eth_signTypedData_v4"]);
  relay().breakOff();
  sign();
  await heading(page, "Payment under way");
});

test("a wallet that ends the connection is no longer asked", async () => {
  const page = await opened();
  const { remote } = await aWallet();
  await remote.scan(await chosen(page));
  await page.getByRole("button", { name: "Pay 25.00 USDC" }).waitFor();
  await remote.disconnect();
  await heading(page, "Choose your wallet");
});

test("a wallet without the chain cannot connect", async () => {
  const page = await opened();
  const { remote } = await aWallet("30", [1]);
  await remote.scan(await chosen(page)).catch(() => undefined);
  await page.getByRole("alert").getByText(/./).first().waitFor();
  await press(page, /WalletConnect/);
});
