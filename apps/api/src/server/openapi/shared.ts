import { sharedHeaders } from "./headers.ts";
import type { Operation, Response } from "./operation.ts";

/** A part of an operation that other operations may have too. */
interface Part<Value> {
  /** Its name in the document's components, if it is shared. */
  readonly name: string;
  readonly value: Value;
  /** The object that has it under `key`. */
  readonly owner: object;
  readonly key: string;
}

/**
 * Finds the parameters, responses, headers and examples that several operations have, and replaces each by a reference.
 *
 * @returns the shared parts, for the document's components
 */
export function shareParts(operations: readonly Operation[]) {
  const parameters = operations.flatMap(({ parameters: own = [] }) =>
    partsOf(own, (one) => `${one.in}.${one.name}`),
  );
  const responses = operations.flatMap(({ responses: own, security }) =>
    partsOf(own, (one, status) => nameOf(one, status, security.length === 0)),
  );
  const shared = {
    parameters: share("parameters", parameters),
    // Those to webhooks have a description alone.
    responses: share(
      "responses",
      responses.filter(({ value }) => value.content !== undefined),
    ),
  };
  const written = new Set([
    ...Object.values(shared.responses),
    ...operations.flatMap((one) => Object.values(one.responses)),
  ]);
  const headers = [...written].flatMap((one) => partsOf(one.headers, (_, name) => name));
  const examples = [...written].flatMap((one) => partsOf(errorsOf(one), (_, name) => name));
  return {
    ...shared,
    headers: share("headers", headers, sharedHeaders),
    examples: share("examples", examples),
  };
}

/** Different parts with one name are numbered, beginning with the one that most operations have. */
function share<Value extends object>(
  kind: string,
  parts: readonly Part<Value>[],
  before: Readonly<Record<string, Value>> = {},
): Record<string, Value> {
  const same = Map.groupBy(parts, ({ name, value }) => name + JSON.stringify(value));
  const shared: Record<string, Value> = { ...before };
  for (const group of [...same.values()].sort((one, other) => other.length - one.length)) {
    const [first] = group;
    if (first === undefined || group.length === 1) continue;
    let { name } = first;
    for (let number = 2; name in shared; number += 1) name = `${first.name}.${number}`;
    shared[name] = first.value;
    const $ref = `#/components/${kind}/${name}`;
    for (const { owner, key } of group) Object.assign(owner, { [key]: { $ref } });
  }
  return shared;
}

/** The parts of an object or an array that are not references. */
function partsOf<Value extends object>(
  owner: Readonly<Record<string, Value>> | readonly Value[] | undefined,
  nameOfOne: (value: Value, key: string) => string,
): Part<Value>[] {
  return Object.entries(owner ?? {}).flatMap(([key, value]) =>
    owner === undefined || "$ref" in value
      ? []
      : { name: nameOfOne(value, key), value, owner, key },
  );
}

const errorsOf = ({ content }: Response) => content?.["application/json"]?.examples;

/**
 * `InvoiceCreated`, `BadRequest`, and of other errors their causes: `TooManyRequestsOrTooManyBodies`. Calls without a key
 * have other headers with the same errors.
 */
function nameOf(response: Response, status: string, isPublic: boolean): string {
  const { description, content } = response;
  const errors = Object.keys(errorsOf(response) ?? {});
  const [record = ""] = Object.keys(content?.["application/json"]?.schema.properties ?? {});
  const says = description.replaceAll(" ", "");
  if (errors.length === 0) return capitalized(record) + says;
  const causes = status === "400" ? says : errors.map(capitalized).join("Or");
  return isPublic ? `${causes}WithoutKey` : causes;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
