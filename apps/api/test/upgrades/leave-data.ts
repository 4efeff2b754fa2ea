import { createServer } from "node:http";
import { publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import { Client } from "pg";
import { deployCollector } from "../../src/cli/dev/deploy-collector.ts";
import { deployRegistry } from "../../src/cli/dev/deploy-registry.ts";
import type { Hex } from "../../src/kit/evm-fields.ts";
import { admin, adminKey, rpc } from "../harness/chain.ts";
import { onFreePort } from "../harness/on-free-port.ts";
import { startRpcProxy } from "../harness/rpc-proxy.ts";
import { payments, testKey, testSecretsKey } from "../harness/service.ts";
import { startProgram, usanceCommand } from "../processes/program.ts";
import { environmentOn } from "../soak/environment.ts";
import { startFickleMailServer } from "./mail-server.ts";
import { beginSettlements, liveOn } from "./story.ts";
import { dumpTables, findUnused } from "./tables.ts";
import type { UpgradeData } from "./upgrade-data.ts";

/**
 * Runs the service as its callers do, until it has records of every kind and state, some of them in progress, and ends
 * it by SIGKILL.
 *
 * @param commit the commit of this version
 * @returns what it has left
 */
export async function leaveData(commit: string): Promise<UpgradeData> {
  const [postgres, anvil, receiver, mail] = await Promise.all([
    startPostgres({ durable: false }),
    startAnvil(),
    startReceiver(),
    startFickleMailServer(),
  ]);
  const proxy = await startRpcProxy(() => anvil.url);
  const database = new Client({ connectionString: postgres.url });
  try {
    const { privateKey, address: operator } = publicDevAccount;
    const contract = await deployRegistry(anvil.url, privateKey, admin.address);
    await deployCollector(anvil.url, { registry: contract, admins: [adminKey], operator });
    const program = startProgram(usanceCommand(["start"]), {
      ...environmentOn({ databaseUrl: postgres.url, rpcUrl: proxy.url, contract }),
      ...payments,
      BOOTSTRAP_API_KEY: testKey,
      NODE_ENV: "development", // the receiver is on this machine
      WEBHOOK_ALLOW_PRIVATE: "1",
      WEBHOOK_SECRETS_KEY: testSecretsKey,
      SMTP_URL: mail.url,
      EMAIL_FROM: "billing@usance.example",
      SETTLEMENT_FINALITY: "12", // nothing becomes final: the chain mines no blocks by itself
      SETTLEMENT_TIMEOUT_MS: "3000",
    });
    const [, url = ""] = await program.printed(/^Listening on (\S+)$/m);
    await database.connect();
    const stage = { url, anvil, contract, proxy, database, receiver: receiver.url };
    const told = await liveOn(stage);
    await beginSettlements(stage, told);
    program.signal("SIGKILL");
    await program.ended;
    await expectEverything(database);
    return {
      tables: await dumpTables(database),
      chain: (await rpc({ anvil }, "anvil_dumpState", [])) as Hex,
      told: { ...told, commit, contract, leftAt: new Date().toISOString() },
    };
  } finally {
    await database.end();
    proxy.stop();
    receiver.stop();
    await Promise.all([postgres.stop(), anvil.stop(), mail.close()]);
  }
}

/** States that this cannot produce, and why. */
const notHere = new Set([
  "settlement_executor provider", // a wallet provider sends them
  "rate_limits", // no rate limit is exceeded
]);

/** @throws Error that names the empty tables and the states without a row: such data would prove less */
async function expectEverything(database: Client): Promise<void> {
  const missing = (await findUnused(database)).filter((one) => !notHere.has(one));
  if (missing.length > 0) throw new Error(`There is nothing in: ${missing.join(", ")}.`);
}

/** A seller's server: it accepts webhooks at `/takes`, refuses them permanently at `/gone`, and fails elsewhere. */
async function startReceiver() {
  const answers: Readonly<Record<string, number>> = { "/takes": 204, "/gone": 410 };
  const server = createServer((req, res) => {
    req.resume().once("end", () => res.writeHead(answers[req.url ?? ""] ?? 500).end());
  });
  const { url } = await onFreePort(server);
  return {
    url,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
