import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface PostgresProxy {
  /** The database's URL, by way of the proxy. */
  readonly url: string;
  /**
   * From the next COMMIT on, Postgres hears all and answers nothing. Resolves when it has answered the
   * COMMIT itself: what the client was not told is done.
   */
  muteAtCommit(): Promise<void>;
  /** Connections from now on go to the same database at another address. */
  redirect(databaseUrl: string): void;
  close(): void;
}

/** A wire between the service and Postgres that can be cut at the worst moment. */
export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let muted: (() => void) | null = null;

  const server = createServer((client) => {
    const postgres = connect(Number(target.port), target.hostname);
    let mute = false;
    for (const socket of [client, postgres]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => socket.destroy());
    }
    client.on("close", () => postgres.destroy());
    postgres.on("close", () => client.destroy());
    client.on("data", (bytes) => {
      if (muted !== null && bytes.includes("COMMIT")) mute = true;
      postgres.write(bytes);
    });
    postgres.on("data", (bytes) => {
      if (mute) muted?.();
      else client.write(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    muteAtCommit: () =>
      new Promise((resolve) => {
        muted = resolve;
      }),
    redirect: (elsewhere) => {
      target = new URL(elsewhere);
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
