import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import express from "express";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { asBrowser } from "../../../test/harness/as-browser.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { docsPage } from "./docs-page.ts";

const folder = mkdtempSync(join(tmpdir(), "usance-docs-page-"));
for (const inside of ["assets", "api/invoices"])
  mkdirSync(join(folder, inside), { recursive: true });
const files = {
  "index.html": "start",
  "api.html": "reference",
  "api/invoices/create.html": "operation",
  "not-found.html": "nothing here",
  "assets/main.js": "script",
};
for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
writeFileSync(join(folder, "api.html.gz"), gzipSync("reference, compressed"));
afterAll(() => rmSync(folder, { recursive: true }));

async function serving(built: string): Promise<string> {
  const server = createServer(express().use(docsPage(built)));
  const { url } = await onFreePort(server);
  onTestFinished(() => void server.close());
  return url;
}

it("serves each page at its address, which may load from and call this service alone", () =>
  forRows(
    [
      ["", "start"],
      ["/", "start"],
      ["/api", "reference, compressed"],
      ["/api/invoices/create?language=curl", "operation"],
    ],
    async (path, text) => {
      const response = await fetch(`${await serving(folder)}/docs${path}`);

      expect([response.status, await response.text()]).toEqual([200, text]);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("cache-control")).toBe("public, max-age=0");
      expect(response.headers.get("content-security-policy")).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    },
  ));

it("lets browsers keep the files that a page loads, whose names have their hash", async () => {
  const response = await fetch(`${await serving(folder)}/docs/assets/main.js`);

  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

it("shows people a page with the status 404 at an unknown address, and gives programs and files none", async () => {
  const url = await serving(folder);
  const person = await asBrowser(`${url}/docs/nothing`);
  const program = await fetch(`${url}/docs/nothing`);
  const file = await asBrowser(`${url}/docs/assets/nothing.js`);

  expect([person.status, await person.text()]).toEqual([404, "nothing here"]);
  for (const response of [program, file]) {
    expect(response.status).toBe(404);
    expect(await response.text()).not.toBe("nothing here");
  }
});

it("leaves its folder for no path", () =>
  forRows(
    ["/..%2fsecret", "/api/..%2f..%2fsecret", "/%00", "/assets/..%2f..%2fsecret"],
    async (path) => {
      const response = await fetch(`${await serving(folder)}/docs${path}`);

      expect(response.status).toBeGreaterThanOrEqual(400);
    },
  ));

it("returns 503 with instructions while the documentation is not built", async () => {
  const response = await fetch(`${await serving(join(folder, "nothing"))}/docs`);

  expect(response.status).toBe(503);
  expect(await response.text()).toContain("--filter @usance/docs build");
});
