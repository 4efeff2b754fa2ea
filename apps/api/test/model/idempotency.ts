import { type Expected, type ModelCall, Refused } from "./model-call.ts";
import type { Tenant } from "./world.ts";

/** How long a response is stored, in milliseconds. */
export const rememberedMs = 24 * 3_600_000;

/** Runs a write once per Idempotency-Key: the same request again gets the same response. Refusals are not stored. */
export function once(
  call: ModelCall,
  operation: string,
  work: (call: ModelCall) => Expected,
): Expected {
  const { world, tenant, idempotencyKey, input } = call;
  if (idempotencyKey === null) return work(call);
  const id = idOf(tenant, idempotencyKey);
  const request = requestOf(operation, input);
  const earlier = world.remembered.get(id);
  if (earlier !== undefined && world.now - earlier.at < rememberedMs) {
    if (earlier.request === request) return { ...earlier.expected, replayed: true };
    throw new Refused(422, "Idempotency-Key was used with another request.");
  }
  const expected = work(call);
  world.remembered.set(id, { at: world.now, request, expected });
  return expected;
}

const idOf = (tenant: Tenant, key: string): string => `${tenant ?? "platform"} ${key}`;

/** Requests that differ only in the order of fields are the same. */
const requestOf = (operation: string, input: ModelCall["input"]): string =>
  JSON.stringify([
    operation,
    Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);

/** The response to a concurrent request with the same key. */
export const stillRunning = "A request with this Idempotency-Key is still running.";
