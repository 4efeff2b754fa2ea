import { compose, type Surroundings } from "../compose.ts";
import type { Config } from "../config.ts";
import { assertDatabase } from "../db/assert-database.ts";
import { migrate } from "../db/schema-engine.ts";
import { httpServer } from "../http/server.ts";
import { assertChain } from "./assert-chain.ts";
import { drainOf } from "./drain.ts";
import { listen } from "./listen.ts";

/** How long requests under way may take to finish once the service is told to stop, in milliseconds. */
const drainMs = 25_000;

export interface RunningService {
  /** Where it listens: `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Takes no new requests, lets those under way finish, then lets go of everything. */
  stop(): Promise<void>;
}

/**
 * Looks at what it is to work with, brings the database up to date, starts the jobs, and listens
 * once all else is ready.
 *
 * @throws DatabaseUnavailable, WrongChain or CannotListen, whose messages are for the operator
 */
export async function serve(
  config: Config,
  surroundings: Pick<Surroundings, "developmentWallet"> = {},
): Promise<RunningService> {
  const service = compose(config, surroundings);
  const server = httpServer(service.app);
  const drain = drainOf(server, drainMs);
  try {
    await assertDatabase(config.DATABASE_URL);
    await assertChain(service.parts);
    await migrate(config.DATABASE_URL);
    const jobs = await service.startJobs();
    const { port } = await listen(server, config).catch(async (error) => {
      await jobs.stop();
      throw error;
    });
    const host = config.HOST.includes(":") ? `[${config.HOST}]` : config.HOST;
    return {
      url: `http://${host}:${port}`,
      stop: async () => {
        await drain();
        await jobs.stop();
        await service.close();
      },
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}
