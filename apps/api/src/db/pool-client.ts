import type { Socket } from "node:net";
import { Client, type Connection, type DatabaseError } from "pg";
import type { ServerAddress } from "../kit/database-url.ts";
import { readServerState } from "./server-state.ts";
import type { Servers } from "./servers.ts";
import { applySettings, type Settings, sendThrough } from "./settings.ts";

/** How long one of several servers may take to accept a connection, in milliseconds. */
const openMs = 3_000;

/** SQLSTATE: a write in a read-only transaction, as on a standby. */
const readOnly = "25006";

/** The function of Postgres in which commits wait for a standby. Its name is not translated, as messages are. */
const syncWait = "SyncRepWaitForLSN";

type Connected = (error: Error | null, client?: Client) => void;

/** The socket of a connection. */
export const socketOf = ({ connection }: { readonly connection: Connection }) =>
  connection.stream as Socket;

/** The class of a pool's connections: each is opened to the server in use, and its statements run with the settings. */
export function poolClient(servers: Servers, settings: Settings): new () => Client {
  return class extends Client {
    override connect(): Promise<Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<Client> | undefined {
      const opened = this.#open();
      if (callback === undefined) return opened;
      opened.then(
        () => callback(null, this),
        (error: Error) => callback(error),
      );
      return undefined;
    }

    async #open(): Promise<Client> {
      const server = await servers.find();
      let lost: Error | undefined;
      // Until the pool listens, an error without a listener would end the process.
      const note = (error: Error) => {
        lost ??= error;
      };
      this.on("error", note);
      try {
        const processId = await this.#connectTo(server);
        if (servers.checksServer) servers.accept(server, await readServerState(this));
        await applySettings(this, settings, processId);
        this.#endWithServer(server);
        // The server may have ended the connection right after its last answer.
        if (lost !== undefined) throw lost;
        return this;
      } catch (error) {
        servers.forget(server);
        void this.end();
        socketOf(this).destroy();
        throw lost ?? error;
      } finally {
        this.off("error", note);
      }
    }

    /** @returns the id of the server process that the server, or the pooler in front of it, names */
    async #connectTo({ host, port }: ServerAddress): Promise<number> {
      let id = 0;
      this.connection.once("backendKeyData", ({ processID }: { readonly processID: number }) => {
        id = processID;
      });
      if (!servers.checksServer) {
        await super.connect(); // to the URL's address
        return id;
      }
      [this.host, this.port] = [host, port];
      const late = setTimeout(() => socketOf(this).destroy(new Error("timeout expired")), openMs);
      await super.connect().finally(() => clearTimeout(late));
      return id;
    }

    /** Ends the connection when its server takes no writes any more, or when another one was promoted. */
    #endWithServer(server: ServerAddress): void {
      this.connection.on("errorMessage", ({ code }: DatabaseError) => {
        if (code !== readOnly) return;
        servers.forget(server);
        setImmediate(() =>
          socketOf(this).destroy(new Error("The database server takes no writes.")),
        );
      });
      if (servers.isSynchronous) this.#endIfUnsafe();
      const leave = servers.onMove(() => {
        if (servers.isUsed(server)) return;
        socketOf(this).destroy(new Error("The database server was replaced."));
      });
      this.once("end", leave);
    }

    /**
     * Postgres reports a commit as done, with a warning, when a cancel request ends its wait for the standby. Without
     * the connection, the caller is not told that it is done.
     */
    #endIfUnsafe(): void {
      let unsafe: Error | undefined;
      this.on("notice", ({ routine }) => {
        if (routine !== syncWait) return;
        unsafe = new Error("The database server did not wait for its standby.");
        socketOf(this).destroy(unsafe);
      });
      sendThrough(this, async (send, given, values) => {
        const answer = await send(given, values);
        // The answer that reports the commit may have been read together with the warning.
        if (unsafe !== undefined) throw unsafe;
        return answer;
      });
    }
  };
}
