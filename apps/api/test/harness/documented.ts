import { Ajv2020 } from "ajv/dist/2020.js";
import type { AnyOperation } from "../../src/operation/operation.ts";
import { routeTable } from "../../src/server/rest/route-table.ts";
import { operations } from "../../src/server/router.ts";
import { openApi } from "./openapi-document.ts";

/** A response as it was sent. */
export interface Sent {
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Header {
  readonly required?: boolean;
  readonly schema: { readonly type: string };
}

interface Declared {
  readonly headers: Readonly<Record<string, Header>>;
  readonly content: Readonly<
    Record<string, { readonly examples?: Readonly<Record<string, Example>> }>
  >;
}

interface Example {
  readonly value: { readonly error: string };
}

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
});
ajv.addSchema(withClosedObjects(openApi), "document");
const placeOf = routeTable(operations);

/**
 * Checks that the OpenAPI document declares a response of the REST door: its status, its headers and its body, and that the
 * response has no other headers of the service. Ignores paths without an operation.
 *
 * @throws Error that names what is not declared
 */
export function expectDocumented({ method, path, status, headers, text }: Sent): void {
  const operation = placeOf(path)?.operations.get(method === "HEAD" ? "GET" : method);
  if (operation === undefined) return;
  const type = headers.get("content-type")?.split(";")[0] ?? "";
  const wrong = undeclaredOf(operation, status, (declared) => [
    ...(type in declared.content ? [] : [`the document has no ${type}`]),
    ...headerErrors(declared.headers, headers),
  ]);
  // JSON lines have no schema, and a response to HEAD has no body.
  const body = type === "application/json" && text !== "" ? JSON.parse(text) : undefined;
  if (body !== undefined) wrong.push(...undeclaredIn(operation, status, body));
  if (wrong.length > 0) {
    const name = `${operation.method} ${operation.path} ${status}`;
    throw new Error(`${name} is not as documented: ${wrong.join(", ")}`);
  }
}

/**
 * Finds the parts of a JSON body that the document does not declare for an operation's responses with this status, for both
 * doors.
 *
 * @param body of an error: `{error}`
 */
export function undeclaredIn(
  { method, path }: AnyOperation,
  status: number,
  body: { readonly error?: unknown },
): string[] {
  const pointer = [...answerAt({ method, path }, status), "content", "application/json"];
  return undeclaredOf({ method, path }, status, ({ content }) => {
    const examples = content["application/json"]?.examples;
    const isShown = examples === undefined || isOneOf(examples, String(body.error));
    return [
      ...bodyErrors([...pointer, "schema"], body),
      ...(isShown ? [] : [`no "${body.error}"`]),
    ];
  });
}

/** The document with closed objects: the service sends no field that is not declared, although clients must accept one. */
function withClosedObjects(document: object): object {
  return JSON.parse(JSON.stringify(document), (name, node) =>
    name !== "example" && node?.type === "object" && "properties" in node
      ? { additionalProperties: false, ...node }
      : node,
  );
}

type Place = Pick<AnyOperation, "method" | "path">;

const answerAt = ({ method, path }: Place, status: number) => [
  "paths",
  path,
  method.toLowerCase(),
  "responses",
  status,
];

function undeclaredOf(
  place: Place,
  status: number,
  wrongIn: (declared: Declared) => string[],
): string[] {
  const declared = at<Declared | undefined>(answerAt(place, status));
  if (declared !== undefined) return wrongIn(declared);
  return [`the document has no ${place.method} ${place.path} ${status}`];
}

/** Calls a service in another process, and checks its response against the document. */
export async function documentedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const { status, headers } = response;
  const text = await response.clone().text();
  const { pathname: path } = new URL(url);
  expectDocumented({ method: init.method ?? "GET", path, status, headers, text });
  return response;
}

function bodyErrors(pointer: readonly (string | number)[], body: unknown): string[] {
  const escaped = pointer.map((part) =>
    encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1")),
  );
  const validate = ajv.getSchema(`document#/${escaped.join("/")}`);
  if (validate?.(body)) return [];
  return [ajv.errorsText(validate?.errors, { dataVar: "body" })];
}

/** Whether an error is one of the examples, except for the values in it. */
function isOneOf(examples: Readonly<Record<string, Example>>, error: string): boolean {
  const shown = Object.values(examples).map(({ value }) => value.error);
  if (shown.some((one) => withoutValues(one) === withoutValues(error))) return true;
  // The chain has its own messages. A field has more messages than the examples show, such as its maximum length.
  if ("refusedByChain" in examples) return true;
  // Several terms may have changed, each of which has a sentence.
  if ("termsChanged" in examples && error.startsWith("The terms have changed ")) return true;
  const field = fieldOf(error);
  return field !== undefined && shown.some((one) => fieldOf(one) === field);
}

const withoutValues = (error: string) =>
  error
    .replace(/^.* (?=is not a known parameter\.$)/s, "… ")
    .replace(/^Limit \S+ is reached: (.*) until .*$/, "Limit … is reached: $1 until ….")
    .replaceAll(/0x[0-9a-fA-F]+|[\d.]+\d|\b[A-Z]{3,}\b/g, "…");

/** The field of an error message: `events` of "events.0 must be one of: …" */
const fieldOf = (error: string) => /^([a-z]\w*(?:\.[a-z]\w*)*)[. \d]/.exec(error)?.[1];

function headerErrors(declared: Declared["headers"], sent: Headers): string[] {
  const ours = Object.keys(openApi.components.headers);
  const undeclared = ours.filter((name) => sent.has(name) && !(name in declared));
  const differing = Object.entries(declared).flatMap(([name, { required, schema }]) => {
    const text = sent.get(name);
    if (text === null) return required ? [`${name} is missing`] : [];
    const value = schema.type === "integer" ? Number(text) : text;
    return ajv.validate(schema, value) ? [] : [`${name} is ${text}`];
  });
  return [...undeclared.map((name) => `${name} is not declared`), ...differing];
}

function at<Node>(pointer: readonly (string | number)[]): Node {
  return pointer.reduce((node, part) => node?.[part], openApi) as Node;
}
