import fc from "fast-check";
import {
  authorization,
  bodyForm,
  extraHeaders,
  idempotencyKey,
  type Keys,
  methodLike,
} from "./dress.ts";
import { fittingValue, type Records } from "./fitting-values.ts";
import type { HttpRequest } from "./http.ts";
import { type Input, inputsOf, looseValue, objectOf } from "./inputs.ts";
import { type Json, JsonObject, writeJson } from "./json-text.ts";
import { oddTexts, oddValues } from "./odd-values.ts";
import { documentedOperations, type JsonSchema, type Operation } from "./operations.ts";

/* Requests of every operation, through each of its doors, good and bad. */

/** What a request may name: records that are there, and keys that are let in. */
export interface Known {
  readonly records: Records;
  readonly keys: Keys;
}

/** Longer ones are refused before they come to any operation. */
const mostOfTarget = 8_000;

const headerSets = ({ keys }: Known) =>
  fc
    .tuple(authorization(keys), idempotencyKey, extraHeaders)
    .map((sets) => Object.assign({}, ...sets) as HttpRequest["headers"]);

/** What of a path is percent-encoded is so wrongly, now and then. */
const pathTails = fc.oneof(
  { weight: 25, arbitrary: fc.constant("") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        "/",
        "//",
        "%",
        "%zz",
        "%00",
        "%ff",
        "%c0%80",
        "%2F",
        "/%2e%2e/x",
        ";a=b",
        "?",
        "\\",
        "/.",
      ],
    ),
  },
);

/** What follows a query string now and then. */
const queryTails = fc.oneof(
  { weight: 12, arbitrary: fc.constant("") },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        "&limit=1&limit=2",
        "&limit[]=1",
        "&limit[a]=1",
        "&limit=",
        "&limit",
        "&cursor=%",
        "&%zz=1",
      ],
      ...["&__proto__[polluted]=1", "&__proto__.polluted=1", "&__proto__=1", "&constructor=1"],
      ...["&constructor[prototype][polluted]=1", "&&&=&=", "&status=%ff", "&from=%00", "&%ff=%ff"],
      ...[
        `&${"a&".repeat(2_000)}`,
        "&cursor=c2VydmljZXMg",
        "&limit=1%00",
        ";limit=1",
        "#",
        "?limit=1",
      ],
    ),
  },
);

export function restRequests(operation: Operation, known: Known): fc.Arbitrary<HttpRequest> {
  return fc
    .record({
      input: inputsOf(operation, known.records),
      method: methodLike(operation.method),
      headers: headerSets(known),
      form: bodyForm,
      pathTail: pathTails,
      queryTail: queryTails,
    })
    .map(({ input, method, headers, form, pathTail, queryTail }) => {
      const isBodiless = operation.method === "GET" || operation.method === "DELETE";
      const { body, ...sent } =
        isBodiless || method === "HEAD" ? { headers: {}, body: null } : form(writeJson(input.body));
      return {
        method,
        target: targetOf(operation.path, input, { pathTail, queryTail }),
        headers: { ...sent.headers, ...headers },
        body,
      };
    });
}

function targetOf(
  template: string,
  { path, query }: Input,
  { pathTail, queryTail }: { readonly pathTail: string; readonly queryTail: string },
): string {
  const written = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    percentEncoded(textOf(path[name] ?? "")),
  );
  const pairs = query.members.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (one: Json) => `${percentEncoded(name)}=${percentEncoded(textOf(one))}`,
    ),
  );
  const search = `${pairs.join("&")}${queryTail}`;
  return `${written}${pathTail}${search === "" ? "" : `?${search}`}`.slice(0, mostOfTarget);
}

const textOf = (value: Json) => (typeof value === "string" ? value : writeJson(value));

/** Half a surrogate pair is written as its three bytes, which are no UTF-8. */
function percentEncoded(text: string): string {
  const short = text.slice(0, 2_000);
  return short.isWellFormed()
    ? encodeURIComponent(short)
    : `%ED%A0%80${encodeURIComponent(short.toWellFormed())}`;
}

export function trpcRequests(operation: Operation, known: Known): fc.Arbitrary<HttpRequest> {
  const isQuery = operation.method === "GET";
  return fc
    .record({
      calls: callsOf(operation, known),
      method: methodLike(isQuery ? "GET" : "POST"),
      headers: headerSets(known),
      form: bodyForm,
      queryTail: queryTails,
    })
    .map(({ calls: { names, input, isBatch }, method, headers, form, queryTail }) => {
      const text = writeJson(input);
      const search = [
        ...(isBatch ? ["batch=1"] : []),
        ...(isQuery ? [`input=${percentEncodedInput(text)}`] : []),
      ];
      const { body, ...sent } =
        isQuery || method === "HEAD" ? { headers: {}, body: null } : form(text);
      return {
        method,
        target: `/trpc/${names}?${search.join("&")}${queryTail}`.slice(0, mostOfTarget),
        headers: { ...sent.headers, ...headers },
        body,
      };
    });
}

const percentEncodedInput = (text: string) =>
  encodeURIComponent(text.slice(0, mostOfTarget).toWellFormed());

