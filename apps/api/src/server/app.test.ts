import { expect, it } from "vitest";
import { testKey, useService } from "../../test/harness/service.ts";

const service = useService();
const headers = { Authorization: `Bearer ${testKey}` };
const get = (path: string, init: RequestInit = {}) =>
  fetch(service().url + path, { headers, ...init });

it("returns 404 in the standard error format for an unknown path", async () => {
  for (const [method, path] of [
    ["POST", "/"],
    ["GET", "/api/v1/nothing"],
    ["GET", "/api/v1/services/a/b/c"],
    ["GET", "/api/v1/services/%ff"],
    ["GET", "/checkout/%ff"],
    ["GET", "/docs/assets/%"],
  ] as const) {
    const response = await get(path, { method });
    expect({ path, status: response.status, body: await response.json() }).toEqual({
      path,
      status: 404,
      body: { error: "Not found." },
    });
  }
});

it("gives every response its own request id", async () => {
  const ids = await Promise.all(
    ["/health", "/nothing", "/api/v1/services/x", "/docs"].map(async (path) =>
      (await get(path)).headers.get("x-request-id"),
    ),
  );

  expect(new Set(ids).size).toBe(4);
  expect(ids).not.toContain(null);
});

it("sends no rate limit headers when limits are off", async () => {
  const { headers: said } = await get("/api/v1/services");

  expect([...said.keys()].filter((name) => /^ratelimit|^retry/.test(name))).toEqual([]);
});

it("hides the details of internal errors on both doors", async () => {
  await service().parts.db.$executeRaw`ALTER TABLE services RENAME TO hidden_services`;
  const rest = await get("/api/v1/services");
  const trpc = await get("/trpc/services.list");
  await service().parts.db.$executeRaw`ALTER TABLE hidden_services RENAME TO services`;

  expect({ status: rest.status, body: await rest.json() }).toEqual({
    status: 500,
    body: { error: "An unexpected error occurred." },
  });
  expect({ status: trpc.status, body: await trpc.json() }).toEqual({
    status: 500,
    body: {
      error: {
        message: "An unexpected error occurred.",
        code: -32603,
        data: {
          code: "INTERNAL_SERVER_ERROR",
          httpStatus: 500,
          path: "services.list",
          error: "internal_error",
          hint: expect.stringContaining("tell the operator the `X-Request-Id`"),
        },
      },
    },
  });
});

it("serves the docs page with all its assets", async () => {
  const page = await (await get("/docs/api/invoices/create")).text();
  const needed = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? "");

  expect(needed.length).toBeGreaterThan(3);
  for (const path of needed.filter((one) => !one.startsWith("#"))) {
    expect(path).toMatch(/^\//);
    expect((await get(path)).status).toBe(200);
  }
});

interface DocumentedOperation {
  requestBody?: { content: { "application/json": { example: unknown } } };
}

it("can be called with only what the document requires", async () => {
  const { paths } = (await (await get("/openapi.json")).json()) as {
    paths: Record<string, Record<string, DocumentedOperation>>;
  };
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { requestBody }] of Object.entries(item)) {
      if (method === "get") continue;
      const json = requestBody?.content["application/json"];
      const response = await get(path.replace(/\{\w+\}/g, "unknown"), {
        method: method.toUpperCase(),
        headers: { ...headers, "Content-Type": "application/json" },
        ...(json !== undefined && { body: JSON.stringify(json.example) }),
      });
      expect(await response.text(), `${method} ${path}`).not.toContain("must be a JSON object");
    }
  }
});
