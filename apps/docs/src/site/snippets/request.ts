import type { Operation, Parameter } from "../document.ts";

/** Where the service of the snippets is. The page replaces it with its own origin. */
export const origin = "http://127.0.0.1:3000";

/** The request that the snippets of an operation make: the document's examples. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** Its path parameters, what its query must have, and its body. A list has a limit too. */
export function requestOf(operation: Operation): Request {
  const { method, path, parameters, body } = operation;
  const queried = parameters.filter(
    ({ name, in: place, required }) =>
      place === "query" && (required || (name === "limit" && operation.inSdk.records !== null)),
  );
  return {
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(String(pathParameters(operation)[name])),
    ),
    query: Object.fromEntries(queried.map((one) => [one.name, exampleOf(one)])),
    body: body === null ? null : Object(body.example),
  };
}

/** The path parameters, by name. */
export const pathParameters = ({ parameters }: Operation): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    parameters.filter((one) => one.in === "path").map((one) => [one.name, exampleOf(one)]),
  );

/** @throws Error when a parameter has no example */
function exampleOf({ name, schema }: Parameter): unknown {
  const found =
    schema.example ?? schema.anyOf?.find(({ example }) => example !== undefined)?.example;
  if (found === undefined) throw new Error(`The parameter ${name} has no example.`);
  return found;
}
