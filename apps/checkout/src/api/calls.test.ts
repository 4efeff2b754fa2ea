import { afterEach, expect, test, vi } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { call, procedures } from "./calls.ts";

const { signal } = new AbortController();
const asked = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", asked);
afterEach(() => asked.mockReset());

const api = procedures("https://api.example.com");
const view = (linkToken = "a&b") =>
  call(signal, (options) => api.invoiceLinks.view.query({ linkToken }, options));

/** An answer of the API that is no result. */
const refused = (httpStatus: number, headers: Record<string, string> = {}) =>
  Response.json(
    { error: { code: -32000, message: "Said so.", data: { httpStatus } } },
    { status: httpStatus, headers },
  );

test("a query has its input in its address, and is answered with the result's data", async () => {
  asked.mockResolvedValue(Response.json({ result: { data: { invoice: { status: "OPEN" } } } }));
  expect(await view()).toEqual({ invoice: { status: "OPEN" } });
  const input = encodeURIComponent('{"linkToken":"a&b"}');
  expect(asked).toHaveBeenCalledExactlyOnceWith(
    `https://api.example.com/trpc/invoiceLinks.view?input=${input}`,
    { signal: expect.any(AbortSignal) },
  );
});

test("a mutation has its input in its body", async () => {
  asked.mockResolvedValue(Response.json({ result: { data: {} } }));
  const input = { portalToken: "token", name: "Pat" };
  await call(signal, (options) => api.portal.changeSubscriber.mutate(input, options));
  expect(asked).toHaveBeenCalledExactlyOnceWith(
    "https://api.example.com/trpc/portal.changeSubscriber",
    expect.objectContaining({
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(input),
    }),
  );
});

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
    async (status, kind) => {
      asked.mockResolvedValue(refused(status));
      await expect(view()).rejects.toMatchObject({ kind, message: "Said so." });
    },
  ));

test("what is not from the API counts as no answer", () =>
  forRows(
    [
      [() => Promise.resolve(new Response("<html>"))],
      [() => Promise.resolve(Response.json(null))],
      [() => Promise.resolve(Response.json({ error: "Bad gateway" }, { status: 404 }))],
      [() => Promise.reject(new TypeError("fetch failed"))],
    ],
    async (answer) => {
      asked.mockImplementation(answer);
      await expect(view()).rejects.toMatchObject({ name: "ApiError", kind: "unreachable" });
    },
  ));

test("the header Retry-After means a wait", () =>
  forRows(
    [
      ["17", 17],
      ["9999999999", 9_999_999_999],
      ["Wed, 21 Oct 2026 07:28:00 GMT", null],
    ],
    async (header, retryAfterS) => {
      asked.mockResolvedValue(refused(429, { "Retry-After": header }));
      await expect(view()).rejects.toMatchObject({ retryAfterS });
    },
  ));
