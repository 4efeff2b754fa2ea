import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { openApi as document, servedDocument } from "../../../test/harness/openapi-document.ts";
import { eventTypes } from "../../schemas/events.ts";
import { operations as all } from "../router.ts";

interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  security?: object[];
  parameters?: { name: string; in: string; schema: { example?: unknown } }[];
  requestBody?: { content: { "application/json": { schema: object; example?: unknown } } };
  responses: Record<
    string,
    {
      headers: Record<string, { required: boolean }>;
      content: { "application/json": { schema: object; example?: unknown; examples?: object } };
    }
  >;
}
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

it("has every operation and nothing else", () => {
  const ids = operations.map(({ operation }) => operation.operationId.replace("-", "."));

  expect(ids.sort()).toEqual(all.map(({ name }) => name).sort());
});

describe("what several operations have", () => {
  const { paths, components } = servedDocument;

  it("is written once", () => {
    const { parameters, responses } = paths["/api/v1/invoices"].post;

    expect(parameters).toEqual([{ $ref: "#/components/parameters/header.Idempotency-Key" }]);
    expect(responses["401"]).toEqual({ $ref: "#/components/responses/KeyRequired" });
    expect(responses["500"]).toEqual({ $ref: "#/components/responses/Unexpected" });
    expect(responses["400"].content["application/json"].examples.tooDeep).toEqual({
      $ref: "#/components/examples/tooDeep",
    });
  });

  it("is numbered where others have another code, error or header with it", () => {
    const { $ref } = paths["/api/v1/invoices/{invoiceId}/void"].post.responses["400"];
    const name = $ref.replace("#/components/responses/", "");

    expect(name).toMatch(/^BadRequest\.\d+$/);
    expect(components.responses[name]).not.toEqual(components.responses.BadRequest);
    expect(paths["/health"].get.responses["500"]).toEqual({
      $ref: "#/components/responses/UnexpectedWithoutKey",
    });
  });

  it("has the code, the meaning and the message of an error", () => {
    expect(components.examples.tooDeep).toEqual({
      summary: "body_too_deep",
      description: expect.stringMatching(/^\S.*\. \S.*\.$/),
      value: { error: expect.stringContaining("Request body") },
    });
  });
});

describe("the webhooks", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });

  it("include every event type", () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...eventTypes].sort());
  });

  it("each have their own schema, which their example matches", () =>
    forRows(eventTypes, (type) => {
      const { schema, example } =
        document.webhooks[type].post.requestBody.content["application/json"];

      expect(example.type).toBe(type);
      const accepts = ajv.compile({ ...schema, components: document.components });
      expect(accepts(example), JSON.stringify(accepts.errors)).toBe(true);
      expect(accepts({ ...example, type: "invoice.eaten" })).toBe(false);
    }));
});

describe("every operation", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "");

  it("has a summary, a tag and its statuses", () =>
    forRows(operations, ({ operation }) => {
      expect(operation.summary).toMatch(/\w/);
      expect(document.tags.map(({ name }: { name: string }) => name)).toContain(
        operation.tags?.[0],
      );
      expect(Object.keys(operation.responses)).toContain("500");
      const isKeyed = operation.security?.length === 1;
      // The dashboard's page asks whether its cookie still signs it in.
      const needsCaller = isKeyed || operation.operationId === "dashboard-session";
      expect("401" in operation.responses).toBe(needsCaller);
      const isOfPage = / page$/.test(operation.tags?.[0] ?? "");
      const isLimited = isKeyed || isOfPage;
      expect("429" in operation.responses).toBe(isLimited);
    }));

  it("declares the rate limit headers on each response to a valid key", () =>
    forRows(operations, ({ operation }) => {
      const limited = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];
      for (const [status, { headers }] of Object.entries(operation.responses)) {
        const names = Object.keys(headers);
        const expected = operation.security?.length === 1 && status !== "401" ? limited : [];
        expect(names.filter((name) => name.startsWith("RateLimit-"))).toEqual(expected);
      }
    }));

  it("declares Retry-After on retryable responses only", () =>
    forRows(operations, ({ operation }) => {
      const passing = [
        "tooManyRequests",
        "tooManyAtOnce",
        "tooManyBodies",
        "noRoomForBodies",
        "stillRunning",
        "tooMuchAtOnce",
        "usageUnderWay",
        "databaseUnavailable",
        "chainDoesNotAnswer",
        "balancePromised",
        "tooManyUnderWay",
        "anotherPaymentUnderWay",
        "oneAtATime",
        "waitAfterFailures",
        "waitLonger",
        "quoteTooSlow",
      ];
      for (const { headers, content } of Object.values(operation.responses)) {
        const errors = Object.keys(content["application/json"].examples ?? {});
        const count = errors.filter((name) => passing.includes(name)).length;
        const required = count === 0 ? undefined : count === errors.length;
        expect(headers["Retry-After"]?.required).toBe(required);
      }
    }));

  it("has examples that match its schemas", () =>
    forRows(operations, ({ operation }) => {
      const body = operation.requestBody?.content["application/json"];
      const answers = Object.values(operation.responses).map(
        ({ content }) => content["application/json"],
      );
      for (const { schema, example } of body === undefined ? answers : [body, ...answers]) {
        if (example === undefined) continue;
        const accepts = ajv.compile({ ...schema, components: document.components });
        expect(accepts(example), JSON.stringify(accepts.errors)).toBe(true);
      }
      expect(answers.every(({ example, examples }) => example ?? examples)).toBe(true);
    }));

  it("has an example of every input, which the operation accepts", () =>
    forRows(operations, ({ operation }) => {
      const name = operation.operationId.replace("-", ".");
      const input = all.find((one) => one.name === name)?.input;
      const parameters = (operation.parameters ?? [])
        .filter((parameter) => parameter.in !== "header")
        .map(({ name, schema }) => [name, schema.example]);
      const body = operation.requestBody?.content["application/json"].example as object | undefined;
      const example = { ...Object.fromEntries(parameters), ...body };

      if (input !== undefined) expect(input.safeParse(example).error?.issues).toBeUndefined();
    }));
});
