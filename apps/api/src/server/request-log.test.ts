import { expect, it } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { testKey, useService } from "../../test/harness/service.ts";
import { until } from "../../test/harness/until.ts";
import { wordsOf } from "./request-log.ts";

const service = useService({ LOG_LEVEL: "debug" });
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** @returns the id that the answer carries */
async function idOf(sent?: string): Promise<string | null> {
  const headers = new Headers(sent === undefined ? {} : { "X-Request-Id": sent });
  return (await fetch(`${service().url}/health`, { headers })).headers.get("x-request-id");
}

it("reuses the request's own id", () =>
  forRows(
    ["a", "0af7651916cd43dd8448eb211c80319c", "Root=1-67891233:abc.d_e+f/g=", "x".repeat(128)],
    async (id) => {
      expect(await idOf(id)).toBe(id);
    },
  ));

it("generates an id for a request without a usable one", () =>
  forRows(
    [undefined, "", "two words", "a,b", "a;b", "x".repeat(129), "<script>", 'a"b'],
    async (id) => {
      expect(await idOf(id)).toMatch(uuid);
    },
  ));

it("stores the id in the audit row of a write through REST and through tRPC", () =>
  forRows(["/api/v1/services", "/trpc/services.create"], async (path) => {
    const id = `audit-${path}`;
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
  }));

/** The last line under an id: the answer may be there before it. */
const lastLineOf = (id: string) =>
  until(() => {
    const line = service().logged.findLast(({ reqId }) => reqId === id);
    if (line === undefined) throw new Error(`Nothing is logged under ${id}.`);
    return line;
  });

it("logs how a request was answered, without its content", () =>
  forRows(
    [
      [
        "GET",
        "/api/v1/services/a-secret?b=a-secret",
        "rest",
        "/api/v1/services/{serviceId}",
        404,
        "Service was not found.",
      ],
      ["GET", "/health", "rest", "/health", 200],
      [
        "GET",
        "/trpc/services.get?input=a-secret",
        "trpc",
        "services.get",
        400,
        "Request body must be a JSON object.",
      ],
      ["GET", "/trpc/health,health?batch=1", "trpc", "batch", 200],
      ["GET", "/trpc/a-secret", "trpc", "none", 404, "Not found."],
      ["GET", "/docs", "page", "pages", 200],
      ["GET", "/trpc/%E0a-secret", "trpc", "none", 400, 'Invalid URL-encoding in path "<path>"'],
      ["DELETE", "/a-secret", "page", "none", 404, "Not found."],
    ],
    async (...row) => {
      const [method, path, door, route, status, reason] = row;
      const id = `${method}:${path.replace(/[^\w/.]/g, "_").replace("E0", "")}`.replaceAll(
        "a-secret",
        "x",
      );

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
        ...(reason !== undefined && { reason }),
        msg: "request answered",
      });
    },
  ));

it("shows of an unknown path only words", () =>
  forRows(
    [
      ["/api/v1/servces", "/api/v1/servces"],
      ["/checkout-sesions/rauzc1xdahe6s91ltexahooz/complete", "/checkout-sesions/…/complete"],
      [`/x/usance_${"a1B".repeat(12)}`, "/x/…"],
      ["/pat@example.com/%61/0xabc", "/…/…/…"],
      ["/abcdefghijklmnopqrstuvwx", "/…"],
      ["/a".repeat(500), "/a/a/a/a/a/a/a"],
    ],
    (path, words) => {
      expect(wordsOf(path)).toBe(words);
    },
  ));
