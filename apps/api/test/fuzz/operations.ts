import { openApi } from "../harness/openapi-document.ts";

/** The part of JSON Schema that the document uses for requests. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly example?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** An operation's input according to the document. */
export interface Operation {
  /** Its name in tRPC: `services.create` */
  readonly name: string;
  readonly method: string;
  /** `/api/v1/services/{serviceId}` */
  readonly path: string;
  /** The status of a success; if there are two, that of a new record. */
  readonly success: number;
  readonly parameters: readonly Parameter[];
  /** The schema of a JSON body; undefined without a body. */
  readonly body: JsonSchema | undefined;
  /** The schema of one line, if the operation also takes JSON lines. */
  readonly line: JsonSchema | undefined;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Documented {
  readonly operationId: string;
  readonly responses: object;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
}

/** Every operation of the OpenAPI document. */
export const documentedOperations: readonly Operation[] = Object.entries(
  openApi.paths as Record<string, Record<string, Documented>>,
).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId, responses, parameters = [], requestBody }]) => {
    const body = requestBody?.content["application/json"]?.schema;
    const takesLines = requestBody?.content["application/x-ndjson"] !== undefined;
    const [list] = Object.values(body?.properties ?? {});
    return {
      name: operationId.replace("-", "."),
      method: method.toUpperCase(),
      path,
      success: Math.max(
        ...Object.keys(responses)
          .map(Number)
          .filter((status) => status < 300),
      ),
      parameters,
      body,
      line: takesLines ? list?.items : undefined,
    };
  }),
);
