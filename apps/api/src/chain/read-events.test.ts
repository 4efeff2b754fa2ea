import { afterAll, beforeAll, expect, it } from "vitest";
import { rpc } from "../../test/harness/chain.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { blocksAsked, type RpcProxy, startRpcProxy } from "../../test/harness/rpc-proxy.ts";
import { useService } from "../../test/harness/service.ts";
import { ChainUnavailable } from "./chain-errors.ts";
import { findAppearance, findDeployment, readAllEvents } from "./read-events.ts";
import { rpcClient } from "./rpc-client.ts";

const service = useService();
let proxy: RpcProxy;

beforeAll(async () => {
  proxy = await startRpcProxy(() => service().anvil.url);
  await rpc(service(), "anvil_mine", ["0x12c"]); // 300 blocks; Anvil needs 6 ms for each
});
afterAll(() => proxy.stop());

/** Reads all role grants of the registry, the first of which is in the block of its deployment. */
async function readLogs() {
  const client = rpcClient(proxy.url);
  const before = proxy.requests.length;
  const logs = await readAllEvents(client, 0n, (range) =>
    client.getLogs({ address: service().contract, ...range }),
  );
  const asked = proxy.requests.slice(before).flatMap((request) => blocksAsked(request) ?? []);
  return { logs, asked };
}

it("reads logs in ranges that a provider accepts, whatever it says of larger ones", async () => {
  proxy.fault = null;
  const { logs } = await readLogs();
  expect(logs.length).toBeGreaterThan(0);
  const jsonRpc = (code: number, message: string) => ({ code, message });
  await forRows(
    [
      [
        "Alchemy",
        1_000,
        jsonRpc(-32_600, "You can make eth_getLogs requests with up to a 100 block range."),
      ],
      ["Infura", 70, jsonRpc(-32_005, "query returned more than 10000 results")],
      ["QuickNode", 10, jsonRpc(-32_614, "eth_getLogs is limited to a 10 range")],
      ["Base", 50, jsonRpc(-32_602, "query exceeds max block range 50")],
      ["a gateway", 80, { status: 400, text: '{"message":"Block range is too large"}' }],
      ["a gateway's limit of bytes", 80, { status: 413, text: "Response size exceeded" }],
    ] as const,
    async (_, limit, refusal) => {
      proxy.fault = (request) => ((blocksAsked(request) ?? 0) > limit ? refusal : null);
      const { logs: found, asked } = await readLogs();
      expect(found).toEqual(logs);
      // It settles below the limit, and tries larger ranges only now and then.
      expect(asked.filter((blocks) => blocks > limit).length).toBeLessThan(asked.length / 4 + 20);
    },
  );
});

it("asks for larger ranges again once they are answered", async () => {
  const client = rpcClient(proxy.url);
  const read = (from: bigint) =>
    readAllEvents(client, from, (range) =>
      client.getLogs({ address: service().contract, ...range }),
    );
  proxy.fault = (request) =>
    (blocksAsked(request) ?? 0) > 10 ? { code: -32_000, message: "too wide" } : null;
  await read(0n);
  proxy.fault = null;
  const before = proxy.requests.length;
  await read(0n);
  const asked = proxy.requests.slice(before).flatMap((request) => blocksAsked(request) ?? []);
  expect(Math.max(...asked)).toBeGreaterThan(15);
});

it("gives up on a node that refuses one block, or has no logs", () =>
  forRows(
    [
      ["refuses", { code: -32_000, message: "not today" }, 12 * 3],
      ["lacks the method", { code: -32_601, message: "the method eth_getLogs does not exist" }, 1],
    ] as const,
    async (_, refusal, mostRequests) => {
      proxy.fault = (request) => (blocksAsked(request) === null ? null : refusal);
      const before = proxy.requests.length;
      await expect(readLogs()).rejects.toThrow(ChainUnavailable);
      expect(proxy.requests.length - before).toBeLessThanOrEqual(mostRequests + 1);
    },
  ));

it("finds the block of a deployment, or of the oldest state that a node has", async () => {
  const client = rpcClient(proxy.url);
  proxy.fault = null;
  const latest = await client.getBlockNumber();
  const deployed = await findDeployment(client, service().contract, latest);
  expect(
    await client.getCode({ address: service().contract, blockNumber: deployed }),
  ).toBeDefined();
  expect(
    await client.getCode({ address: service().contract, blockNumber: deployed - 1n }),
  ).toBeUndefined();

  const pruned = await findAppearance({ fromBlock: 0n, toBlock: latest }, async (block) => {
    if (block < latest - 64n) {
      return rpcClient(proxy.url)
        .request({ method: "eth_missing" as "eth_chainId" })
        .then(() => true);
    }
    return true;
  });
  expect(pruned).toEqual({ fromBlock: 0n, toBlock: latest - 64n });
});
