import { aborted } from "node:util";
import { readConfig } from "./config/config.ts";
import { withSecretFiles } from "./config/environment.ts";
import { runEntry } from "./process/run-entry.ts";
import { serve } from "./process/serve.ts";
import { stopSignal } from "./process/stop-signal.ts";

/* `pnpm start`: production. Everything it talks to comes from the environment. */

// A stop asked for during the start waits for its end: better than half a start.
const stop = stopSignal();

await runEntry(async () => {
  const service = await serve(readConfig(withSecretFiles(process.env)));
  if (!stop.aborted) {
    const { url, metricsUrl } = service;
    process.stdout.write(`Listening on ${url}\n`);
    if (metricsUrl !== null) process.stdout.write(`Metrics on ${metricsUrl}\n`);
  }
  await aborted(stop, process);
  await service.stop();
});
