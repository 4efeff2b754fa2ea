import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { forRows } from "../../../apps/api/test/harness/for-rows.ts";
import { baselineOf } from "../scripts/baseline.ts";
import { breakingChanges } from "../scripts/breaking-changes.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document is changed by its paths
type Document = any;

const json = (schema: object) => ({ "application/json": { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const record = (fields: object) => ({
  type: "object",
  properties: fields,
  required: Object.keys(fields),
  additionalProperties: false,
});

/** A small API with all that ours has: each test changes one thing of it. */
const before = (): Document => ({
  openapi: "3.1.0",
  info: { title: "Things", version: "1.0.0" },
  paths: {
    "/things": {
      post: {
        operationId: "things-create",
        security: [{ apiKey: ["things:write"] }],
        requestBody: {
          required: true,
          content: {
            ...json({
              type: "object",
              properties: {
                name: { type: "string", maxLength: 200 },
                color: { anyOf: [{ type: "string", enum: ["RED", "BLUE"] }, { type: "null" }] },
                parts: {
                  type: "array",
                  maxItems: 10,
                  items: { type: "object", properties: { size: { type: "integer", maximum: 9 } } },
                },
              },
              required: ["name"],
            }),
            "application/x-ndjson": { schema: { type: "string" } },
          },
        },
        responses: {
          201: {
            headers: { Location: { required: true, schema: { type: "string" } } },
            content: json(record({ thing: ref("Thing") })),
          },
          400: { content: json(ref("Error")) },
        },
      },
      get: {
        operationId: "things-list",
        security: [],
        parameters: [
          { name: "color", in: "query", schema: { type: "string", enum: ["RED", "BLUE"] } },
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } },
        ],
        responses: {
          200: { content: json(record({ things: { type: "array", items: ref("Thing") } })) },
        },
      },
    },
  },
  webhooks: {
    "thing.made": {
      post: {
        operationId: "webhook-thing.made",
        parameters: [
          { name: "webhook-id", in: "header", required: true, schema: { type: "string" } },
        ],
        requestBody: { content: json(ref("ThingMade")) },
        responses: { "2XX": { description: "It has arrived" } },
      },
    },
  },
  components: {
    securitySchemes: { apiKey: { type: "http", scheme: "bearer" } },
    schemas: {
      Thing: record({
        id: { type: "string" },
        color: { type: "string", enum: ["RED", "BLUE"] },
        note: { type: ["string", "null"] },
        owner: { anyOf: [ref("Owner"), { type: "null" }] },
        outcome: {
          anyOf: [
            record({ ok: { type: "boolean", description: "It went well" } }),
            record({ no: { type: "string", description: "It did not" } }),
          ],
        },
      }),
      Owner: record({ id: { type: "string" }, email: { type: "string" } }),
      ThingMade: record({ type: { type: "string", const: "thing.made" }, thing: ref("Thing") }),
      Error: record({ error: { type: "string" } }),
    },
  },
});

async function changesAfter(change: (document: Document) => void): Promise<string[]> {
  const after = before();
  change(after);
  return breakingChanges(baselineOf(before()), baselineOf(after));
}

const post = (document: Document) => document.paths["/things"].post;
const list = (document: Document) => document.paths["/things"].get;
const input = (document: Document) => post(document).requestBody.content["application/json"].schema;
const schema = (document: Document, name: string) => document.components.schemas[name];
const made = (document: Document) => document.webhooks["thing.made"].post;

function removeField(of: Document, name: string): void {
  delete of.properties[name];
  of.required = of.required.filter((one: string) => one !== name);
}

describe("a breaking change is found:", () => {
  it("names each change that breaks a caller", () =>
    forRows<[string, (document: Document) => void, RegExp]>(
      [
        ["a removed path", (d) => delete d.paths["/things"], /things: api path removed/],
        ["a removed operation", (d) => delete d.paths["/things"].get, /^GET \/things: /],
        ["a renamed operation", (d) => (list(d).operationId = "things-all"), /things-all/],
        [
          "an operation that now needs a key",
          (d) => (list(d).security = [{ apiKey: [] }]),
          /security/,
        ],
        ["another scope", (d) => (post(d).security = [{ apiKey: ["all"] }]), /scope `all`/],
        [
          "a new required input",
          (d) => {
            input(d).properties.size = { type: "integer" };
            input(d).required.push("size");
          },
          /new required request property `size`/,
        ],
        [
          "an input that became required",
          (d) => input(d).required.push("color"),
          /`color` .*required/,
        ],
        ["a removed input", (d) => delete input(d).properties.color, /request property `color`/],
        [
          "an input with another type",
          (d) => (input(d).properties.name.type = "integer"),
          /`name`/,
        ],
        [
          "an input that no longer accepts null",
          (d) => (input(d).properties.color = input(d).properties.color.anyOf[0]),
          /`color`/,
        ],
        [
          "an input that no longer accepts a word",
          (d) => input(d).properties.color.anyOf[0].enum.pop(),
          /enum value `BLUE`/,
        ],
        ["a lower text length limit", (d) => (input(d).properties.name.maxLength = 100), /`100`/],
        ["a lower list length limit", (d) => (input(d).properties.parts.maxItems = 5), /`5`/],
        [
          "a lower maximum of the numbers in a list",
          (d) => (input(d).properties.parts.items.properties.size.maximum = 5),
          /max was decreased/,
        ],
        [
          "a body type that is no longer accepted",
          (d) => delete post(d).requestBody.content["application/x-ndjson"],
          /x-ndjson/,
        ],
        ["a removed parameter", (d) => list(d).parameters.pop(), /`limit`/],
        [
          "a parameter that became required",
          (d) => (list(d).parameters[0].required = true),
          /`color`/,
        ],
        [
          "a header that became required",
          (d) => {
            const header = { name: "X-Color", in: "header", required: true };
            post(d).parameters = [{ ...header, schema: { type: "string" } }];
          },
          /X-Color/,
        ],
        [
          "a lower limit of a parameter",
          (d) => (list(d).parameters[1].schema.maximum = 50),
          /max was decreased/,
        ],
        [
          "a parameter that no longer accepts a word",
          (d) => list(d).parameters[0].schema.enum.pop(),
          /enum value `BLUE`/,
        ],
        [
          "another success status",
          (d) => {
            const { 201: success, ...errors } = post(d).responses;
            post(d).responses = { ...errors, 200: success };
          },
          /status `201`/,
        ],
        [
          "a removed response header",
          (d) => delete post(d).responses[201].headers.Location,
          /`Location`/,
        ],
        [
          "a response header that became optional",
          (d) => (post(d).responses[201].headers.Location.required = false),
          /`Location`/,
        ],
        ["a removed response field", (d) => removeField(schema(d, "Thing"), "id"), /`thing\/id`/],
        [
          "a removed nested response field",
          (d) => removeField(schema(d, "Owner"), "email"),
          /owner\/.*email`/,
        ],
        [
          "a response field that became optional",
          (d) => schema(d, "Thing").required.shift(),
          /`thing\/id`.*optional/,
        ],
        [
          "a response field with another type",
          (d) => (schema(d, "Thing").properties.id = { type: "integer" }),
          /`thing\/id`/,
        ],
        [
          "a response field that became nullable",
          (d) => (schema(d, "Thing").properties.id = { type: ["string", "null"] }),
          /`thing\/id`.*nullable/,
        ],
        [
          "a new word in a response enum",
          (d) => schema(d, "Thing").properties.color.enum.push("GREEN"),
          /`GREEN`/,
        ],
        [
          "a new alternative of a response",
          (d) => schema(d, "Thing").properties.outcome.anyOf.push(record({ maybe: {} })),
          /outcome/,
        ],
        ["another error format", (d) => removeField(schema(d, "Error"), "error"), /^GET \/error: /],
        ["a removed webhook", (d) => delete d.webhooks["thing.made"], /\/webhooks\/thing.made/],
        [
          "a removed webhook field",
          (d) => removeField(schema(d, "ThingMade"), "type"),
          /^GET \/webhooks\/thing.made: .*`type`/,
        ],
        ["a removed webhook header", (d) => made(d).parameters.pop(), /`webhook-id`/],
      ],
      async (_, change, line) => {
        expect(await changesAfter(change)).toContainEqual(expect.stringMatching(line));
      },
    ));
});

describe("a compatible change is accepted:", () => {
  it("allows each change that breaks no caller", () =>
    forRows<[string, (document: Document) => void]>(
      [
        ["no change", () => undefined],
        [
          "a new operation",
          (d) => (d.paths["/others"] = { get: { ...list(d), operationId: "others" } }),
        ],
        ["a new optional input", (d) => (input(d).properties.size = { type: "integer" })],
        ["an input that became optional", (d) => delete input(d).required],
        [
          "a new word that an input accepts",
          (d) => input(d).properties.color.anyOf[0].enum.push("GREEN"),
        ],
        [
          "higher length limits of text and list",
          (d) => {
            input(d).properties.name.maxLength = 300;
            input(d).properties.parts.maxItems = 20;
          },
        ],
        ["a new parameter", (d) => list(d).parameters.push({ name: "q", in: "query", schema: {} })],
        [
          "a new field in responses and webhooks",
          (d) => {
            schema(d, "Thing").properties.size = { type: "integer" };
            schema(d, "Thing").required.push("size");
          },
        ],
        [
          "a response field that is no longer nullable",
          (d) => {
            schema(d, "Thing").properties.note = { type: "string" };
          },
        ],
        ["a new webhook", (d) => (d.webhooks["thing.sold"] = { post: made(d) })],
        [
          "an added and a removed error",
          (d) => {
            post(d).responses = { 201: post(d).responses[201], 404: post(d).responses[400] };
          },
        ],
        [
          "other descriptions and examples",
          (d) => {
            input(d).properties.name = {
              ...input(d).properties.name,
              description: "x",
              example: "y",
            };
            d.info.description = "z";
          },
        ],
        [
          "a schema that got a name",
          (d) => {
            d.components.schemas.Outcome = schema(d, "Thing").properties.outcome;
            schema(d, "Thing").properties.outcome = ref("Outcome");
          },
        ],
      ],
      async (_, change) => {
        expect(await changesAfter(change)).toEqual([]);
      },
    ));
});

it("an invalid document is not reported as unchanged", async () => {
  const broken = { ...before(), paths: { "/things": "none" } };

  await expect(breakingChanges(before(), broken)).rejects.toThrow("oasdiff: ");
});

it("the baseline has no texts except the names of fields", () => {
  const thing = record({ description: { type: "string", description: "What it is" } });
  const document = { components: { schemas: { Thing: { ...thing, description: "A thing" } } } };

  expect(baselineOf(document)).toEqual({
    components: { schemas: { Thing: record({ description: { type: "string" } }) } },
  });
});

describe("the breaking step of pnpm generate", () => {
  /** A package with a document that was changed since its baseline. */
  function aPackage(change: (document: Document) => void) {
    const folder = mkdtempSync(join(tmpdir(), "usance-breaking-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const own = fileURLToPath(new URL("..", import.meta.url));
    cpSync(join(own, "scripts"), join(folder, "scripts"), { recursive: true });
    cpSync(join(own, "oasdiff-levels.txt"), join(folder, "oasdiff-levels.txt"));
    symlinkSync(join(own, "node_modules"), join(folder, "node_modules"));
    const after = before();
    change(after);
    const write = (name: string, value: object) =>
      writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
    write("openapi.json", after);
    write("openapi.baseline.json", baselineOf(before()));
    return {
      after: baselineOf(after),
      baseline: () => JSON.parse(readFileSync(join(folder, "openapi.baseline.json"), "utf8")),
      run: (...words: string[]) => {
        const script = join(folder, "scripts", "breaking.ts");
        const { status, stdout } = spawnSync(process.execPath, [script, ...words]);
        return { status, lines: String(stdout).split("\n").filter(Boolean) };
      },
    };
  }
  const harmless = (document: Document) => (schema(document, "Thing").properties.size = {});
  const breaking = (document: Document) => removeField(schema(document, "Thing"), "id");

  it("records compatible changes, so that a later removal is detected", () => {
    const { run, baseline, after } = aPackage(harmless);

    expect(run("--check")).toEqual({ status: 1, lines: [] });
    expect(baseline()).not.toEqual(after);
    expect(run()).toEqual({ status: 0, lines: [] });
    expect(baseline()).toEqual(after);
    expect(run("--check").status).toBe(0);
  });

  it("lists breaking changes, and records them only when told to", () => {
    const { run, baseline, after } = aPackage(breaking);

    for (const words of [["--check"], []]) {
      const { status, lines } = run(...words);
      expect(status).toBe(1);
      expect(lines).toContainEqual(expect.stringMatching(/^POST \/things: .*`thing\/id`/));
      expect(baseline()).toEqual(baselineOf(before()));
    }
    expect(run("--accept").status).toBe(0);
    expect(baseline()).toEqual(after);
    expect(run("--check")).toEqual({ status: 0, lines: [] });
  });
});
