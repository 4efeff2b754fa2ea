import {
  type Operation as Method,
  operationsOf,
  resolved,
} from "../../../../packages/sdk/scripts/operations.ts";

/* The fields of the OpenAPI document that the pages show. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly example?: unknown;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface ErrorExample {
  /** The code. */
  readonly summary: string;
  /** What it means and what to do. */
  readonly description: string;
  readonly value: { readonly error: string };
}

interface Reference {
  readonly $ref: string;
}

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, ErrorExample | Reference>>;
}

type Content = Readonly<Record<string, Media>>;

interface Header {
  readonly description?: string;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content: Content;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DocumentedOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly examples: Readonly<Record<string, ErrorExample>>;
  };
}

export interface Answer {
  readonly status: string;
  readonly description: string;
  readonly content: Content;
  readonly headers: readonly (readonly [name: string, description: string])[];
  readonly errors: readonly ErrorExample[];
}

/** An operation with everything that its page shows. */
export interface Operation {
  /** `invoices.create` */
  readonly name: string;
  /** `/docs/api/invoices/create` */
  readonly href: string;
  readonly method: Method["method"];
  /** `/api/v1/invoices/{invoiceId}` */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The scope of the API key; null: it takes none. */
  readonly scope: string | null;
  readonly parameters: readonly Parameter[];
  readonly body: Media | null;
  readonly answers: readonly Answer[];
  /** The names of the records in its answers. */
  readonly answered: ReadonlySet<string>;
  /** How the SDK calls it. */
  readonly inSdk: Method;
}

/** A webhook's event. */
export interface Event {
  /** `invoice.paid` */
  readonly name: string;
  readonly href: string;
  readonly summary: string;
  readonly description: string;
  readonly body: Media;
}

/** All operations of a document, in its order. */
export function readOperations(document: OpenApi): Operation[] {
  const { components, paths } = document;
  return operationsOf(document).map((inSdk) => {
    const { method, path, resource, verb } = inSdk;
    const documented = paths[path]?.[method];
    if (documented === undefined) throw new Error(`The document has no ${method} ${path}.`);
    const [security] = documented.security ?? [];
    const answers = Object.entries(documented.responses).map(([status, one]) =>
      answerOf(document, status, resolved(one, components.responses)),
    );
    return {
      name: resource === undefined ? verb : `${resource}.${verb}`,
      href: `/docs/api/${resource === undefined ? "" : `${resource}/`}${verb}`,
      method,
      path,
      tag: documented.tags[0] ?? "",
      summary: documented.summary,
      description: documented.description ?? "",
      scope: security?.apiKey === undefined ? null : security.apiKey.join(", "),
      parameters: (documented.parameters ?? []).map((one) => resolved(one, components.parameters)),
      body: documented.requestBody?.content["application/json"] ?? null,
      answers,
      answered: recordsIn(answers),
      inSdk,
    };
  });
}

const recordsIn = (answers: readonly Answer[]): ReadonlySet<string> =>
  new Set(
    [...JSON.stringify(answers).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
      ([, name = ""]) => name,
    ),
  );

function answerOf({ components }: OpenApi, status: string, response: Response): Answer {
  const { description, content, headers = {} } = response;
  const examples = Object.values(content["application/json"]?.examples ?? {});
  return {
    status,
    description,
    content,
    headers: Object.entries(headers).map(([name, one]) => [
      name,
      resolved(one, components.headers).description ?? "",
    ]),
    errors: examples.map((one) => resolved(one, components.examples)),
  };
}

/** All events of webhooks. */
export function readEvents({ webhooks }: OpenApi): Event[] {
  return Object.entries(webhooks).map(([name, { post }]) => {
    const body = post.requestBody?.content["application/json"];
    if (body === undefined) throw new Error(`The event ${name} has no body.`);
    const href = `/docs/events/${name.replace(".", "-")}`;
    return { name, href, summary: post.summary, description: post.description ?? "", body };
  });
}

/** The name of the record that a schema refers to: `Invoice`. */
export const recordName = ({ $ref }: Schema): string | undefined => $ref?.split("/").at(-1);

/** `/docs/records/usage-event` */
export const recordHref = (name: string): string =>
  `/docs/records/${name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "-").toLowerCase()}`;
