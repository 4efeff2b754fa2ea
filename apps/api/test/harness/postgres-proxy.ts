import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { onFreePort } from "./on-free-port.ts";

export interface PostgresProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /**
   * From the COMMIT of the next transaction that sends a text, Postgres receives everything, and the client receives no
   * response. Resolves when Postgres has executed that COMMIT.
   */
  muteAtCommitOf(text: string): Promise<void>;
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
  let muted: { readonly text: string; readonly resolve: () => void } | null = null;
  let delayMs = 0;
  let isRefused = false;
  /** Passes bytes on in order. Each chunk waits for the delay that is set when the one before it was sent. */
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
    let transaction = "";
    for (const socket of [client, postgres]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => socket.destroy());
    }
    client.on("close", () => postgres.destroy());
    postgres.on("close", () => client.destroy());
    client.on("data", (bytes) => {
      if (muted !== null) {
        const said = bytes.toString("latin1");
        const begin = said.lastIndexOf("BEGIN");
        transaction = begin === -1 ? transaction + said : said.slice(begin);
        if (said.includes("COMMIT") && transaction.includes(muted.text)) mute = true;
      }
      toPostgres(bytes);
    });
    postgres.on("data", (bytes) => {
      if (mute) muted?.resolve();
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
    muteAtCommitOf: (text) =>
      new Promise((resolve) => {
        muted = { text, resolve };
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
