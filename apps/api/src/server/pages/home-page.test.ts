import { createServer } from "node:http";
import express from "express";
import { afterEach, expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { useService } from "../../../test/harness/service.ts";
import { homePage } from "./home-page.ts";

const service = useService();
const browser =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
const forPrograms = {
  service: "usance",
  api: "/api/v1",
  trpc: "/trpc",
  mcp: "/mcp",
  docs: "/docs",
  dashboard: "/dashboard",
  openapi: "/openapi.json",
  health: "/health",
  ready: "/ready",
};

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const home = (Accept?: string, url = service().url) =>
  fetch(`${url}/`, { headers: Accept === undefined ? {} : { Accept } });

it("answers a program that does not ask for HTML with JSON", () =>
  forRows(
    [undefined, "*/*", "application/json", "application/json, text/html;q=0.5", "image/png"],
    async (accept) => {
      const response = await home(accept);

      expect(response.status).toBe(200);
      expect(await response.json()).toEqual(forPrograms);
      expect(response.headers.get("vary")).toContain("Accept");
    },
  ));

it("shows browsers a page whose links lead somewhere, under the service's headers", async () => {
  const response = await home(browser);
  const html = await response.text();
  const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href);
  const statuses = links.map(async (href) => (await fetch(service().url + href)).status);

  expect(response.headers.get("content-type")).toMatch(/^text\/html/);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("x-request-id")).not.toBeNull();
  expect(response.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]+='; img-src 'self'; /,
  );
  expect(links).toEqual(["/docs", "/docs/api", "/dashboard", "/openapi.json", "/health", "/ready"]);
  expect(await Promise.all(statuses)).toEqual(links.map(() => 200));
  expect(html).not.toMatch(/development|checkout/i);
});

it("links to the sample checkout in development, once there is one", async () => {
  let checkoutUrl: string | null = null;
  const app = express().use(homePage({ checkoutUrl: () => checkoutUrl }));
  const server = createServer(app);
  const { url } = await onFreePort(server);
  closing.push(() => server.close());

  const before = await (await home("*/*", url)).json();
  checkoutUrl = "http://localhost:3000/checkout/abc";
  const after = await (await home("*/*", url)).json();

  expect(before).toEqual(forPrograms);
  expect(after).toEqual({ ...forPrograms, checkout: checkoutUrl });
  expect(await (await home(browser, url)).text()).toContain(`href="${checkoutUrl}"`);
});

it("answers other methods with 404", async () => {
  const response = await fetch(`${service().url}/`, { method: "POST" });

  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: "Not found." });
});
