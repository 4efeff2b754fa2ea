import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { openApi } from "../../../test/harness/openapi-document.ts";
import { specified } from "../../../test/harness/specified.ts";

/* What a newcomer reads: nothing in the document is without words, and nothing in answers without bounds. */

// biome-ignore lint/suspicious/noExplicitAny: a document is read by its paths
type Node = any;

const document: Node = openApi;
const operations: [string, Node][] = Object.values<Node>(document.paths)
  .flatMap((item) => Object.values<Node>(item))
  .concat(Object.values<Node>(document.webhooks).map(({ post }) => post))
  .map((operation) => [operation.operationId, operation]);

/** Every schema within a node, with where it stands. */
function* schemasIn(node: Node, at: string): Generator<[string, Node]> {
  if (typeof node !== "object" || node === null) return;
  yield [at, node];
  for (const [name, field] of Object.entries<Node>(node.properties ?? {})) {
    yield* schemasIn(field, `${at}.${name}`);
  }
  for (const choice of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) yield* schemasIn(choice, at);
  yield* schemasIn(node.items, `${at}[]`);
  yield* schemasIn(node.additionalProperties, `${at}{}`);
}

const bodiesOf = (responses: Node, name: string) =>
  Object.entries<Node>(responses).flatMap(([status, { content = {} }]) =>
    Object.values<Node>(content).map(({ schema }): [string, Node] => [`${name} ${status}`, schema]),
  );
const named = Object.entries<Node>(document.components.schemas);
const answers = operations.flatMap(([name, { responses }]) => bodiesOf(responses, name));
const requests = operations.flatMap(([name, { requestBody }]) =>
  Object.values<Node>(requestBody?.content ?? {}).map(({ schema }): [string, Node] => [
    `${name} body`,
    schema,
  ]),
);

/** Its own, or of what it names. */
const describedBy = ({ description, $ref }: Node): string =>
  description ?? document.components.schemas[$ref?.split("/").at(-1)]?.description ?? "";

const wordless = (nodes: Iterable<[string, Node]>) =>
  [...nodes].filter(([, node]) => !/\w{2}/.test(describedBy(node))).map(([at]) => at);

it("every field has a description", () => {
  const fields = [...named, ...answers, ...requests].flatMap(([at, root]) =>
    [...schemasIn(root, at)].flatMap(([path, { properties }]) =>
      Object.entries<Node>(properties ?? {}).map(([name, field]): [string, Node] => [
        `${path}.${name}`,
        field,
      ]),
    ),
  );

  expect(fields.length).toBeGreaterThan(500);
  expect(wordless(fields)).toEqual([]);
});

it("every named schema, parameter, header and tag has a description", () => {
  const parameters = operations.flatMap(([name, operation]) =>
    (operation.parameters ?? []).map((one: Node): [string, Node] => [`${name} ${one.name}`, one]),
  );
  const tags = document.tags.map((tag: Node): [string, Node] => [tag.name, tag]);
  const headers = Object.entries<Node>(document.components.headers);

  expect(wordless([...named, ...parameters, ...headers, ...tags])).toEqual([]);
});

it("every operation has a summary and a longer description", () =>
  forRows(operations, (_, operation) => {
    expect(operation.summary).toMatch(/\w/);
    expect(operation.description).toMatch(/\w.*\.$/);
    expect(operation.description).not.toContain(operation.summary);
  }));

/** The errors of the responses, as their examples show them. */
const errors = operations.flatMap(([name, { responses }]) =>
  Object.entries<Node>(responses).flatMap(([status, { content }]) => {
    const { schema, examples } = content?.["application/json"] ?? {};
    if (schema?.$ref !== "#/components/schemas/Error") return [];
    return [{ at: `${name} ${status}`, status, examples: Object.values<Node>(examples) }];
  }),
);

