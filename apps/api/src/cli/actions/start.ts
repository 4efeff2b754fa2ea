import { aborted } from "node:util";
import { readConfig, withSecretFiles } from "../../kit/config/config.ts";
import { serve } from "../../server/process/serve.ts";
import type { CommandLine } from "../command-line.ts";

/** Runs the service in production until it is told to stop. The environment has the addresses of all its servers. */
export async function start(
  { surroundings, say }: Pick<CommandLine, "surroundings" | "say">,
  stop: AbortSignal,
): Promise<void> {
  const service = await serve(readConfig(withSecretFiles(surroundings.environment)));
  if (!stop.aborted) {
    const { url, metricsUrl } = service;
    say(`Listening on ${url}`);
    if (metricsUrl !== null) say(`Metrics on ${metricsUrl}`);
  }
  await aborted(stop, process);
  await service.stop();
}
