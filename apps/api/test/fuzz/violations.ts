import { unexpected } from "../../src/operation/errors.ts";
import { expectDocumented, undeclaredIn } from "../harness/documented.ts";
import { operations } from "../harness/doors.ts";
import type { HttpAnswer, HttpRequest } from "./http.ts";
import { documentedOperations } from "./operations.ts";

/**
 * The tRPC door's own messages: those of tRPC's adapter, and those about a body or a batch of operations that have
 * neither in REST.
 */
const protocolWords = new RegExp(
  `^(?:${[
    /Not found\./,
    /Queries are called by GET, mutations by POST\./,
    /Batch call exceeds maximum size/,
    /Invalid URL-encoding in path ".*"/,
    /Request body must be a JSON object\./,
    /Request body is too large\./,
    /This is not a valid tRPC request\./,
    /Request body must not be compressed\./,
    /Request body must be nested at most 100 deep\./,
    /Idempotency-Key names one call: it cannot be sent with a batch\./,
  ]
    .map(({ source }) => source)
    .join("|")})$`,
  "s",
);

/** The errors of HTTP's limits, which have one format on all doors. */
const httpWords =
  /^(?:Request is not valid HTTP\.|Request address and headers must be .* together\.)$/;

/** Signs of internals: stacks, files, SQL, and messages of libraries. */
const insides =
  /\n\s+at |node:|node_modules|\.[cm]?[jt]s\b|(?:^|\s)\/(?:home|root|tmp|usr|var|work)\/|prisma|postgres|\bpg_|\bSQL\b|SELECT |INSERT |UPDATE "|relation "|column "|zod|ZodError|Invalid input|Unrecognized key|expected .* received|[A-Z]\w*Error\b|\bP20\d\d\b|is not a function|Cannot read|call stack|Unexpected token|\[object|\bNaN\b|\bundefined\b/i;

/**
 * Checks what holds for every response: its status, its format and its message are declared in the document, it has
 * a request id, and it shows no internals.
 *
 * @returns a sentence for each violation
 */
export function violationsIn(request: HttpRequest, answer: HttpAnswer): string[] {
  const wrong = formErrors(request, answer);
  if (answer.headers.get("x-request-id") === null) wrong.push("There is no X-Request-Id.");
  return wrong;
}

function formErrors(request: HttpRequest, answer: HttpAnswer): string[] {
  const { path } = partsOf(request.target);
  const type = answer.headers.get("content-type") ?? "";
  if (request.method === "HEAD") return answer.text === "" ? [] : ["HEAD is answered with a body."];
  if (type.startsWith("application/x-ndjson")) return linesErrors(request, answer);
  if (!type.startsWith("application/json")) return pageErrors(path, answer);
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch {
    return ["The body is no JSON."];
  }
  if (isOfHttp(answer, body)) return [];
  if (/^\/trpc(?:\/|$)/.test(path)) {
    // tRPC's adapter reads the address as a URL, in which a fragment is no part of the query.
    const [whole = ""] = request.target.split("#");
    return trpcErrors({ path, search: partsOf(whole).search }, answer, body);
  }
  if (path === "/openapi.json" && answer.status === 200) return [];
  return restErrors(request.method, path, answer, body);
}

/** Pages are for people and have no fixed format. The checkout's page also reports unknown addresses. */
function pageErrors(path: string, { status, headers, text }: HttpAnswer): string[] {
  const isPage = /^\/(?:docs|checkout|dashboard)(?:\/|$)/.test(path) || /^\/\//.test(path);
  if (
    isPage &&
    (status < 400 || /^The (?:checkout page|dashboard|documentation) is not built\./.test(text))
  )
    return [];
  if (path.startsWith("/checkout/") && status === 404) return [];
  return [`${status} is answered as ${headers.get("content-type")}: ${text.slice(0, 200)}`];
}

const isOfHttp = ({ status }: HttpAnswer, body: unknown) =>
  (status === 400 || status === 431) && httpWords.test(errorIn(body) ?? "");

function restErrors(method: string, path: string, answer: HttpAnswer, body: unknown): string[] {
  const { status } = answer;
  const wrong: string[] = [];
  try {
    expectDocumented({ ...answer, method, path });
  } catch (error) {
    wrong.push(String(error));
  }
  if (status < 400) return wrong;
  const message = errorIn(body);
  if (message === undefined || Object.keys(body as object).length !== 1) {
    wrong.push(`An error has exactly one text, not ${JSON.stringify(body)}`);
  }
  return [...wrong, ...wordErrors(message ?? ""), ...failures(status, message, path)];
}

