import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inputs } from "../access/inputs.ts";
import { keyedKinds } from "../access/kinds.ts";
import { type Answer, doors, restDoor } from "../harness/doors.ts";
import { testKey, useService } from "../harness/service.ts";
import { specified } from "../harness/specified.ts";
import { aSeller, type Seller, Story } from "../harness/story.ts";

/*
 * A field named `__proto__` or `constructor.prototype` must not change other objects. The service runs in this
 * process, so its prototypes are these. The operations of the specification ignore such fields, as unknown ones,
 * and the others refuse them.
 */

const service = useService();
/** One operation of each kind; also those of the specification, and one with objects in a list. */
const kinds = [
  ...keyedKinds.map(({ name }) => name),
  "services.create",
  "services.list",
  "usageEvents.create",
  "usageEvents.batch",
];
let other: Seller;
let before: readonly string[];

beforeAll(async () => {
  other = await aSeller(service);
  setTrap();
  before = inheritedNames();
});
afterAll(() => void Reflect.deleteProperty(Object.prototype, "polluted"));

const builtIns = [Object, Array, String, Number, Boolean, Function, Map, Promise];
/** The stacks of writes to a prototype. */
const writes: string[] = [];

/** Reports a write to a prototype, and prevents it: a polluted process would fail anywhere. */
function setTrap(): void {
  Object.defineProperty(Object.prototype, "polluted", {
    configurable: true,
    get: () => undefined,
    set(this: object, value: unknown) {
      if (builtIns.some(({ prototype }) => prototype === this))
        writes.push(String(new Error().stack));
      else Object.defineProperty(this, "polluted", { value, enumerable: true, configurable: true });
    },
  });
}

const poison =
  '"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"prototype":{"polluted":"yes"}';

/** JSON with the poison in every object, at every depth. */
const poisoned = (input: object): string =>
  JSON.stringify(input).replaceAll(/\{(\}?)/g, (_, end) => `{${poison}${end === "" ? "," : "}"}`);

/** The names of all inherited properties of objects, arrays, strings and functions. */
function inheritedNames(): readonly string[] {
  return builtIns.flatMap(({ name, prototype }) =>
    Reflect.ownKeys(prototype).map((key) => `${name}.${String(key)}`),
  );
}

async function expectNoTrace(): Promise<void> {
  expect(writes.splice(0)).toEqual([]);
  expect(inheritedNames()).toEqual(before);
  const answers = await Promise.all([
    restDoor.call(service().url, "services.list", {}, other.key),
    restDoor.call(service().url, "services.create", { name: "Mine", ownerId: other.id }, other.key),
    restDoor.call(service().url, "services.create", {}, other.key),
    restDoor.call(service().url, "health"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 400, 200]);
  expect(JSON.stringify(answers)).not.toContain("polluted");
}

const send = (path: string, init: RequestInit = {}) =>
  fetch(service().url + path, {
    ...init,
    headers: {
      Authorization: `Bearer ${testKey}`,
      "Content-Type": "application/json",
      ...init.headers,
    },
  });

describe.each(doors)("through $name", (door) => {
  it.each(kinds)("%s is not changed by prototype keys at any level", async (name) => {
    const input = (await inputs[name]?.(new Story(restDoor, service))) ?? {};

    const answer: Answer = await door.call(service().url, name, JSON.parse(poisoned(input)));

    if (specified.has(name)) expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    else expect(answer.status, JSON.stringify(answer.body)).toBe(400);
    await expectNoTrace();
  });

  it.each(["checkout.status", "checkout.pay"])(
    "%s, which needs no key, ignores them too",
    async (name) => {
      const { id } = await new Story(restDoor, service).aCheckoutSession();
      const input = { checkoutSessionId: id, user: {}, payment: {}, cap: {} };

      const answer = await door.call(service().url, name, JSON.parse(poisoned(input)), null);

      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
      await expectNoTrace();
    },
  );
});

it.each([
  "?__proto__[polluted]=yes",
  "?__proto__.polluted=yes",
  "?__proto__=yes&__proto__=polluted",
  "?constructor[prototype][polluted]=yes",
  "?constructor.prototype.polluted=yes&limit=2",
  "?limit[__proto__][polluted]=yes",
])("a query string of %s changes nothing", async (search) => {
  for (const path of ["/api/v1/services", "/api/v1/invoices", "/trpc/services.list", "/docs"]) {
    expect((await send(path + search)).status, path).toBeLessThan(500);
  }
  await expectNoTrace();
});

it.each([
  "/api/v1/services/__proto__",
  "/api/v1/services/constructor/plans/prototype",
  "/api/v1/__proto__/polluted",
  "/__proto__",
  "/checkout/__proto__",
  "/trpc/__proto__",
  "/trpc/__proto__.polluted",
  "/trpc/constructor.prototype",
  "/trpc/services.constructor",
  "/trpc/__proto__,constructor,services.list?batch=1",
])("a path of %s is not found", async (path) => {
  const { status } = await send(path);

  expect([200, 404, 207, 503]).toContain(status);
  await expectNoTrace();
});

it("headers with these names change nothing", async () => {
  const headers = {
    __proto__x: "polluted",
    constructor: "polluted",
    prototype: "polluted",
    "Idempotency-Key": "__proto__",
    "X-Request-Id": "__proto__",
  };
  for (const name of ["one", "one", "two"]) {
    const body = poisoned({ name, owner: { email: "poison@example.com" } });
    const { status } = await send("/api/v1/services", { method: "POST", headers, body });
    expect(status).toBe(name === "one" ? 201 : 422);
  }
  await expectNoTrace();
});

it("a batch ignores calls with these names", async () => {
  const calls = `{"0":${poisoned({ name: "A", owner: { email: "a@b.co" } })},${poison}}`;

  const answer = await send("/trpc/services.create,__proto__?batch=1", {
    method: "POST",
    body: calls,
  });

  expect(answer.status).toBe(207);
  await expectNoTrace();
});

it("JSON lines with them are refused, and others are recorded", async () => {
  const story = new Story(restDoor, service);
  const subscription = await story.aSubscription();
  const line = JSON.stringify(story.usageOf(subscription));

  const answer = await send("/api/v1/usage-events/batch", {
    method: "POST",
    headers: { "Content-Type": "application/x-ndjson" },
    body: [poisoned(JSON.parse(line)), line, `{${poison}}`, `[{${poison}}]`].join("\n"),
  });

  const statuses = (await answer.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).status);
  expect(statuses).toEqual([400, 201, 400, 400]);
  await expectNoTrace();
});
