import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { onFreePort } from "./on-free-port.ts";

export interface PostgresProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /**
   * From the next COMMIT on, Postgres receives everything, and the client receives no response. Resolves when Postgres has
   * executed that COMMIT.
   */
  muteAtCommit(): Promise<void>;
  /** Sends new connections to the same database at another address. */
  redirect(databaseUrl: string): void;
  /** Cuts all connections, whatever they are doing. */
  cut(): void;
  /** Delays everything from now on, in both directions, in milliseconds. Infinity holds it until the delay changes. */
  delay(ms: number): void;
  /** Whether new connections are cut immediately. */
  refuse(refused: boolean): void;
  close(): void;
}

/** A proxy between the service and Postgres that can cut or delay connections. */
export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let muted: (() => void) | null = null;
  let delayMs = 0;
  let isRefused = false;
  /** Passes bytes on in order. Each chunk waits for the delay that is set when its turn comes. */
  const slowly = (to: Socket) => {
    let waiting = 0;
    let last = Promise.resolve();
    return (bytes: Buffer) => {
      if (delayMs === 0 && waiting === 0) {
        to.write(bytes);
        return;
      }
      waiting += 1;
      last = last.then(async () => {
        while (delayMs === Number.POSITIVE_INFINITY && !to.destroyed) await sleep(20);
        if (to.destroyed) return;
        if (delayMs > 0) await sleep(delayMs);
        to.write(bytes);
        waiting -= 1;
      });
    };
  };

  const server = createServer((client) => {
    if (isRefused) {
      client.destroy();
      return;
    }
    const postgres = connect(Number(target.port), target.hostname);
    const [toPostgres, toClient] = [slowly(postgres), slowly(client)];
    let mute = false;
    for (const socket of [client, postgres]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => socket.destroy());
    }
    client.on("close", () => postgres.destroy());
    postgres.on("close", () => client.destroy());
    client.on("data", (bytes) => {
      if (muted !== null && bytes.includes("COMMIT")) mute = true;
      toPostgres(bytes);
    });
    postgres.on("data", (bytes) => {
      if (mute) muted?.();
      else toClient(bytes);
    });
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const { port } = await onFreePort(server);
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    muteAtCommit: () =>
      new Promise((resolve) => {
        muted = resolve;
      }),
    redirect: (elsewhere) => {
      target = new URL(elsewhere);
    },
    cut,
    delay: (ms) => {
      delayMs = ms;
    },
    refuse: (refused) => {
      isRefused = refused;
    },
    close: () => {
      server.close();
      cut();
    },
  };
}
