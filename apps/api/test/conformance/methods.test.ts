import { expect, it } from "vitest";
import { testKey, useService } from "../harness/service.ts";

const service = useService();
const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service().url}${path}`, { method, headers });
  const [code, allow] = [response.headers.get("usance-error"), response.headers.get("allow")];
  return { status: response.status, text: await response.text(), code, allow };
};

it.each([
  ["PUT", "/api/v1/services", "POST, GET, HEAD"],
  ["DELETE", "/api/v1/services/any", "GET, HEAD, PATCH"],
  ["GET", "/api/v1/usage-events/batch", "POST"],
  ["PATCH", "/api/v1/usage-events/summary", "GET, HEAD"],
  ["POST", "/health", "GET, HEAD"],
  ["PROPFIND", "/api/v1/invoices/", "POST, GET, HEAD"],
])("%s %s is 405, and Allow lists %s", async (method, path, allow) => {
  expect(await ask(method, path)).toEqual({
    status: 405,
    text: '{"error":"Method not allowed."}',
    code: "method_not_allowed",
    allow,
  });
});

it.each([
  ["PUT", "/api/v1/nothing"],
  ["DELETE", "/api/v1/services/any/plans/any/more"],
  ["HEAD", "/api/v1/usage-events/batch"],
  ["OPTIONS", "/api/v1/services"],
])("%s %s is 404 without Allow", async (method, path) => {
  expect(await ask(method, path)).toMatchObject({ status: 404, allow: null });
});

it("HEAD is answered like GET", async () => {
  const headers = { Authorization: `Bearer ${testKey}` };

  expect(await ask("HEAD", "/api/v1/services", headers)).toMatchObject({ status: 200, text: "" });
  expect(await ask("HEAD", "/health")).toMatchObject({ status: 200, text: "" });
});

it.each([
  ["that is absent", undefined, "content_type_not_json"],
  ["of a form", "application/x-www-form-urlencoded", "content_type_not_json"],
  ["of JSON lines for an operation without lines", "application/x-ndjson", "content_type_not_json"],
  ["of JSON, with malformed JSON", "application/json", "body_not_json_object"],
])(
  "a content type %s has the specification's message and a code of its own",
  async (_, type, code) => {
    const response = await fetch(`${service().url}/api/v1/services`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${testKey}`,
        ...(type !== undefined && { "Content-Type": type }),
      },
      body: Buffer.from("{"),
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: "Request body must be a JSON object." });
    expect(response.headers.get("usance-error")).toBe(code);
  },
);
