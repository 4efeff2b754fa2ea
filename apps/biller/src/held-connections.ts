import type { Socket } from "node:net";

interface Bounds {
  readonly connections: number;
  /** Of bodies that have not arrived completely. */
  readonly bytes: number;
}

interface Held {
  readonly address: string;
  bytes: number;
}

const mib = 1_048_576;
const ofAll: Bounds = { connections: 256, bytes: 16 * mib };
const ofAddress: Bounds = { connections: 32, bytes: 4 * mib };

/**
 * Bounds what strangers can hold of a server, all together and from one address. Beyond the bounds, the oldest connections
 * end: a webhook arrives within a moment, so it is not among them.
 */
export class HeldConnections {
  /** The oldest first. */
  readonly #held = new Map<Socket, Held>();

  add(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    this.#held.set(socket, { address, bytes: 0 });
    socket.once("close", () => this.#held.delete(socket));
    this.#keepTo(address);
  }

  /** Notes that so many more bytes of a body are in memory. They are free when the connection ends. */
  hold(socket: Socket, bytes: number): void {
    const held = this.#held.get(socket);
    if (held === undefined) return;
    held.bytes += bytes;
    this.#keepTo(held.address);
  }

  #keepTo(address: string): void {
    this.#endOldest(ofAddress, ([, held]) => held.address === address);
    this.#endOldest(ofAll, () => true);
  }

  #endOldest(bounds: Bounds, isMeant: (one: [Socket, Held]) => boolean): void {
    const meant = [...this.#held].filter(isMeant);
    let connections = meant.length;
    let bytes = meant.reduce((sum, [, held]) => sum + held.bytes, 0);
    for (const [socket, held] of meant) {
      if (connections <= bounds.connections && bytes <= bounds.bytes) return;
      if (connections <= bounds.connections && held.bytes === 0) continue; // it would free nothing
      this.#held.delete(socket);
      socket.destroy();
      connections -= 1;
      bytes -= held.bytes;
    }
  }
}
