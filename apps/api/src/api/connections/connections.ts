import { EventEmitter } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A caller's connection, and what is asked for on it. */
export interface Connection {
  readonly socket: Socket;
  /** Answers that are not given to their end, in the order of their requests. */
  readonly underWay: Set<ServerResponse>;
  /** Of the newest request, as long as some of it is to come or of its answer to go. */
  newest: ServerResponse | null;
  /** What begins to answer the requests that came before the first one was answered, in their order. */
  readonly waiting: (() => void)[];
  /** Whether nothing more is answered on it. */
  isTurnedAway: boolean;
}

/**
 * The connections of a server, and what is under way on each. Emits `free` when the last answer that was
 * under way on one is given.
 */
export class Connections extends EventEmitter<{ free: [Connection] }> {
  readonly #all = new Map<Socket, Connection>();
  /** Those without a request under way, in the order in which they came to be so. */
  readonly #idle = new Set<Socket>();

  constructor(server: Server) {
    super();
    server.on("connection", (socket) => {
      const nothing = { underWay: new Set([]), newest: null, waiting: [], isTurnedAway: false };
      this.#all.set(socket, { socket, ...nothing });
      this.#idle.add(socket);
      socket.once("close", () => this.#forget(socket));
    });
    server.prependListener("request", (_, response) => this.#begin(response));
  }

  get all(): Iterable<Connection> {
    return this.#all.values();
  }

  get count(): number {
    return this.#all.size;
  }

  of(socket: Socket): Connection | undefined {
    return this.#all.get(socket);
  }

  /** The one that has been without a request for the longest. */
  get idlest(): Socket | undefined {
    const [socket] = this.#idle;
    return socket;
  }

  /** Ends a connection at once: it counts no more, although its `close` is yet to come. */
  end(socket: Socket): void {
    socket.destroy();
    this.#forget(socket);
  }

  #begin(response: ServerResponse): void {
    const { socket } = response.req;
    const connection = this.#all.get(socket);
    if (connection === undefined || connection.isTurnedAway) return;
    this.#idle.delete(socket);
    connection.underWay.add(response);
    connection.newest = response;
    response.once("close", () => {
      connection.underWay.delete(response);
      if (connection.newest === response && response.req.complete) connection.newest = null;
      if (connection.underWay.size > 0 || !this.#all.has(socket)) return;
      this.#idle.add(socket);
      this.emit("free", connection);
    });
  }

  #forget(socket: Socket): void {
    // Node itself does not end those that wait behind another, once it has handed over the socket of a CONNECT.
    for (const response of this.#all.get(socket)?.underWay ?? []) response.destroy();
    this.#all.delete(socket);
    this.#idle.delete(socket);
  }
}

const known = new WeakMap<Server, Connections>();

/** The same for all who ask; it is to be asked for before the server listens. */
export function connectionsOf(server: Server): Connections {
  const connections = known.get(server) ?? new Connections(server);
  known.set(server, connections);
  return connections;
}
