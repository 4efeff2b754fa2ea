import { expect, test, vi } from "vitest";
import { aCheckout, anApi, aPayment, aPreparedCheckout } from "../../test/harness/pure.ts";
import { ApiError } from "./api-error.ts";
import { patient } from "./patience.ts";
import type { PaymentApi } from "./payable.ts";

const { signal } = new AbortController();
const { terms } = aCheckout();
const status = { id: "a", status: "PENDING" as const, terms, payment: aPayment() };
const tooMany = new ApiError("too-many", "Too many requests.", { retryAfterS: 7 });
const unreachable = new ApiError("unreachable", "fetch failed");

/** A patient API, how long it has slept, and what it has told of it. */
function waiting(calls: Partial<PaymentApi>) {
  const slept: number[] = [];
  const told: unknown[] = [];
  const api = patient(anApi(calls), {
    sleep: async (ms) => void slept.push(ms),
    onWaiting: (call, why) => told.push([call, why]),
  });
  return { api, slept, told };
}

test("a rate-limited call is retried when the API says", async () => {
  const answer = vi
    .fn<PaymentApi["status"]>()
    .mockRejectedValueOnce(tooMany)
    .mockResolvedValue(status);
  const { api, slept, told } = waiting({ status: answer });

  expect(await api.status("a", signal)).toBe(status);

  expect(slept).toEqual([7_000]);
  expect(told).toEqual([
    ["status", "too-many"],
    ["status", null],
  ]);
});

test("a payment without a response is sent again with growing pauses", async () => {
  const answer = vi
    .fn<PaymentApi["pay"]>()
    .mockRejectedValueOnce(unreachable)
    .mockRejectedValueOnce(unreachable)
    .mockRejectedValueOnce(unreachable)
    .mockResolvedValue(status);
  const { api, slept } = waiting({ pay: answer });

  await api.pay({ id: "a" }, signal);

  expect(slept).toEqual([1_000, 2_000, 4_000]);
});

test("an API that stays unreachable is given up", async () => {
  const prepare = vi.fn<PaymentApi["prepare"]>().mockRejectedValue(unreachable);
  const { api, told } = waiting({ prepare });

  await expect(api.prepare({ id: "a", payerAddress: "0x" }, signal)).rejects.toBe(unreachable);

  expect(prepare).toHaveBeenCalledTimes(6);
  expect(told.at(-1)).toEqual(["prepare", null]);
});

test("a read without a response is left for the caller to repeat", async () => {
  const { api, slept } = waiting({ status: vi.fn().mockRejectedValue(unreachable) });

  await expect(api.status("a", signal)).rejects.toBe(unreachable);

  expect(slept).toEqual([]);
});

test("a refusal is final", async () => {
  const refusal = new ApiError("refused", "No.");
  const prepare = vi.fn<PaymentApi["prepare"]>().mockRejectedValueOnce(refusal);
  const { api } = waiting({ prepare: prepare.mockResolvedValue(aPreparedCheckout()) });

  await expect(api.prepare({ id: "a", payerAddress: "0x" }, signal)).rejects.toBe(refusal);
});
