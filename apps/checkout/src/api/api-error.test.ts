import { TRPCClientError } from "@trpc/client";
import { expect, test } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { apiErrorOf } from "./api-error.ts";

/** An answer of the API, as the tRPC client throws it. */
function thrown(httpStatus: number, headers: Record<string, string> = {}) {
  const error = { code: -32000, message: "Said so.", data: { httpStatus } };
  return TRPCClientError.from({ error }, { meta: { response: new Response(null, { headers }) } });
}

test("each status has its kind", () =>
  forRows(
    [
      [404, "unknown"],
      [400, "refused"],
      [409, "refused"],
      [429, "too-many"],
      [500, "unreachable"],
      [503, "unreachable"],
    ],
    (status, kind) => {
      expect(apiErrorOf(thrown(status))).toMatchObject({ kind, message: "Said so." });
    },
  ));

test("a response that is not from the API counts as no response", () => {
  expect(apiErrorOf(TRPCClientError.from(new SyntaxError("Unexpected token <"))).kind).toBe(
    "unreachable",
  );
});

test("a failed request counts as no response", () => {
  expect(apiErrorOf(new TypeError("fetch failed")).kind).toBe("unreachable");
});

test("the header Retry-After means a wait", () =>
  forRows(
    [
      ["17", 17],
      ["9999999999", 9_999_999_999],
      ["Wed, 21 Oct 2026 07:28:00 GMT", null],
    ],
    (header, seconds) => {
      expect(apiErrorOf(thrown(429, { "Retry-After": header })).retryAfterS).toBe(seconds);
    },
  ));
