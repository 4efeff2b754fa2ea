import { EventEmitter } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A caller's connection and its requests. */
export interface Connection {
  readonly socket: Socket;
  /** Responses that are not finished, in the order of their requests. */
  readonly underWay: Set<ServerResponse>;
  /** The response to the newest request, until that request has arrived completely and the response is closed. */
  newest: ServerResponse | null;
  /** Functions that start the requests waiting behind the current one, in their order. */
  readonly waiting: (() => void)[];
  /** Whether the connection is being closed, so that no new requests are answered. */
  isTurnedAway: boolean;
}

/**
 * Tracks a server's connections and the requests in progress on each. Emits `answered` when a response is closed, after
 * `free` if no other response is in progress on its connection.
 */
export class Connections extends EventEmitter<{ free: [Connection]; answered: [Connection] }> {
  readonly #all = new Map<Socket, Connection>();
  /** Connections without a request in progress, longest idle first. */
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

  /** The connection that has been idle longest. */
  get idlest(): Socket | undefined {
    const [socket] = this.#idle;
    return socket;
  }

  /** Destroys a connection and stops counting it immediately, before its `close` event. */
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
      if (connection.underWay.size === 0 && this.#all.has(socket)) {
        this.#idle.add(socket);
        this.emit("free", connection);
      }
      this.emit("answered", connection);
    });
  }

  #forget(socket: Socket): void {
    // After it has handed over the socket of a CONNECT, Node does not close responses that wait behind another one.
    for (const response of this.#all.get(socket)?.underWay ?? []) response.destroy();
    this.#all.delete(socket);
    this.#idle.delete(socket);
  }
}

const known = new WeakMap<Server, Connections>();

/** Returns the server's one instance. The first call must come before the server listens. */
export function connectionsOf(server: Server): Connections {
  const connections = known.get(server) ?? new Connections(server);
  known.set(server, connections);
  return connections;
}