interface Calls {
  /** As they stand in the path. */
  readonly names: string;
  readonly input: Json;
  readonly isBatch: boolean;
}

/** One call, mostly; else some in a batch, of which others may be of other operations or of none. */
function callsOf(operation: Operation, known: Known): fc.Arbitrary<Calls> {
  const one = trpcInput(operation, known);
  const others = fc.constantFrom(
    ...documentedOperations.filter(({ method }) => method === operation.method && method === "GET"),
    operation,
  );
  const single = fc
    .tuple(one, fc.oneof({ weight: 20, arbitrary: fc.constant(operation.name) }, oddProcedures))
    .map(([input, names]) => ({ names, input, isBatch: false }));
  const batch = fc
    .array(
      fc.tuple(
        fc.oneof({ weight: 8, arbitrary: others.map(({ name }) => name) }, oddProcedures),
        one,
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((calls) => ({
      names: calls.map(([name]) => name).join(","),
      input: new JsonObject(calls.map(([, input], index) => [String(index), input])),
      isBatch: true,
    }));
  const oddBatch = fc
    .tuple(oddValues, fc.constantFrom(1, 2, 50, 51, 500))
    .map(([input, count]) => ({
      names: Array.from({ length: count }, () => operation.name).join(","),
      input,
      isBatch: true,
    }));
  return fc.oneof(
    { weight: 12, arbitrary: single },
    { weight: 3, arbitrary: batch },
    { weight: 1, arbitrary: oddBatch },
  );
}

const oddProcedures = fc.constantFrom(
  ...[
    "__proto__",
    "constructor",
    "toString",
    "services",
    "services.",
    ".",
    "",
    "%00",
    "%zz",
    "%ff",
  ],
  ...["services.create.call", "services/create", "services%2Ecreate", "health,health", ",", "_def"],
);

/** The fields of path, query and body in one object, as they are written. */
function trpcInput(operation: Operation, { records }: Known): fc.Arbitrary<Json> {
  return inputsOf(operation, records).map(({ path, query, body }) => {
    if (!(body instanceof JsonObject)) return body;
    return new JsonObject([...Object.entries(path), ...query.members, ...body.members]);
  });
}

/** Bodies of JSON lines: events that fit, nearly fit and do not, between lines that are no JSON. */
export function linesRequests(
  operation: Operation,
  line: JsonSchema,
  known: Known,
): fc.Arbitrary<HttpRequest> {
  const { records } = known;
  const good = objectOf(line, records, fittingValue).map(writeJson);
  const loose = objectOf(line, records, looseValue).map(writeJson);
  const odd = fc.oneof(
    oddValues.map(writeJson),
    fc.constantFrom(
      "",
      " ",
      "\r",
      "{",
      "}",
      "null",
      "[]",
      '"',
      "\ufeff{}",
      "\0",
      "x".repeat(70_000),
    ),
    oddTexts,
  );
  const lines = fc.array(
    fc.oneof({ weight: 5, arbitrary: good }, { weight: 3, arbitrary: loose }, odd),
    { maxLength: 12 },
  );
  const types = fc.oneof(
    { weight: 9, arbitrary: fc.constant("application/x-ndjson") },
    fc.constantFrom(
      "application/x-ndjson; charset=utf-16",
      "APPLICATION/X-NDJSON",
      "application/x-ndjsons",
    ),
  );
  const encodings = fc.oneof(
    { weight: 15, arbitrary: fc.constant({}) },
    fc.constantFrom({ "Content-Encoding": "gzip" }, { "Content-Encoding": "identity" }),
  );
  return fc
    .record({
      lines,
      end: fc.constantFrom("\n", "\r\n", "\n\n", "\r"),
      last: fc.constantFrom("\n", "", "\xff"),
      type: types,
      encoding: encodings,
      headers: headerSets(known),
    })
    .map(({ lines, end, last, type, encoding, headers }) => ({
      method: operation.method,
      target: operation.path,
      headers: { "Content-Type": type, ...encoding, ...headers },
      body: Buffer.concat([Buffer.from(lines.join(end), "utf8"), Buffer.from(last, "latin1")]),
    }));
}

/** Addresses that are no operation's, in which percent-encoding and dots are what they should not be. */
export const pageRequests: fc.Arbitrary<HttpRequest> = fc
  .record({
    root: fc.constantFrom(
      "/",
      "/docs",
      "/docs/assets",
      "/checkout",
      "/checkout/assets",
      "/openapi.json",
      "/api/v1",
      "/trpc",
      "/health",
    ),
    tail: fc.constantFrom(
      "",
      "/",
      "/%",
      "/%zz",
      "/%00",
      "/%ff",
      "/..",
      "/%2e%2e/%2e%2e/package.json",
      "/..%5c..%5cx",
      "//",
      "/__proto__",
      "/constructor",
      "?%zz",
      "/%ff%fe",
      "/.env",
      `/${"a/".repeat(1_000)}`,
      `/${"%2f".repeat(1_000)}`,
    ),
    method: methodLike("GET"),
    headers: extraHeaders,
  })
  .map(({ root, tail, method, headers }) => ({ method, target: root + tail, headers, body: null }));
