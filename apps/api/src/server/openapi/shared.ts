import type { Operation } from "./operation.ts";

/** A part of an operation that other operations may have too. */
interface Part {
  /** Its name in the document's components, if it is shared. */
  readonly name: string;
  readonly value: object;
  /** What has it, and under which key. */
  readonly owner: object;
  readonly key: string | number;
}

/**
 * Finds the parameters, errors and responses that several operations have, and replaces each by a reference. An operation
 * keeps its response about its own fields (400).
 *
 * @returns what is referred to, for the document's components
 */
export function shareParts(operations: readonly Operation[]) {
  return {
    examples: share("examples", operations.flatMap(examplesOf)),
    responses: share("responses", operations.flatMap(errorsOf)),
    parameters: share("parameters", operations.flatMap(parametersOf)),
  };
}

/** Of different parts with one name, the one that most operations have is shared. */
function share(kind: string, parts: readonly Part[]): Record<string, object> {
  const same = Map.groupBy(parts, ({ name, value }) => name + JSON.stringify(value));
  const shared: Record<string, object> = {};
  for (const group of [...same.values()].sort((one, other) => other.length - one.length)) {
    const [first] = group;
    if (first === undefined || group.length === 1 || first.name in shared) continue;
    shared[first.name] = first.value;
    const $ref = `#/components/${kind}/${first.name}`;
    for (const { owner, key } of group) Object.assign(owner, { [key]: { $ref } });
  }
  return shared;
}

/** `keyRequired` */
function examplesOf({ responses }: Operation): Part[] {
  return Object.values(responses).flatMap(({ content }) => {
    const examples = content?.["application/json"]?.examples ?? {};
    return Object.entries(examples).map(([name, value]) => ({
      name,
      value: value as object,
      owner: examples,
      key: name,
    }));
  });
}

/** `TooManyRequestsOrTooManyBodies`. Calls without a key have other headers with the same errors. */
function errorsOf({ responses, security }: Operation): Part[] {
  return Object.entries(responses).flatMap(([status, value]) => {
    const errors = Object.keys(value.content?.["application/json"]?.examples ?? {});
    if (errors.length === 0 || status === "400") return [];
    const causes = errors.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join("Or");
    const name = security.length === 0 ? `${causes}WithoutKey` : causes;
    return [{ name, value, owner: responses, key: status }];
  });
}

/** `query.limit` */
function parametersOf({ parameters = [] }: Operation): Part[] {
  return parameters.map((value, at) => ({
    name: `${value.in}.${value.name}`,
    value,
    owner: parameters,
    key: at,
  }));
}
