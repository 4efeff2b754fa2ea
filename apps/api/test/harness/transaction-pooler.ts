import { createHash, randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { Client, type Connection } from "pg";
import { onFreePort } from "./on-free-port.ts";
import {
  fatal,
  type Message,
  messageReader,
  startupParameters,
  textAt,
  written,
  zeroEnded,
} from "./postgres-messages.ts";

export interface Pooler {
  /** The database's URL, by way of the pooler. */
  readonly url: string;
  /** Transactions from now on go to the same database of another server. */
  redirect(databaseUrl: string): void;
  close(): void;
}

interface PoolerOptions {
  /** Whether prepared statements are known on every connection, as in PgBouncer since 1.21. */
  readonly keepsStatements?: boolean;
}

/** Start-up parameters that PgBouncer takes. Others it refuses. */
const known = new Set([
  ...["user", "database", "application_name", "client_encoding"],
  ...["DateStyle", "TimeZone", "standard_conforming_strings"],
]);

const maxConnections = 20;

/**
 * Stands in for PgBouncer in transaction mode where that is not installed, and is stricter: each transaction of a client
 * gets another server connection than the one before, and no setting is kept. It asks clients for no password.
 */
export async function startTransactionPooler(
  databaseUrl: string,
  { keepsStatements = true }: PoolerOptions = {},
): Promise<Pooler> {
  const servers = new Servers(databaseUrl);
  const clients = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (socket) => {
    clients.add(socket);
    socket.on("error", () => undefined).on("close", () => clients.delete(socket));
    void welcome(socket, servers).then((database) => {
      if (database !== null) serve(socket, servers, database, keepsStatements);
    });
  });
  const { port } = await onFreePort(listener);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    redirect: (elsewhere) => servers.redirect(elsewhere),
    close: () => {
      listener.close();
      for (const socket of clients) socket.destroy();
      servers.redirect(null);
    },
  };
}

/** Answers the start-up message. @returns the database; null for a client that is turned away */
async function welcome(socket: Socket, servers: Servers): Promise<string | null> {
  const [bytes] = (await once(socket, "data").catch(() => [Buffer.alloc(8)])) as [Buffer];
  const parameters = startupParameters(bytes.subarray(8));
  const unknown = [...parameters.keys()].find((name) => !known.has(name));
  const database = parameters.get("database");
  if (unknown !== undefined || database === undefined) {
    socket.end(fatal("08P01", `unsupported startup parameter: ${unknown}`));
    return null;
  }
  const server = await servers.take(database, null).catch(() => null);
  if (server === null) {
    socket.end(fatal("08006", "the server cannot be reached"));
    return null;
  }
  servers.giveBack(server);
  const key = Buffer.alloc(8);
  key.writeInt32BE(randomInt(2 ** 30, 2 ** 31 - 1), 0); // above every process id
  const statuses = [...server.parameters].map(([name, value]) =>
    written({ type: "S", body: Buffer.concat([zeroEnded(name), zeroEnded(value)]) }),
  );
  const authenticated = written({ type: "R", body: Buffer.alloc(4) });
  const ready = written({ type: "Z", body: Buffer.from("I") });
  socket.write(
    Buffer.concat([authenticated, ...statuses, written({ type: "K", body: key }), ready]),
  );
  return database;
}

/** Passes a client's messages on, each transaction to another server connection. */
function serve(socket: Socket, servers: Servers, database: string, keepsStatements: boolean): void {
  const statements = new Statements(keepsStatements);
  const waiting: Message[] = [];
  let server: ServerConnection | null = null;
  let last: ServerConnection | null = null;
  let isTaking = false;
  /** The answers of ReadyForQuery that are still to come. */
  let unanswered = 0;

  const pass = (to: ServerConnection, message: Message) => {
    if (message.type === "Q" || message.type === "S") unanswered += 1;
    for (const one of statements.toServer(message, to)) to.socket.write(written(one));
  };
  const answer = (message: Message) => {
    if (server === null || !statements.isForClient(message, server)) return;
    socket.write(written(message));
    if (message.type !== "Z") return;
    unanswered -= 1;
    if (unanswered > 0 || message.body.toString() !== "I") return;
    last = server;
    server = null;
    servers.giveBack(last);
  };
  const passAll = async () => {
    if (isTaking) return;
    isTaking = true;
    server ??= await servers.take(database, last);
    isTaking = false;
    server.answer = answer;
    server.lost = () => socket.destroy();
    if (socket.destroyed) return servers.drop(server);
    for (const message of waiting.splice(0)) pass(server, message);
  };
  const read = messageReader((message) => {
    if (message.type === "X") return socket.end();
    waiting.push(message);
    passAll().catch(() => socket.end(fatal("08006", "the server cannot be reached")));
  });
  socket.on("data", read).on("close", () => {
    if (server !== null) servers.drop(server);
  });
}

/** A connection to Postgres. */
interface ServerConnection {
  readonly database: string;
  readonly socket: Socket;
  readonly parameters: ReadonlyMap<string, string>;
  /** The names of its prepared statements. */
  readonly prepared: Set<string>;
  answer: (message: Message) => void;
  lost: () => void;
}

class Servers {
  #target: string | null;
  #idle: ServerConnection[] = [];
  readonly #all = new Set<ServerConnection>();
  readonly #queue: (() => void)[] = [];
  #opening = 0;

  constructor(target: string) {
    this.#target = target;
  }

