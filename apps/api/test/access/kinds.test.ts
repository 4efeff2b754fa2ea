import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { newApiKey } from "../../src/operation/access/auth/api-key.ts";
import type { Context } from "../../src/operation/context.ts";
import {
  mayOmitBody,
  pageOperation,
  publicQuery,
  queryByPost,
  read,
  write,
} from "../../src/operation/define.ts";
import type { AnyOperation } from "../../src/operation/operation.ts";
import { scopes } from "../../src/schemas/nouns.ts";
import { badBodies } from "../harness/bad-bodies.ts";
import { doors, operations, restDoor } from "../harness/doors.ts";
import { testKey, useService } from "../harness/service.ts";
import { aKey, Story } from "../harness/story.ts";
import { inputs } from "./inputs.ts";
import { keyedKinds } from "./kinds.ts";

/*
 * What src/operation does for all operations of a kind, with one operation of each. operations.snap says of which kind an
 * operation is. Invalid keys, Idempotency-Key, audit rows, rate limits and keys that end during a call have tests next to their code.
 */

const service = useService();
const story = new Story(restDoor, service);
let checkoutSessionId: string;
beforeAll(async () => {
  checkoutSessionId = (await story.aCheckoutSession()).id;
});

describe.each(keyedKinds)("kind $kind", ({ kind, name }) => {
  it(`is the kind of ${name}`, () => expect(operations[name]?.kind).toBe(kind));

  describe.each(doors)("through $name", (door) => {
    const call = (input: object, key: string | null) => door.call(service().url, name, input, key);

    it("is refused with 401 without a valid key, before anything is read", async () => {
      for (const key of [null, newApiKey()]) {
        expect(await call({ name: 5 }, key)).toMatchObject({
          status: 401,
          body: { error: "A valid API key is required." },
        });
      }
    });

    it("is refused with 403 for a key with every other scope, before anything is read", async () => {
      const others = scopes.filter((scope) => scope !== "*" && scope !== operations[name]?.scope);

      expect(await call({ name: 5 }, await secretOf({ scopes: others }))).toMatchObject({
        status: 403,
        body: { error: "This API key may not perform this operation." },
      });
    });

    it("succeeds with its scope alone, and refuses an unknown field", async () => {
      const key = await secretOf({ scopes: [operations[name]?.scope ?? ""] });
      const input = (await inputs[name]?.(story)) ?? {};

      expect(await call({ ...input, foo: "1" }, key)).toMatchObject({
        status: 400,
        body: { error: "foo is not a known parameter." },
        code: "unknown_parameter",
        param: "foo",
      });
      expect((await call(input, key)).status).toBeLessThan(300);
    });
  });
});

describe.each(doors)("kind visit through $name", (door) => {
  it("needs no key and looks at none, and refuses an unknown field", async () => {
    for (const key of [null, testKey, "sk_live_1234567890"]) {
      const call = (input: object) => door.call(service().url, "checkout.status", input, key);

      expect(await call({ checkoutSessionId })).toMatchObject({ status: 200 });
      expect(await call({ checkoutSessionId, foo: "1" })).toMatchObject({
        status: 400,
        code: "unknown_parameter",
        param: "foo",
      });
    }
  });
});

const json = { "Content-Type": "application/json" };
/** One operation with a body of each kind. */
const withBody = [...keyedKinds.slice(1), { kind: "page", name: "checkout.pay" }];

