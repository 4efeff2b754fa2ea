import { expect, it, vi } from "vitest";
import { doors } from "../../test/harness/doors.ts";
import { testKey, useService } from "../../test/harness/service.ts";

const service = useService({ LOG_LEVEL: "debug" });
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** @returns the id that the answer carries */
async function idOf(sent?: string): Promise<string | null> {
  const headers = new Headers(sent === undefined ? {} : { "X-Request-Id": sent });
  return (await fetch(`${service().url}/health`, { headers })).headers.get("x-request-id");
}

it.each(["a", "0af7651916cd43dd8448eb211c80319c", "Root=1-67891233:abc.d_e+f/g=", "x".repeat(128)])(
  "reuses the request's own id: %s",
  async (id) => {
    expect(await idOf(id)).toBe(id);
  },
);

it.each([undefined, "", "two words", "a,b", "a;b", "x".repeat(129), "<script>", 'a"b'])(
  "generates an id for a request with %s",
  async (id) => {
    expect(await idOf(id)).toMatch(uuid);
  },
);

it.each(doors)("stores the id in the audit row of a write through $name", async ({ name }) => {
  const id = `audit-${name}`;
  const path = name === "REST" ? "/api/v1/services" : "/trpc/services.create";
  const { status } = await fetch(service().url + path, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${testKey}`,
      "Content-Type": "application/json",
      "X-Request-Id": id,
    },
    body: JSON.stringify({ name: "A", owner: { email: "dev@example.com" } }),
  });

  expect(status).toBe(201);
  const rows = await service().parts.db.auditEvent.findMany({ where: { requestId: id } });
  expect(rows).toMatchObject([{ operation: "services.create" }]);
});

/** The last line under an id: the answer may be there before it. */
const lastLineOf = (id: string) =>
  vi.waitFor(() => {
    const line = service().logged.findLast(({ reqId }) => reqId === id);
    if (line === undefined) throw new Error(`Nothing is logged under ${id}.`);
    return line;
  }, 20_000);

it.each([
  ["GET", "/api/v1/services/a-secret?b=a-secret", "rest", "/api/v1/services/{serviceId}", 404],
  ["GET", "/health", "rest", "/health", 200],
  ["GET", "/trpc/services.get?input=a-secret", "trpc", "services.get", 400],
  ["GET", "/trpc/health,health?batch=1", "trpc", "batch", 200],
  ["GET", "/trpc/a-secret", "trpc", "none", 404],
  ["GET", "/docs", "page", "pages", 200],
  ["DELETE", "/a-secret", "page", "none", 404],
])("logs how %s %s was answered, without its content", async (...row) => {
  const [method, path, door, route, status] = row;
  const id = `${method}:${path.replace(/[^\w/.]/g, "_")}`.replaceAll("a-secret", "x");

  await fetch(service().url + path, {
    method,
    headers: { Authorization: `Bearer ${testKey}`, "X-Request-Id": id },
  });

  const line = await lastLineOf(id);
  expect(line).toEqual({
    level: 20,
    time: expect.any(String),
    reqId: id,
    method,
    door,
    route,
    status,
    durationMs: expect.any(Number),
    msg: "request answered",
  });
});
