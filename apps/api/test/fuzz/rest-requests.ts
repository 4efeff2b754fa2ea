import fc from "fast-check";
import { bodyForm, headerSets, methodLike, strayForm } from "./dress.ts";
import type { HttpRequest } from "./http.ts";
import { type Input, inputsOf } from "./inputs.ts";
import { type Json, writeJson } from "./json-text.ts";
import type { Known } from "./known.ts";
import type { Operation } from "./operations.ts";
import { maxOfTarget, queryTails } from "./query-tails.ts";

/** Sometimes a path's percent-encoding is wrong. */
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

export function restRequests(operation: Operation, known: Known): fc.Arbitrary<HttpRequest> {
  const isBodiless = operation.method === "GET" || operation.method === "DELETE";
  return fc
    .record({
      input: inputsOf(operation, known.records),
      method: methodLike(operation.method),
      headers: headerSets(known.keys),
      form: isBodiless ? strayForm : bodyForm,
      pathTail: pathTails,
      queryTail: queryTails,
    })
    .map(({ input, method, headers, form, pathTail, queryTail }) => {
      const { body, headers: ofBody } = form(writeJson(input.body));
      return {
        method,
        target: targetOf(operation.path, input, { pathTail, queryTail }),
        headers: { ...ofBody, ...headers },
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
  return `${written}${pathTail}${search === "" ? "" : `?${search}`}`.slice(0, maxOfTarget);
}

const textOf = (value: Json) => (typeof value === "string" ? value : writeJson(value));

/** A lone surrogate is written as three bytes, which are not valid UTF-8. */
function percentEncoded(text: string): string {
  const short = text.slice(0, 2_000);
  return short.isWellFormed()
    ? encodeURIComponent(short)
    : `%ED%A0%80${encodeURIComponent(short.toWellFormed())}`;
}
