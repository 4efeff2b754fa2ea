import { setTimeout as sleep } from "node:timers/promises";
import { settlementRegistryAbi } from "@usance/contracts";
import type { UsanceClient } from "@usance/sdk";
import { createPublicClient, createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Hex } from "../../../kit/evm-fields.ts";

/** What the functions that make the month share. Each call runs once, even after an interruption. */
export interface Making {
  readonly usance: UsanceClient;
  /** Prefix of the idempotency keys: a continued attempt repeats no call. */
  readonly run: string;
  /** The key of a call. @param name differs for each call */
  readonly once: (name: string) => { readonly idempotencyKey: string };
  /** A time of the month. @param day from 0 at its start to 30 at its end; more is after it */
  readonly at: (day: number) => Date;
  /** Is paused for the settlement that fails. */
  readonly registry: PausableRegistry;
}

/** The pause between two reads of an advancing clock, in milliseconds. */
const pauseMs = 200;

/**
 * Advances a test clock and waits until it arrives. A clock that an interrupted run has advanced already stays.
 *
 * @throws UsanceError
 */
export async function advanceTo(
  { testClocks }: UsanceClient,
  testClockId: string,
  to: Date,
): Promise<void> {
  let clock = await testClocks.get({ testClockId });
  if (clock.status === "READY" && new Date(clock.now) < to) {
    clock = await testClocks.advance({ testClockId, to: to.toISOString() });
  }
  while (clock.status === "ADVANCING") {
    await sleep(pauseMs);
    clock = await testClocks.get({ testClockId });
  }
}

/** A registry on a local chain, and the key of an account that may pause it. */
export interface PausableRegistry {
  readonly rpcUrl: string;
  readonly address: Hex;
  readonly adminKey: Hex;
}

/** Does work while the registry refuses settlements. */
export async function whilePaused(
  { rpcUrl, address, adminKey }: PausableRegistry,
  work: () => Promise<void>,
): Promise<void> {
  const transport = http(rpcUrl);
  const chain = createPublicClient({ transport, pollingInterval: 20 });
  const wallet = createWalletClient({ account: privateKeyToAccount(adminKey), transport });
  const registry = { address, abi: settlementRegistryAbi } as const;
  const pause = async (paused: boolean) => {
    if ((await chain.readContract({ ...registry, functionName: "paused" })) === paused) return;
    const functionName = paused ? "pause" : "unpause";
    const hash = await wallet.writeContract({ ...registry, chain: null, functionName });
    await chain.waitForTransactionReceipt({ hash });
  };
  try {
    await pause(true);
    await work();
  } finally {
    await pause(false);
  }
}
