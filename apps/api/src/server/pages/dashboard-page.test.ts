import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { asBrowser } from "../../../test/harness/as-browser.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { useService } from "../../../test/harness/service.ts";
import { dashboardPage } from "./dashboard-page.ts";

const service = useService();
const folder = mkdtempSync(join(tmpdir(), "usance-dashboard-page-"));
mkdirSync(join(folder, "assets"));
writeFileSync(join(folder, "index.html"), "<title>Dashboard</title>");
afterAll(() => rmSync(folder, { recursive: true }));

async function serving(files: string): Promise<string> {
  const server = createServer(express().use(dashboardPage(files)));
  const { url } = await onFreePort(server);
  onTestFinished(() => void server.close());
  return url;
}

it("serves the page at each of its addresses, which may load from and call this service alone", () =>
  forRows(
    ["", "/", "/sign-in", "/invoices", "/invoices/k3v9", "/webhooks/k3v9?status=FAILED"],
    async (path) => {
      const response = await fetch(`${await serving(folder)}/dashboard${path}`);

      expect(response.status).toBe(200);
      expect(await response.text()).toBe("<title>Dashboard</title>");
      expect(response.headers.get("cache-control")).toBe("no-cache");
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      expect(response.headers.get("content-security-policy")).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    },
  ));

it("returns 503 with instructions while the dashboard is not built", async () => {
  const response = await fetch(`${await serving(join(folder, "nothing"))}/dashboard`);

  expect(response.status).toBe(503);
  expect(await response.text()).toContain("--filter @usance/dashboard build");
});

it("shows people the page with the status 404 at an unknown address, and gives files no page", async () => {
  const url = await serving(folder);
  for (const path of ["/dashboard/nothing", "/dashboard/invoices/a/b"]) {
    const response = await asBrowser(url + path);
    expect([response.status, await response.text()]).toEqual([404, "<title>Dashboard</title>"]);
  }
  const file = await asBrowser(`${url}/dashboard/assets/nothing.js`);
  expect(file.status).toBe(404);
  expect(await file.text()).not.toBe("<title>Dashboard</title>");
});

it("returns the usual 404 for anything else", () =>
  forRows(
    [
      ["GET", "/dashboard/nothing"],
      ["GET", "/dashboard/invoices/a/b"],
      ["GET", "/dashboard/assets/nothing.js"],
      ["POST", "/dashboard"],
    ],
    async (method, path) => {
      const response = await fetch(service().url + path, { method });

      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ error: "Not found." });
    },
  ));
