import { expect, it } from "vitest";
import type { HttpAnswer, HttpRequest } from "./http.ts";
import { violationsIn } from "./violations.ts";

const get = (target: string): HttpRequest => ({ method: "GET", target, headers: {}, body: null });
const json = { "content-type": "application/json; charset=utf-8", "x-request-id": "r1" };
const answer = (status: number, body: unknown, headers: object = json): HttpAnswer => ({
  status,
  headers: new Headers({ ...headers }),
  text: typeof body === "string" ? body : JSON.stringify(body),
});

const ofRest = get("/api/v1/services/s1");
const ofTrpc = get("/trpc/services.get?input={}");
const ofBatch = get("/trpc/services.get,health?batch=1");
const trpcError = (message: string, httpStatus: number, data: object = {}) => ({
  error: {
    message,
    code: -32_004,
    data: { code: "NOT_FOUND", httpStatus, error: "service_not_found", ...data },
  },
});
const notFound = trpcError("Service was not found.", 404, { path: "services.get" });
const health = { result: { data: { ok: true, service: "usance", apiRoot: "/api/v1" } } };

const lines: HttpRequest = {
  method: "POST",
  target: "/api/v1/usage-events/batch",
  headers: {},
  body: Buffer.from("{}\n \n{}\n"),
};
const linesType = { "content-type": "application/x-ndjson", "x-request-id": "r1" };
const refused = '{"status":400,"error":"serviceId is required."}\n';

it.each([
  [
    "a refusal",
    ofRest,
    answer(
      404,
      { error: "Service was not found." },
      { ...json, "usance-error": "service_not_found" },
    ),
  ],
  ["a success", get("/health"), answer(200, health.result.data)],
  ["an unknown path", get("/api/v2"), answer(404, { error: "Not found." })],
  ["a refusal over tRPC", ofTrpc, answer(404, notFound)],
  ["a success over tRPC", get("/trpc/health"), answer(200, health)],
  ["a batch of both", ofBatch, answer(207, [notFound, health])],
  ["an unknown procedure", get("/trpc/no"), answer(404, trpcError("Not found.", 404))],
  ["JSON lines", lines, answer(200, refused + refused, linesType)],
])("accepts %s", (_, request, sent) => {
  expect(violationsIn(request, sent)).toEqual([]);
});

it.each([
  [
    "no request id",
    ofRest,
    answer(404, { error: "Not found." }, { "content-type": json["content-type"] }),
    "no X-Request-Id",
  ],
  ["a 500", ofRest, answer(500, { error: "An unexpected error occurred." }), "500: An unexpected"],
  ["a 503", ofRest, answer(503, { error: "Later." }), "503: Later."],
  ["a status that is not declared", ofRest, answer(409, { error: "Taken." }), "has no GET"],
  ["an error that is not declared", ofRest, answer(404, { error: "Gone." }), 'no "Gone."'],
  [
    "a field beside the error",
    get("/x"),
    answer(404, { error: "Not found.", path: "/x" }),
    "exactly one text",
  ],
  [
    "an error that is not text",
    get("/x"),
    answer(404, { error: { message: "Not found." } }),
    "exactly one text",
  ],
  [
    "an error that is not a sentence",
    get("/x"),
    answer(404, { error: "not found" }),
    "no sentence",
  ],
  ["a stack", get("/x"), answer(404, { error: "Broken\n    at f (a.js:1:2)." }), "what is inside"],
  ["SQL", get("/x"), answer(404, { error: 'The relation "users" is gone.' }), "what is inside"],
  [
    "the message of a library",
    get("/x"),
    answer(404, { error: "Invalid input: expected string." }),
    "what is inside",
  ],
  ["a file", get("/x"), answer(404, { error: "No /home/usance/key." }), "what is inside"],
  [
    "a page",
    ofRest,
    answer(404, "<h1>Not found</h1>", { ...json, "content-type": "text/html" }),
    "text/html",
  ],
  ["a body that is not JSON", ofRest, answer(200, "{"), "no JSON"],
  [
    "a REST error over tRPC",
    ofTrpc,
    answer(404, { error: "Service was not found." }),
    "no error of tRPC's form",
  ],
  [
    "a stack over tRPC",
    ofTrpc,
    answer(404, trpcError("Service was not found.", 404, { stack: "at f" })),
    "no error of tRPC's form",
  ],
  [
    "a status that differs from the response's",
    ofTrpc,
    answer(400, notFound),
    "where its calls say 404",
  ],
  [
    "a call of a batch without an answer",
    ofBatch,
    answer(404, [notFound]),
    "2 calls have 1 answers",
  ],
  [
    "an undeclared answer over tRPC",
    get("/trpc/health"),
    answer(200, { result: { data: {} } }),
    "must have required",
  ],
  [
    "a success of an unknown operation",
    get("/trpc/no"),
    answer(200, { result: { data: {} } }),
    "no operation",
  ],
  ["a line without an answer", lines, answer(200, refused, linesType), "2 lines have 1 answers"],
  [
    "a line that failed",
    lines,
    answer(200, `${refused}{"status":500,"error":"No."}\n`, linesType),
    "500: No.",
  ],
  ["a body for HEAD", { ...ofRest, method: "HEAD" }, answer(404, { error: "Not found." }), "HEAD"],
])("rejects %s", (_, request, sent, wrong) => {
  expect(violationsIn(request, sent).join(" ")).toContain(wrong);
});
