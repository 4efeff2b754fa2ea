import { readFileSync } from "node:fs";
import { join } from "node:path";
import { usanceClient } from "@usance/sdk";
import { aSubscriber } from "../../api/test/harness/a-subscriber.ts";
import { documentedFetch } from "../../api/test/harness/documented.ts";
import { type Program, startProgram, usanceCommand } from "../../api/test/processes/program.ts";

export interface Dev extends Program {
  readonly url: string;
  readonly apiKey: string;
}

/** Runs the service as `pnpm dev` does. */
export async function startDev(DATA_DIR: string): Promise<Dev> {
  const program = startProgram(usanceCommand(["dev"]), { DATA_DIR, PORT: "0" });
  await program.printed(/Ctrl-C stops it/);
  return { ...program, ...JSON.parse(readFileSync(join(DATA_DIR, "running.json"), "utf8")) };
}

/** Completes a checkout of a subscriber. @returns the session's id */
export async function completeCheckout({ url, apiKey }: Dev): Promise<string> {
  const usance = usanceClient({ baseUrl: url, apiKey, fetch: documentedFetch });
  return (await aSubscriber(usance)).checkoutSessionId;
}
