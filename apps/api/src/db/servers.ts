import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { parseDatabaseUrl, type ServerAddress } from "../kit/database-url.ts";
import { within } from "../kit/time-limit.ts";
import { missingStandbys, readServerState, type ServerState } from "./server-state.ts";

/** How long one server may take to say what it is, in milliseconds. */
const probeMs = 3_000;
/** How long a search waits for the other servers once one takes writes, in milliseconds. */
const othersMs = 500;
/** The pause after a search that found no server, in milliseconds. */
const restMs = 250;
/** The pause between two checks of the servers that are not used, in milliseconds. */
const watchMs = 2_000;

/** No server of DATABASE_URL can be used now. The message names none of them. */
export class NoServer extends Error {
  override readonly name = "NoServer";
  /** SQLSTATE: a connection could not be established. */
  readonly code = "08001";
}

/**
 * The servers that DATABASE_URL names, and the one of them that is used. With several, it is the one that takes
 * writes: after a promotion, new connections go to the promoted server.
 */
export class Servers {
  /** The URL of one server; connections are opened to the address that `find` returns. */
  readonly url: string;
  readonly #servers: readonly ServerAddress[];
  readonly #urls: readonly string[];
  readonly #checksServer: boolean;
  readonly #standbys: number;
  readonly #moved = new Set<() => void>();
  readonly #stopped = new AbortController();
  /** Where new connections go; null until one has been found. */
  #current: ServerAddress | null = null;
  /** The server to which there may be connections, also while a new one to it fails. */
  #connected: ServerAddress | null = null;
  /** The newest timeline that was seen. A server on an older one has missed a promotion. */
  #timeline = 0;
  #search: Promise<ServerAddress> | null = null;

  /** @param synchronousStandbys how many standbys each commit must wait for */
  constructor(databaseUrl: string, { synchronousStandbys = 0 } = {}) {
    const parsed = parseDatabaseUrl(databaseUrl);
    if (parsed === null) throw new NoServer("The database's URL is invalid.");
    this.#servers = parsed.servers;
    this.#urls = parsed.urls;
    this.#standbys = synchronousStandbys;
    this.#checksServer = parsed.checksServer || synchronousStandbys > 0;
    this.url = parsed.urls[0];
  }

  /** Whether the state of a new connection's server has to be read. */
  get checksServer(): boolean {
    return this.#checksServer;
  }

  /** Whether commits must wait for a standby. */
  get isSynchronous(): boolean {
    return this.#standbys > 0;
  }

  /** The address for a new connection. @throws NoServer */
  async find(): Promise<ServerAddress> {
    const [only, ...others] = this.#servers;
    if (only !== undefined && others.length === 0) return only;
    if (this.#current !== null) return this.#current;
    this.#search ??= this.#find();
    return this.#search;
  }

  /** Checks and stores the state of a connection's server. @throws NoServer when it must not be used */
  accept(server: ServerAddress, state: ServerState): void {
    const { isReadOnly, timeline } = state;
    if (isReadOnly || timeline === null || timeline < this.#timeline) {
      this.#refuse(
        server,
        isReadOnly ? "The database server takes no writes." : "The database server is out of date.",
      );
    }
    const missing = missingStandbys(state, this.#standbys);
    if (missing !== null) this.#refuse(server, missing);
    this.#timeline = timeline;
    this.#current = server;
    this.#connected = server;
  }

  /** Ends the connections to a server that must not be used. */
  #refuse(server: ServerAddress, reason: string): never {
    if (this.#connected === server) this.#leave(null);
    throw new NoServer(reason);
  }

  /** Has the next connection look for a server again, if this one is used. */
  forget(server: ServerAddress): void {
    if (this.#current === server) this.#current = null;
  }

  /** Whether new connections go there. */
  isUsed(server: ServerAddress): boolean {
    return this.#current === server;
  }

  /**
   * @param moved is called when the server in use must not be used any more, though it did not end its connections
   * @returns a function that ends this
   */
  onMove(moved: () => void): () => void {
    this.#moved.add(moved);
    return () => this.#moved.delete(moved);
  }

  /**
   * Checks the servers until `close`. It finds promotions that ended no connection, as when a machine or its network is
   * lost, and a server that no longer waits for its standbys.
   */
  watch(): void {
    if (this.#servers.length > 1 || this.isSynchronous) void this.#watch();
  }

  close(): void {
    this.#stopped.abort();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await sleep(watchMs, undefined, { signal, ref: false }).catch(() => undefined);
      const [used, connected] = [this.#current, this.#connected];
      if (signal.aborted || connected === null) continue;
      if (this.isSynchronous && !(await this.#commitsOnAll(connected))) {
        this.#leave(null);
        continue;
      }
      if (used === null) continue;
      const found = newestOf(await this.#probeAll((server) => server !== used));
      if (found === null || found.timeline <= this.#timeline || this.#current !== used) continue;
      this.#timeline = found.timeline;
      this.#leave(found.server);
    }
  }

  /** Ends the connections to the server in use. */
  #leave(next: ServerAddress | null): void {
    this.#current = next;
    this.#connected = next;
    for (const moved of [...this.#moved]) moved();
  }

  /** Whether a server's commits still wait for its standbys; a server that does not answer commits nothing. */
  async #commitsOnAll(server: ServerAddress): Promise<boolean> {
    const url = this.#urls[this.#servers.indexOf(server)] ?? "";
    const state = await probe(url).catch(() => null);
    return state === null || missingStandbys(state, this.#standbys) === null;
  }

  async #find(): Promise<ServerAddress> {
    try {
      const found = newestOf(await this.#probeAll(() => true));
      if (found !== null && found.timeline >= this.#timeline) {
        this.#timeline = found.timeline;
        this.#current = found.server;
        return found.server;
      }
      await sleep(restMs);
      throw new NoServer("No database server takes writes.");
    } finally {
      this.#search = null;
    }
  }

  async #probeAll(of: (server: ServerAddress) => boolean): Promise<Probed[]> {
    const found: Probed[] = [];
    let isFound = () => {};
    const first = new Promise<void>((resolve) => {
      isFound = resolve;
    });
    const probes = this.#servers.map(async (server, index) => {
      if (!of(server)) return;
      const state = await probe(this.#urls[index] ?? "").catch(() => null);
      if (state === null || state.isReadOnly || state.timeline === null) return;
      found.push({ server, timeline: state.timeline });
      isFound();
    });
    const all = Promise.all(probes);
    await Promise.race([all, first]);
    await within(othersMs, all);
    return found;
  }
}

interface Probed {
  readonly server: ServerAddress;
  readonly timeline: number;
}

/** Of several that take writes, the one that was promoted last. */
const newestOf = (found: readonly Probed[]): Probed | null =>
  found.toSorted((one, other) => other.timeline - one.timeline)[0] ?? null;

async function probe(connectionString: string): Promise<ServerState | null> {
  const client = new Client({ connectionString, connectionTimeoutMillis: probeMs });
  client.on("error", () => undefined); // the statement that loses its connection reports it
  await client.connect();
  try {
    const state = await within(probeMs, readServerState(client));
    return state === "late" ? null : state;
  } finally {
    void client.end();
  }
}
