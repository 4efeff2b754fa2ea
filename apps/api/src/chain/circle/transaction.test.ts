import { randomUUID } from "node:crypto";
import { settlementRegistryAbi } from "@usance/contracts";
import { createPublicClient, http, parseEventLogs } from "viem";
import { describe, expect, it } from "vitest";
import type { Faults } from "../../../test/harness/circle-faults.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { until } from "../../../test/harness/until.ts";
import { useCircle } from "../../../test/harness/use-circle.ts";
import { deployRegistry } from "../../cli/dev/deploy-contracts.ts";
import { ProviderUnavailable } from "./refusals.ts";
import { hasEnded, type ProviderTransaction } from "./schema.ts";

const { circle, client, contract, execution, rpcUrl } = useCircle();

const receiptOf = (hash: `0x${string}`) =>
  createPublicClient({ transport: http(rpcUrl()) }).getTransactionReceipt({ hash });

async function executed(fate?: Faults["fate"]): Promise<string> {
  circle().faults = fate === undefined ? {} : { fate };
  return (await client().execute(execution())).id;
}

/** Asks again until it is as wanted. */
const shownAs = (id: string, wanted: (transaction: ProviderTransaction) => boolean) =>
  until(async () => {
    const transaction = await client().transaction(id);
    if (!wanted(transaction)) throw new Error(`It is ${transaction.state}.`);
    return transaction;
  });

const ended = (id: string) => shownAs(id, ({ state }) => hasEnded(state));

describe("a transaction", () => {
  it("ends COMPLETE with the hash of the wallet's transaction", async () => {
    const id = await executed();

    const transaction = await ended(id);

    expect(transaction).toEqual({
      id,
      state: "COMPLETE",
      txHash: expect.any(String),
      errorReason: null,
    });
    expect(await eventsOf(transaction)).toMatchObject([
      { address: contract().toLowerCase(), args: { operator: circle().walletAddress } },
    ]);
  });

  it("is one of many at once, each with its own event", async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => executed()));

    const transactions = await Promise.all(ids.map(ended));

    expect(transactions.map(({ state }) => state)).toEqual(Array(5).fill("COMPLETE"));
    expect(new Set(transactions.map(({ txHash }) => txHash)).size).toBe(5);
  });

  it("is STUCK with an unknown hash until it is released", async () => {
    const id = await executed("stuck");
    const { txHash } = await shownAs(id, ({ state }) => state === "STUCK");
    await expect(receiptOf(txHash ?? "0x")).rejects.toThrow("could not be found");

    circle().faults = {};

    expect(await ended(id)).toMatchObject({ state: "COMPLETE", txHash });
  });

  it("is in flight if its state is unknown", async () => {
    const id = await executed("unknown");
    const { state } = await shownAs(id, (one) => one.state === "PENDING_RISK_SCREENING");
    expect(hasEnded(state)).toBe(false);

    circle().faults = {};

    expect(await ended(id)).toMatchObject({ state: "COMPLETE" });
  });

  it("that is denied, cancelled or failed ends so, without a hash", () =>
    forRows(
      [
        ["denied", "DENIED", null],
        ["cancelled", "CANCELLED", null],
        ["failed", "FAILED", "INSUFFICIENT_NATIVE_TOKEN"],
      ] as const,
      async (fate, state, errorReason) => {
        const id = await executed(fate);

        expect(await ended(id)).toEqual({ id, state, txHash: null, errorReason });
      },
    ));

  it("that reverts on the chain ends FAILED with its hash", async () => {
    const { state, txHash } = await ended(await executed("reverted"));

    expect(state).toBe("FAILED");
    expect((await receiptOf(txHash ?? "0x")).status).toBe("reverted");
  });

  it("that the contract would refuse ends FAILED without a hash", async () => {
    const given = execution();
    await ended((await client().execute(given)).id);

    const { id } = await client().execute({ ...given, idempotencyKey: randomUUID() });

    expect(await ended(id)).toMatchObject({ state: "FAILED", txHash: null });
  });

  it("can be COMPLETE with a hash unknown to the chain", async () => {
    const { state, txHash } = await ended(await executed("made-up"));

    expect(state).toBe("COMPLETE");
    await expect(receiptOf(txHash ?? "0x")).rejects.toThrow("could not be found");
  });

  it("can be COMPLETE with the same event of another contract", async () => {
    const elsewhere = await deployRegistry(rpcUrl(), circle().walletKey);

    const transaction = await ended(await executed({ elsewhere }));

    expect(transaction.state).toBe("COMPLETE");
    expect(await eventsOf(transaction)).toMatchObject([{ address: elsewhere.toLowerCase() }]);
  });

  it("unknown to the provider is an outage, not a final state", async () => {
    await expect(client().transaction(randomUUID())).rejects.toThrow(ProviderUnavailable);
  });
});

const mishaps = ["silent", "trickle", "endless", "dropped", "garbage", "error", "busy"] as const;

it("no proper response is an outage, for a transaction and for the wallet", async () => {
  const id = await executed();
  await forRows(mishaps, async (mishap) => {
    const timeoutMs = mishap === "silent" || mishap === "trickle" ? 200 : 30_000;
    circle().faults = { transaction: mishap, wallet: mishap };

    const lost = [client({ timeoutMs }).transaction(id), client({ timeoutMs }).wallet()];

    for (const one of await Promise.allSettled(lost)) {
      expect(one).toMatchObject({ reason: expect.any(ProviderUnavailable) });
    }
  });
});

async function eventsOf({ txHash }: ProviderTransaction) {
  const { logs } = await receiptOf(txHash ?? "0x");
  return parseEventLogs({ abi: settlementRegistryAbi, eventName: "SettlementRecorded", logs });
}