/** The errors of one call, or of each call in a batch. */
function trpcErrors(
  { path, search }: { readonly path: string; readonly search: URLSearchParams },
  { status }: HttpAnswer,
  body: unknown,
): string[] {
  const isBatch = search.get("batch") === "1";
  const names = namesIn(path, isBatch);
  const outcomes = Array.isArray(body) ? body : [body];
  const wrong: string[] = [];
  if (Array.isArray(body) && outcomes.length !== names.length) {
    wrong.push(`${names.length} calls have ${outcomes.length} answers.`);
  }
  const statuses = outcomes.map((outcome, index) => {
    // In a batch, a successful call has no status of its own.
    const success = names.length > 1 ? 200 : status;
    const item = outcomeErrors(names[index] ?? "", outcome, success);
    wrong.push(...item.wrong);
    return item.status;
  });
  const [first] = statuses;
  const expected = statuses.every((one) => one === first) ? first : 207;
  if (status !== expected) wrong.push(`The status is ${status} where its calls say ${expected}.`);
  return wrong;
}

interface Outcome {
  readonly result?: { readonly data?: unknown };
  readonly error?: {
    readonly message: string;
    readonly code: number;
    readonly data: {
      readonly code: string;
      readonly httpStatus: number;
      readonly path?: string;
      readonly error: string;
      readonly hint: string;
    };
  };
}

/** @param success the status of a successful call */
function outcomeErrors(
  name: string,
  outcome: Outcome,
  success: number,
): { readonly status: number; readonly wrong: string[] } {
  const operation = operations[name];
  const { result, error } = outcome;
  if (error === undefined) {
    if (operation === undefined) {
      return { status: success, wrong: [`${name} is no operation, and has succeeded.`] };
    }
    const usual = documentedOperations.find((one) => one.name === name)?.success ?? 200;
    const body = (result?.data ?? {}) as object;
    // A response with an existing record has the same format as one with a new record.
    return { status: success, wrong: undeclaredIn(operation, usual, body) };
  }
  const wrong = formOfTrpcError(outcome);
  if (wrong.length > 0) return { status: success, wrong };
  const { message, data } = error;
  const { httpStatus: status } = data;
  if (protocolWords.test(message)) return { status, wrong };
  if (operation === undefined) wrong.push(`${name} is no operation, and says "${message}".`);
  else wrong.push(...undeclaredIn(operation, status, { error: message }));
  wrong.push(...wordErrors(message), ...failures(status, message, name));
  return { status, wrong };
}

const dataOfErrors = ["code", "httpStatus", "path", "error", "param", "hint"];

function formOfTrpcError({ error, ...others }: Outcome): string[] {
  const { message, code, data, ...more } = error ?? {};
  const isRight =
    typeof message === "string" &&
    typeof code === "number" &&
    typeof data?.code === "string" &&
    typeof data.httpStatus === "number" &&
    /^[a-z_]+$/.test(String(data.error)) &&
    Object.keys(data).every((name) => dataOfErrors.includes(name)) &&
    Object.keys({ ...others, ...more }).length === 0;
  return isRight ? [] : [`${JSON.stringify(error)} is no error of tRPC's form.`];
}

/** Each line that is not blank has a result, with a status. */
function linesErrors({ body }: HttpRequest, { status, text }: HttpAnswer): string[] {
  const asked = Buffer.from(body ?? [])
    .toString("latin1")
    .split("\n");
  const count = asked.filter((line) => !/^[ \t\r]*$/.test(line)).length;
  const results = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const wrong = status === 200 ? [] : [`Lines are answered with ${status}.`];
  if (results.length !== count) wrong.push(`${count} lines have ${results.length} answers.`);
  for (const result of results) {
    if (result.status === 201 && typeof result.usageEventId === "string") continue;
    wrong.push(
      ...wordErrors(String(result.error)),
      ...failures(result.status, result.error, "lines"),
    );
    if (![400, 404, 409, 422].includes(result.status)) wrong.push(JSON.stringify(result));
  }
  return wrong;
}

/** Nothing may fail. Only a settlement that the chain refuses is a 500. */
function failures(status: number, message: string | undefined, of: string): string[] {
  const isSettlement = of === "settlements.create" || /^\/api\/v1\/settlements\/?$/.test(of);
  if (status < 500 || (status === 500 && isSettlement && message !== unexpected.message)) return [];
  return [`${status}: ${message}`];
}

function wordErrors(message: string): string[] {
  const wrong: string[] = [];
  // The message quotes the caller's own name of a field, which may be any text.
  const ours = message.replace(/^.*(?= is not a known parameter\.$)/s, "It");
  if (!/^[a-zA-Z].*\.$/s.test(ours)) wrong.push(`"${message}" is no sentence.`);
  if (insides.test(ours)) wrong.push(`"${message}" tells of what is inside.`);
  return wrong;
}

function errorIn(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: unknown };
  return typeof error === "string" ? error : undefined;
}

/** As the service parses it: a path that cannot be decoded is one name. */
function namesIn(path: string, isBatch: boolean): readonly string[] {
  const named = path.slice("/trpc/".length);
  try {
    const decoded = decodeURIComponent(named);
    return isBatch ? decoded.split(",") : [decoded];
  } catch {
    return [named];
  }
}

function partsOf(target: string): { readonly path: string; readonly search: URLSearchParams } {
  const [path = "", ...rest] = target.split("?");
  return { path, search: new URLSearchParams(rest.join("?")) };
}
