import { usanceClient } from "@usance/sdk";
import { findOrStartServer } from "./server.ts";
import { tellStory } from "./story.ts";
import { verifyOnChain } from "./verify-on-chain.ts";

/** Runs the whole flow with real calls, from a new service to an invoice that is paid on the chain. */
export async function demo(): Promise<void> {
  const server = await findOrStartServer();
  try {
    tell("The service answers.", server.url);
    const usance = usanceClient({ baseUrl: server.url, apiKey: server.apiKey });
    const settled = await tellStory(usance, tell);
    const { blockNumber, logIndex } = await verifyOnChain(server.rpcUrl, server.contract, settled);
    tell(
      "The chain itself says so too.",
      `SettlementRecorded in block ${blockNumber}, log ${logIndex}`,
    );
  } finally {
    await server.stop();
  }
}

function tell(step: string, result: string): void {
  process.stdout.write(`${step.padEnd(34)}${result}\n`);
}
