import type { Server } from "node:http";
import { assertDatabase } from "../../db/assert-database.ts";
import { permitted } from "../../db/permitted.ts";
import { migrate } from "../../db/schema-engine.ts";
import type { Config } from "../../kit/config/config.ts";
import type { Surroundings } from "../builders.ts";
import { compose } from "../compose.ts";
import { httpServer } from "../connections/server.ts";
import { assertChain } from "./assert-chain.ts";
import { drainOf } from "./drain.ts";
import { haveLastWordsLogged } from "./last-words.ts";
import { listen } from "./listen.ts";
import { metricsServer } from "./metrics-server.ts";
import { openWatchers } from "./open-watchers.ts";

/** How long running requests may take to finish after the service was told to stop, in milliseconds. */
const drainMs = 25_000;

export interface RunningService {
  /** The URL of the service, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The URL of its metrics; null without METRICS_PORT. */
  readonly metricsUrl: string | null;
  /** Announces the stop on `/ready`, then accepts no new requests, lets running ones finish, and closes everything. */
  stop(): Promise<void>;
}

/**
 * Checks the database and the chain, migrates the database, starts the jobs, and listens once everything else is
 * ready.
 *
 * @throws DatabaseUnavailable, MayNotMigrate, TablesInUse, WrongChain or CannotListen, whose messages are for the
 *   operator
 */
export async function serve(
  config: Config,
  surroundings: Pick<Surroundings, "developmentWallet" | "development" | "writeLog"> = {},
): Promise<RunningService> {
  const watchers = await openWatchers(config);
  const service = compose(config, { ...surroundings, ...watchers });
  const { log } = service.parts;
  haveLastWordsLogged(log);
  const server = httpServer(service.app, config);
  const drain = drainOf(server, { noticeMs: config.SHUTDOWN_NOTICE_MS, limitMs: drainMs });
  const metrics = service.metrics && metricsServer(service.metrics, log);
  try {
    const synchronousStandbys = config.SYNCHRONOUS_STANDBYS;
    await assertDatabase(config.DATABASE_URL, { synchronousStandbys });
    await assertChain(service.parts);
    await permitted(() => migrate(config.DATABASE_URL));
    await service.findLayout();
    const stopJobs = service.startJobs();
    try {
      const metricsUrl = metrics && `${await startMetrics(metrics, config)}/metrics`;
      const { port } = await listen(server, config);
      return {
        url: urlOf(config.HOST, port),
        metricsUrl,
        stop: async () => {
          service.announceStop();
          await drain();
          await stopJobs();
          metrics?.close();
          metrics?.closeAllConnections();
          await service.close();
          await watchers.tracing?.close(log);
        },
      };
    } catch (error) {
      metrics?.close();
      await stopJobs();
      throw error;
    }
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** @returns the URL of the metrics */
async function startMetrics(
  server: Server,
  { METRICS_HOST, METRICS_PORT = 0 }: Config,
): Promise<string> {
  const { port } = await listen(server, { HOST: METRICS_HOST, PORT: METRICS_PORT }, "METRICS_");
  return urlOf(METRICS_HOST, port);
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
