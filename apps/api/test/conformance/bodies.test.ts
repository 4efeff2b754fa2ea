import { describe, expect, it } from "vitest";
import { mayOmitBody } from "../../src/operation/define.ts";
import { operations as all } from "../../src/server/router.ts";
import { badBodies } from "../harness/bad-bodies.ts";
import { operations, restDoor } from "../harness/doors.ts";
import { forRows } from "../harness/for-rows.ts";
import { testKey, useService } from "../harness/service.ts";
import { specified } from "../harness/specified.ts";
import { Story } from "../harness/story.ts";

/* docs/specification.md, section 7, the row "any write", for every write of the specification. */

const service = useService();

const writes = Object.entries(operations).filter(
  ([name, { method }]) => specified.has(name) && method === "POST",
);
const notAnObject = { error: "Request body must be a JSON object." };
const json = { "Content-Type": "application/json" };

describe.each(writes)("%s", (_, { method, path }) => {
  it.each(badBodies)("answers 400 for $what", async ({ headers, body }) => {
    const target = path.replace(/\{\w+\}/g, "k3v9x2m7q1t8w5z4b6n0c8r1");
    const answer = await fetch(service().url + target, {
      method,
      headers: { Authorization: `Bearer ${testKey}`, ...headers },
      ...(body !== undefined && { body }),
    });

    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 400,
      body: notAnObject,
    });
  });
});

it("accepts JSON with a charset, and types that end in +json", async () => {
  for (const type of [
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/x+json",
  ]) {
    const { status } = await fetch(`${service().url}/api/v1/services`, {
      method: "POST",
      headers: { Authorization: `Bearer ${testKey}`, "Content-Type": type },
      body: '{"name": "A", "owner": {"email": "charset@example.com"}}',
    });
    expect(status).toBe(201);
  }
});

it("reads the longest JSON number exactly or refuses it", async () => {
  const story = (amount: string) =>
    fetch(`${service().url}/api/v1/services/k3v9x2m7q1t8w5z4b6n0c8r1/plans`, {
      method: "POST",
      headers: { Authorization: `Bearer ${testKey}`, ...json },
      body: `{"name": "A", "pricingType": "ONE_TIME", "amount": ${amount}}`,
    }).then((response) => response.json());
  const notFound = { error: "Referenced database record was not found." };
  const refused = {
    error: "amount must be a non-negative decimal with at most six decimal places.",
  };

  expect(await story("9007199254740992")).toEqual(notFound);
  expect(await story("9007199254740993")).toEqual(refused);
  expect(await story("0.1000000000000000000001")).toEqual(refused);
  expect(await story("1e400")).toEqual(refused);
});

describe("a write without required fields", () => {
  const story = new Story(restDoor, service);
  const finalize = async (headers: Record<string, string>, body?: string) => {
    const { id } = await story.anInvoice({ amount: "1", status: "DRAFT" });
    const answer = await fetch(`${service().url}/api/v1/invoices/${id}/finalize`, {
      method: "POST",
      headers: { Authorization: `Bearer ${testKey}`, ...headers },
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, body: await answer.json() };
  };

  it("takes no body, and PHP's empty list, as one without fields", () =>
    forRows(
      [
        [{}, undefined],
        [json, undefined],
        [{ "Content-Type": "application/x-www-form-urlencoded" }, ""],
        [json, "[]"],
        [json, "{}"],
      ],
      async (headers, body) => {
        expect((await finalize(headers, body)).status).toBe(200);
      },
    ));

  it("says what it wants instead of another body", () =>
    forRows(
      [
        [{ "Content-Type": "text/plain" }, "{}"],
        [{ "Content-Type": "application/x-www-form-urlencoded" }, "a=1"],
        [json, "[1]"],
        [json, '"{}"'],
        [json, "null"],
        [json, "{"],
      ],
      async (headers, body) => {
        expect(await finalize(headers, body)).toEqual({
          status: 400,
          body: {
            error:
              "Request body must be empty, or a JSON object such as {} with Content-Type: application/json.",
          },
        });
      },
    ));

  it("is none of the specification's", () => {
    const lenient = all.filter(mayOmitBody).map(({ name }) => name);
    expect(lenient).toContain("invoices.void");
    expect(lenient).not.toContain("creditNotes.create");
    expect(lenient.filter((name) => specified.has(name))).toEqual([]);
  });
});
