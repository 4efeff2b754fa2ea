import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** The address of a server. */
export interface LocalAddress {
  readonly url: string;
  readonly port: number;
}

/** Starts a server on a free port of 127.0.0.1. The caller closes it. */
export async function onFreePort(server: Server): Promise<LocalAddress> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}
