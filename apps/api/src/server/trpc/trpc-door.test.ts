import { createServer } from "node:http";
import { createHTTPHandler } from "@trpc/server/adapters/standalone";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { testKey, useService } from "../../../test/harness/service.ts";
import type { Context } from "../../operation/context.ts";
import { BodyMemory } from "../bodies/body-memory.ts";
import { readJsonText } from "../bodies/read-json.ts";
import { bodies } from "../bodies/unread-body.ts";
import { appRouter } from "../router.ts";

/*
 * What the door answers is held against what tRPC's own adapter answers to the same request: the same
 * status and the same body, so that tRPC's clients work. The words and codes of errors are ours.
 */

const service = useService();
const room = {
  BODY_MEMORY_KIB: 1_024,
  BODY_MEMORY_PER_ADDRESS_KIB: 1_024,
  PUBLIC_BODY_MEMORY_KIB: 0,
  PUBLIC_BODY_MEMORY_PER_ADDRESS_KIB: 0,
};
let stock: { url: string; close(): void };

beforeAll(async () => {
  const key = { keyId: "bootstrap", keyHash: "", sessionId: null };
  const by = { ...key, tenant: null, scopes: ["*"], expiresAt: null };
  const bodyOf = bodies(service().parts, new BodyMemory(room), 0);
  const handler = createHTTPHandler({
    router: appRouter,
    basePath: "/trpc/",
    maxBatchSize: 50,
    createContext: (): Context => ({
      parts: service().parts,
      log: service().parts.log,
      request: {
        caller: async () => by,
        visit: async () => undefined,
        turn: async () => () => undefined,
        dashboard: () => ({ isOwnPage: false, token: undefined }),
        calls: 1,
        id: "stock",
        idempotencyKey: undefined,
      },
      reply: { headers: {} },
      readiness: async () => ({ reasons: [], warnings: [] }),
    }),
    middleware: (req, _res, next) => {
      if (req.method !== "POST") return next();
      readJsonText(bodyOf({ req }, "keyed")).then(
        (body) => next(Object.assign(req, { body }) && undefined),
        next,
      );
    },
  });
  const server = createServer(handler);
  const { url } = await onFreePort(server);
  stock = { url, close: () => server.close() };
});
afterAll(() => stock.close());

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const get = (path: string) => ({ path, init: {} });
const post = (path: string, body?: string) => ({
  path,
  init: { method: "POST", ...(body !== undefined && { body }) },
});
const owner = { email: "seller@example.com" };

test("every call gets the same response as from tRPC's own adapter", () =>
  forRows(
    [
      ["a query without input", get("health")],
      ["a query with input", get(`services.get?input=${json({ serviceId: "no" })}`)],
      ["a query with an empty input", get("services.list?input=")],
      ["a query whose input is null", get("services.get?input=null")],
      ["a query whose input is malformed", get("services.get?input={")],
      ["a query whose input is of the wrong kind", get(`services.get?input=${json("text")}`)],
      ["a query by POST", post("services.list", "{}")],
      ["a mutation by GET", get("services.create")],
      ["a refused mutation", post("services.create", "{}")],
      ["a mutation whose body is malformed", post("services.create", "{")],
      ["a mutation without a body", post("services.create")],
      ["an unknown procedure", get("services.nothing")],
      ["a procedure named like a property of Object", get("constructor")],
      ["a name with a slash", get("services/list")],
      ["an empty name", get("")],
      ["a name that is not UTF-8", get("services.%ff")],
      ["a name with an encoded dot", get("services%2Elist")],
      ["a batch of one", get("health?batch=1")],
      [
        "a batch of queries",
        get(`health,services.get?batch=1&input=${json({ 1: { serviceId: "no" } })}`),
      ],
      ["a batch with an encoded comma", get("health%2Chealth?batch=1")],
      ["a batch of unknown procedures", get("a,b?batch=1")],
      ["a batch whose input is a list", get("services.list?batch=1&input=[{}]")],
      ["a batch whose input is not an object", get("services.get,services.get?batch=1&input=5")],
      ["a batch whose input is malformed", get("services.get,health?batch=1&input={")],
      ["a batch of 51", get(`${Array.from({ length: 51 }, () => "health").join(",")}?batch=1`)],
      ["two names without a batch", get("health,health")],
      [
        "a batch of refused mutations",
        post("services.create,plans.create?batch=1", '{"0":{},"1":{}}'),
      ],
      ["a batch of mutations with no input", post("services.create?batch=1", "{}")],
    ],
    async (_, { path, init }) => {
      const answerOf = async (url: string) => {
        const headers = { Authorization: `Bearer ${testKey}`, "Content-Type": "application/json" };
        const response = await fetch(`${url}/trpc/${path}`, { headers, ...init });
        const withoutWords = (name: string, value: unknown) =>
          /^(?:message|hint)$/.test(name) || (name === "error" && typeof value === "string")
            ? undefined
            : value;
        return { status: response.status, body: JSON.parse(await response.text(), withoutWords) };
      };

      const stocks = await answerOf(stock.url);
      const ours = await answerOf(service().url);

      if (stocks.status === 405) expect(ours.status).toBe(405);
      else expect(ours).toEqual(stocks);
    },
  ));

test("a write through either has the same result, except ids and times", async () => {
  const create = async (url: string) => {
    const response = await fetch(`${url}/trpc/services.create`, {
      method: "POST",
      headers: { Authorization: `Bearer ${testKey}`, "Content-Type": "application/json" },
      body: JSON.stringify({ name: "Made", owner }),
    });
    return Object.keys(
      ((await response.json()) as { result: { data: { service: object } } }).result.data.service,
    );
  };

  expect(await create(service().url)).toEqual(await create(stock.url));
});
