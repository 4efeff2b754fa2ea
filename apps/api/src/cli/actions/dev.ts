import { resolve } from "node:path";
import { aborted } from "node:util";
import { LocalStackError, makeFolder } from "@usance/local-stack";
import { usanceClient } from "@usance/sdk";
import { withSecretFiles } from "../../kit/config/config.ts";
import { findPort } from "../../server/process/listen.ts";
import { serve } from "../../server/process/serve.ts";
import { CommandError } from "../command-error.ts";
import type { CommandLine, Surroundings } from "../command-line.ts";
import { developmentWallet, paymentsDeployer, sampleMerchant } from "../dev/accounts.ts";
import { banner } from "../dev/banner.ts";
import { readDevConfig } from "../dev/dev-config.ts";
import { startLocalServers } from "../dev/local-servers.ts";
import { keptSecretsKey, noteRunning, prepareDatabase } from "../dev/prepare-database.ts";
import { isShownAtStart, readableLog } from "../dev/readable-log.ts";
import { sampleCheckout } from "../dev/sample-checkout.ts";
import { sampleMonth } from "../dev/sample-month/sample-month.ts";

interface DevOptions {
  /** Logs no requests. LOG_LEVEL takes precedence. */
  readonly quiet: boolean;
  /** Makes a month of sales, unless an earlier start has made it. */
  readonly sample: boolean;
}

/**
 * Runs the service with everything it needs until it is told to stop. State is kept in DATA_DIR.
 *
 * @throws CommandError when the local servers cannot be started or end by themselves
 */
export async function dev(
  commandLine: Pick<CommandLine, "surroundings" | "say">,
  stop: AbortSignal,
  options: DevOptions,
): Promise<void> {
  try {
    await runDev(commandLine, stop, options);
  } catch (error) {
    if (!(error instanceof LocalStackError)) throw error;
    throw new CommandError(error.message, { cause: error });
  }
}

async function runDev(
  { surroundings, say }: Pick<CommandLine, "surroundings" | "say">,
  stop: AbortSignal,
  { quiet, sample }: DevOptions,
): Promise<void> {
  const environment = withSecretFiles(surroundings.environment);
  const { config: given, missing } = readDevConfig({
    ...environment,
    LOG_LEVEL: environment.LOG_LEVEL || (quiet ? "warn" : undefined),
  });
  const port = await findPort(given);
  const dataDir = await makeDataDir(given.DATA_DIR);
  const local = await startLocalServers(missing, dataDir, say).catch((error) => {
    // A Ctrl-C reaches every process of the terminal, so it can also make a server fail while it starts.
    if (!stop.aborted) throw error;
  });
  if (local === undefined) return;
  try {
    if (stop.aborted) return;
    const config = {
      ...given,
      PORT: port,
      DATABASE_URL: local.databaseUrl ?? given.DATABASE_URL,
      SETTLEMENT_RPC_URL: local.rpcUrl ?? given.SETTLEMENT_RPC_URL,
      CHECKOUT_URL: environment.CHECKOUT_URL
        ? given.CHECKOUT_URL
        : `http://localhost:${port}/checkout`,
      ...(!environment.WEBHOOK_SECRETS_KEY && {
        WEBHOOK_SECRETS_KEY: [await keptSecretsKey(dataDir)] satisfies [string],
      }),
    };
    say("Preparing the database.");
    const key = await prepareDatabase(config.DATABASE_URL, { dataDir, localChain: local.rpcUrl });
    say("Starting the service.");
    let checkoutUrl: string | undefined;
    let isReady = false;
    const write = logWriter(surroundings);
    const service = await serve(config, {
      development: { checkoutUrl: () => checkoutUrl ?? null },
      writeLog: (line) => write(line, isReady),
      developmentWallet: local.rpcUrl
        ? {
            privateKey: developmentWallet.privateKey,
            sellerPrivateKey: sampleMerchant.privateKey,
            rpcUrl: local.rpcUrl,
          }
        : null,
    });
    const unnote = await noteRunning(dataDir, {
      url: service.url,
      apiKey: key,
      databaseUrl: config.DATABASE_URL,
      rpcUrl: config.SETTLEMENT_RPC_URL,
      contract: config.SETTLEMENT_CONTRACT_ADDRESS,
    });
    const usance = usanceClient({ baseUrl: service.url, apiKey: key });
    checkoutUrl = local.rpcUrl && (await sampleCheckout(usance, dataDir));
    if (sample) {
      const { rpcUrl } = local;
      if (!rpcUrl)
        throw new CommandError("--sample needs a chain of its own: unset SETTLEMENT_RPC_URL.");
      say("Looking for the month of sales, or making it. One of its payments fails on purpose.");
      const now = surroundings.clock.now();
      const { privateKey: adminKey } = paymentsDeployer;
      const registry = { rpcUrl, address: config.SETTLEMENT_CONTRACT_ADDRESS, adminKey };
      const { serviceId, isNew } = await sampleMonth(usance, { now, registry }, dataDir);
      say(`The month of sales ${isNew ? "is made" : "was made before"}: service ${serviceId}.`);
    }
    const { url: dashboardUrl } = await usance.dashboardSessions.create();
    isReady = true;
    if (!stop.aborted)
      say(
        banner(service.url, key, {
          ...local,
          checkoutUrl,
          dashboardUrl: dashboardUrl ?? undefined,
        }),
      );
    await Promise.race([aborted(stop, process), local.broken])
      .finally(unnote)
      .finally(service.stop);
  } finally {
    await local.stop();
  }
}

async function makeDataDir(folder: string): Promise<string> {
  const path = resolve(folder);
  await makeFolder(path).catch((cause) => {
    const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    throw new LocalStackError(`DATA_DIR ${path} cannot be made${code}.`, { cause });
  });
  return path;
}

/** Writes the service's log: readable in a terminal, as JSON lines elsewhere. */
function logWriter({ terminal, out }: Surroundings): (line: string, isReady: boolean) => void {
  const read = terminal && readableLog({ colors: terminal.hasColors });
  return (line, isReady) => {
    if (!isReady && !isShownAtStart(line)) return;
    const text = read === null ? line : read(line);
    if (text !== null) out(text.endsWith("\n") ? text : `${text}\n`);
  };
}
