import { usanceClient } from "@usance/sdk";
import { daylightApi } from "./api.ts";
import { callersIn } from "./callers.ts";
import { readConfig } from "./config.ts";
import { openDatabase } from "./database.ts";
import { openMeter } from "./meter.ts";
import { serve } from "./serve.ts";
import { findSale, setUp } from "./setup.ts";
import { unsentUsageIn } from "./unsent-usage.ts";

/* `start`: the API. */

const log = (line: string) => process.stdout.write(`${line}\n`);

const config = readConfig(process.env);
const usance = usanceClient({ baseUrl: config.usanceUrl, apiKey: config.usanceKey });
const database = openDatabase(config.database);
database.exec("PRAGMA synchronous = NORMAL"); // or each call would wait for the disk
const sale = findSale(database) ?? (await setUp(usance, database, config));
const meter = openMeter(usance, unsentUsageIn(database), { maxWaiting: config.maxWaiting, log });
const gate = usance.gate();
const api = daylightApi({ usance, callers: callersIn(database), sale, meter, gate });
const stopServing = await serve(api, config.port);
log(`Daylight API on ${config.publicUrl}`);

await new Promise<void>((resolve) => {
  // One Ctrl-C may come as several signals: from the terminal and from pnpm.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve());
});
await stopServing();
await Promise.all([meter.close(20_000), gate.close({ signal: AbortSignal.timeout(20_000) })]);
database.close();
