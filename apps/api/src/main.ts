import { ConfigError, readConfig } from "./config.ts";
import { AddressInUse, serve } from "./serve.ts";
import { stopSignal } from "./stop-signal.ts";

/* `pnpm start`: production. Everything it talks to comes from the environment. */

const stopped = stopSignal();
try {
  const service = await serve(readConfig(process.env));
  process.stdout.write(`Listening on ${service.url}\n`);
  await stopped;
  await service.stop();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof AddressInUse)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
