import type { Socket } from "node:net";

interface Bounds {
  readonly connections: number;
  /** Bytes of bodies that have not arrived completely. */
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
 * Limits the open connections of a server and the bytes of their incomplete bodies, in all and per address. Above a limit, the
 * oldest connections are closed. A webhook arrives within a moment, so its connection is not one of them.
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

  /** Counts bytes of a body that are in memory until the connection ends. */
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
