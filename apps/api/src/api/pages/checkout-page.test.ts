import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { afterAll, afterEach, expect, it } from "vitest";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { useService } from "../../../test/harness/service.ts";
import { checkoutPage, type PageTerms } from "./checkout-page.ts";

const service = useService();
const folder = mkdtempSync(join(tmpdir(), "usance-checkout-page-"));
const built = join(folder, "dist");
mkdirSync(join(built, "assets"), { recursive: true });
writeFileSync(join(built, "index.html"), "<title>Checkout</title>");
writeFileSync(join(built, ".stamp"), "of the build");
writeFileSync(join(built, "assets", "page-5e5e.js"), "start();");

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The page from these files alone. @returns where it is */
async function serving(
  files: string,
  { developmentWallet = null, walletConnect = null }: Partial<PageTerms> = {},
): Promise<string> {
  const server = createServer(
    express().use(checkoutPage({ developmentWallet, walletConnect }, files)),
  );
  const { url } = await onFreePort(server);
  closing.push(() => server.close());
  return url;
}

const policyOf = ({ headers }: Response) => headers.get("content-security-policy");

it("serves every session the same uncached page without external resources", async () => {
  const response = await fetch(`${await serving(built)}/checkout/btl3czg4lt6bbnbrq5z2dfca`);

  expect(response.status).toBe(200);
  expect(await response.text()).toBe("<title>Checkout</title>");
  expect(response.headers.get("content-type")).toMatch(/^text\/html/);
  expect(response.headers.get("cache-control")).toBe("no-cache");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(policyOf(response)).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
});

it("lets immutable files be cached", async () => {
  const response = await fetch(`${await serving(built)}/checkout/assets/page-5e5e.js`);

  expect(await response.text()).toBe("start();");
  expect(response.headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

it("returns 503 with instructions while the page is not built", async () => {
  const response = await fetch(`${await serving(join(folder, "nothing"))}/checkout/abc`);

  expect(response.status).toBe(503);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await response.text()).toContain("--filter @usance/checkout build");
});

it("offers the development wallet and lets the page reach its chain", async () => {
  const wallet = {
    privateKey: `0x${"5e".repeat(32)}`,
    rpcUrl: "http://127.0.0.1:8545/rpc",
  } as const;
  const response = await fetch(
    `${await serving(built, { developmentWallet: wallet })}/checkout/config.json`,
  );

  expect(await response.json()).toEqual({
    apiUrl: "",
    developmentWallet: wallet,
    walletConnect: null,
  });
  expect(policyOf(response)).toContain("connect-src 'self' http://127.0.0.1:8545;");
});

it("offers no wallet in production, and sends the service's other headers", async () => {
  const response = await fetch(`${service().url}/checkout/config.json`);

  expect(await response.json()).toEqual({
    apiUrl: "",
    developmentWallet: null,
    walletConnect: null,
  });
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(policyOf(response)).toContain("connect-src 'self';");
});

it.each([
  ["GET", "/checkout"],
  ["GET", "/checkout/"],
  ["GET", "/checkout/a/b"],
  ["GET", "/checkout/assets/nothing.js"],
  ["GET", "/checkout/assets/..%2f.stamp"],
  ["POST", "/checkout/btl3czg4lt6bbnbrq5z2dfca"],
])("returns the usual 404 for %s %s", async (method, path) => {
  const response = await fetch(service().url + path, { method });

  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: "Not found." });
});

it("names the relay of WalletConnect in its settings and its policy, and nobody else", async () => {
  const walletConnect = {
    projectId: "0a".repeat(16),
    relayUrl: "wss://relay.example.com",
    chainId: 8453,
  };
  const response = await fetch(`${await serving(built, { walletConnect })}/checkout/config.json`);

  expect(await response.json()).toEqual({ apiUrl: "", developmentWallet: null, walletConnect });
  expect(policyOf(response)).toContain("connect-src 'self' wss://relay.example.com;");
});
