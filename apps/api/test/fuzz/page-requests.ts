import fc from "fast-check";
import { extraHeaders, methodLike } from "./dress.ts";
import type { HttpRequest } from "./http.ts";

/** Addresses without an operation, with percent-encoding and dots in unusual places. */
export const pageRequests: fc.Arbitrary<HttpRequest> = fc
  .record({
    root: fc.constantFrom(
      "/",
      "/docs",
      "/docs/assets",
      "/checkout",
      "/checkout/assets",
      "/openapi.json",
      "/api/v1",
      "/trpc",
      "/health",
    ),
    tail: fc.constantFrom(
      "",
      "/",
      "/%",
      "/%zz",
      "/%00",
      "/%ff",
      "/..",
      "/%2e%2e/%2e%2e/package.json",
      "/..%5c..%5cx",
      "//",
      "/__proto__",
      "/constructor",
      "?%zz",
      "/%ff%fe",
      "/.env",
      `/${"a/".repeat(1_000)}`,
      `/${"%2f".repeat(1_000)}`,
    ),
    method: methodLike("GET"),
    headers: extraHeaders,
  })
  .map(({ root, tail, method, headers }) => ({ method, target: root + tail, headers, body: null }));
