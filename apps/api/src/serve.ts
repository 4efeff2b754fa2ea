import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { compose } from "./compose.ts";
import type { Config } from "./config.ts";
import { migrate } from "./db/schema-engine.ts";

/** How long requests under way may take to finish once the service is told to stop, in milliseconds. */
const drainMs = 25_000;

export interface RunningService {
  /** Where it listens: `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Takes no new requests, lets those under way finish, then lets go of everything. */
  stop(): Promise<void>;
}

/** The address is taken by somebody else. */
export class AddressInUse extends Error {
  override readonly name = "AddressInUse";
}

/** Brings the database up to date, listens, and starts the jobs. */
export async function serve(config: Config): Promise<RunningService> {
  await migrate(config.DATABASE_URL);
  const service = compose(config);
  const server = createServer(service.app);
  try {
    await listen(server, config);
  } catch (error) {
    await service.close();
    throw error;
  }
  const jobs = await service.startJobs();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${config.HOST}:${port}`,
    stop: async () => {
      await drain(server);
      await jobs.stop();
      await service.close();
    },
  };
}

/** Finds out that the address is taken before anything else is started for nothing. */
export async function assertAddressFree(address: Pick<Config, "PORT" | "HOST">): Promise<void> {
  const server = createServer();
  await listen(server, address);
  await new Promise((resolve) => server.close(resolve));
}

async function listen(server: Server, { PORT, HOST }: Pick<Config, "PORT" | "HOST">): Promise<void> {
  server.listen(PORT, HOST);
  try {
    await once(server, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new AddressInUse(`Port ${PORT} is in use. Stop what listens there, or set PORT.`);
    }
    throw error;
  }
}

async function drain(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const hurry = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(hurry);
}
