import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { exampleTime } from "../../src/kit/evm-fields.ts";
import { expectDocumented, type Sent } from "./documented.ts";
import { onFreePort } from "./on-free-port.ts";
import { watched } from "./watched.ts";

const user = { id: "u1", email: "dev@example.com", name: null, role: "DEVELOPER" };
const service = {
  id: "s1",
  name: "Weather API",
  description: null,
  status: "ACTIVE",
  payoutAddress: null,
  branding: null,
  logoProblem: null,
  testClockId: null,
  portal: { allowsCancel: true },
  ownerId: "u1",
  createdAt: exampleTime,
  updatedAt: exampleTime,
  owner: user,
  paymentPlans: [],
};
const usual = { "content-type": "application/json; charset=utf-8", "x-request-id": "r1" };

/** An answer to `POST /services`. */
const answer = (body: unknown, head: object = {}): Sent => ({
  method: "POST",
  path: "/api/v1/services",
  status: 201,
  headers: new Headers({ ...usual, location: "/api/v1/services/s1", ...head }),
  text: JSON.stringify(body),
});

it("accepts what the document declares", () => {
  expect(() => expectDocumented(answer({ service }))).not.toThrow();
});

it.each([
  ["with an example", 400, "owner_required", "ownerId or owner.email is required."],
  [
    "of another field than in the example",
    400,
    "invalid_parameter",
    "owner.name must be at most 200 characters.",
  ],
  [
    "with other values than its example",
    409,
    "invoice_cannot_move",
    "Invoice cannot move from VOID to OPEN.",
  ],
])("accepts an error %s", (_, status, code, error) => {
  const path = status === 409 ? "/api/v1/invoices/i1/finalize" : "/api/v1/services";
  const headers = new Headers({ ...usual, "usance-error": code });
  const sent = { ...answer({ error }), path, status, headers };

  expect(() => expectDocumented(sent)).not.toThrow();
});

it.each([
  ["without a code", {}, "Usance-Error is missing"],
  [
    "with a code of another operation",
    { "usance-error": "invoice_not_open" },
    "Usance-Error is invoice_not_open",
  ],
])("rejects an error %s", (_, head, complaint) => {
  const headers = new Headers({ ...usual, ...head });
  const sent = { ...answer({ error: "name is required." }), status: 400, headers };

  expect(() => expectDocumented(sent)).toThrow(complaint);
});

it("rejects an error that has no example", () => {
  const body = { error: "Plan is sold out." };
  const sent = { ...answer(body), status: 400, headers: new Headers(usual) };

  expect(() => expectDocumented(sent)).toThrow('no "Plan is sold out."');
});

it("ignores responses of unknown operations", () => {
  expect(() => expectDocumented({ ...answer("anything"), path: "/docs" })).not.toThrow();
});

it.each([
  ["a status that is not declared", { ...answer({ service }), status: 204 }, /has no .* 204/],
  [
    "a type that is not declared",
    answer({ service }, { "content-type": "text/html" }),
    /has no text\/html/,
  ],
  ["an undeclared field", answer({ service, more: 1 }), /body must NOT have additional/],
  [
    "an undeclared field in the record",
    answer({ service: { ...service, more: 1 } }),
    /body\/service must NOT have additional/,
  ],
  [
    "an undeclared field in a nested record",
    answer({ service: { ...service, owner: { ...user, more: 1 } } }),
    /body\/service\/owner must NOT have additional/,
  ],
  ["a missing field", answer({ service: { ...service, owner: undefined } }), /'owner'/],
  ["a value of another type", answer({ service: { ...service, name: 1 } }), /must be string/],
  [
    "a malformed time",
    answer({ service: { ...service, createdAt: "2026-01-31" } }),
    /createdAt must match format/,
  ],
  ["a missing header", answer({ service }, { location: "" }), /Location is missing/],
  ["a header that is not declared", answer({ service }, { "retry-after": "1" }), /Retry-After/],
  [
    "a header of another type",
    answer({ service }, { "ratelimit-limit": "many" }),
    /RateLimit-Limit is many/,
  ],
])("rejects %s", (_, sent, complaint) => {
  const named = [...sent.headers].filter(([, value]) => value !== "");

  expect(() => expectDocumented({ ...sent, headers: new Headers(named) })).toThrow(complaint);
});

it("checks a watched listener's responses at the end", async () => {
  const { listener, expectDocumented } = watched((req, res) => {
    res.writeHead(201, { ...usual, Location: "/api/v1/services/s1" });
    res.end(JSON.stringify({ service: req.url?.endsWith("?more") ? { more: 1 } : service }));
  });
  const server = createServer(listener);
  const { url } = await onFreePort(server);
  onTestFinished(() => void server.close());
  const post = (search: string) => fetch(`${url}/api/v1/services${search}`, { method: "POST" });

  await post("");
  expect(expectDocumented).not.toThrow();
  await post("?more");
  expect(expectDocumented).toThrow("POST /api/v1/services 201 is not as documented");
});
