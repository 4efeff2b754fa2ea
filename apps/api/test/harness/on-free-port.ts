import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** Where a server can be reached. */
export interface LocalAddress {
  readonly url: string;
  readonly port: number;
}

/** Has a server listen at 127.0.0.1 where nothing else does. It is for the caller to close. */
export async function onFreePort(server: Server): Promise<LocalAddress> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}
