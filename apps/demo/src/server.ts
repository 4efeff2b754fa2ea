import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** What the demo needs to know of the service. */
export interface Server {
  readonly url: string;
  readonly apiKey: string;
  readonly rpcUrl: string;
  readonly contract: `0x${string}`;
  /** Stops the server if the demo started it. */
  stop(): Promise<void>;
}

const usance = fileURLToPath(new URL("../../api/src/cli/usance.ts", import.meta.url));
const runningFile = resolve(process.env.DATA_DIR || ".data", "running.json");

/** Finds the `pnpm dev` that runs on the same data folder, or starts one for the demo. */
export async function findOrStartServer(): Promise<Server> {
  const running = await readRunning();
  if (running !== null) return { ...running, stop: async () => undefined };

  const child = spawn(process.execPath, [usance, "dev"], {
    env: { PORT: "0", ...process.env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  for (;;) {
    if (child.exitCode !== null) throw new Error("The service did not start.");
    const started = await readRunning();
    if (started === null) {
      await sleep(100);
      continue;
    }
    const stop = async () => {
      child.kill("SIGTERM");
      await ended;
    };
    return { ...started, stop };
  }
}

/** @returns null when no service responds at the address in the data folder */
async function readRunning(): Promise<Omit<Server, "stop"> | null> {
  try {
    const running: Omit<Server, "stop"> = JSON.parse(await readFile(runningFile, "utf8"));
    const { ok } = await fetch(`${running.url}/health`);
    return ok ? running : null;
  } catch {
    return null;
  }
}
