import { randomBytes, randomUUID } from "node:crypto";
import { settlementRegistryAbi } from "@usance/contracts";
import { type Anvil, startAnvil } from "@usance/local-stack";
import { encodeFunctionData, zeroAddress } from "viem";
import { afterAll, afterEach, beforeAll } from "vitest";
import { CircleClient, type CircleOptions } from "../../src/chain/circle/client.ts";
import { deployRegistry } from "../../src/cli/dev/deploy-contracts.ts";
import { admin } from "./chain.ts";
import { type Circle, startCircle } from "./circle.ts";

const aHash = () => `0x${randomBytes(32).toString("hex")}` as const;

/** Starts a Circle for a test file, with a chain on whose registry its wallet may record settlements. */
export function useCircle() {
  let anvil: Anvil;
  let circle: Circle;
  let contract: `0x${string}`;
  beforeAll(async () => {
    anvil = await startAnvil();
    circle = await startCircle(anvil.url);
    contract = await deployRegistry(anvil.url, circle.walletKey);
  });
  afterEach(() => {
    circle.faults = {};
  });
  afterAll(async () => {
    circle.stop();
    await anvil.stop();
  });
  return {
    circle: () => circle,
    rpcUrl: () => anvil.url,
    contract: () => contract,
    client: (more: Partial<CircleOptions> = {}) => {
      const { url: baseUrl, apiKey, entitySecret, walletId } = circle;
      const options = { baseUrl, apiKey, entitySecret, walletId, timeoutMs: 30_000 };
      return new CircleClient({ ...options, ...more });
    },
    /** Creates another settlement to execute at each call. */
    execution: () => {
      const [reference, invoice] = [aHash(), aHash()];
      return {
        idempotencyKey: randomUUID(),
        contract,
        callData: encodeFunctionData({
          abi: settlementRegistryAbi,
          functionName: "recordSettlement",
          args: [
            reference,
            invoice,
            admin.address,
            admin.address,
            zeroAddress,
            12_500_000n,
            2n ** 40n,
          ],
        }),
        refId: reference,
      };
    },
  };
}
