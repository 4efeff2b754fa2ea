import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "../../kit/config/config.ts";

/** The address cannot be listened on. The message is one line that names the variable to change. */
export class CannotListen extends Error {
  override readonly name = "CannotListen";
}

type Address = Pick<Config, "PORT" | "HOST">;

/**
 * @param prefix the beginning of the names of its variables: `METRICS_` for METRICS_PORT
 * @throws CannotListen when the address is taken, forbidden, or not one of this machine
 */
export async function listen(
  server: Server,
  { PORT, HOST }: Address,
  prefix: "" | "METRICS_" = "",
): Promise<AddressInfo> {
  server.listen(PORT, HOST);
  try {
    await once(server, "listening");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? reasons[String(error.code)] : undefined;
    if (why === undefined) throw error;
    throw new CannotListen(why({ PORT, HOST }, prefix), { cause: error });
  }
  return server.address() as AddressInfo;
}

/**
 * Checks that the address is available before anything else is started.
 *
 * @returns the port; a free one if the given port is 0
 */
export async function findPort(address: Address): Promise<number> {
  const server = createServer();
  const { port } = await listen(server, address);
  const closed = once(server, "close");
  server.close();
  await closed;
  return port;
}

type Reason = (address: Address, prefix: string) => string;

const foreignHost: Reason = ({ HOST }, prefix) =>
  `${prefix}HOST ${HOST} is not an address of this machine.`;

const reasons: Readonly<Record<string, Reason>> = {
  EADDRINUSE: ({ PORT }, prefix) =>
    `Port ${PORT} is in use. Stop the process that uses it, or set ${prefix}PORT.`,
  EACCES: ({ PORT }, prefix) =>
    `This user may not listen on port ${PORT}. Set ${prefix}PORT to one above 1023.`,
  EADDRNOTAVAIL: foreignHost,
  ENOTFOUND: foreignHost,
};