  /** @param last the connection that is only taken when there is no other and no more may be opened */
  async take(database: string, last: ServerConnection | null): Promise<ServerConnection> {
    for (;;) {
      const isFull = this.#all.size + this.#opening >= maxConnections;
      const ofIt = this.#idle.filter((one) => one.database === database);
      const found = ofIt.find((one) => one !== last) ?? (isFull ? ofIt[0] : undefined);
      if (found !== undefined) {
        this.#idle.splice(this.#idle.indexOf(found), 1);
        return found;
      }
      if (!isFull) return this.#open(database);
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    }
  }

  giveBack(server: ServerConnection): void {
    server.answer = () => undefined;
    server.lost = () => undefined;
    if (this.#all.has(server)) this.#idle.push(server);
    else server.socket.destroy();
    this.#wake();
  }

  #wake(): void {
    for (const check of this.#queue.splice(0)) check();
  }

  drop(server: ServerConnection): void {
    this.#all.delete(server);
    this.#idle = this.#idle.filter((one) => one !== server);
    server.socket.destroy();
    this.#wake();
  }

  redirect(target: string | null): void {
    this.#target = target;
    for (const server of this.#idle) server.socket.destroy();
    if (target === null) for (const server of this.#all) server.socket.destroy();
    this.#idle = [];
    this.#all.clear();
  }

  async #open(database: string): Promise<ServerConnection> {
    if (this.#target === null) throw new Error("The pooler is closed.");
    const url = new URL(this.#target);
    url.pathname = `/${database}`;
    // pg logs in. Then the connection is ours.
    const client = new Client({ connectionString: url.href });
    const { connection } = client as Client & { readonly connection: Connection };
    const parameters = new Map<string, string>();
    connection.on("parameterStatus", (status) =>
      parameters.set(status.parameterName, status.parameterValue),
    );
    this.#opening += 1;
    await client.connect().finally(() => {
      this.#opening -= 1;
    });
    const socket = (connection.stream as Socket).setNoDelay(true);
    for (const event of ["data", "error", "close"]) socket.removeAllListeners(event);
    const server: ServerConnection = {
      database,
      socket,
      parameters,
      prepared: new Set(),
      answer: () => undefined,
      lost: () => undefined,
    };
    this.#all.add(server);
    socket
      .on(
        "data",
        messageReader((message) => server.answer(message)),
      )
      .on("error", () => undefined)
      .on("close", () => {
        server.lost();
        this.drop(server);
      });
    return server;
  }
}

/** An answer to Parse or Close. */
interface Expected {
  readonly isForClient: boolean;
  readonly name: string | null;
}

/** The prepared statements of a client, whichever server connection it has. */
class Statements {
  readonly #keeps: boolean;
  /** By the client's names. */
  readonly #known = new Map<string, { readonly name: string; readonly rest: Buffer }>();
  /** The answers to Parse and Close that are to come, and `ready` for each ReadyForQuery between them. */
  #expected: (Expected | "ready")[] = [];

  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  toServer(message: Message, server: ServerConnection): Message[] {
    const { type, body } = message;
    if (!this.#keeps) return [message];
    if (type === "Q" || type === "S") this.#expected.push("ready");
    if (type === "P") {
      const [name, end] = textAt(body, 0);
      const rest = body.subarray(end);
      if (name === "") return [this.#parse("", rest, true)];
      const hash = createHash("sha256").update(rest).digest("hex").slice(0, 32);
      this.#known.set(name, { name: hash, rest });
      const close = this.#has(server, hash) ? [this.#close(hash)] : [];
      return [...close, this.#parse(hash, rest, true)];
    }
    if (type === "B") {
      const [portal, end] = textAt(body, 0);
      const [name, next] = textAt(body, end);
      const [its, parse] = this.#named(name, server);
      const bind = Buffer.concat([zeroEnded(portal), zeroEnded(its), body.subarray(next)]);
      return [...parse, { type, body: bind }];
    }
    if (type === "C") this.#expected.push({ isForClient: true, name: null });
    return [message];
  }

  /** Whether an answer of the server is one to what the client has sent. */
  isForClient({ type }: Message, server: ServerConnection): boolean {
    // After an error there are no answers up to the next ReadyForQuery.
    if (type === "Z") this.#expected.splice(0, this.#expected.indexOf("ready") + 1);
    if (!this.#keeps || (type !== "1" && type !== "3")) return true;
    const expected = this.#expected.shift();
    if (expected === undefined || expected === "ready") return true;
    if (type === "1" && expected.name) server.prepared.add(expected.name);
    return expected.isForClient;
  }

  #named(name: string, server: ServerConnection): [name: string, parse: Message[]] {
    const statement = this.#known.get(name);
    if (name === "" || statement === undefined) return [name, []];
    if (this.#has(server, statement.name)) return [statement.name, []];
    return [statement.name, [this.#parse(statement.name, statement.rest, false)]];
  }

  #has(server: ServerConnection, name: string): boolean {
    return (
      server.prepared.has(name) ||
      this.#expected.some((one) => one !== "ready" && one.name === name)
    );
  }

  #parse(name: string, rest: Buffer, isForClient: boolean): Message {
    this.#expected.push({ isForClient, name: name || null });
    return { type: "P", body: Buffer.concat([zeroEnded(name), rest]) };
  }

  #close(name: string): Message {
    this.#expected.push({ isForClient: false, name: null });
    return { type: "C", body: Buffer.concat([Buffer.from("S"), zeroEnded(name)]) };
  }
}
