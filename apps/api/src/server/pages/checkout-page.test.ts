import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import express from "express";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { asBrowser } from "../../../test/harness/as-browser.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { linkTokenOf } from "../../../test/harness/invoice-link.ts";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { aPortal } from "../../../test/harness/portal.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { checkoutPage, type DevelopmentWallet } from "./checkout-page.ts";
import { type Exists, pageLookup } from "./page-lookup.ts";

const service = useService();
const folder = mkdtempSync(join(tmpdir(), "usance-checkout-page-"));
const built = join(folder, "dist");
mkdirSync(join(built, "assets"), { recursive: true });
writeFileSync(join(built, "index.html"), "<title>Checkout</title>");
writeFileSync(join(built, ".stamp"), "of the build");
const script = "start();";
writeFileSync(join(built, "assets", "page-5e5e.js"), script);
writeFileSync(join(built, "assets", "page-5e5e.js.br"), brotliCompressSync(script));
writeFileSync(join(built, "assets", "page-5e5e.js.gz"), gzipSync(script));
writeFileSync(join(built, "assets", "plain.css"), "a {}");

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Terms {
  readonly developmentWallet: DevelopmentWallet | null;
  readonly exists: Exists;
}

/** The page from these files alone. @returns where it is */
async function serving(
  files: string,
  { developmentWallet = null, exists = async () => true }: Partial<Terms> = {},
): Promise<string> {
  const page = checkoutPage(developmentWallet, exists, files);
  const server = createServer(express().use(page));
  const { url } = await onFreePort(server);
  closing.push(() => server.close());
  return url;
}

/** A request whose answer nobody decompresses. */
async function rawGet(url: string, headers: Record<string, string>) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on("error", reject);
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: Buffer.concat(await Array.fromAsync(response)),
  };
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

describe("an address", () => {
  const story = new Story(restDoor, service);
  const statusOf = async (path: string) => {
    const url = await serving(built, { exists: pageLookup(service().parts) });
    const response = await fetch(`${url}/checkout/${path}`);
    expect(await response.text()).toBe("<title>Checkout</title>");
    return response.status;
  };

  it("that leads to a session, an invoice or a portal has the status 200", async () => {
    const { id } = await story.aCheckoutSession();
    const invoice = await story.anInvoice();
    expect(await statusOf(id)).toBe(200);
    expect(await statusOf(`invoices/${linkTokenOf(invoice)}`)).toBe(200);
    expect(await statusOf(`portal/${await aPortal(story, invoice.userId)}`)).toBe(200);
  });

  it("an address that leads nowhere has the same page with the status 404", () =>
    forRows(
      [
        "nothing",
        "invoices/0123456789abcdef0123456789abcdef",
        "portal/nobody",
        "%00",
        "invoices/%27%3B--",
        `portal/${"x".repeat(101)}`,
      ],
      async (path) => {
        expect(await statusOf(path)).toBe(404);
      },
    ));

  it("counts as known while the database does not answer, or too many are looked up", async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const db = { invoice: { findUnique: () => promise } };
    const exists = pageLookup({ db: db as never });
    const first = Array.from({ length: 8 }, () => exists("invoice", "a".repeat(32)));
    expect(await exists("invoice", "b".repeat(32))).toBe(true);
    reject(new Error("no connection"));
    expect(new Set(await Promise.all(first))).toEqual(new Set([true]));
  });
});

it("lets immutable files be cached", async () => {
  const response = await fetch(`${await serving(built)}/checkout/assets/page-5e5e.js`);

  expect(await response.text()).toBe("start();");
  expect(response.headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

it("sends a file as the build has compressed it, to callers who accept that", () =>
  forRows(
    [
      ["br", "br", brotliDecompressSync],
      ["gzip, deflate, br", "br", brotliDecompressSync],
      ["gzip", "gzip", gunzipSync],
    ],
    async (accepted, encoding, open) => {
      const url = `${await serving(built)}/checkout/assets/page-5e5e.js`;
      const { status, headers, body } = await rawGet(url, { "Accept-Encoding": accepted });

      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "content-encoding": encoding,
        "content-type": "text/javascript; charset=utf-8",
        vary: "Accept-Encoding",
        "cache-control": "public, max-age=31536000, immutable",
      });
      expect(open(body).toString()).toBe("start();");
    },
  ));

it("sends a file as it is to other callers", () =>
  forRows(["identity", "br;q=0", "zstd"], async (accepted) => {
    const url = `${await serving(built)}/checkout/assets/page-5e5e.js`;
    const { headers, body } = await rawGet(url, { "Accept-Encoding": accepted });

    expect(headers["content-encoding"]).toBeUndefined();
    expect(body.toString()).toBe("start();");
  }));

it("sends a file as it is if the build has not compressed it", async () => {
  const url = `${await serving(built)}/checkout/assets/plain.css`;
  const { headers, body } = await rawGet(url, { "Accept-Encoding": "br" });

  expect(headers["content-encoding"]).toBeUndefined();
  expect(body.toString()).toBe("a {}");
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
    sellerPrivateKey: `0x${"5f".repeat(32)}`,
    rpcUrl: "http://127.0.0.1:8545/rpc",
  } as const;
  const response = await fetch(
    `${await serving(built, { developmentWallet: wallet })}/checkout/config.json`,
  );

  expect(await response.json()).toEqual({ apiUrl: "", developmentWallet: wallet });
  expect(policyOf(response)).toContain("connect-src 'self' http://127.0.0.1:8545;");
});

it("offers no wallet in production, and sends the service's other headers", async () => {
  const response = await fetch(`${service().url}/checkout/config.json`);

  expect(await response.json()).toEqual({ apiUrl: "", developmentWallet: null });
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(policyOf(response)).toContain("connect-src 'self';");
});

it("shows people the page with the status 404 at an unknown address, and gives files no page", async () => {
  const url = await serving(built);
  for (const path of ["/checkout/", "/checkout/a/b"]) {
    const response = await asBrowser(url + path);
    expect([response.status, await response.text()]).toEqual([404, "<title>Checkout</title>"]);
  }
  const file = await asBrowser(`${url}/checkout/assets/nothing.js`);
  expect(file.status).toBe(404);
  expect(await file.text()).not.toBe("<title>Checkout</title>");
});

it("returns the usual 404 for anything else", () =>
  forRows(
    [
      ["GET", "/checkout"],
      ["GET", "/checkout/"],
      ["GET", "/checkout/a/b"],
      ["GET", "/checkout/assets/nothing.js"],
      ["GET", "/checkout/assets/..%2f.stamp"],
      ["POST", "/checkout/btl3czg4lt6bbnbrq5z2dfca"],
    ],
    async (method, path) => {
      const response = await fetch(service().url + path, { method });

      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ error: "Not found." });
    },
  ));
