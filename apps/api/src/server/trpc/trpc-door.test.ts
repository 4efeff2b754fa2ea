import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { expect, test } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { testKey, useService } from "../../../test/harness/service.ts";
import { exchange, head } from "../../../test/hostile/raw.ts";
import type { AppRouter } from "../router.ts";

const service = useService();
const headers = { Authorization: `Bearer ${testKey}`, "Content-Type": "application/json" };
const owner = { email: "seller@example.com" };

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const get = (path: string): [string, RequestInit] => [path, {}];
const post = (path: string, body?: string): [string, RequestInit] => [
  path,
  { method: "POST", ...(body !== undefined && { body }) },
];
const call = (path: string, init: RequestInit = {}) =>
  fetch(`${service().url}/trpc/${path}`, { headers, ...init });

interface TrpcAnswer {
  readonly result?: { readonly data: unknown };
  readonly error?: { readonly data: { readonly httpStatus: number; readonly error: string } };
}

/** What a call was answered: its error's code, or "done". */
const said = ({ error }: TrpcAnswer) => error?.data.error ?? "done";

test("every call has one status, and an error the service's code", () =>
  forRows(
    [
      ["a query without input", get("health"), 200, "done"],
      ["a query with input", get(`services.get?input=${json({ serviceId: "no" })}`), 404],
      ["a query with an empty input", get("services.list?input="), 200, "done"],
      ["a query whose input is null", get("services.get?input=null"), 400, "body_not_json_object"],
      ["a query with malformed input", get("services.get?input={"), 400, "body_not_json_object"],
      ["a query whose input is a text", get(`services.get?input=${json("text")}`), 400],
      ["a query by POST", post("services.list", "{}"), 405, "method_not_allowed"],
      ["a mutation by GET", get("services.create"), 405, "method_not_allowed"],
      ["a refused mutation", post("services.create", "{}"), 400, "missing_parameter"],
      ["a malformed body", post("services.create", "{"), 400, "body_not_json_object"],
      ["no body", post("services.create"), 400, "body_not_json_object"],
      ["an unknown procedure", get("services.nothing"), 404, "route_not_found"],
      ["a property of Object", get("constructor"), 404, "route_not_found"],
      ["a name with a slash", get("services/list"), 404, "route_not_found"],
      ["an empty name", get(""), 404, "route_not_found"],
      ["a name that is not UTF-8", get("services.%ff"), 400, "invalid_path_encoding"],
      ["a name with an encoded dot", get("services%2Elist"), 200, "done"],
      ["a batch of one", get("health?batch=1"), 200, "done"],
      ["a batch of queries", get("health,services.get?batch=1"), 207, "done"],
      ["an encoded comma", get("health%2Chealth?batch=1"), 200, "done", "done"],
      ["unknown procedures", get("a,b?batch=1"), 404, "route_not_found", "route_not_found"],
      ["a list as input", get("services.list?batch=1&input=[{}]"), 400, "body_not_json_object"],
      ["a number as input", get("services.list?batch=1&input=5"), 400, "body_not_json_object"],
      ["a batch of 51", get(`${"health,".repeat(50)}health?batch=1`), 400, "too_many_calls"],
      ["two names without a batch", get("health,health"), 404, "route_not_found"],
      ["queries and mutations", get("health,services.create?batch=1"), 400, "invalid_trpc_request"],
      ["a batch of mutations", post("services.create,plans.create?batch=1", "{}"), 400],
      ["another method", ["services.create", { method: "PUT", body: "{}" }], 405],
      ["a method that tRPC cannot represent", ["health", { method: "OPTIONS" }], 405],
    ] as const,
    async (_, [path, init], status, ...codes) => {
      const response = await call(path, init);
      const answer = (await response.json()) as TrpcAnswer | TrpcAnswer[];

      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toMatch(/^application\/json/);
      const answers = Array.isArray(answer) ? answer : [answer];
      expect(answers.map(said).slice(0, codes.length)).toEqual(codes);
      if (status === 405) expect(response.headers.get("allow")).toMatch(/^(?:GET|POST)$/);
    },
  ));

test("a request that is no URL or no Request for the adapter is refused, and causes no internal error", () =>
  forRows(
    [
      ["GET /trpc/health", "a b@c", 400, "invalid_trpc_request"],
      ["GET /trpc//user:word@host/health", "a", 400, "invalid_trpc_request"],
      ["GET /trpc/health", "a:b", 400, "invalid_trpc_request"],
      ["TRACE /trpc/health", "a", 405, "method_not_allowed"],
    ] as const,
    async (request, Host, status, code) => {
      const [answer] = await exchange(service().url, head(request, { Host, Connection: "close" }));

      expect(answer?.status).toBe(status);
      expect(said(JSON.parse(answer?.body ?? ""))).toBe(code);
    },
  ));

test("an answer is one JSON text, also for a client that asks for a stream", () =>
  forRows(
    [{ "trpc-accept": "application/jsonl" }, { Accept: "application/jsonl" }],
    async (more) => {
      const init = { headers: { ...headers, ...more } };
      const response = await call('services.get?batch=1&input={"0":{}}', init);

      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject([
        { error: { message: "serviceId is required." } },
      ]);
    },
  ));

test("serves a typed tRPC client, including batches, with typed errors", async () => {
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `${service().url}/trpc`, headers })],
  });

  const [created, health] = await Promise.all([
    client.services.create.mutate({ name: "Typed", owner }),
    client.health.query(),
  ]);

  expect(await client.services.get.query({ serviceId: created.service.id })).toEqual(created);
  expect(health.ok).toBe(true);
  await expect(client.services.get.query({ serviceId: "no" })).rejects.toMatchObject({
    message: "Service was not found.",
    data: { code: "NOT_FOUND", httpStatus: 404, hint: expect.any(String) },
  });
});

test("a result has its warning beside its data, and an infinite query's direction causes none", async () => {
  const named = { name: "A", owner, nmae: "B" };
  const answers = (await (
    await call("services.create,services.create?batch=1", {
      method: "POST",
      body: JSON.stringify({ 0: named, 1: { name: "A", owner, direction: "forward" } }),
    })
  ).json()) as TrpcAnswer[];

  expect(answers.map(({ result }) => Object.keys(result ?? {}))).toEqual([
    ["data", "warning"],
    ["data"],
  ]);
});

test("the input of a query is checked like a body", async () => {
  const deep = await call(`services.list?input=${"[".repeat(2_000)}`);

  expect(deep.status).toBe(400);
  expect(await deep.text()).toContain("Request body must be nested at most 100 deep.");
});
