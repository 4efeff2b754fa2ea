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
  isRefused: boolean;
}

/** Number of waiting requests at which the service stops reading from a connection. */
const maxWaiting = 100;

/** Tracks a server's connections and the requests in progress on each. */
export class Connections {
  readonly #all = new Map<Socket, Connection>();
  /** Connections without a request in progress, longest idle first. */
  readonly #idle = new Set<Connection>();

  get all(): Iterable<Connection> {
    return this.#all.values();
  }

  get count(): number {
    return this.#all.size;
  }

  /** The connection that has been idle longest. */
  get idlest(): Connection | undefined {
    const [connection] = this.#idle;
    return connection;
  }

  of(socket: Socket): Connection | undefined {
    return this.#all.get(socket);
  }

  add(socket: Socket): Connection {
    const none = { underWay: new Set<ServerResponse>(), newest: null, waiting: [] };
    const connection: Connection = { socket, ...none, isRefused: false };
    this.#all.set(socket, connection);
    this.#idle.add(connection);
    socket.once("close", () => this.#forget(connection));
    return connection;
  }

  /** Destroys a connection and stops counting it immediately, before its `close` event. */
  end(connection: Connection): void {
    connection.socket.destroy();
    this.#forget(connection);
  }

  /**
   * Runs the pipelined requests of a connection one at a time. HTTP sends their responses in this order anyway. Node
   * emits every request in the bytes that it has read, which can be thousands: one caller could have thousands of
   * operations in progress, and all their responses would stay in memory until the caller reads the first one.
   */
  run(res: ServerResponse, work: () => void): void {
    const { socket } = res.req;
    const connection = this.of(socket);
    if (connection === undefined || connection.isRefused) return;
    const { underWay, waiting } = connection;
    this.#idle.delete(connection);
    underWay.add(res);
    connection.newest = res;
    res.once("close", () => this.#ended(connection, res));
    if (underWay.size === 1) {
      work();
      return;
    }
    // On a connection that is being closed, the rest of an incomplete request will not arrive.
    waiting.push(() => {
      if (!connection.isRefused || res.req.complete) work();
    });
    if (waiting.length >= maxWaiting) socket.pause();
  }

  #ended(connection: Connection, res: ServerResponse): void {
    const { socket, underWay, waiting } = connection;
    underWay.delete(res);
    if (connection.newest === res && res.req.complete) connection.newest = null;
    if (socket.destroyed || !this.#all.has(socket)) return;
    if (underWay.size === 0) this.#idle.add(connection);
    waiting.shift()?.();
    if (waiting.length === 0 && !connection.isRefused) socket.resume();
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection.socket);
    this.#idle.delete(connection);
    // After it has handed over the socket of a CONNECT, Node does not close responses that wait behind another one.
    for (const response of connection.underWay) response.destroy();
  }
}

const known = new WeakMap<Server, Connections>();

/** The connections of a server. */
export function connectionsOf(server: Server): Connections {
  const connections = known.get(server) ?? new Connections();
  known.set(server, connections);
  return connections;
}
