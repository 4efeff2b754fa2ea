import { ServerError, TimeoutError, type UsanceClient } from "@usance/sdk";
import { describe, expect, it } from "vitest";
import {
  aSubscriber,
  invoiceOf,
  settlementOf,
} from "../../../apps/api/test/harness/a-subscriber.ts";
import { rpc } from "../../../apps/api/test/harness/chain.ts";
import { type TestService, useService } from "../../../apps/api/test/harness/service.ts";
import { until } from "../../../apps/api/test/harness/until.ts";
import { useFaultyProxy } from "./faulty-proxy.ts";

describe("if the chain does not confirm a settlement in time", () => {
  const service = useService({ SETTLEMENT_TIMEOUT_MS: "1500" });
  const proxy = useFaultyProxy(service);

  it("the call is not retried: the settlement is read by the error's id", async () => {
    const usance = proxy().client();
    const invoice = await usance.invoices.create(invoiceOf(await aSubscriber(usance)));
    await rpc(service(), "evm_setAutomine", [false]);
    proxy().calls.length = 0;

    const error: unknown = await usance.settlements
      .create(settlementOf(invoice))
      .catch((thrown) => thrown);

    if (!(error instanceof ServerError)) throw error;
    expect(error.message).toMatch(/^The settlement was not confirmed within 1.5 s/);
    expect(error.code).toBe("settlement_timed_out");
    expect(proxy().calls).toHaveLength(1);
    await mine(service);
    const id = error.location?.split("/").at(-1) ?? "";
    expect(await usance.settlements.wait({ settlementId: id })).toMatchObject({
      status: "CONFIRMED",
    });
    expect(await usance.invoices.get({ invoiceId: invoice.id })).toMatchObject({ status: "PAID" });
  });
});

describe("a settlement in progress", () => {
  const service = useService();
  const proxy = useFaultyProxy(service);

  /** One that is sent and in no block. */
  async function undecided(usance: UsanceClient) {
    const invoice = await usance.invoices.create(invoiceOf(await aSubscriber(usance)));
    await rpc(service(), "evm_setAutomine", [false]);
    const settling = usance.settlements.create(settlementOf(invoice));
    const id = await until(async () => {
      const { settlements } = await usance.settlements.list({ invoiceId: invoice.id });
      expect(settlements[0]?.status).toBe("SUBMITTED");
      return settlements[0]?.id ?? "";
    });
    return { id, settling };
  }

  it("is awaited until it is CONFIRMED, despite failed reads", async () => {
    const usance = proxy().client({ maxRetries: 0 });
    const { id, settling } = await undecided(usance);
    proxy().faults = ["cut", "cut"];
    const waiting = usance.settlements.wait({ settlementId: id });
    await until(() => expect(proxy().faults).toEqual([]));

    await mine(service);

    expect(await waiting).toMatchObject({ id, status: "CONFIRMED" });
    expect(await settling).toMatchObject({ settlement: { id, status: "CONFIRMED" } });
  });

  it("is abandoned after the timeout, or when the caller aborts", async () => {
    const usance = proxy().client();
    const { id, settling } = await undecided(usance);

    await expect(usance.settlements.wait({ settlementId: id }, { timeoutMs: 100 })).rejects.toThrow(
      TimeoutError,
    );
    const reason = new Error("The visitor has left.");
    const call = usance.settlements.wait(
      { settlementId: id },
      { signal: AbortSignal.abort(reason) },
    );
    await expect(call).rejects.toBe(reason);

    await mine(service);
    await settling;
  });
});

async function mine(service: () => TestService): Promise<void> {
  await rpc(service(), "evm_setAutomine", [true]);
  await rpc(service(), "evm_mine", []);
}
