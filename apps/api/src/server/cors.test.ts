import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { describe, expect, it } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { testKey, useService } from "../../test/harness/service.ts";
import type { AppRouter } from "./router.ts";

const origin = "https://app.example.com";
const stranger = "https://evil.example.com";
const listed = useService({ CORS_ORIGINS: `${origin}, http://localhost:5173`, RATE_LIMIT: "1000" });
const open = useService({ CORS_ORIGINS: "*" });
const closed = useService();

const paths = ["/api/v1/services", "/trpc/services.list", "/openapi.json"];
const Authorization = `Bearer ${testKey}`;

const preflight = (url: string, from: string) =>
  fetch(url, {
    method: "OPTIONS",
    headers: {
      Origin: from,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "authorization,content-type,idempotency-key",
    },
  });

const listOf = (text: string | null) => (text ?? "").split(/, */).map((one) => one.toLowerCase());

describe("a cross-origin call of a path", () => {
  it("is readable by a listed origin only", () =>
    forRows(paths, async (path) => {
      const read = async (from: string) => {
        const { status, headers } = await fetch(listed().url + path, {
          headers: { Origin: from, Authorization },
        });
        expect(status).toBe(200);
        expect(listOf(headers.get("vary"))).toContain("origin");
        expect(headers.has("access-control-allow-credentials")).toBe(false);
        return headers.get("access-control-allow-origin");
      };

      expect(await read(origin)).toBe(origin);
      expect(await read("http://localhost:5173")).toBe("http://localhost:5173");
      expect(await read(stranger)).toBeNull();
      expect(await read(`${origin}.evil.example.com`)).toBeNull();
    }));

  it("gets a preflight response without a key", () =>
    forRows(paths, async (path) => {
      const { status, headers } = await preflight(listed().url + path, origin);

      expect(status).toBe(204);
      expect(headers.get("access-control-allow-origin")).toBe(origin);
      expect(listOf(headers.get("access-control-allow-methods"))).toEqual([
        "get",
        "post",
        "patch",
        "put",
        "delete",
      ]);
      expect(listOf(headers.get("access-control-allow-headers"))).toEqual(
        expect.arrayContaining([
          "authorization",
          "content-type",
          "idempotency-key",
          "x-request-id",
        ]),
      );
      expect(headers.get("access-control-max-age")).toBe("600");
      expect(headers.get("x-request-id")).not.toBeNull();
      expect(listOf(headers.get("vary"))).toContain("origin");
    }));

  it("gets no preflight permission from an unlisted origin", () =>
    forRows(paths, async (path) => {
      const { headers } = await preflight(listed().url + path, stranger);

      expect(headers.has("access-control-allow-origin")).toBe(false);
    }));

  it("is readable by every origin if all are allowed", () =>
    forRows(paths, async (path) => {
      const { headers } = await fetch(open().url + path, {
        headers: { Origin: stranger, Authorization },
      });

      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(listOf(headers.get("vary"))).not.toContain("origin");
    }));

  it("is readable by no origin if none is listed", () =>
    forRows(paths, async (path) => {
      const { headers } = await fetch(closed().url + path, {
        headers: { Origin: origin, Authorization },
      });
      const announced = await preflight(closed().url + path, origin);

      expect(headers.has("access-control-allow-origin")).toBe(false);
      expect(announced.headers.has("access-control-allow-origin")).toBe(false);
    }));
});

it("lets a page read errors too", () =>
  forRows(
    ["/api/v1/services/no", "/trpc/services.get", "/nothing", "/api/v1/services"],
    async (path) => {
      const { status, headers } = await fetch(listed().url + path, { headers: { Origin: origin } });

      expect(status).toBeGreaterThan(400);
      expect(headers.get("access-control-allow-origin")).toBe(origin);
    },
  ));

it("exposes every response header that a page needs", async () => {
  const { headers } = await fetch(`${listed().url}/api/v1/services`, {
    method: "POST",
    headers: {
      Origin: origin,
      Authorization,
      "Content-Type": "application/json",
      "Idempotency-Key": "once",
    },
    body: JSON.stringify({ name: "A", owner: { email: "dev@example.com" } }),
  });

  const exposed = listOf(headers.get("access-control-expose-headers"));
  const ours = /^(x-request-id|location|ratelimit-.*|retry-after|idempotent-.*|www-.*|usance-.*)$/;
  const said = [...headers.keys()].filter((name) => ours.test(name));
  expect(said.length).toBeGreaterThan(4);
  expect(exposed).toEqual(
    expect.arrayContaining([
      ...said,
      "retry-after",
      "idempotent-replayed",
      "www-authenticate",
      "usance-error",
      "usance-error-param",
    ]),
  );
});

it("works with a tRPC client in a page", async () => {
  const answers: Response[] = [];
  const client = createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${listed().url}/trpc`,
        headers: { Origin: origin, Authorization },
        fetch: async (url, init) => {
          const answer = await fetch(url, init as RequestInit);
          answers.push(answer);
          return answer;
        },
      }),
    ],
  });

  await Promise.all([client.services.list.query(), client.health.query()]);
  await client.services.create.mutate({ name: "B", owner: { email: "dev@example.com" } });

  expect(answers.length).toBe(2);
  for (const { headers } of answers) {
    expect(headers.get("access-control-allow-origin")).toBe(origin);
    expect(headers.get("ratelimit-limit")).toBe("1000");
  }
});
