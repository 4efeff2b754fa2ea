import { expect, it } from "vitest";
import { testKey, useService } from "../../../../test/harness/service.ts";

const service = useService();
const input = { name: "A", owner: { email: "dev@example.com" } };

async function batch(calls: number, key: string | null = testKey) {
  const names = Array.from({ length: calls }, () => "services.create").join(",");
  const response = await fetch(`${service().url}/trpc/${names}?batch=1`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Key": "one-name",
      ...(key !== null && { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(Object.fromEntries(Array.from({ length: calls }, (_, i) => [i, input]))),
  });
  return { status: response.status, body: await response.json() };
}

it("refuses each call of a tRPC batch with an Idempotency-Key, and executes none", async () => {
  const message = "Idempotency-Key names one call: it cannot be sent with a batch.";
  const refusal = { error: { message, data: { httpStatus: 400 } } };

  expect(await batch(2)).toMatchObject({ status: 400, body: [refusal, refusal] });
  expect(await service().parts.db.service.count()).toBe(0);
});

it("checks the API key first", async () => {
  const refusal = { error: { data: { httpStatus: 401 } } };

  expect(await batch(2, null)).toMatchObject({ status: 401, body: [refusal, refusal] });
});

it("accepts a batch of one call with an Idempotency-Key", async () => {
  const first = await batch(1);
  const again = await batch(1);

  expect(first.status).toBe(201);
  expect(again).toEqual(first);
});
