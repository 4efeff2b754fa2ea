import { expect, it } from "vitest";
import { forRows } from "../../../apps/api/test/harness/for-rows.ts";
import { type Document, operationsOf, type Parameter } from "../scripts/operations.ts";
import { resourcesSource } from "../scripts/resources.ts";

/** A document of one operation. */
function documentOf(method: string, operation: object): Document {
  const schema = { type: "object", properties: { thing: { $ref: "#/components/schemas/Thing" } } };
  const success = { content: { "application/json": { schema } } };
  const usual = { operationId: "things-make", summary: "Make a thing", tags: ["Things"] };
  return {
    openapi: "3.1.0",
    info: {},
    servers: [],
    tags: [{ name: "Things", description: "What there is." }],
    paths: {
      "/things/{thingId}": { [method]: { ...usual, responses: { 201: success }, ...operation } },
    },
    components: {
      schemas: {},
      responses: { Made: success },
      parameters: { thingId: parameter("thingId", "path"), key: parameter("key", "header") },
    },
  };
}
const parameter = (name: string, kind: Parameter["in"]): Parameter => ({
  name,
  in: kind,
  required: true,
  schema: {},
});
const body = (...names: string[]) => ({
  content: {
    "application/json": {
      schema: { properties: Object.fromEntries(names.map((name) => [name, {}])) },
    },
  },
});

it("an operation is one line, and a method with the document's description", () => {
  const parameters = [parameter("thingId", "path")];
  const description = "It is */ made.";

  const source = resourcesSource(documentOf("post", { parameters, description }));

  expect(source).toContain('    make: post("/things/{thingId}", "thing"),\n');
  expect(source).toContain("   * Make a thing.\n   *\n   * It is *\\/ made.\n");
  expect(source).toContain(
    "  make(input: api.ThingMakeParams, options?: CallOptions): Promise<api.Thing>;\n",
  );
});

it("a method returns a body whose one field is no record as it is", () => {
  const schema = { type: "object", properties: { thingCount: { type: "integer" } } };
  const responses = { 200: { content: { "application/json": { schema } } } };

  const source = resourcesSource(documentOf("get", { responses }));

  expect(source).toContain('    make: get("/things/{thingId}"),\n');
  expect(source).toContain("options?: CallOptions): Promise<api.ThingMakeResponse>;\n");
});

it("shared responses and parameters are an operation's own", () => {
  const shared = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
  const responses = { 201: shared("responses", "Made") };
  const parameters = [shared("parameters", "thingId"), shared("parameters", "key")];

  const [operation] = operationsOf(documentOf("post", { responses, parameters }));

  expect(operation?.key).toBe("thing");
  expect(operation?.input.required).toEqual(["thingId"]);
});

it("generation fails if what an operation refers to does not exist", () => {
  const parameters = [{ $ref: "#/components/parameters/dry" }];

  expect(() => operationsOf(documentOf("post", { parameters }))).toThrow(
    "The document has no #/components/parameters/dry.",
  );
});

it("no single input object is generated where the parameters and the body do not fit in one", () =>
  forRows(
    [
      ["path and body share a name", "post", [parameter("thingId", "path")], body("thingId")],
      ["a write has a query", "post", [parameter("dry", "query")], body("name")],
    ],
    (_, method, parameters, requestBody) => {
      const document = documentOf(method, { parameters, requestBody });

      expect(() => operationsOf(document)).toThrow("things-make cannot be called with one object.");
    },
  ));

it("generation fails on what the generator does not know", () =>
  forRows(
    [
      ["the SDK does not support its method", "trace", {}],
      ["its success response is not JSON", "post", { responses: { 204: { content: {} } } }],
    ],
    (_, method, operation) => {
      const document = documentOf(method, operation);

      expect(() => operationsOf(document)).toThrow("things-make cannot be a method of the SDK.");
    },
  ));
