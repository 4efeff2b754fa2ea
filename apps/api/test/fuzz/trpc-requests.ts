import fc from "fast-check";
import { bodyForm, headerSets, methodLike, strayForm } from "./dress.ts";
import type { HttpRequest } from "./http.ts";
import { inputsOf } from "./inputs.ts";
import { type Json, JsonObject, writeJson } from "./json-text.ts";
import type { Known } from "./known.ts";
import { oddValues } from "./odd-values.ts";
import { documentedOperations, type Operation } from "./operations.ts";
import { maxOfTarget, queryTails } from "./query-tails.ts";

export function trpcRequests(operation: Operation, known: Known): fc.Arbitrary<HttpRequest> {
  const isQuery = operation.method === "GET";
  return fc
    .record({
      calls: callsOf(operation, known),
      method: methodLike(isQuery ? "GET" : "POST"),
      headers: headerSets(known.keys),
      form: isQuery ? strayForm : bodyForm,
      queryTail: queryTails,
    })
    .map(({ calls: { names, input, isBatch }, method, headers, form, queryTail }) => {
      const text = writeJson(input);
      const search = [
        ...(isBatch ? ["batch=1"] : []),
        ...(isQuery ? [`input=${percentEncodedInput(text)}`] : []),
      ];
      const { body, headers: ofBody } = form(text);
      return {
        method,
        target: `/trpc/${names}?${search.join("&")}${queryTail}`.slice(0, maxOfTarget),
        headers: { ...ofBody, ...headers },
        body,
      };
    });
}

const percentEncodedInput = (text: string) =>
  encodeURIComponent(text.slice(0, maxOfTarget).toWellFormed());

interface Calls {
  /** As written in the path. */
  readonly names: string;
  readonly input: Json;
  readonly isBatch: boolean;
}

/** Mostly one call; otherwise a batch, which may contain calls of other or unknown operations. */
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

/** The fields of path, query and body in one object. */
function trpcInput(operation: Operation, { records }: Known): fc.Arbitrary<Json> {
  return inputsOf(operation, records).map(({ path, query, body }) => {
    if (!(body instanceof JsonObject)) return body;
    return new JsonObject([...Object.entries(path), ...query.members, ...body.members]);
  });
}
