import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "../config.ts";

/** The address cannot be listened on; the message is one line that names the variable to change. */
export class CannotListen extends Error {
  override readonly name = "CannotListen";
}

/** @throws CannotListen when the address is taken, forbidden, or none of this machine */
export async function listen(
  server: Server,
  { PORT, HOST }: Pick<Config, "PORT" | "HOST">,
): Promise<AddressInfo> {
  server.listen(PORT, HOST);
  try {
    await once(server, "listening");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? reasons[String(error.code)] : undefined;
    if (why === undefined) throw error;
    throw new CannotListen(why({ PORT, HOST }), { cause: error });
  }
  return server.address() as AddressInfo;
}

/**
 * Finds out that the address cannot be had before anything else is started for nothing.
 *
 * @returns the port: a free one where the port given is 0
 */
export async function findPort(address: Pick<Config, "PORT" | "HOST">): Promise<number> {
  const server = createServer();
  const { port } = await listen(server, address);
  const closed = once(server, "close");
  server.close();
  await closed;
  return port;
}

const foreignHost = ({ HOST }: Pick<Config, "HOST">) =>
  `HOST ${HOST} is no address of this machine.`;

const reasons: Readonly<Record<string, (address: Pick<Config, "PORT" | "HOST">) => string>> = {
  EADDRINUSE: ({ PORT }) => `Port ${PORT} is in use. Stop what listens there, or set PORT.`,
  EACCES: ({ PORT }) => `Port ${PORT} is not for this user. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: foreignHost,
  ENOTFOUND: foreignHost,
};