describe.each(withBody)("the body of kind $kind", ({ kind, name }) => {
  it.each(doors)("is a JSON object, through $name", async (door) => {
    // No body and an empty list are an object without fields (conformance/bodies.test.ts).
    const operation = operations[name];
    const isOptional = door === restDoor && operation !== undefined && mayOmitBody(operation);
    const fieldless = ["no body", "an array"];
    const bad = badBodies.filter(({ what }) => !isOptional || !fieldless.includes(what));
    const rule = isOptional
      ? "Request body must be empty, or a JSON object such as {} with Content-Type: application/json."
      : "Request body must be a JSON object.";
    for (const { what, headers, body } of bad) {
      const answer = await send(door === restDoor, name, { headers, ...(body && { body }) });

      const said = (await answer.json()) as { error: { message: string } | string };
      const { error } = said;
      expect(answer.status, what).toBe(400);
      expect(typeof error === "string" ? error : error.message, what).toBe(rule);
    }
  });

  it.each(doors)("has a largest size, through $name", async (door) => {
    const max = kind === "page" ? 16_384 : 1_048_576;
    const statusOf = async (length: number) => {
      const [begin, end] = [`{"checkoutSessionId":"${checkoutSessionId}","foo":"`, '"}'];
      const body = begin + "x".repeat(length - begin.length - end.length) + end;
      return (await send(door === restDoor, name, { headers: json, body })).status;
    };

    expect([await statusOf(max), await statusOf(max + 1)]).toEqual([400, 413]);
  });
});

/** Sends a body as it is to an operation. */
function send(overRest: boolean, name: string, { headers, ...init }: RequestInit) {
  const { method = "", path = "" } = operations[name] ?? {};
  const rest = path
    .replace("{checkoutSessionId}", checkoutSessionId)
    .replace(/\{\w+\}/g, "k3v9x2m7q1t8w5z4b6n0c8r1");
  return fetch(service().url + (overRest ? rest : `/trpc/${name}`), {
    ...init,
    method: overRest ? method : "POST",
    headers: {
      ...(name !== "checkout.pay" && { Authorization: `Bearer ${testKey}` }),
      ...(headers as Record<string, string>),
    },
  });
}

it("an ask answers other questions under the same Idempotency-Key: it stores nothing", async () => {
  const input = (await inputs["quotes.create"]?.(story)) ?? {};
  for (const question of [input, { ...input, components: null }]) {
    const { status, headers } = await restDoor.call(
      service().url,
      "quotes.create",
      question,
      testKey,
      { "Idempotency-Key": "one" },
    );
    expect([status, headers.get("idempotent-replayed")]).toEqual([200, null]);
  }
});

describe("the answer of an operation", () => {
  const output = z.object({ service: z.object({ id: z.string(), ownerId: z.null() }) });
  const described = { name: "services.test", summary: "Test", output };
  type Run = () => z.input<typeof output>;
  const kinds: Readonly<Record<string, (run: Run) => Pick<AnyOperation, "call">>> = {
    read: (run) => read("GET /test", { ...described, run }),
    ask: (run) => queryByPost("POST /test", { ...described, run }),
    write: (run) => write("POST /test", { ...described, run }),
    "own-transaction write": (run) =>
      write("POST /test", {
        ...described,
        transaction: "own",
        run: ({ commit }) => commit(async () => run()),
      }),
    visit: (run) => pageOperation("GET /test", { ...described, run }),
    open: (run) => publicQuery("GET /test", { ...described, run }),
  };

  it.each(Object.keys(kinds))(
    "of kind %s has the fields of its schema and no others",
    async (kind) => {
      const call = (answer: unknown) =>
        kinds[kind]?.(() => answer as z.input<typeof output>).call(
          context(),
          async () => undefined,
        );
      const record = { id: "one", ownerId: null };

      expect(await call({ service: { ...record, secret: "s" }, more: 1 })).toEqual({
        service: record,
      });
      await expect(call({ service: { ...record, ownerId: 1 } })).rejects.toMatchObject({
        message: "An unexpected error occurred.",
      });
    },
  );

  /** A request of the platform. */
  function context(): Context {
    const { parts } = service();
    const by = { keyId: "bootstrap", keyHash: null, sessionId: null, scopes: ["*"], tenant: null };
    const request = {
      caller: async () => ({ ...by, expiresAt: null }),
      visit: async () => undefined,
      turn: async () => () => undefined,
      calls: 1,
      id: "test",
      idempotencyKey: undefined,
    };
    const reply = { headers: {} };
    return { parts, log: parts.log, request, reply } as unknown as Context;
  }
});

const secretOf = async (terms?: Parameters<typeof aKey>[1]) =>
  (await aKey(service(), terms)).secret;
