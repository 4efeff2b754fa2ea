// Starts a Citus coordinator and workers on this machine, for trying out docs/scaling.md, and runs until Ctrl-C.
//
//   CITUS_BIN=/usr/lib/postgresql/18/bin npx --yes pnpm@12.21.0 exec node ops/citus/start.mjs [workers]
//
// CITUS_BIN is the folder of `postgres` and `initdb` in an installation that has the Citus extension. The data is lost at
// the end. The first line of the output is the DATABASE_URL of the coordinator.
import { once } from "node:events";
import { dirname } from "node:path";
import { startCitus } from "../../packages/local-stack/src/citus.ts";

const { CITUS_BIN } = process.env;
if (CITUS_BIN === undefined) throw new Error("Set CITUS_BIN.");
const citus = await startCitus({
  binaries: dirname(CITUS_BIN),
  workers: Number(process.argv[2] ?? 2),
  durable: true,
  settings: { max_connections: 300 },
});
process.stdout.write(`${await citus.createDatabase("usance")}\n`);
const running = setInterval(() => undefined, 60_000);
await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
clearInterval(running);
await citus.stop();
