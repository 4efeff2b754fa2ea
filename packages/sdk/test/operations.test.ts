import { usanceClient } from "@usance/sdk";
import document from "@usance/sdk/openapi.json" with { type: "json" };
import { expect, it } from "vitest";
import { forRows } from "../../../apps/api/test/harness/for-rows.ts";
import { type Parameter, type Reference, resolved } from "../scripts/operations.ts";

interface Answer {
  readonly content?: { "application/json": { example?: object } };
}
interface Documented {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { content: { "application/json": { example?: object } } };
  readonly responses: Record<string, Answer | Reference>;
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Documented>).map(([method, operation]) => ({
    name: operation.operationId.replace("-", "."),
    method: method.toUpperCase(),
    path,
    operation,
  })),
);
/** What is no operation of its own, but does something with some. */
const besides = ["gate", "holds.withHold", "settlements.wait", "usageEvents.batcher"];

it("has a method for every operation of the document and no other", () => {
  const client = usanceClient({ baseUrl: "https://billing.example.com" });

  expect(methodsOf(client)).toEqual([...operations.map(({ name }) => name), ...besides].sort());
});

it("every method sends its input where the document says, and returns the record", () =>
  forRows(operations, async ({ name, method, path, operation }) => {
    const body = operation.requestBody?.content["application/json"].example ?? {};
    const shared = document.components.parameters as Record<string, Parameter>;
    const parameters = (operation.parameters ?? []).map((one) => resolved(one, shared));
    const named = (kind: string) =>
      Object.fromEntries(
        parameters
          .filter((one) => one.in === kind)
          .map((one) => [one.name, `${one.name} of ${kind}`]),
      );
    const [, success] =
      Object.entries(operation.responses).find(([at]) => at.startsWith("2")) ?? [];
    const answers = document.components.responses as Record<string, Answer>;
    const { content } = resolved(success ?? {}, answers);
    const answer = content?.["application/json"].example ?? {};

    const sent: { url: URL; init: RequestInit }[] = [];
    const client = usanceClient({
      baseUrl: "https://billing.example.com/",
      apiKey: "key",
      fetch: async (url, init) => {
        sent.push({ url: new URL(url), init });
        return Response.json(answer);
      },
    });

    const shown = await methodOf(client, name)({ ...named("path"), ...named("query"), ...body });

    const [request] = sent;
    expect(sent).toHaveLength(1);
    expect(request?.init.method).toBe(method);
    const inPath = path.replace(/\{(\w+)\}/g, (_, parameter) => `${parameter}%20of%20path`);
    expect(request?.url.pathname).toBe(inPath);
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual(named("query"));
    const given = request?.init.body ?? null;
    expect(given === null ? {} : JSON.parse(String(given))).toEqual(body);
    // A hold's own key makes its calls safe to repeat.
    const isKeyed = method === "POST" && !name.startsWith("holds.");
    expect(new Headers(request?.init.headers).has("idempotency-key")).toBe(isKeyed);
    const records = Object.values(answer);
    expect(shown).toEqual(records.length === 1 ? records[0] : answer);
  }));

/** `usageEvents.create` and the like, sorted. */
function methodsOf(client: object, prefix = ""): string[] {
  return Object.entries(client)
    .flatMap(([name, value]) =>
      typeof value === "function" ? [`${prefix}${name}`] : methodsOf(value, `${prefix}${name}.`),
    )
    .sort();
}

function methodOf(client: object, name: string): (input: object) => Promise<unknown> {
  return name.split(".").reduce((at, part) => Object(at)[part], client) as never;
}
