import { startAnvil } from "@usance/local-stack";
import { createPublicClient, http, parseGwei } from "viem";
import { expect, onTestFinished, test } from "vitest";
import { TooMuchGas } from "./chain-errors.ts";
import { gasLimitOf } from "./gas-limit.ts";

const penniless = "0x00000000000000000000000000000000000A11cE";
const burner = "0x000000000000000000000000000000000000b0b0";

test("refuses a call that burns all its gas even if the sender cannot pay for gas", async () => {
  const anvil = await startAnvil();
  onTestFinished(anvil.stop);
  const client = createPublicClient({ transport: http(anvil.url) });
  const forEver = "0x5b600056";
  await client.request({ method: "anvil_setCode" as never, params: [burner, forEver] as never });
  const fees = { maxFeePerGas: parseGwei("3"), maxPriorityFeePerGas: parseGwei("1") };
  const call = { from: penniless, to: burner, data: "0x" } as const;

  const estimated = gasLimitOf(client, call, { maxGas: 500_000n, fees });

  await expect(estimated).rejects.toThrow(TooMuchGas);
});
