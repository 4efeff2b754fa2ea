import { writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { freePort } from "@usance/local-stack";
import { onTestFinished } from "vitest";
import { chooseRunAs } from "../../../../packages/local-stack/src/run-as.ts";
import { startTransactionPooler } from "../harness/transaction-pooler.ts";
import { until } from "../harness/until.ts";
import { run, temporaryFolder } from "./entry.ts";

/** Starts a pooler in front of a database. @returns the database's URL through it */
type StartPooler = (databaseUrl: string) => Promise<string>;

const standIn: StartPooler = async (databaseUrl) => {
  const pooler = await startTransactionPooler(databaseUrl);
  onTestFinished(pooler.close);
  return pooler.url;
};

/** Starts a PgBouncer with the fewest settings. */
const pgBouncer =
  (binary: string): StartPooler =>
  async (databaseUrl) => {
    const { hostname, port, username, password } = new URL(databaseUrl);
    const folder = temporaryFolder();
    const { prefix } = await chooseRunAs(folder); // it refuses to run as root
    const url = new URL(databaseUrl);
    url.port = String(await freePort());
    const ini = join(folder, "pgbouncer.ini");
    writeFileSync(
      ini,
      `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${url.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
`,
    );
    run([...prefix, binary, ini], {});
    await until(() => takesConnections(Number(url.port)));
    return url.href;
  };

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => resolve(true));
    socket.on("error", () => resolve(false)).on("connect", () => socket.destroy());
  });
}

const { PGBOUNCER_BIN } = process.env;

/** The substitute, and PgBouncer 1.21 or later if `PGBOUNCER_BIN` names one. */
export const poolers: readonly (readonly [name: string, start: StartPooler])[] = [
  ["a transaction pooler", standIn],
  ...(PGBOUNCER_BIN ? [["PgBouncer", pgBouncer(PGBOUNCER_BIN)] as const] : []),
];
