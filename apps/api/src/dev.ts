import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { LocalStackError } from "@usance/local-stack";
import { ConfigError, readConfig } from "./config.ts";
import { banner } from "./dev/banner.ts";
import { localEnvironment } from "./dev/local-environment.ts";
import { prepareDatabase } from "./dev/prepare-database.ts";
import { AddressInUse, assertAddressFree, serve } from "./serve.ts";
import { stopSignal } from "./stop-signal.ts";

/* `pnpm dev`: the service with everything it needs, state kept in DATA_DIR. */

const say = (text: string) => process.stdout.write(`${text}\n`);

async function run(stopped: Promise<unknown>): Promise<void> {
  const port = process.env.PORT || "3000";
  const host = process.env.HOST || "127.0.0.1";
  await assertAddressFree({ PORT: Number(port), HOST: host });
  const dataDir = resolve(process.env.DATA_DIR || ".data");
  await mkdir(dataDir, { recursive: true });

  const local = await localEnvironment(process.env, dataDir, say);
  try {
    const config = readConfig({
      CHECKOUT_URL: `http://localhost:${port}/checkout`,
      LOG_LEVEL: "warn",
      ...local.environment,
    });
    const key = await prepareDatabase(config.DATABASE_URL, dataDir, local.newChain);
    const service = await serve(config);
    say(banner(service.url, key));
    await Promise.race([stopped, local.broken]).finally(() => service.stop());
  } finally {
    await local.stop();
  }
}

try {
  await run(stopSignal());
} catch (error) {
  const expected =
    error instanceof ConfigError || error instanceof AddressInUse || error instanceof LocalStackError;
  if (!expected) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
