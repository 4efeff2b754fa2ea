/* The fields of the document that the generator reads, and the facts of each operation that the SDK needs. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Operands {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[] | undefined;
  readonly requestBody?: Content;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content | Reference>>;
}

export interface Document {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    /** Definitions that operations refer to. */
    readonly responses: Readonly<Record<string, Content>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

export interface Operation {
  /** `usageEvents`; undefined for what is a method of the client itself. */
  readonly resource: string | undefined;
  /** `create` */
  readonly verb: string;
  readonly method: "get" | "post" | "patch" | "put" | "delete";
  /** `/api/v1/services/{serviceId}/plans` */
  readonly path: string;
  /** Its summary and description. */
  readonly says: string;
  /** The description of its tag. */
  readonly about: string;
  /** Path parameters, query and body, together. */
  readonly input: Schema;
  /** `UsageEventCreateParams` */
  readonly inputType: string;
  /** The body of its success. */
  readonly body: Schema;
  /** The only key of that body, whose value is the answer; null: the body is the answer. */
  readonly key: string | null;
  /** Of a list, the key of its records. */
  readonly records: string | null;
  /** Statuses besides success that have the body of a success: `/ready` answers 503. */
  readonly answersToo: readonly number[];
  /** The name of the response type where the document has none: `SettlementCreateResponse`. */
  readonly answerType: string;
}

/** All operations of a document, in its order. @throws Error when one does not fit the SDK's form */
export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => read(document, path, method, documented)),
  );
}

const methods = ["get", "post", "patch", "put", "delete"] as const;

function read(
  document: Document,
  path: string,
  named: string,
  documented: DocumentedOperation,
): Operation {
  const { operationId, summary, description, tags } = documented;
  const { components } = document;
  const [first = "", second] = operationId.split("-");
  const method = methods.find((one) => one === named);
  const responses = Object.entries(documented.responses).map(
    ([status, one]) => [status, resolved(one, components.responses)] as const,
  );
  const parameters = documented.parameters?.map((one) => resolved(one, components.parameters));
  const [, success] = responses.find(([status]) => status.startsWith("2")) ?? [];
  const body = success?.content["application/json"]?.schema;
  if (method === undefined || body === undefined) {
    throw new Error(`${operationId} cannot be a method of the SDK.`);
  }
  const keys = Object.keys(body.properties ?? {});
  const [key = null] = keys;
  const isList = keys.length === 2 && keys[1] === "nextCursor";
  const name = nameOf(second === undefined ? first : singular(first), second);
  return {
    resource: second === undefined ? undefined : first,
    verb: second ?? first,
    method,
    path,
    says: [`${summary}.`, ...(description === undefined ? [] : [description])].join("\n\n"),
    about: document.tags.find((tag) => tag.name === tags[0])?.description ?? "",
    input: inputOf({ ...documented, parameters }, method),
    inputType: `${name}Params`,
    body,
    key: keys.length === 1 && isRecord(body.properties?.[key ?? ""]) ? key : null,
    records: isList && key !== null && body.properties?.[key]?.type === "array" ? key : null,
    answersToo: responses.flatMap(([status, { content }]) =>
      Number(status) >= 300 && same(content["application/json"]?.schema, body)
        ? Number(status)
        : [],
    ),
    answerType: `${name}Response`,
  };
}

/** Whether a field holds a record or records, which have a name of their own. A method returns them without the field. */
const isRecord = (field: Schema | undefined) => (field?.$ref ?? field?.items?.$ref) !== undefined;

/** What an operation has itself, or refers to. */
export function resolved<One extends object>(
  one: One | Reference,
  shared: Readonly<Record<string, One>>,
): One {
  if (!("$ref" in one)) return one;
  const found = shared[one.$ref.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`The document has no ${one.$ref}.`);
  return found;
}

const nameOf = (noun: string, verb = "") => capitalized(noun) + capitalized(verb);

/** `usageEvents` → `usageEvent`, `webhookDeliveries` → `webhookDelivery` */
const singular = (resource: string) => resource.replace(/ies$/, "y").replace(/s$/, "");

/** One object of all that a call is given. What a query may leave out may be null, as in a body. */
function inputOf(
  { operationId, parameters = [], requestBody }: Operands,
  method: Operation["method"],
): Schema {
  const body = requestBody?.content["application/json"]?.schema ?? {};
  const fields = parameters.filter((parameter) => parameter.in !== "header");
  const inQuery = fields.some((parameter) => parameter.in === "query");
  const twice = fields.find(({ name }) => name in (body.properties ?? {}));
  if (twice !== undefined || (inQuery && method !== "get" && method !== "delete")) {
    throw new Error(`${operationId} cannot be called with one object.`);
  }
  const given = fields.map(({ name, required, schema, description }) => {
    const optional = { anyOf: [schema, { type: "null" }] };
    return [name, { ...(required ? schema : optional), ...(description && { description }) }];
  });
  return {
    type: "object",
    properties: { ...Object.fromEntries(given), ...body.properties },
    required: [
      ...fields.filter(({ required }) => required).map(({ name }) => name),
      ...(body.required ?? []),
    ],
  };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