it("every error has distinct examples with its code, meaning and message", () =>
  forRows(errors, ({ examples }) => {
    const shown = examples.map(({ summary, value }) => `${summary}: ${value.error}`);
    expect(shown.length).toBeGreaterThan(0);
    expect(new Set(shown).size).toBe(shown.length);
    for (const { summary, description, value } of examples) {
      expect(summary).toMatch(/^[a-z][a-z0-9]*(?:_[a-z]+)*$/);
      expect(value.error).toMatch(/^\S.*[.)]$/);
      // The meaning and the remedy, which are also in a header.
      expect(description).toMatch(/^[A-Z`][\x20-\x7e]*\. [A-Z`][\x20-\x7e]*\.$/);
    }
  }));

it("every code of the source is in the document, with one status and one meaning", () => {
  const inResponses = errors.flatMap(({ status, examples }) =>
    examples.map(({ summary, description }) => [summary, `${status} ${description}`] as const),
  );
  const table = [...document.info.description.matchAll(/^\| (\d+) \| `(\w+)` \| .* \| (.*) \|$/gm)];
  const others = table.map(([, status, code, meaning]) => [code, `${status} ${meaning}`] as const);
  const meanings = Map.groupBy([...inResponses, ...others], ([code]) => code);
  const ambiguous = [...meanings].filter(([, all]) => new Set(all.map(([, one]) => one)).size > 1);

  expect(ambiguous).toEqual([]);
  expect([...meanings.keys()].sort()).toEqual(codesOfSource());
});

/** The codes that the source writes, except for a command's own words, which are in no answer of the API. */
function codesOfSource(): string[] {
  const source = fileURLToPath(new URL("../..", import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.ts$/.test(file) && !/^cli\/|\.test\.ts$|generated/.test(file),
  );
  const written = files.flatMap((file) => {
    const text = readFileSync(join(source, file), "utf8");
    return [...text.matchAll(/\b(?:code: |recordNotFound\(\s*)"([a-z0-9_]+)"/g)].map(
      ([, code = ""]) => code,
    );
  });
  const ofZod = "custom";
  return [...new Set(written)].filter((code) => code !== ofZod).sort();
}

it("objects of responses and webhooks are open at any depth, and those of requests closed", () => {
  const sent = Object.values<Node>(document.paths)
    .flatMap((item) => Object.values<Node>(item))
    .flatMap(({ operationId, requestBody }) =>
      Object.values<Node>(requestBody?.content ?? {}).map(({ schema }) => [operationId, schema]),
    );
  const objectsIn = (roots: readonly Node[]) =>
    roots
      .flatMap(([at, root]: [string, Node]) => [...schemasIn(root, at)])
      .filter(([, { properties }]) => properties);
  const operationOf = (at: string) => (/^[^.]+/.exec(at)?.[0] ?? "").replace("-", ".");
  const places = (nodes: readonly [string, Node][]) => nodes.map(([at]) => at);

  const closed = objectsIn([...named, ...answers]).filter(
    ([, one]) => "additionalProperties" in one,
  );
  const open = objectsIn(sent).filter(([, one]) => one.additionalProperties !== false);
  expect(places(closed)).toEqual([]);
  // The operations of the specification ignore unknown fields, and so do those of x402, whose extensions add some.
  const ignores = (at: string) => specified.has(operationOf(at)) || at.startsWith("x402-");
  expect(places(open).filter((at) => !ignores(at))).toEqual([]);
  expect(JSON.stringify(sent)).not.toContain("$ref"); // a named schema is open
});

it("a single permitted value is an enum, which every generator knows", () => {
  expect(JSON.stringify(document)).not.toMatch(/"const":/);
});

it("an operation with two success statuses documents each", () => {
  const { responses } = document.paths["/ready"].get;
  const shown = (status: number) => responses[status].content["application/json"].example;

  expect(shown(200)).toEqual({ ready: true, reasons: [], warnings: [] });
  expect(shown(503)).toEqual({ ready: false, reasons: [expect.any(String)], warnings: [] });
});
